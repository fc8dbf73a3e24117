/* The grid of cells: clipping, wide characters, ASCII fallback. */
#include "canvas/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

struct wl_canvas {
  int width, height;
  bool ascii;
  struct wl_rect clip;
  int probe_x, probe_y; /* -1: none */
  struct wl_hit hit;    /* what is there */
  struct wl_cell cells[];
};

enum { TEXT_MAX = 1024 }; /* bytes of one printf, more than any screen is wide */

static const struct wl_cell blank = {' ', WL_STYLE_TEXT, WL_EDGE_NONE};

struct wl_canvas *wl_canvas_create(int width, int height, bool ascii) {
  if (width < 1) width = 1;
  if (height < 1) height = 1;
  size_t cells = (size_t)width * (size_t)height;
  struct wl_canvas *c = malloc(sizeof *c + cells * sizeof c->cells[0]);
  if (!c) return NULL;
  c->width = width;
  c->height = height;
  c->ascii = ascii;
  wl_canvas_probe(c, -1, -1);
  wl_canvas_clear(c);
  return c;
}

void wl_canvas_destroy(struct wl_canvas *c) { free(c); }
int wl_canvas_width(const struct wl_canvas *c) { return c->width; }
int wl_canvas_height(const struct wl_canvas *c) { return c->height; }
bool wl_canvas_ascii(const struct wl_canvas *c) { return c->ascii; }

void wl_canvas_clear(struct wl_canvas *c) {
  c->clip = (struct wl_rect){0, 0, c->width, c->height};
  size_t width = (size_t)c->width;
  for (size_t x = 0; x < width; x++) c->cells[x] = blank;
  for (int y = 1; y < c->height; y++)
    memcpy(&c->cells[(size_t)y * width], c->cells, width * sizeof c->cells[0]);
}

const struct wl_cell *wl_canvas_cell(const struct wl_canvas *c, int x, int y) {
  if (x < 0 || y < 0 || x >= c->width || y >= c->height) return &blank;
  return &c->cells[(size_t)y * (size_t)c->width + (size_t)x];
}

const struct wl_cell *wl_canvas_row(const struct wl_canvas *c, int y) {
  return &c->cells[(size_t)y * (size_t)c->width];
}

static struct wl_rect intersect(struct wl_rect a, struct wl_rect b) {
  long right = (long)a.x + a.w < (long)b.x + b.w ? (long)a.x + a.w : (long)b.x + b.w;
  long bottom = (long)a.y + a.h < (long)b.y + b.h ? (long)a.y + a.h : (long)b.y + b.h;
  int x = a.x > b.x ? a.x : b.x, y = a.y > b.y ? a.y : b.y;
  int w = right > x ? (int)(right - x) : 0, h = bottom > y ? (int)(bottom - y) : 0;
  return (struct wl_rect){x, y, w, h};
}

struct wl_rect wl_canvas_clip(struct wl_canvas *c, struct wl_rect r) {
  struct wl_rect old = c->clip;
  c->clip = intersect(r, (struct wl_rect){0, 0, c->width, c->height});
  return old;
}

static bool inside(const struct wl_canvas *c, int x, int y) {
  return x >= c->clip.x && x - c->clip.x < c->clip.w && y >= c->clip.y && y - c->clip.y < c->clip.h;
}

void wl_canvas_probe(struct wl_canvas *c, int x, int y) {
  c->probe_x = x;
  c->probe_y = y;
  c->hit = (struct wl_hit){WL_HIT_NONE, 0};
}

struct wl_hit wl_canvas_probed(const struct wl_canvas *c) { return c->hit; }

void wl_canvas_hit(struct wl_canvas *c, struct wl_rect r, enum wl_hit_kind kind, size_t value) {
  int x = c->probe_x, y = c->probe_y;
  bool there = x >= r.x && x - r.x < r.w && y >= r.y && y - r.y < r.h;
  if (there && inside(c, x, y)) c->hit = (struct wl_hit){kind, value};
}

static struct wl_cell *at(struct wl_canvas *c, int x, int y) {
  return &c->cells[(size_t)y * (size_t)c->width + (size_t)x];
}

