/* A barrier or a mark: what stops there, and who came. Internal to src/view. */
#ifndef WL_VIEW_VIEWS_LANES_STOP_H
#define WL_VIEW_VIEWS_LANES_STOP_H

#include "canvas/canvas.h"
#include "words/sentences.h"

struct wl_session;

/* In the middle, as many sentences as have room; the text of a mark is the verdict. */
void wl_draw_stop(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* Rows that it would like. */
int wl_stop_rows(struct wl_session *m);

/* The same as sentences. */
void wl_say_stop(struct wl_session *m, const struct wl_prose *p);

#endif
