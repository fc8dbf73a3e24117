/* Large screens: other views of the instruction beside the chosen one. */
#ifndef WL_VIEW_SCREEN_SIDE_VIEWS_H
#define WL_VIEW_SCREEN_SIDE_VIEWS_H

#include "canvas/canvas.h"

struct wl_session;

/* Both draw what the chosen view leaves of `r`, and return what is left to it, at the top on
 * the left: all of `r` where there is no room, or nothing to show. */

/* The largest screens: views in columns, each as high as it has to be.
 * `r` goes from the row of the tabs to the last one of the view. */
struct wl_rect wl_side_views_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* Large ones: one more view, below. `r` is the place of the view. */
struct wl_rect wl_side_views_below(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

#endif
