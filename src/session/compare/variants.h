/* The settings with which a lesson continues after its last stop, from lesson{ flip }: the same
 * stops again, with other figures. */
#ifndef WL_SESSION_COMPARE_VARIANTS_H
#define WL_SESSION_COMPARE_VARIANTS_H

#include <assert.h>

#include "core/explain/rule.h"
#include "core/trace/question.h"
#include "core/trace/setting.h"
#include "session/settings/undo.h"
#include "session/state/step_info.h"

struct wl_session;

/* What a stop was with the settings before. */
struct wl_variant_stop {
  struct wl_before before;
  uint64_t said;           /* what a mark says, or a question asks, as a hash */
  char right[WL_ANSWER_TEXT]; /* … and what answers it */
};

/* What is known with the settings that a turn on came from; no stops: there was none. */
enum {
  WL_VARIANT_STOPS = 32, WL_VARIANT_VALUES = WL_VARIANT_TEXT / sizeof "a=1",
};
struct wl_variant_past {
  size_t hazards;
  uint64_t met;    /* how often they were */
  unsigned values;
  struct wl_value was[WL_VARIANT_VALUES]; /* of all that the list sets, each once */
  unsigned stops;
  struct wl_variant_stop stop[WL_VARIANT_STOPS];
};

/* The settings that a lesson goes on to (session/compare/variants.h). */
struct wl_variant {
  bool known;      /* a recording has come */
  unsigned shown;  /* those of what is shown, of the list, from 1; 0: the script's own */
  bool end;        /* wants the last of the list, once a run is over */
  bool led;        /* a turn has led here, not the command line */
  bool moved;      /* another recording has come since then that is of no turn */
  struct wl_identity home; /* the first mark of the warp that a turn came from, unless the first */
  struct wl_variant_past past; /* of the turn that has led to the recording that is shown */
  struct wl_variant_past next; /* … to the one that comes */
};

/* Where rules were told (session/course/presentation.h), for the first time; line 0: not yet. */
struct wl_rules_told {
  uint64_t before;   /* bit r: rule r in a lesson before this one */
  struct wl_source_span at[WL_RULES];
  unsigned flip[WL_RULES]; /* … with which of its settings */
};
static_assert(WL_RULES <= 64, "a bit for every rule");

const char *wl_variant_list(const struct wl_session *m);

/* Parameter number `i` of all that the list names, with repetitions; NULL: there are no more. */
const struct wl_param *wl_variant_named(const struct wl_session *m, unsigned i,
                                        struct wl_param *made);

/* Whether the list names a parameter before its place `i`, too. */
bool wl_variant_told(const struct wl_session *m, unsigned i, const char *name);

/* Its value with number `k` of the list, 0: as the script has it. And whether all have it now. */
void wl_variant_value(const struct wl_session *m, unsigned k, const struct wl_param *p,
                      char value[32]);
bool wl_variant_is_now(const struct wl_session *m, unsigned k);

/* Whether a run is to come, or goes on, with others than what is shown has. */
bool wl_variant_turns(const struct wl_session *m);

/* Another recording is shown: what a turn waits for. And one of another text, where nothing is as
 * it was when turns were made. */
void wl_variant_arrive(struct wl_session *m);
void wl_variant_edited(struct wl_session *m);

/* What has changed since the settings before. False: nothing has, or nobody came from there. */
struct wl_variant_change {
  unsigned parameters;
  char name[32], values[72]; /* of the last: "0→1" */
  char text[128];            /* "pad 0 → 1" */
};
bool wl_variant_change(const struct wl_session *m, struct wl_variant_change *out);

/* The settings behind those of now, "" where there are none. */
const char *wl_variant_beyond(struct wl_session *m, char text[WL_VARIANT_TEXT]);

/* Whether the list comes to these settings behind those of now. */
bool wl_variant_comes(struct wl_session *m, const char *settings);

/* What a step of now was before; NULL: not known. */
const struct wl_variant_stop *wl_variant_before(const struct wl_session *m,
                                                const struct wl_identity *at);

#endif
