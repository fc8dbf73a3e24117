/* A canvas as SVG: one rectangle per run of background, one text per run of
 * style, stretched to its cells so that columns align in any font. Blocks and
 * lines are drawn as shapes, so that they join without seams. */
#include <string.h>

#include "core/text.h"
#include "out/canvas_out.h"
#include "out/finish.h"

/* Pixels of a cell; the font size gives common fonts about this advance. */
enum { CELL_W = 9, CELL_H = 18, BASELINE = 14, FONT = 15, MARGIN = 12 };

static const char fonts[] =
    "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, Noto Sans Mono, monospace";

static void escape(FILE *f, uint32_t code) {
  switch (code) {
  case '&': fputs("&amp;", f); break;
  case '<': fputs("&lt;", f); break;
  case '>': fputs("&gt;", f); break;
  case '"': fputs("&quot;", f); break;
  default: wl_out_code(f, code);
  }
}

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

/* Arms of a box-drawing character: left, right, up, down. */
enum { ARM_L = 1, ARM_R = 2, ARM_U = 4, ARM_D = 8 };
static const struct { enum wl_glyph_id glyph; uint8_t arms; } boxes[] = {
  {WL_GLYPH_H, ARM_L | ARM_R},
  {WL_GLYPH_V, ARM_U | ARM_D},
  {WL_GLYPH_TL, ARM_R | ARM_D},
  {WL_GLYPH_TR, ARM_L | ARM_D},
  {WL_GLYPH_BL, ARM_R | ARM_U},
  {WL_GLYPH_BR, ARM_L | ARM_U},
  {WL_GLYPH_TEE_R, ARM_R | ARM_U | ARM_D},
  {WL_GLYPH_TEE_L, ARM_L | ARM_U | ARM_D},
  {WL_GLYPH_TEE_D, ARM_L | ARM_R | ARM_D},
  {WL_GLYPH_TEE_U, ARM_L | ARM_R | ARM_U},
  {WL_GLYPH_CROSS, ARM_L | ARM_R | ARM_U | ARM_D},
};

static unsigned arms_of(uint32_t code) {
  for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++)
    if (wl_theme_glyph(boxes[i].glyph, false) == code) return boxes[i].arms;
  return 0;
}

/* Eighths of a cell that a block fills from the left (across) or from below; 0
 * for other characters. */
static unsigned block_of(uint32_t code, bool *across) {
  uint32_t eighth = wl_theme_glyph(WL_GLYPH_EIGHTH_1, false); /* ▏, and down to █, 0x2588 */
  uint32_t rise = wl_theme_glyph(WL_GLYPH_RISE_1, false);
  *across = code > 0x2588 && code <= eighth;
  if (*across) return eighth - code + 1;
  return code >= rise && code < rise + 8 ? code - rise + 1 : 0;
}

static double shade_of(uint32_t code) {
  if (code == wl_theme_glyph(WL_GLYPH_LIGHT, false)) return 0.2;
  return code == wl_theme_glyph(WL_GLYPH_SHADE, false) ? 0.7 : 0;
}

static bool is_shape(uint32_t code) {
  bool across;
  return arms_of(code) || block_of(code, &across) || shade_of(code) > 0;
}

/* `n` equal cells beside each other, as one shape where they would touch. */
static void draw_shape(FILE *f, int x, int y, int n, uint32_t code, uint32_t color) {
  double left = MARGIN + x * CELL_W, top = MARGIN + y * CELL_H;
  bool across;
  unsigned arms = arms_of(code), eighths = block_of(code, &across);
  if (shade_of(code) > 0) {
    rect(f, left, top + 1, n * CELL_W, CELL_H - 2, color, shade_of(code));
  } else if (eighths == 8) {
    rect(f, left, top, n * CELL_W, CELL_H, color, 1);
  } else if (eighths && across) {
    for (int i = 0; i < n; i++)
      rect(f, left + i * CELL_W, top, CELL_W * eighths / 8.0, CELL_H, color, 1);
  } else if (eighths) { /* a gap between bars: each is a value of its own */
    double h = CELL_H * eighths / 8.0;
    for (int i = 0; i < n; i++)
      rect(f, left + i * CELL_W, top + CELL_H - h, CELL_W - 1, h, color, 1);
  } else if (arms == (ARM_L | ARM_R)) {
    rect(f, left, top + CELL_H / 2.0 - 0.5, n * CELL_W, 1, color, 1);
  } else {
    for (int i = 0; i < n; i++) {
      double cx = left + i * CELL_W + CELL_W / 2.0, cy = top + CELL_H / 2.0;
      if (arms & ARM_L) rect(f, cx - CELL_W / 2.0, cy - 0.5, CELL_W / 2.0 + 0.5, 1, color, 1);
      if (arms & ARM_R) rect(f, cx - 0.5, cy - 0.5, CELL_W / 2.0 + 0.5, 1, color, 1);
      if (arms & ARM_U) rect(f, cx - 0.5, cy - CELL_H / 2.0, 1, CELL_H / 2.0 + 0.5, color, 1);
      if (arms & ARM_D) rect(f, cx - 0.5, cy - 0.5, 1, CELL_H / 2.0 + 0.5, color, 1);
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
    if (code) escape(f, code);
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
    if (is_shape(cell->code)) {
      while (x + n < width && wl_canvas_cell(c, x + n, y)->code == cell->code &&
             wl_canvas_cell(c, x + n, y)->style == cell->style)
        n++;
      draw_shape(f, x, y, n, cell->code, l.fg);
      continue;
    }
    int end = x + 1; /* behind the last cell that is no space */
    for (; x + n < width; n++) {
      const struct wl_cell *next = wl_canvas_cell(c, x + n, y);
      if (next->style != cell->style || is_shape(next->code)) break;
      if (next->code == ' ' && x + n > end) break;
      if (next->code != ' ') end = x + n + 1;
    }
    draw_text(f, c, x, y, end - x, l);
    n = end - x;
  }
}

bool wl_write_svg(FILE *f, const struct wl_canvas *c, enum wl_scheme scheme, const char *title,
                  struct wl_diag *d) {
  int w = wl_canvas_width(c) * CELL_W + 2 * MARGIN, h = wl_canvas_height(c) * CELL_H + 2 * MARGIN;
  struct wl_glyph g;
  fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "viewBox=\"0 0 %d %d\">\n<title>", w, h, w, h);
  if (!title) title = "";
  for (const char *s = title, *end = title + strlen(title); wl_text_next(&s, end, &g);)
    escape(f, g.code);
  fprintf(f, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", w, h,
          (unsigned)wl_theme_page(scheme));
  fprintf(f, "<g font-family=\"%s\" font-size=\"%d\" xml:space=\"preserve\">\n", fonts, FONT);
  for (int y = 0; y < wl_canvas_height(c); y++) draw_backgrounds(f, c, y, scheme);
  for (int y = 0; y < wl_canvas_height(c); y++) draw_runs(f, c, y, scheme);
  fputs("</g>\n</svg>\n", f);
  return wl_out_finish(f, d);
}
