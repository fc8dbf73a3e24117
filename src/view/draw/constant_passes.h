/* Draws the passes of constant memory, one after the other. */
#ifndef WL_VIEW_DRAW_CONSTANT_PASSES_H
#define WL_VIEW_DRAW_CONSTANT_PASSES_H

#include "view/draw/draw.h"

struct wl_session;

/* Draws the passes of the selected step: the address of each, and the lanes that it
 * serves, among all lanes where there is room. Needs two rows and one a pass. */
void wl_draw_passes(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

#endif
