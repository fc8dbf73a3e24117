/* The settings that a lesson goes on to behind its last stop, as lesson{ flip } lists them: the
 * same stops again, with other figures. */
#ifndef WL_SESSION_COMPARE_VARIANTS_H
#define WL_SESSION_COMPARE_VARIANTS_H

#include "core/trace/setting.h"
#include "session/course/variants_state.h"

struct wl_model;

const char *wl_flip_list(const struct wl_model *m);

/* Parameter number `i` of all that the list names, with repetitions; NULL: there are no more. */
const struct wl_param *wl_flip_named(const struct wl_model *m, unsigned i, struct wl_param *made);

/* Whether the list names a parameter before its place `i`, too. */
bool wl_flip_told(const struct wl_model *m, unsigned i, const char *name);

/* Its value with number `k` of the list, 0: as the script has it. And whether all have it now. */
void wl_flip_value(const struct wl_model *m, unsigned k, const struct wl_param *p, char value[32]);
bool wl_flip_is_now(const struct wl_model *m, unsigned k);

/* Another recording is shown: what a turn waits for. And one of another text, where nothing is as
 * it was when turns were made. */
void wl_flip_arrive(struct wl_model *m);
void wl_flip_edited(struct wl_model *m);

/* What has changed since the settings before. False: nothing has, or nobody came from there. */
struct wl_flip_change {
  unsigned parameters;
  char name[32], values[72]; /* of the last: "0→1" */
  char text[128];            /* "pad 0 → 1" */
};
bool wl_flip_change(const struct wl_model *m, struct wl_flip_change *out);

/* The settings behind those of now, "" where there are none. */
const char *wl_flip_beyond(struct wl_model *m, char text[WL_FLIP_TEXT]);

/* Whether the list comes to these settings behind those of now. */
bool wl_flip_comes(struct wl_model *m, const char *settings);

/* What a step of now was before; NULL: not known. */
const struct wl_flip_stop *wl_flip_before(const struct wl_model *m, const struct wl_identity *at);

#endif
