/* Styles, glyphs and colours as tables. */
#ifndef WL_CANVAS_THEME_H
#define WL_CANVAS_THEME_H

#include <stdbool.h>
#include <stdint.h>

/* X(ID, NAME, page, ink, dark): 0xRRGGBB of the page behind everything and of plain text, and
 * whether that is light on dark. --theme calls it NAME; wl_looks_NAME is in theme_NAME.c. */
#define WL_SCHEME_ROWS(X) \
  X(DARK, dark, 0x12161c, 0xd5dae1, true) \
  X(LIGHT, light, 0xfbfaf6, 0x24292f, false) \
  X(PROJECTOR, projector, 0xffffff, 0x000000, false)

enum wl_scheme {
#define X(id, name, page, ink, dark) WL_##id,
  WL_SCHEME_ROWS(X)
#undef X
  WL_SCHEMES
};

/* The one that nobody has chosen: a presentation is for the back row. */
static inline enum wl_scheme wl_scheme_default(bool presents) {
  return presents ? WL_PROJECTOR : WL_DARK;
}

/* A row with its looks, by style and depth of colour. */
struct wl_look;
struct wl_scheme_row {
  const char *name;
  const struct wl_look *looks;
  uint32_t page, ink;
  bool dark;
};
extern const struct wl_scheme_row wl_schemes[];

/* What a cell means; how that looks is a row of the theme. Owned by the views:
 * add a row here and in theme.c. */
enum wl_style {
  WL_STYLE_TEXT, WL_STYLE_DIM, WL_STYLE_STRONG, WL_STYLE_TITLE, WL_STYLE_BAR,
  WL_STYLE_KEY, WL_STYLE_ERROR, WL_STYLE_NOTE,
  WL_STYLE_GOOD, WL_STYLE_WARN, WL_STYLE_BAD, WL_STYLE_USED, WL_STYLE_WASTE,
  WL_STYLE_LANE, WL_STYLE_LANE_OFF, WL_STYLE_NOW, WL_STYLE_DONE,
  WL_STYLE_BAR_DIM, WL_STYLE_BAR_KEY, /* on the bars: less important, keys */
  WL_STYLE_TAB, WL_STYLE_TAB_ON,      /* the row of views */
  WL_STYLE_CODE_HERE,                 /* the expression that is shown */
  WL_STYLE_CLASH, WL_STYLE_CLASH_ALT, /* shares its bank with others; beside such a one */
  WL_STYLE_PICK,                      /* the picked lane, wherever it shows */
  WL_STYLE_GHOST,                     /* places where nothing is */
  WL_STYLE_RULE,                      /* lines between parts, gauge tracks */
  WL_STYLE_BEFORE,                    /* a value before the last change */
  WL_STYLE_JOINED,                    /* between the ends of a run that is USED, NOW or DONE */
  WL_STYLE_USED_ALT,                  /* USED beside USED, where two things touch */
  WL_STYLE_NOW_ALT, WL_STYLE_DONE_ALT, /* … of NOW and DONE, where their names touch */
  WL_STYLE_PART,                      /* a sector: as high as its bytes in use */
  WL_STYLE_PART_NOW, WL_STYLE_PART_PICK, /* … that is served now; of the picked lane */
  WL_STYLE_FOUND,                     /* what a search has found */
  WL_STYLE_HERE,                      /* the selected step among others: bars are seen in it */
  WL_STYLE_HIT, WL_STYLE_FIRST,       /* found in a cache; fetched for the first time */
  WL_STYLE_AGAIN, WL_STYLE_STORED,    /* fetched again, as it was evicted; stored */
  WL_STYLE_BLACK,                     /* no light at all, while nothing is presented */
  WL_STYLES
};

enum wl_tier { WL_MONO, WL_16, WL_256, WL_TRUE, WL_TIERS };      /* colour depth */
enum { WL_BOLD = 1, WL_UNDERLINE = 2, WL_REVERSE = 4, WL_FAINT = 8 };

/* How a style looks in one tier. `fg`, `bg`: -1 the terminal's own; else a
 * palette index (16, 256) or 0xRRGGBB (true colour, SVG). */
struct wl_look { int32_t fg, bg; uint8_t attributes; };

static inline bool wl_look_alike(const struct wl_look *a, const struct wl_look *b) {
  return a->fg == b->fg && a->bg == b->bg && a->attributes == b->attributes;
}

const struct wl_look *wl_theme_look(enum wl_scheme scheme, enum wl_tier tier, enum wl_style style);

uint32_t wl_theme_page(enum wl_scheme scheme);
uint32_t wl_theme_ink(enum wl_scheme scheme);

/* Glyphs that views use by name: each has a UTF-8 and an ASCII form, both one
 * cell wide. Rows in theme.c. */
enum wl_glyph_id {
  WL_GLYPH_SPACE, WL_GLYPH_FULL, WL_GLYPH_SHADE, WL_GLYPH_LIGHT, WL_GLYPH_DOT, WL_GLYPH_BULLET,
  WL_GLYPH_H, WL_GLYPH_V, WL_GLYPH_TL, WL_GLYPH_TR, WL_GLYPH_BL, WL_GLYPH_BR, WL_GLYPH_TEE_R,
  WL_GLYPH_TEE_L, WL_GLYPH_TEE_D, WL_GLYPH_TEE_U, WL_GLYPH_CROSS,
  WL_GLYPH_RIGHT, WL_GLYPH_LEFT, WL_GLYPH_UP, WL_GLYPH_DOWN, WL_GLYPH_PLAY, WL_GLYPH_TIMES,
  WL_GLYPH_ELLIPSIS, WL_GLYPH_CHECK, WL_GLYPH_FAIL,
  WL_GLYPH_EIGHTH_1, WL_GLYPH_EIGHTH_8 = WL_GLYPH_EIGHTH_1 + 7, /* ▏ … █ */
  WL_GLYPH_RISE_1, WL_GLYPH_RISE_8 = WL_GLYPH_RISE_1 + 7,       /* ▁ … █ */
  WL_GLYPH_DASH,                                                /* – between numbers */
  WL_GLYPH_ABOUT,                                               /* ≈ before an estimate */
  WL_GLYPH_MINUS,
  WL_GLYPH_AT_MOST,                                             /* ≤ */
  WL_GLYPH_UP_DOWN,
  WL_GLYPH_MICRO,                                               /* µ before a unit */
  WL_GLYPH_RISING, WL_GLYPH_FALLING, WL_GLYPH_CROSSING,         /* ╱ ╲ ╳ */
  WL_GLYPH_QUARTERS, WL_GLYPH_QUARTERS_15 = WL_GLYPH_QUARTERS + 15, /* bits: ▘ 1, ▝ 2, ▖ 4, ▗ 8 */
  WL_GLYPHS
};
uint32_t wl_theme_glyph(enum wl_glyph_id g, bool ascii);

/* The ASCII form of a code point: itself, that of the glyph it is, else '?'. */
uint32_t wl_theme_ascii(uint32_t code);

#endif
