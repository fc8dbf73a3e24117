/* A canvas with SGR sequences (ECMA-48), as few as possible. */
#include "canvas/write/write.h"

static void color(FILE *f, int base, int32_t value, enum wl_tier tier) {
  unsigned v = (unsigned)value;
  if (value < 0) return;
  if (tier == WL_TRUE) fprintf(f, ";%d;2;%u;%u;%u", base + 8, v >> 16, v >> 8 & 255, v & 255);
  else if (tier == WL_256) fprintf(f, ";%d;5;%u", base + 8, v);
  else fprintf(f, ";%u", v < 8 ? (unsigned)base + v : (unsigned)base + 60 + v - 8);
}

/* From any look to this one: reset, then what it has. */
static void change(FILE *f, const struct wl_look *look, enum wl_tier tier) {
  fputs("\033[0", f);
  if (look->attributes & WL_BOLD) fputs(";1", f);
  if (look->attributes & WL_FAINT) fputs(";2", f);
  if (look->attributes & WL_UNDERLINE) fputs(";4", f);
  if (look->attributes & WL_REVERSE) fputs(";7", f);
  color(f, 30, look->fg, tier);
  color(f, 40, look->bg, tier);
  putc('m', f);
}

static void put_row(FILE *f, const struct wl_canvas *c, int y, enum wl_tier tier,
                    enum wl_scheme scheme) {
  const struct wl_look *now = wl_theme_look(scheme, tier, WL_STYLE_TEXT);
  int width = wl_out_width(c, y, true);
  for (int x = 0; x < width; x++) {
    const struct wl_cell *cell = wl_canvas_cell(c, x, y);
    const struct wl_look *look = wl_theme_look(scheme, tier, (enum wl_style)cell->style);
    if (!cell->code) continue;
    if (!wl_look_alike(now, look)) change(f, look, tier);
    now = look;
    wl_out_code(f, cell->code);
  }
  fputs("\033[0m", f);
}

bool wl_write_ansi(FILE *f, const struct wl_canvas *c, enum wl_tier tier, enum wl_scheme scheme,
                   struct wl_diag *d) {
  for (int y = 0; y < wl_canvas_height(c); y++) {
    put_row(f, c, y, tier, scheme);
    putc('\n', f);
  }
  return wl_out_finish(f, d);
}
