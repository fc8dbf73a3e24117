/* The parts of a slide around a question. Internal to src/view. */
#ifndef WL_VIEW_SLIDES_SLIDE_QUESTION_H
#define WL_VIEW_SLIDES_SLIDE_QUESTION_H

#include <stdbool.h>

#include "canvas/canvas.h"

struct wl_session;

/* Rows of a question that stands above the slide in `r`: as many as it needs, where answers have
 * room below it. */
int wl_slide_asks(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r);

/* Rows of it in large letters, with one of air; 0: answers would have no room, or the screen. */
int wl_slide_asks_large(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r);

/* A picture to be taken home says all of how to come back to it, where the slide in `r` can spare
 * the rows, or those of its question can, and answers stay as large. So many more than one. */
int wl_slide_spare(struct wl_session *m, const struct wl_canvas *c, struct wl_rect r,
                   int *question);

/* What the instruction is, behind the question in row `y`, where the line of code had no room for
 * it. False: neither has the question. */
bool wl_slide_kind(const struct wl_session *m, struct wl_canvas *c, int y);

/* How many have answered, at the end of the lowest row of the question that has room, or of the
 * slide below it, which have `height` rows from row `top` on. */
void wl_slide_votes(const struct wl_session *m, struct wl_canvas *c, int top, int question,
                    int height);

/* Rows that they take of `r`, which they may fill; 0: there are no choices, or no room for them. */
int wl_choices_rows(const struct wl_session *m, const struct wl_canvas *c, struct wl_rect r);

/* Draws them from the top of `r` on, which has so many. */
void wl_choices_draw(const struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

#endif
