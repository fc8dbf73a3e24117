/* A canvas as SVG: one rectangle per run of background, one text per run of
 * style, stretched to its cells so that columns align in any font. Blocks and
 * lines are drawn as shapes, so that they join without seams. */
#include "out/canvas_out.h"
#include "out/finish.h"
#include "out/markup.h"
#include "out/shape.h"

/* Pixels of a cell; the font size gives common fonts about this advance. */
enum { CELL_W = 9, CELL_H = 18, BASELINE = 14, FONT = 15, MARGIN = 12 };

struct look { uint32_t fg, bg; bool filled, bold, underline; };

static struct look look_of(const struct wl_cell *cell, enum wl_scheme scheme) {
  const struct wl_look *l = wl_theme_look(scheme, WL_TRUE, (enum wl_style)cell->style);
  return (struct look){
    .fg = l->fg < 0 ? wl_theme_ink(scheme) : (uint32_t)l->fg,
    .bg = l->bg < 0 ? wl_theme_page(scheme) : (uint32_t)l->bg,
    .filled = l->bg >= 0,
    .bold = l->attributes & WL_BOLD,
    .underline = l->attributes & WL_UNDERLINE,
  };
}

static void rect(FILE *f, double x, double y, double w, double h, uint32_t color, double opacity) {
  fprintf(f, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"", x, y, w, h,
          (unsigned)color);
  if (opacity < 1) fprintf(f, " fill-opacity=\"%g\"", opacity);
  fputs("/>\n", f);
}

/* Strokes over a shade that means bytes in vain: the tint alone is a colour that not all see,
 * and no printer without colours. */
static void hatch(FILE *f, int x, int y, int n, uint32_t color) {
  enum { APART = 6 };
  int left = MARGIN + x * CELL_W, right = left + n * CELL_W;
  int top = MARGIN + y * CELL_H + 1, bottom = top + CELL_H - 2;
  fprintf(f, "<path stroke=\"#%06x\" stroke-opacity=\"0.6\" d=\"", (unsigned)color);
  /* From below to above, all on one grid, cut at the ends. */
  for (int from = (left - CELL_H) / APART * APART; from < right; from += APART) {
    int rise = bottom - top, begin = from < left ? left - from : 0;
    int end = from + rise > right ? right - from : rise;
    if (begin < end)
      fprintf(f, "M%d %dL%d %d", from + begin, bottom - begin, from + end, bottom - end);
  }
  fputs("\"/>\n", f);
}

/* `n` equal cells beside each other, as one shape where they would touch. */
static void draw_shape(FILE *f, int x, int y, int n, struct wl_shape s, bool alone,
                       uint32_t color) {
  double left = MARGIN + x * CELL_W, top = MARGIN + y * CELL_H;
  unsigned arms = s.kind == WL_SHAPE_LINE ? s.amount : 0;
  if (s.kind == WL_SHAPE_SHADE) {
    rect(f, left, top + 1, n * CELL_W, CELL_H - 2, color, s.amount / 100.0);
  } else if (s.kind == WL_SHAPE_ACROSS && s.amount == 8) {
    rect(f, left, top, n * CELL_W, CELL_H, color, 1);
  } else if (s.kind == WL_SHAPE_ACROSS) {
    for (int i = 0; i < n; i++)
      rect(f, left + i * CELL_W, top, CELL_W * s.amount / 8.0, CELL_H, color, 1);
  } else if (s.kind == WL_SHAPE_RISE && alone) {
    double h = CELL_H * s.amount / 8.0;
    rect(f, left, top + CELL_H - h, n * CELL_W, h, color, 1);
  } else if (s.kind == WL_SHAPE_RISE) { /* a gap between bars: each is a value of its own */
    double h = CELL_H * s.amount / 8.0;
    for (int i = 0; i < n; i++)
      rect(f, left + i * CELL_W, top + CELL_H - h, CELL_W - 1, h, color, 1);
  } else if (arms == WL_ARM_ACROSS) {
    rect(f, left, top + CELL_H / 2.0 - 0.5, n * CELL_W, 1, color, 1);
  } else {
    for (int i = 0; i < n; i++) {
      double cx = left + i * CELL_W + CELL_W / 2.0, cy = top + CELL_H / 2.0;
      if (arms & WL_ARM_LEFT) rect(f, cx - CELL_W / 2.0, cy - 0.5, CELL_W / 2.0 + 0.5, 1, color, 1);
      if (arms & WL_ARM_RIGHT) rect(f, cx - 0.5, cy - 0.5, CELL_W / 2.0 + 0.5, 1, color, 1);
      if (arms & WL_ARM_UP) rect(f, cx - 0.5, cy - CELL_H / 2.0, 1, CELL_H / 2.0 + 0.5, color, 1);
      if (arms & WL_ARM_DOWN) rect(f, cx - 0.5, cy - 0.5, 1, CELL_H / 2.0 + 0.5, color, 1);
    }
  }
}

