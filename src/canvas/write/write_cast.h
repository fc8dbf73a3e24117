/* A recording for asciinema: format 2, https://docs.asciinema.org/manual/asciicast/v2/. */
#ifndef WL_CANVAS_WRITE_WRITE_CAST_H
#define WL_CANVAS_WRITE_WRITE_CAST_H

#include <stdio.h>

#include "canvas/canvas.h"
#include "core/base/diag.h"

struct wl_cast;

/* Begins a recording of pictures as big as `c`. NULL when memory ran out. */
struct wl_cast *wl_cast_begin(FILE *f, const struct wl_canvas *c, enum wl_tier tier,
                              enum wl_scheme scheme, const char *title);

/* The picture that is there from `ms` after the beginning on: the rows that differ from
 * the one before. False when memory ran out. */
bool wl_cast_frame(struct wl_cast *cast, const struct wl_canvas *c, uint64_t ms);

/* Ends it `ms` after the beginning, and frees it. */
bool wl_cast_end(struct wl_cast *cast, uint64_t ms, struct wl_diag *d);

#endif
