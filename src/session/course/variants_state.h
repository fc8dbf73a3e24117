/* What a lecture remembers, as data: the settings that a lesson has gone on to, and the rules that
 * were told. */
#ifndef WL_SESSION_COURSE_VARIANTS_STATE_H
#define WL_SESSION_COURSE_VARIANTS_STATE_H

#include <assert.h>

#include "core/explain/rule.h"
#include "core/trace/question.h"
#include "core/trace/setting.h"
#include "session/settings/settings_state.h"
#include "session/state/step_info.h"

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

#endif
