/* A canvas as SVG: one rectangle per run of background, one text per run of
 * style, stretched to its cells so that columns align in any font. Blocks and
 * lines are drawn as shapes, so that they join without seams. */
#include "canvas/write/drawn_glyphs.h"
#include "canvas/write/markup.h"
#include "canvas/write/write.h"

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

/* In pixels. */
struct box { double x, y, w, h; };

static void fill_box(FILE *f, struct box b, uint32_t color, double opacity) {
  fprintf(f, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"", b.x, b.y, b.w,
          b.h, (unsigned)color);
  if (opacity < 1) fprintf(f, " fill-opacity=\"%g\"", opacity);
  fputs("/>\n", f);
}

/* `n` equal cells beside each other, from column `x` of row `y` on. */
struct run { int x, y, n; uint32_t color, track; enum wl_edge edge; };

static struct box box_of(const struct run *r) {
  return (struct box){MARGIN + r->x * CELL_W, MARGIN + r->y * CELL_H, r->n * CELL_W, CELL_H};
}

/* Strokes over a shade that means bytes in vain: the tint alone is a colour that not all see,
 * and no printer without colours. */
static void hatch(FILE *f, const struct run *r) {
  enum { APART = 6 };
  int left = MARGIN + r->x * CELL_W, right = left + r->n * CELL_W;
  int top = MARGIN + r->y * CELL_H + 1, bottom = top + CELL_H - 2;
  fprintf(f, "<path stroke=\"#%06x\" stroke-opacity=\"0.6\" d=\"", (unsigned)r->color);
  /* From below to above, all on one grid, cut at the ends. */
  for (int from = (left - CELL_H) / APART * APART; from < right; from += APART) {
    int rise = bottom - top, begin = from < left ? left - from : 0;
    int end = from + rise > right ? right - from : rise;
    if (begin < end)
      fprintf(f, "M%d %dL%d %d", from + begin, bottom - begin, from + end, bottom - end);
  }
  fputs("\"/>\n", f);
}

/* The arms of a line, from the middle of a cell to its edges. */
static void draw_arms(FILE *f, double left, double top, unsigned arms, uint32_t color) {
  double x = left + CELL_W / 2.0 - 0.5, y = top + CELL_H / 2.0 - 0.5;
  double across = CELL_W / 2.0 + 0.5, down = CELL_H / 2.0 + 0.5;
  if (arms & WL_ARM_LEFT) fill_box(f, (struct box){left, y, across, 1}, color, 1);
  if (arms & WL_ARM_RIGHT) fill_box(f, (struct box){x, y, across, 1}, color, 1);
  if (arms & WL_ARM_UP) fill_box(f, (struct box){x, top, 1, down}, color, 1);
  if (arms & WL_ARM_DOWN) fill_box(f, (struct box){x, y, 1, down}, color, 1);
}

/* The quarters of a cell, two beside each other as one. */
static void draw_quarters(FILE *f, double left, double top, unsigned bits, uint32_t color) {
  for (int row = 0; row < 2; row++) {
    unsigned half = bits >> 2 * row & 3;
    double x = half == 2 ? left + CELL_W / 2.0 : left, w = half == 3 ? CELL_W : CELL_W / 2.0;
    struct box b = {x, top + row * CELL_H / 2.0, w, CELL_H / 2.0};
    if (half) fill_box(f, b, color, 1);
  }
}

/* A block that goes up from below, of all cells as one unless each ends a bar: a gap keeps those
 * beside each other apart, each is a value of its own. */
static void draw_rise(FILE *f, const struct run *r, double part) {
  struct box b = box_of(r);
  b.y += CELL_H * (1 - part);
  b.h = CELL_H * part;
  if (r->edge != WL_EDGE_RIGHT) {
    fill_box(f, b, r->color, 1);
    return;
  }
  b.w = CELL_W - 1;
  for (int i = 0; i < r->n; i++, b.x += CELL_W) fill_box(f, b, r->color, 1);
}

/* A block from the left, filled in part: over the track of its bar. */
static void draw_part(FILE *f, const struct run *r, struct box b, double part) {
  if (r->edge == WL_EDGE_ROW) fill_box(f, b, r->track, WL_SHAPE_TRACK / 100.0);
  b.w = CELL_W * part;
  for (int i = 0; i < r->n; i++, b.x += CELL_W) fill_box(f, b, r->color, 1);
}

/* As one shape where its cells would touch. */
static void draw_shape(FILE *f, const struct run *r, struct wl_shape s) {
  struct box all = box_of(r), one = {all.x, all.y, CELL_W, all.h};
  int inset = r->edge == WL_EDGE_ROW ? 2 : s.kind == WL_SHAPE_SHADE ? 1 : 0;
  struct box within = {all.x, all.y + inset, all.w, all.h - 2 * inset};
  unsigned arms = s.kind == WL_SHAPE_LINE ? s.amount : 0;
  if (s.kind == WL_SHAPE_SHADE) {
    fill_box(f, within, r->color, s.amount / 100.0);
  } else if (s.kind == WL_SHAPE_RISE || (s.amount == 8 && r->edge == WL_EDGE_RIGHT)) {
    draw_rise(f, r, s.amount / 8.0);
  } else if (s.kind == WL_SHAPE_ACROSS && s.amount == 8) {
    fill_box(f, within, r->color, 1);
  } else if (s.kind == WL_SHAPE_ACROSS) {
    draw_part(f, r, within, s.amount / 8.0);
  } else if (arms == WL_ARM_ACROSS) {
    fill_box(f, (struct box){all.x, all.y + CELL_H / 2.0 - 0.5, all.w, 1}, r->color, 1);
  } else if (s.kind == WL_SHAPE_QUARTERS) {
    for (int i = 0; i < r->n; i++, one.x += CELL_W)
      draw_quarters(f, one.x, one.y, s.amount, r->color);
  } else {
    for (int i = 0; i < r->n; i++, one.x += CELL_W) draw_arms(f, one.x, one.y, arms, r->color);
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
    if (l.filled) fill_box(f, box_of(&(struct run){.x = x, .y = y, .n = n}), l.bg, 1);
  }
}

/* The track of a bar that goes on at (x, y), or stops short of it. */
static const struct wl_cell *track_of(const struct wl_canvas *c, int x, int y) {
  static const struct wl_cell rule = {.style = WL_STYLE_RULE};
  const struct wl_cell *cell = wl_canvas_cell(c, x, y);
  bool on = cell->edge == WL_EDGE_ROW && wl_shape_of(cell->code).kind == WL_SHAPE_SHADE;
  return on ? cell : &rule;
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
      for (; x + n < width; n++) {
        const struct wl_cell *next = wl_canvas_cell(c, x + n, y);
        if (next->code != cell->code || next->style != cell->style || next->edge != cell->edge)
          break;
      }
      uint32_t track = look_of(track_of(c, x + n, y), scheme).fg;
      struct run run = {x, y, n, l.fg, track, (enum wl_edge)cell->edge};
      draw_shape(f, &run, shape);
      if (shape.kind == WL_SHAPE_SHADE && cell->style == WL_STYLE_WASTE) hatch(f, &run);
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