/* Half of a wide character is never left behind: its other half turns blank. */
static void put(struct wl_canvas *c, int x, int y, uint32_t code, enum wl_style style) {
  if (!inside(c, x, y)) return;
  struct wl_cell *cell = at(c, x, y);
  if (cell->code == 0 && code != 0 && x > 0) cell[-1].code = ' ';
  if (x + 1 < c->width && cell[1].code == 0) cell[1].code = ' ';
  *cell = (struct wl_cell){code & WL_CELL_CODE, (uint8_t)style, WL_EDGE_NONE};
}

/* The same for `*times` cells from `*x` on, as far as they are not clipped: where to write them
 * all, NULL: nowhere. */
static struct wl_cell *put_many(struct wl_canvas *c, int *x, int y, int *times) {
  int from = *x > c->clip.x ? *x : c->clip.x, end = c->clip.x + c->clip.w;
  if (y < c->clip.y || y - c->clip.y >= c->clip.h || from >= end) return NULL;
  if (*times < end - *x) end = *x + *times;
  if (from >= end) return NULL;
  struct wl_cell *cell = at(c, from, y), *past = cell + (end - from);
  if (cell->code == 0 && from > 0) cell[-1].code = ' ';
  if (end < c->width && past->code == 0) past->code = ' ';
  *x = from;
  *times = end - from;
  return cell;
}

static void put_same(struct wl_canvas *c, int x, int y, int times, uint32_t code,
                     enum wl_style style) {
  struct wl_cell *cell = put_many(c, &x, y, &times);
  uint32_t what = wl_cell_bits((struct wl_cell){code & WL_CELL_CODE, (uint8_t)style, WL_EDGE_NONE});
  if (!cell) return;
  for (int i = 0; i < times; i++) memcpy(&cell[i], &what, sizeof what); /* many at once */
}

/* Text of which each byte is a cell. */
static void put_simple(struct wl_canvas *c, int x, int y, int cells, enum wl_style style,
                       const char *text) {
  int from = x;
  struct wl_cell *cell = put_many(c, &from, y, &cells);
  if (!cell) return;
  for (int i = 0; i < cells; i++)
    cell[i] = (struct wl_cell){(unsigned char)text[from - x + i], (uint8_t)style, WL_EDGE_NONE};
}

static void put_wide(struct wl_canvas *c, int x, int y, uint32_t code, enum wl_style style) {
  bool whole = inside(c, x, y) && inside(c, x + 1, y);
  put(c, x, y, whole ? code : ' ', style);
  put(c, x + 1, y, ' ', style);
  if (whole) at(c, x + 1, y)->code = 0;
}

void wl_canvas_glyph(struct wl_canvas *c, int x, int y, enum wl_glyph_id g, int times,
                     enum wl_style style) {
  put_same(c, x, y, times, wl_theme_glyph(g, c->ascii), style);
}

/* Draws text up to its `end` in the first row of `r`, which goes on for ever where its width is
 * negative; returns the column after the last. */
static int draw_text(struct wl_canvas *c, struct wl_rect r, enum wl_style style,
                     const char *text, const char *end) {
  struct wl_glyph g;
  int x = r.x, y = r.y, stop = r.w < 0 ? -1 : r.x + r.w;
  for (;;) {
    int simple = (int)wl_text_simple(text, end);
    if (stop >= 0 && simple > stop - x) simple = stop - x;
    put_simple(c, x, y, simple, style, text);
    x += simple;
    text += simple;
    if (!wl_text_next(&text, end, &g)) break;
    if (stop >= 0 && x + g.cells > stop) break;
    if (c->ascii) {
      uint32_t code = wl_theme_ascii(g.code);
      for (int i = 0; i < g.cells; i++) put(c, x + i, y, code, style);
    } else if (g.cells == 2) {
      put_wide(c, x, y, g.code, style);
    } else {
      put(c, x, y, g.code, style);
    }
    x += g.cells;
  }
  return x;
}

int wl_canvas_text(struct wl_canvas *c, int x, int y, enum wl_style style, const char *text) {
  return draw_text(c, (struct wl_rect){x, y, -1, 1}, style, text, text + strlen(text));
}