static void draw_text(FILE *f, const struct wl_canvas *c, int x, int y, int cells, struct look l) {
  fprintf(f, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"", MARGIN + x * CELL_W,
          MARGIN + y * CELL_H + BASELINE, cells * CELL_W, (unsigned)l.fg);
  if (l.bold) fputs(" font-weight=\"bold\"", f);
  if (l.underline) fputs(" text-decoration=\"underline\"", f);
  putc('>', f);
  for (int i = 0; i < cells; i++) {
    uint32_t code = wl_canvas_cell(c, x + i, y)->code;
    if (code) wl_markup_code(f, code);
  }
  fputs("</text>\n", f);
}

static void draw_backgrounds(FILE *f, const struct wl_canvas *c, int y, enum wl_scheme scheme) {
  int width = wl_canvas_width(c);
  for (int x = 0, n; x < width; x += n) {
    struct look l = look_of(wl_canvas_cell(c, x, y), scheme);
    for (n = 1; x + n < width; n++) {
      struct look next = look_of(wl_canvas_cell(c, x + n, y), scheme);
      if (next.filled != l.filled || next.bg != l.bg) break;
    }
    if (l.filled) rect(f, MARGIN + x * CELL_W, MARGIN + y * CELL_H, n * CELL_W, CELL_H, l.bg, 1);
  }
}

/* Runs of one style: words of text, with their inner single spaces, or shapes. */
static void draw_runs(FILE *f, const struct wl_canvas *c, int y, enum wl_scheme scheme) {
  int width = wl_canvas_width(c);
  for (int x = 0, n; x < width; x += n) {
    const struct wl_cell *cell = wl_canvas_cell(c, x, y);
    struct look l = look_of(cell, scheme);
    n = 1;
    if (cell->code == ' ' || cell->code == 0) continue;
    struct wl_shape shape = wl_shape_of(cell->code);
    if (shape.kind != WL_SHAPE_NONE) {
      while (x + n < width && wl_canvas_cell(c, x + n, y)->code == cell->code &&
             wl_canvas_cell(c, x + n, y)->style == cell->style)
        n++;
      draw_shape(f, x, y, n, shape, wl_out_alone(c, x, y, n), l.fg);
      if (shape.kind == WL_SHAPE_SHADE && cell->style == WL_STYLE_WASTE) hatch(f, x, y, n, l.fg);
      continue;
    }
    int end = x + 1; /* behind the last cell that is no space */
    for (; x + n < width; n++) {
      const struct wl_cell *next = wl_canvas_cell(c, x + n, y);
      if (next->style != cell->style || wl_shape_of(next->code).kind != WL_SHAPE_NONE) break;
      if (next->code == ' ' && x + n > end) break;
      if (next->code != ' ') end = x + n + 1;
    }
    draw_text(f, c, x, y, end - x, l);
    n = end - x;
  }
}

bool wl_write_svg(FILE *f, const struct wl_canvas *c, enum wl_scheme scheme, const char *title,
                  const char *caption, struct wl_diag *d) {
  int w = wl_canvas_width(c) * CELL_W + 2 * MARGIN, h = wl_canvas_height(c) * CELL_H + 2 * MARGIN;
  fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title desc\">\n", w, h, w, h);
  fputs("<title id=\"title\">", f);
  wl_markup_text(f, title);
  fputs("</title>\n<desc id=\"desc\">", f);
  wl_markup_text(f, caption);
  fprintf(f, "</desc>\n<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", w, h,
          (unsigned)wl_theme_page(scheme));
  fprintf(f, "<g font-family=\"%s\" font-size=\"%d\" xml:space=\"preserve\">\n", wl_markup_fonts,
          FONT);
  for (int y = 0; y < wl_canvas_height(c); y++) draw_backgrounds(f, c, y, scheme);
  for (int y = 0; y < wl_canvas_height(c); y++) draw_runs(f, c, y, scheme);
  fputs("</g>\n</svg>\n", f);
  return wl_out_finish(f, d);
}
