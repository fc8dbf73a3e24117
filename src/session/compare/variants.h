/* The settings that a lesson goes on to behind its last stop, as lesson{ flip } lists them: the
 * same stops again, with other figures. */
#ifndef WL_SESSION_COMPARE_VARIANTS_H
#define WL_SESSION_COMPARE_VARIANTS_H

#include "core/trace/setting.h"
#include "session/course/variants_state.h"

struct wl_session;

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
