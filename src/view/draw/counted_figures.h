/* The slide with hardware counters of the whole launch, beside the model. */
#ifndef WL_VIEW_DRAW_COUNTED_FIGURES_H
#define WL_VIEW_DRAW_COUNTED_FIGURES_H

#include <stdbool.h>

#include "canvas/canvas.h"
#include "words/sentences.h"

struct wl_session;

/* Draws it into a rectangle; and the same in sentences. */
void wl_counted_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The same in large letters, without bars; false, and nothing drawn, where it has no room. */
bool wl_counted_draw_large(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* The same, figures and bandwidths side by side: in so many rows, if these have so many cells. */
void wl_counted_draw_beside(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);
int wl_counted_rows_beside(const struct wl_session *m);
enum { WL_COUNTED_BESIDE = 76 };
void wl_counted_say(struct wl_session *m, const struct wl_prose *p);

#endif
