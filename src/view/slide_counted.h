/* The slide of what counters said of the whole launch, beside the model. */
#ifndef WL_VIEW_SLIDE_COUNTED_H
#define WL_VIEW_SLIDE_COUNTED_H

#include "view/canvas.h"
#include "view/prose.h"

struct wl_model;

/* Whether there is something to show: hardware was measured with the settings of now. */
bool wl_counted_known(const struct wl_model *m);

/* Draws it into a rectangle; and the same in sentences. */
void wl_counted_draw(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);
void wl_counted_say(struct wl_model *m, const struct wl_prose *p);

#endif
