/* Canvases as text, ANSI and SVG, and what their writers share. */
#ifndef WL_CANVAS_WRITE_WRITE_H
#define WL_CANVAS_WRITE_WRITE_H

#include <stdio.h>

#include "canvas/canvas.h"
#include "core/base/diag.h"

/* Every writer returns false and a diag (WL_OUTPUT) when a write fails; they
 * flush, so that a full disk is seen here. */

/* The canvas as plain text, one line a row, spaces at line ends cut. */
bool wl_write_text(FILE *f, const struct wl_canvas *c, struct wl_diag *d);

/* With SGR colours of one tier; ends with a reset on every line. */
bool wl_write_ansi(FILE *f, const struct wl_canvas *c, enum wl_tier tier, enum wl_scheme scheme,
                   struct wl_diag *d);

/* As one self-contained SVG picture; `caption` says what is on it. */
bool wl_write_svg(FILE *f, const struct wl_canvas *c, enum wl_scheme scheme, const char *title,
                  const char *caption, struct wl_diag *d);

/* What every writer does at its end: flushes; false and a diag if this or any write before it
 * failed (WL_OUTPUT), or memory for a value of JSON ran out (WL_LIMIT). */
bool wl_out_finish(FILE *f, struct wl_diag *d);

/* One code point as UTF-8. */
void wl_out_code(FILE *f, uint32_t code);

/* Columns of row `y` up to the last that is not a plain space; `styled`: a space
 * of another style than plain text counts too. */
int wl_out_width(const struct wl_canvas *c, int y, bool styled);

/* One row with SGR sequences, a reset at its end; no line end. */
void wl_ansi_row(FILE *f, const struct wl_canvas *c, int y, enum wl_tier tier,
                 enum wl_scheme scheme);

#endif
