/* A small map of where the lanes of an access lie: banks, sectors, lines or texels. */
#ifndef WL_VIEW_VIEWS_LANES_MAP_H
#define WL_VIEW_VIEWS_LANES_MAP_H

#include "canvas/canvas.h"
#include "session/state/step_info.h"

struct wl_session;

enum { WL_MAP_MAX = 10 }; /* rows of it */

/* In all of `r`, whose first and last column are air, and the first row where one can be spared;
 * nothing where there is nothing to see. */
void wl_draw_map(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                 struct wl_rect r);

/* Rows that it fills; 0: it has nothing to draw. */
int wl_map_rows(const struct wl_step_info *s);

#endif
