/* Turns cells into bytes: only what differs from the terminal, in as few bytes as possible. curses
 * has set up the terminal, but does not know what is painted. */
#ifndef WL_TUI_PAINT_H
#define WL_TUI_PAINT_H

#include <stddef.h>

#include "canvas/canvas.h"

struct wl_paint;

/* For a terminal of this colour depth at most. NULL when memory ran out. */
struct wl_paint *wl_paint_create(enum wl_tier tier);
void wl_paint_destroy(struct wl_paint *p);

void wl_paint_scheme(struct wl_paint *p, enum wl_scheme scheme);

/* The screen is of this size, and what it shows is not known: the next picture begins
 * with clearing it. */
void wl_paint_forget(struct wl_paint *p, int width, int height);

/* The bytes that make the terminal show a canvas, as far as it has room; valid until the
 * next call. */
const char *wl_paint(struct wl_paint *p, const struct wl_canvas *c, size_t *size);

/* Those that leave it with neither colours nor attributes. */
const char *wl_paint_plain(struct wl_paint *p, size_t *size);

#endif
