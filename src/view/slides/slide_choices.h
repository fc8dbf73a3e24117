/* The choices of a question on its slide, as large as they fit. Internal to src/view. */
#ifndef WL_VIEW_SLIDES_SLIDE_CHOICES_H
#define WL_VIEW_SLIDES_SLIDE_CHOICES_H

#include "canvas/canvas.h"

struct wl_session;

/* Rows that they take of `r`, which they may fill; 0: there are no choices, or no room for them. */
int wl_choices_rows(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r);

/* Draws them from the top of `r` on, which has so many. */
void wl_choices_draw(const struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

#endif