int wl_canvas_printf(struct wl_canvas *c, int x, int y, enum wl_style style, const char *format,
                     ...) {
  char text[TEXT_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return wl_canvas_text(c, x, y, style, text);
}

int wl_canvas_number(struct wl_canvas *c, int x, int y, enum wl_style style, unsigned n) {
  char text[WL_TEXT_NUMBER];
  wl_text_number(n, text);
  return wl_canvas_text(c, x, y, style, text);
}

int wl_canvas_cells(const struct wl_canvas *c, const char *text, int size) {
  (void)c;
  return (int)wl_text_cells(text, size < 0 ? strlen(text) : (size_t)size);
}

int wl_canvas_fit_bytes(struct wl_canvas *c, struct wl_rect r, enum wl_style style,
                        const char *text, size_t size) {
  if (r.w <= 0) return r.x;
  bool whole = wl_text_cells(text, size) <= (size_t)r.w;
  r.w -= !whole;
  int x = draw_text(c, r, style, text, text + size);
  if (!whole) wl_canvas_glyph(c, x, r.y, WL_GLYPH_ELLIPSIS, 1, style);
  return x + !whole;
}

int wl_canvas_fit(struct wl_canvas *c, int x, int y, int cells, enum wl_style style,
                  const char *text) {
  return wl_canvas_fit_bytes(c, (struct wl_rect){x, y, cells, 1}, style, text, strlen(text));
}

void wl_canvas_right(struct wl_canvas *c, int x, int y, enum wl_style style, const char *text) {
  wl_canvas_text(c, x - wl_canvas_cells(c, text, -1), y, style, text);
}

void wl_canvas_fill(struct wl_canvas *c, struct wl_rect r, enum wl_style style) {
  r = intersect(r, c->clip);
  for (int y = r.y; y < r.y + r.h; y++) put_same(c, r.x, y, r.w, ' ', style);
}

void wl_canvas_restyle(struct wl_canvas *c, struct wl_rect r, enum wl_style style) {
  r = intersect(r, c->clip);
  for (int y = r.y; y < r.y + r.h; y++)
    for (int x = r.x; x < r.x + r.w; x++) at(c, x, y)->style = (uint8_t)style;
}

/* Eighths of `cells` cells that a share fills: something is never nothing, and
 * less than all is never all. NaN fills nothing. */
static int eighths(int cells, double share) {
  int all = cells * 8;
  if (!(share > 0)) return 0;
  if (share >= 1) return all;
  int n = (int)(share * all + 0.5);
  return n < 1 ? 1 : n >= all ? all - 1 : n;
}

static void put_edge(struct wl_canvas *c, struct wl_rect r, enum wl_edge edge) {
  r = intersect(r, c->clip);
  for (int y = r.y; y < r.y + r.h; y++)
    for (int x = r.x; x < r.x + r.w; x++) at(c, x, y)->edge = edge & 3;
}

void wl_canvas_bar(struct wl_canvas *c, struct wl_rect r, double share, enum wl_style full,
                   enum wl_style empty) {
  if (r.w <= 0) return;
  int n = eighths(r.w, share), end = r.x + n / 8;
  wl_canvas_glyph(c, r.x, r.y, WL_GLYPH_LIGHT, r.w, empty);
  wl_canvas_glyph(c, r.x, r.y, WL_GLYPH_FULL, n / 8, full);
  if (n % 8)
    wl_canvas_glyph(c, end, r.y, (enum wl_glyph_id)(WL_GLYPH_EIGHTH_1 + n % 8 - 1), 1, full);
  put_edge(c, (struct wl_rect){r.x, r.y, r.w, 1}, WL_EDGE_ROW);
}

void wl_canvas_column(struct wl_canvas *c, struct wl_rect r, double share, enum wl_style full) {
  if (r.h <= 0) return;
  int n = eighths(r.h, share), y = r.y + r.h - 1;
  for (int i = 0; i < n / 8; i++) wl_canvas_glyph(c, r.x, y - i, WL_GLYPH_FULL, r.w, full);
  if (n % 8)
    wl_canvas_glyph(c, r.x, y - n / 8, (enum wl_glyph_id)(WL_GLYPH_RISE_1 + n % 8 - 1), r.w, full);
  put_edge(c, (struct wl_rect){r.x + r.w - 1, y - (n + 7) / 8 + 1, 1, (n + 7) / 8}, WL_EDGE_RIGHT);
}
