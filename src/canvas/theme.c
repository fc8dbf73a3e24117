/* Themes and glyphs: how to look things up in their tables, which are theme_*.c for colours.
 *
 * Colours are those of Okabe and Ito (Color Universal Design, 2008), lightened
 * or darkened for contrast with the page; no meaning rests on colour alone. Where the
 * table of 256 has one that is near it is that one, which terminals are told in fewer
 * bytes (tui/style_codes.c): letters are thin; of areas only where the difference is small. */
#include "canvas/theme.h"

#include <assert.h>
#include <stddef.h>

#define X(id, name, page, ink, dark) \
  extern const struct wl_look wl_looks_##name[WL_STYLES][WL_TIERS];
WL_SCHEME_ROWS(X)
#undef X

const struct wl_scheme_row wl_schemes[] = {
#define X(id, name, page, ink, dark) {#name, wl_looks_##name[0], page, ink, dark},
  WL_SCHEME_ROWS(X)
#undef X
};
static_assert(sizeof wl_schemes / sizeof *wl_schemes == WL_SCHEMES, "a row each");

const struct wl_look *wl_theme_look(enum wl_scheme scheme, enum wl_tier tier, enum wl_style style) {
  return &wl_schemes[scheme].looks[(int)style * WL_TIERS + (int)tier];
}

uint32_t wl_theme_page(enum wl_scheme scheme) { return wl_schemes[scheme].page; }

uint32_t wl_theme_ink(enum wl_scheme scheme) { return wl_schemes[scheme].ink; }

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
  [WL_GLYPH_FAIL] = {0x2717, 'X'},
  [WL_GLYPH_EIGHTH_1] = {0x258f, '.'}, {0x258e, '.'}, {0x258d, ':'}, {0x258c, ':'},
                        {0x258b, '='}, {0x258a, '='}, {0x2589, '#'}, {0x2588, '#'},
  [WL_GLYPH_RISE_1] = {0x2581, '_'}, {0x2582, '.'}, {0x2583, '-'}, {0x2584, '='},
                      {0x2585, '+'}, {0x2586, '*'}, {0x2587, '%'}, {0x2588, '#'},
  [WL_GLYPH_DASH] = {0x2013, '-'},
  [WL_GLYPH_ABOUT] = {0x2248, '~'},
  [WL_GLYPH_MINUS] = {0x2212, '-'},
  [WL_GLYPH_AT_MOST] = {0x2264, '<'},
  [WL_GLYPH_UP_DOWN] = {0x2195, 'I'},
  [WL_GLYPH_MICRO] = {0xb5, 'u'},
  [WL_GLYPH_RISING] = {0x2571, '/'}, {0x2572, '\\'}, {0x2573, 'X'},
  [WL_GLYPH_QUARTERS] = {' ', ' '},    {0x2598, '#'}, {0x259d, '#'}, {0x2580, '#'},
                        {0x2596, '#'}, {0x258c, '#'}, {0x259e, '#'}, {0x259b, '#'},
                        {0x2597, '#'}, {0x259a, '#'}, {0x2590, '#'}, {0x259c, '#'},
                        {0x2584, '#'}, {0x2599, '#'}, {0x259f, '#'}, {0x2588, '#'},
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
