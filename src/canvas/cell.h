/* A cell of a canvas, also as a number: cells are compared at once, and rows of them many at
 * once. */
#ifndef WL_CANVAS_CELL_H
#define WL_CANVAS_CELL_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

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

#endif
