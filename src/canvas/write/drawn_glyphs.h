/* Characters that pictures draw as shapes, so that they join in any font: blocks and
 * lines of theme.h. */
#ifndef WL_CANVAS_WRITE_DRAWN_GLYPHS_H
#define WL_CANVAS_WRITE_DRAWN_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

/* Arms of a line-drawing character. */
enum { WL_ARM_LEFT = 1, WL_ARM_RIGHT = 2, WL_ARM_UP = 4, WL_ARM_DOWN = 8 };
enum { WL_ARM_ACROSS = WL_ARM_LEFT | WL_ARM_RIGHT };

enum wl_shape_kind {
  WL_SHAPE_NONE, WL_SHAPE_ACROSS, WL_SHAPE_RISE, WL_SHAPE_SHADE, WL_SHAPE_LINE, WL_SHAPE_QUARTERS
};
struct wl_shape {
  enum wl_shape_kind kind;
  unsigned amount; /* ACROSS, RISE: eighths of the cell from the left, from below; SHADE:
                    * percent; LINE: arms; QUARTERS: bits of WL_GLYPH_QUARTERS */
};

enum { WL_SHAPE_TRACK = 20 }; /* percent of the track of a bar */

/* What a code point is drawn as; kind NONE: as text. */
struct wl_shape wl_shape_of(uint32_t code);

#endif
