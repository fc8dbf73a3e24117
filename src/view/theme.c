/* Themes and glyphs: only tables, and how to look things up in them.
 *
 * Colours are those of Okabe and Ito (Color Universal Design, 2008), lightened
 * or darkened for contrast with the page; no meaning rests on colour alone. */
#include "view/theme.h"

#include <assert.h>
#include <stddef.h>

/* Short names for the attributes, so that a row stays a row. */
enum { B = WL_BOLD, U = WL_UNDERLINE, R = WL_REVERSE, F = WL_FAINT };

/* Per style: dark, then light; each in the order mono, 16, 256, true colour.
 * The 256-colour columns are the nearest of the colour cube and grey ramp. */
static const struct wl_look looks[][WL_PROJECTOR][WL_TIERS] = {
  [WL_STYLE_TEXT] = {
    {{-1, -1, 0}, {-1, -1, 0}, {-1, -1, 0}, {-1, -1, 0}},
    {{-1, -1, 0}, {-1, -1, 0}, {-1, -1, 0}, {-1, -1, 0}}},
  [WL_STYLE_DIM] = {
    {{-1, -1, F}, {-1, -1, F}, {246, -1, 0}, {0x8b949e, -1, 0}},
    {{-1, -1, F}, {-1, -1, F}, {242, -1, 0}, {0x5f6a75, -1, 0}}},
  [WL_STYLE_STRONG] = {
    {{-1, -1, B}, {-1, -1, B}, {255, -1, B}, {0xf4f6f8, -1, B}},
    {{-1, -1, B}, {-1, -1, B}, {233, -1, B}, {0x0f1419, -1, B}}},
  [WL_STYLE_TITLE] = {
    {{-1, -1, R | B}, {15, 4, B}, {255, 236, B}, {0xf4f6f8, 0x2a323d, B}},
    {{-1, -1, R | B}, {15, 4, B}, {233, 254, B}, {0x0f1419, 0xdfe3e8, B}}},
  [WL_STYLE_BAR] = {
    {{-1, -1, R}, {15, 4, 0}, {188, 236, 0}, {0xcdd5de, 0x2a323d, 0}},
    {{-1, -1, R}, {15, 4, 0}, {236, 254, 0}, {0x2b3138, 0xdfe3e8, 0}}},
  [WL_STYLE_KEY] = {
    {{-1, -1, B}, {14, -1, B}, {117, -1, B}, {0x7cc7f2, -1, B}},
    {{-1, -1, B}, {4, -1, B}, {24, -1, B}, {0x005a8f, -1, B}}},
  [WL_STYLE_ERROR] = {
    {{-1, -1, B}, {9, -1, B}, {209, -1, B}, {0xff9a66, -1, B}},
    {{-1, -1, B}, {1, -1, B}, {130, -1, B}, {0xa83400, -1, B}}},
  [WL_STYLE_NOTE] = {
    {{-1, -1, 0}, {13, -1, 0}, {182, -1, 0}, {0xe3a5c8, -1, 0}},
    {{-1, -1, 0}, {5, -1, 0}, {89, -1, 0}, {0x8a2f66, -1, 0}}},
  [WL_STYLE_GOOD] = {
    {{-1, -1, 0}, {10, -1, 0}, {79, -1, 0}, {0x3fc99f, -1, 0}},
    {{-1, -1, 0}, {2, -1, 0}, {23, -1, 0}, {0x00694c, -1, 0}}},
  [WL_STYLE_WARN] = {
    {{-1, -1, B}, {11, -1, 0}, {178, -1, 0}, {0xe6a823, -1, 0}},
    {{-1, -1, B}, {3, -1, B}, {94, -1, 0}, {0x875700, -1, 0}}},
  [WL_STYLE_BAD] = {
    {{-1, -1, B}, {9, -1, B}, {209, -1, B}, {0xff8a4c, -1, B}},
    {{-1, -1, B}, {1, -1, B}, {130, -1, B}, {0xb03a00, -1, B}}},
  [WL_STYLE_USED] = {
    {{-1, -1, R}, {0, 6, 0}, {234, 74, 0}, {0x0b1a26, 0x56b4e9, 0}},
    {{-1, -1, R}, {15, 4, 0}, {231, 25, 0}, {0xfbfdff, 0x0072b2, 0}}},
  [WL_STYLE_WASTE] = {
    {{-1, -1, 0}, {3, -1, 0}, {137, 235, 0}, {0xc1954a, 0x2c2518, 0}},
    {{-1, -1, 0}, {3, -1, 0}, {94, 224, 0}, {0x866414, 0xf6e8cb, 0}}},
  [WL_STYLE_LANE] = {
    {{-1, -1, 0}, {14, -1, 0}, {117, -1, 0}, {0x7cc7f2, -1, 0}},
    {{-1, -1, 0}, {4, -1, 0}, {24, -1, 0}, {0x005a8f, -1, 0}}},
  [WL_STYLE_LANE_OFF] = {
    {{-1, -1, F}, {-1, -1, F}, {243, -1, 0}, {0x6a7480, -1, 0}},
    {{-1, -1, F}, {-1, -1, F}, {246, -1, 0}, {0x87919b, -1, 0}}},
  [WL_STYLE_NOW] = {
    {{-1, -1, R | B | U}, {0, 3, B}, {233, 221, B}, {0x1d1b00, 0xf0e442, B}},
    {{-1, -1, R | B | U}, {0, 3, B}, {233, 221, B}, {0x1d1b00, 0xf0e442, B}}},
  [WL_STYLE_DONE] = {
    {{-1, -1, U}, {10, -1, 0}, {152, 237, 0}, {0xa9e5d2, 0x1d4a3e, 0}},
    {{-1, -1, U}, {2, -1, 0}, {23, 253, 0}, {0x00513a, 0xcbe8dd, 0}}},
  [WL_STYLE_BAR_DIM] = {
    {{-1, -1, R}, {7, 4, 0}, {248, 236, 0}, {0x9aa5b2, 0x2a323d, 0}},
    {{-1, -1, R}, {7, 4, 0}, {59, 254, 0}, {0x525c67, 0xdfe3e8, 0}}},
  [WL_STYLE_BAR_KEY] = {
    {{-1, -1, R | B | U}, {14, 4, B}, {117, 236, B}, {0x8fd0f6, 0x2a323d, B}},
    {{-1, -1, R | B | U}, {14, 4, B}, {24, 254, B}, {0x00507f, 0xdfe3e8, B}}},
  [WL_STYLE_TAB] = {
    {{-1, -1, U}, {-1, -1, U}, {248, 235, 0}, {0x9aa5b2, 0x1b2129, 0}},
    {{-1, -1, U}, {-1, -1, U}, {59, 255, 0}, {0x525c67, 0xeff0ee, 0}}},
  [WL_STYLE_TAB_ON] = {
    {{-1, -1, R | B}, {0, 6, B}, {234, 117, B}, {0x0b1a26, 0x8fd0f6, B}},
    {{-1, -1, R | B}, {15, 4, B}, {231, 24, B}, {0xfbfdff, 0x005a8f, B}}},
  [WL_STYLE_CODE_HERE] = {
    {{-1, -1, B | U}, {11, -1, B | U}, {221, 235, B | U}, {0xf0e442, 0x33310f, B | U}},
    {{-1, -1, B | U}, {-1, -1, B | U}, {235, 229, B | U}, {0x3d3500, 0xfaf3a8, B | U}}},
  [WL_STYLE_CLASH] = {
    {{-1, -1, R | B}, {0, 1, 0}, {233, 173, 0}, {0x1f0d04, 0xe8743b, 0}},
    {{-1, -1, R | B}, {15, 1, 0}, {231, 130, 0}, {0xfffdfb, 0xc24f00, 0}}},
  [WL_STYLE_CLASH_ALT] = {
    {{-1, -1, B}, {0, 9, 0}, {233, 216, 0}, {0x1f0d04, 0xf2a077, 0}},
    {{-1, -1, B}, {0, 9, 0}, {233, 209, 0}, {0x1f0d04, 0xee9a66, 0}}},
  [WL_STYLE_PICK] = {
    {{-1, -1, R | B | U}, {0, 7, B | U}, {234, 255, B | U}, {0x12161c, 0xf4f6f8, B | U}},
    {{-1, -1, R | B | U}, {15, 0, B | U}, {231, 235, B | U}, {0xfbfaf6, 0x24292f, B | U}}},
  [WL_STYLE_GHOST] = {
    {{-1, -1, F}, {-1, -1, F}, {241, -1, 0}, {0x566170, -1, 0}},
    {{-1, -1, F}, {-1, -1, F}, {145, -1, 0}, {0xa3acb5, -1, 0}}},
  [WL_STYLE_RULE] = {
    {{-1, -1, F}, {-1, -1, F}, {239, -1, 0}, {0x414b57, -1, 0}},
    {{-1, -1, F}, {-1, -1, F}, {251, -1, 0}, {0xbcc3ca, -1, 0}}},
  [WL_STYLE_BEFORE] = {
    {{-1, -1, F}, {-1, -1, F}, {246, -1, 0}, {0x8b949e, -1, 0}},
    {{-1, -1, F}, {-1, -1, F}, {242, -1, 0}, {0x5f6a75, -1, 0}}},
  [WL_STYLE_USED_ALT] = {
    {{-1, -1, B}, {0, 14, 0}, {234, 117, 0}, {0x0b1a26, 0x8fd0f6, 0}},
    {{-1, -1, B}, {15, 6, 0}, {234, 74, 0}, {0x0b1a26, 0x66b3e0, 0}}},
  [WL_STYLE_PART] = {
    {{-1, -1, 0}, {14, -1, 0}, {74, 235, 0}, {0x56b4e9, 0x2c2518, 0}},
    {{-1, -1, 0}, {4, -1, 0}, {24, 224, 0}, {0x005f94, 0xf6e8cb, 0}}},
  [WL_STYLE_FOUND] = {
    {{-1, -1, B | U}, {11, -1, B | U}, {227, -1, B | U}, {0xf0e442, -1, B | U}},
    {{-1, -1, B | U}, {5, -1, B | U}, {89, -1, B | U}, {0x8a2f66, -1, B | U}}},
};
static_assert(sizeof looks / sizeof looks[0] == WL_STYLES, "a look for every style");

