/* Rows that only move up or down when a picture scrolls: a terminal can move them. */
#ifndef WL_TUI_SCROLL_MOVES_H
#define WL_TUI_SCROLL_MOVES_H

#include <stdbool.h>

#include "canvas/canvas.h"

struct wl_shift {
  int top, end; /* the rows that take part: those that move, and those left blank */
  int by;       /* so many rows up; down if below 0 */
};

/* The move after which the fewest cells of `shown`, in rows of `stride`, differ from those of the
 * canvas, of which it has the size at least; by the distance by which most rows seem to have
 * moved. False if there is none that spares many. */
bool wl_shift_find(const struct wl_cell *shown, int stride, const struct wl_canvas *c,
                   struct wl_shift *to);

#endif
