/* Very large screens: other views of the same instruction beside the one that is chosen. */
#ifndef WL_VIEW_WALL_H
#define WL_VIEW_WALL_H

#include "view/canvas.h"

struct wl_model;

/* Draws them into `r`, from the row of the tabs to the last one of the view, and returns
 * what they leave to the chosen view and its tabs, at the left: all of it where they have
 * no room, or nothing to show. */
struct wl_rect wl_wall_draw(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

#endif