const char *const wl_scheme_names[WL_SCHEMES] = {"dark", "light", "projector"};

const struct wl_look *wl_theme_look(enum wl_scheme scheme, enum wl_tier tier, enum wl_style style) {
  return scheme == WL_PROJECTOR ? &wl_projector_looks[style][tier] : &looks[style][scheme][tier];
}

uint32_t wl_theme_page(enum wl_scheme scheme) {
  static const uint32_t pages[WL_SCHEMES] = {0x12161c, 0xfbfaf6, 0xffffff};
  return pages[scheme];
}

uint32_t wl_theme_ink(enum wl_scheme scheme) {
  static const uint32_t inks[WL_SCHEMES] = {0xd5dae1, 0x24292f, 0x000000};
  return inks[scheme];
}

static const struct { uint32_t code; char ascii; } glyphs[] = {
  [WL_GLYPH_SPACE] = {' ', ' '},
  [WL_GLYPH_FULL] = {0x2588, '#'},
  [WL_GLYPH_SHADE] = {0x2593, '%'},
  [WL_GLYPH_LIGHT] = {0x2591, ':'},
  [WL_GLYPH_DOT] = {0xb7, '.'},
  [WL_GLYPH_BULLET] = {0x2022, '*'},
  [WL_GLYPH_H] = {0x2500, '-'},
  [WL_GLYPH_V] = {0x2502, '|'},
  [WL_GLYPH_TL] = {0x250c, '+'},
  [WL_GLYPH_TR] = {0x2510, '+'},
  [WL_GLYPH_BL] = {0x2514, '+'},
  [WL_GLYPH_BR] = {0x2518, '+'},
  [WL_GLYPH_TEE_R] = {0x251c, '+'},
  [WL_GLYPH_TEE_L] = {0x2524, '+'},
  [WL_GLYPH_TEE_D] = {0x252c, '+'},
  [WL_GLYPH_TEE_U] = {0x2534, '+'},
  [WL_GLYPH_CROSS] = {0x253c, '+'},
  [WL_GLYPH_RIGHT] = {0x2192, '>'},
  [WL_GLYPH_LEFT] = {0x2190, '<'},
  [WL_GLYPH_UP] = {0x2191, '^'},
  [WL_GLYPH_DOWN] = {0x2193, 'v'},
  [WL_GLYPH_PLAY] = {0x25ba, '>'},
  [WL_GLYPH_TIMES] = {0xd7, 'x'},
  [WL_GLYPH_ELLIPSIS] = {0x2026, '~'},
  [WL_GLYPH_CHECK] = {0x2713, '+'},
  [WL_GLYPH_FAIL] = {0x2717, 'x'},
  [WL_GLYPH_EIGHTH_1] = {0x258f, '.'}, {0x258e, '.'}, {0x258d, ':'}, {0x258c, ':'},
                        {0x258b, '='}, {0x258a, '='}, {0x2589, '#'}, {0x2588, '#'},
  [WL_GLYPH_RISE_1] = {0x2581, '_'}, {0x2582, '.'}, {0x2583, '-'}, {0x2584, '='},
                      {0x2585, '+'}, {0x2586, '*'}, {0x2587, '%'}, {0x2588, '#'},
  [WL_GLYPH_DASH] = {0x2013, '-'},
  [WL_GLYPH_ABOUT] = {0x2248, '~'},
  [WL_GLYPH_MINUS] = {0x2212, '-'},
  [WL_GLYPH_AT_MOST] = {0x2264, '<'},
};
static_assert(sizeof glyphs / sizeof glyphs[0] == WL_GLYPHS, "a row for every glyph");

uint32_t wl_theme_glyph(enum wl_glyph_id g, bool ascii) {
  return ascii ? (uint32_t)glyphs[g].ascii : glyphs[g].code;
}

uint32_t wl_theme_ascii(uint32_t code) {
  if (code < 0x80) return code;
  for (size_t i = 0; i < WL_GLYPHS; i++)
    if (glyphs[i].code == code) return (uint32_t)glyphs[i].ascii;
  return '?';
}
