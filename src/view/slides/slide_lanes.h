/* The picture of a question on a slide: the elements that lanes request. Internal to src/view. */
#ifndef WL_VIEW_SLIDES_SLIDE_LANES_H
#define WL_VIEW_SLIDES_SLIDE_LANES_H

#include "canvas/canvas.h"

struct wl_session;

/* Says it below the question, from the top of `r` on: it is to be answered from the slide. The
 * first `free` rows of `r` are for it alone; of the others, which may be none, it takes what
 * choices, and `below` rows of sentences, do without. Where the lanes would tell the answer, or
 * have no room, only the array is named. Returns the rows, `free` or more, and whether lanes are
 * told. */
int wl_slide_lanes(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int free, int below,
                   bool *told);

#endif
