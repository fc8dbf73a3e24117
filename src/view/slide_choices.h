/* The choices of a question on its slide, as large as they fit. Internal to src/view. */
#ifndef WL_VIEW_SLIDE_CHOICES_H
#define WL_VIEW_SLIDE_CHOICES_H

#include "view/canvas.h"

struct wl_model;

/* Rows that they take of `r`, which they may fill; 0: there are no choices, or no room for them. */
int wl_choices_rows(const struct wl_model *m, const struct wl_canvas *c, struct wl_rect r);

/* Draws them from the top of `r` on, which has so many. */
void wl_choices_draw(const struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

/* What the question is about, if the row `r` is empty, as "float s[8][32]: lane 0 [0][0], 1 [0][0]
 * … 31 [0][0]": it is to be answered from the slide. Where the lanes have no room, or would tell
 * the answer, "float s[8][32] in shared memory". Whether it has lanes. */
bool wl_choices_array(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

#endif
