/* A grid of styled cells that views draw on and writers render. */
#ifndef WL_CANVAS_CANVAS_H
#define WL_CANVAS_CANVAS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "canvas/theme.h"

/* A cell, also as a number: cells are compared at once, and rows of them many at once. */
enum { WL_CELL_CODE = 0x3fffff }; /* all code points that there are, in the bits of a cell */
enum wl_edge { WL_EDGE_NONE, WL_EDGE_ROW, WL_EDGE_RIGHT }; /* where bars do not join in pictures */
struct wl_cell { /* without a bit that says nothing: rows of them are compared as memory */
  uint32_t code : 22; /* a code point that is safe to show; 0: right half of a wide one */
  uint32_t style : 8; /* enum wl_style */
  uint32_t edge : 2;  /* enum wl_edge */
};
static_assert(sizeof(struct wl_cell) == sizeof(uint32_t), "a cell is a number");

static inline uint32_t wl_cell_bits(struct wl_cell cell) {
  uint32_t number;
  memcpy(&number, &cell, sizeof number);
  return number;
}

/* The bits of its letter; and with those of its style, by which cells look alike. */
static inline uint32_t wl_cell_letter(void) {
  return wl_cell_bits((struct wl_cell){.code = WL_CELL_CODE});
}
static inline uint32_t wl_cell_looks(void) {
  return wl_cell_bits((struct wl_cell){.code = WL_CELL_CODE, .style = 0xff});
}

struct wl_canvas;

struct wl_rect { int x, y, w, h; };

/* `ascii`: glyphs and text come out as ASCII. Sizes are at least 1 × 1. NULL
 * when memory ran out. */
struct wl_canvas *wl_canvas_create(int width, int height, bool ascii);
void wl_canvas_destroy(struct wl_canvas *c);
void wl_canvas_clear(struct wl_canvas *c); /* spaces in WL_STYLE_TEXT, no clip */
int wl_canvas_width(const struct wl_canvas *c);
int wl_canvas_height(const struct wl_canvas *c);
bool wl_canvas_ascii(const struct wl_canvas *c);
const struct wl_cell *wl_canvas_cell(const struct wl_canvas *c, int x, int y);
const struct wl_cell *wl_canvas_row(const struct wl_canvas *c, int y); /* one that there is */

/* All drawing is clipped to the clip rectangle (at first the whole canvas). */
struct wl_rect wl_canvas_clip(struct wl_canvas *c, struct wl_rect r); /* returns the old one */

/* One glyph of the table in theme.h, `times` cells to the right. */
void wl_canvas_glyph(struct wl_canvas *c, int x, int y, enum wl_glyph_id g, int times,
                     enum wl_style style);

/* Text made harmless (text.h), as ASCII where the canvas is; returns the column after it. */
int wl_canvas_text(struct wl_canvas *c, int x, int y, enum wl_style style, const char *text);
int wl_canvas_printf(struct wl_canvas *c, int x, int y, enum wl_style style, const char *format,
                     ...) __attribute__((format(printf, 5, 6)));
int wl_canvas_number(struct wl_canvas *c, int x, int y, enum wl_style style, unsigned n);

/* As text, but at most `cells` cells: longer text ends in "…". The second in the first row
 * of `r`, and `size` bytes of a text. */
int wl_canvas_fit(struct wl_canvas *c, int x, int y, int cells, enum wl_style style,
                  const char *text);
int wl_canvas_fit_bytes(struct wl_canvas *c, struct wl_rect r, enum wl_style style,
                        const char *text, size_t size);

/* Right-aligned: ends before column `x`. */
void wl_canvas_right(struct wl_canvas *c, int x, int y, enum wl_style style, const char *text);

/* Cells that `size` bytes of the text fill on this canvas; all of it where that is negative. */
int wl_canvas_cells(const struct wl_canvas *c, const char *text, int size);

/* For the mouse: what is drawn in a rectangle can be clicked. A canvas that probes a cell keeps
 * what is there; others keep nothing. */
enum wl_hit_kind {
  WL_HIT_NONE, WL_HIT_ACTION, WL_HIT_STEP, WL_HIT_LANES /* a mask */, WL_HIT_LINE, WL_HIT_TIP,
  WL_HIT_VALUE /* of a sweep */
};
struct wl_hit { enum wl_hit_kind kind; size_t value; };
void wl_canvas_hit(struct wl_canvas *c, struct wl_rect r, enum wl_hit_kind kind, size_t value);
void wl_canvas_probe(struct wl_canvas *c, int x, int y);
struct wl_hit wl_canvas_probed(const struct wl_canvas *c);

/* Fills with spaces of a style; restyles cells without changing their glyphs. */
void wl_canvas_fill(struct wl_canvas *c, struct wl_rect r, enum wl_style style);
void wl_canvas_restyle(struct wl_canvas *c, struct wl_rect r, enum wl_style style);

/* A horizontal bar in the first row of `r`, filled to `share` (0 … 1) in eighths. */
void wl_canvas_bar(struct wl_canvas *c, struct wl_rect r, double share, enum wl_style full,
                   enum wl_style empty);

/* A vertical bar growing up from the last row of `r`, filled to `share`. */
void wl_canvas_column(struct wl_canvas *c, struct wl_rect r, double share, enum wl_style full);

#endif
