/* A small map of the memory that the lanes of an access touch: banks, sectors, lines or texels. */
#ifndef WL_VIEW_VIEWS_LANES_MAP_H
#define WL_VIEW_VIEWS_LANES_MAP_H

#include "canvas/canvas.h"
#include "session/state/step_info.h"
#include "words/sentences.h"

struct wl_session;

enum { WL_MAP_MAX = 10 }; /* rows of it */

/* In all of `r`, whose first and last column are air, and the first row where one can be spared;
 * nothing where there is nothing to see. */
void wl_draw_map(struct wl_session *m, struct wl_canvas *c, const struct wl_step_info *s,
                 struct wl_rect r);

/* Rows that it fills; 0: it has nothing to draw. */
int wl_map_rows(const struct wl_step_info *s);

/* In the middle, as many sentences as have room; the text of a mark is the verdict. */
void wl_draw_stop(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* Rows that it would like. */
int wl_stop_rows(struct wl_session *m);

/* The same as sentences. */
void wl_say_stop(struct wl_session *m, const struct wl_prose *p);

#endif
