/* The kinds of figures that y explains, a file each. Internal to src/view. */
#ifndef WL_VIEW_WHY_KINDS_H
#define WL_VIEW_WHY_KINDS_H

#include "view/subject.h"
#include "view/why.h"

struct wl_spot;

/* Each explains figure n of its kind; false where there is nothing to explain. */
bool wl_why_level(struct wl_model *m, unsigned n, struct wl_why *out); /* by level, then column */
bool wl_why_sm(struct wl_model *m, unsigned n, struct wl_why *out);    /* enum wl_sm_figure */
bool wl_why_lane(struct wl_model *m, unsigned n, struct wl_why *out);  /* enum wl_lane_figure */
bool wl_why_line(struct wl_model *m, unsigned n, struct wl_why *out);  /* enum wl_line_figure */
bool wl_why_cc(struct wl_model *m, unsigned n, struct wl_why *out);    /* enum wl_cc */

/* Rule, evidence and the profiler's name of a figure of a step as it is on `arch`. */
void wl_why_figure_on(struct wl_model *m, const struct wl_arch *arch, const struct wl_spot *s,
                      unsigned figure, struct wl_why *out);

/* Levels by the names that keys have. */
extern const char *const wl_level_keys[WL_LEVELS];

#endif
