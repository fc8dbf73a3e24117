/* What the writers of canvases share. */
#ifndef WL_OUT_CANVAS_OUT_H
#define WL_OUT_CANVAS_OUT_H

#include "out/out.h"

/* One code point as UTF-8. */
void wl_out_code(FILE *f, uint32_t code);

/* Columns of row `y` up to the last that is not a plain space; `styled`: a space
 * of another style than plain text counts too. */
int wl_out_width(const struct wl_canvas *c, int y, bool styled);

/* One row with SGR sequences, a reset at its end; no line end. */
void wl_ansi_row(FILE *f, const struct wl_canvas *c, int y, enum wl_tier tier,
                 enum wl_scheme scheme);

#endif
