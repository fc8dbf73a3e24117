#include "canvas/write/drawn_glyphs.h"

#include <stddef.h>

#include "canvas/theme.h"

static const struct { uint8_t glyph, kind, amount; } shapes[] = {
  {WL_GLYPH_LIGHT, WL_SHAPE_SHADE, WL_SHAPE_TRACK},
  {WL_GLYPH_SHADE, WL_SHAPE_SHADE, 70},
  {WL_GLYPH_H, WL_SHAPE_LINE, WL_ARM_ACROSS},
  {WL_GLYPH_V, WL_SHAPE_LINE, WL_ARM_UP | WL_ARM_DOWN},
  {WL_GLYPH_TL, WL_SHAPE_LINE, WL_ARM_RIGHT | WL_ARM_DOWN},
  {WL_GLYPH_TR, WL_SHAPE_LINE, WL_ARM_LEFT | WL_ARM_DOWN},
  {WL_GLYPH_BL, WL_SHAPE_LINE, WL_ARM_RIGHT | WL_ARM_UP},
  {WL_GLYPH_BR, WL_SHAPE_LINE, WL_ARM_LEFT | WL_ARM_UP},
  {WL_GLYPH_TEE_R, WL_SHAPE_LINE, WL_ARM_RIGHT | WL_ARM_UP | WL_ARM_DOWN},
  {WL_GLYPH_TEE_L, WL_SHAPE_LINE, WL_ARM_LEFT | WL_ARM_UP | WL_ARM_DOWN},
  {WL_GLYPH_TEE_D, WL_SHAPE_LINE, WL_ARM_ACROSS | WL_ARM_DOWN},
  {WL_GLYPH_TEE_U, WL_SHAPE_LINE, WL_ARM_ACROSS | WL_ARM_UP},
  {WL_GLYPH_CROSS, WL_SHAPE_LINE, WL_ARM_ACROSS | WL_ARM_UP | WL_ARM_DOWN},
};

struct wl_shape wl_shape_of(uint32_t code) {
  uint32_t full = wl_theme_glyph(WL_GLYPH_FULL, false);
  uint32_t eighth = wl_theme_glyph(WL_GLYPH_EIGHTH_1, false); /* ▏, and down to █ */
  uint32_t rise = wl_theme_glyph(WL_GLYPH_RISE_1, false);     /* ▁, and up to █ */
  if (code >= full && code <= eighth)
    return (struct wl_shape){WL_SHAPE_ACROSS, eighth - code + 1};
  if (code >= rise && code < full) return (struct wl_shape){WL_SHAPE_RISE, code - rise + 1};
  for (unsigned bits = 1; bits < 15; bits++)
    if (wl_theme_glyph((enum wl_glyph_id)(WL_GLYPH_QUARTERS + bits), false) == code)
      return (struct wl_shape){WL_SHAPE_QUARTERS, bits};
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
    if (wl_theme_glyph((enum wl_glyph_id)shapes[i].glyph, false) == code)
      return (struct wl_shape){(enum wl_shape_kind)shapes[i].kind, shapes[i].amount};
  return (struct wl_shape){WL_SHAPE_NONE, 0};
}
