#include "view/texels.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/texture.h"
#include "view/cells.h"
#include "view/moment.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/tiling.h"

enum { MAX_CELL = 3, GAP = 3, MAX_COLUMNS = 32 };

struct tile { uint64_t x; uint32_t y; }; /* in lines */

static int by_place(const void *p, const void *q) {
  const struct tile *a = p, *b = q;
  if (a->y != b->y) return a->y < b->y ? -1 : 1;
  return a->x < b->x ? -1 : a->x > b->x;
}

/* The lines that are touched, row by row. */
static int collect(const struct wl_access *a, struct tile tiles[WL_LANES]) {
  struct wl_tiling t = wl_tiling_of(a);
  int count = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(a->mask >> l & 1)) continue;
    struct tile tile = {a->address[l] / t.columns, a->second[l] / t.rows};
    int i = 0;
    while (i < count && (tiles[i].x != tile.x || tiles[i].y != tile.y)) i++;
    if (i == count) tiles[count++] = tile;
  }
  qsort(tiles, (size_t)count, sizeof tiles[0], by_place);
  return count;
}

/* One row of the texels of a tile: who fetches each, and what moves with them. */
static void fill(const struct wl_access *a, const struct wl_moment *now, uint64_t x, uint32_t y,
                 unsigned columns, struct wl_cell_word words[MAX_COLUMNS]) {
  for (unsigned i = 0; i < columns; i++) {
    struct wl_access texel = *a; /* lane 0 asks for this one */
    texel.address[0] = x + i;
    texel.second[0] = y;
    words[i] = (struct wl_cell_word){.style = WL_STYLE_USED};
    for (unsigned l = 0; l < WL_LANES; l++) {
      if (!(a->mask >> l & 1)) continue;
      if (wl_fetch_sector(a, l) == wl_fetch_sector(&texel, 0)) words[i].moved = true;
      if (a->address[l] == x + i && a->second[l] == y) words[i].lanes |= 1u << l;
    }
    if (a->layout == WL_LAYOUT_PITCH && (x + i + 1) * a->width > a->pitch) words[i].moved = false;
    if (now->replay && words[i].lanes & now->now) words[i].style = WL_STYLE_NOW;
    else if (now->replay && words[i].lanes & now->done) words[i].style = WL_STYLE_DONE;
  }
}

static void draw_tile(struct wl_model *m, struct wl_canvas *c, const struct wl_access *a, int x,
                      int y, int cell, const struct tile *tile) {
  struct wl_tiling t = wl_tiling_of(a);
  struct wl_moment now = wl_model_moment(m);
  struct wl_cell_word words[MAX_COLUMNS];
  uint64_t left = tile->x * t.columns;
  uint32_t top = tile->y * t.rows;
  bool here = a->mask >> m->lane & 1 && a->address[m->lane] / t.columns == tile->x &&
              a->second[m->lane] / t.rows == tile->y;
  wl_canvas_printf(c, x, y, here ? WL_STYLE_KEY : WL_STYLE_DIM, "x %llu, y %u",
                   (unsigned long long)left, top);
  for (unsigned row = 0; row < t.rows; row++) {
    fill(a, &now, left, top + row, t.columns, words);
    wl_draw_words(c, x, y + 1 + (int)row, cell, (int)t.columns, (int)t.sector_columns, words,
                  m->lane);
  }
}

/* How tiles are laid out: where they lie, or `across` in a row. */
struct plan { int cell, pitch, across; bool placed; };

static int width_of(struct wl_tiling t, int cell) {
  return wl_words_cells(cell, (int)t.columns, (int)t.sector_columns);
}

static struct plan plan_of(struct wl_rect r, struct wl_tiling t, uint64_t columns, uint64_t rows,
                           int count) {
  struct plan p = {.cell = MAX_CELL};
  int high = (int)t.rows + 1;
  for (; p.cell > 1; p.cell--) { /* the widest texels that show everything */
    p.pitch = width_of(t, p.cell) + GAP;
    p.across = (r.w + GAP) / p.pitch;
    p.placed = columns <= (uint64_t)p.across && rows * (uint64_t)high <= (uint64_t)r.h;
    if (p.placed) return p;
    if (p.across > 0 && (count + p.across - 1) / p.across * high <= r.h) return p;
  }
  p.cell = r.w >= width_of(t, 2) ? 2 : 1;
  p.pitch = width_of(t, p.cell) + GAP;
  p.across = (r.w + GAP) / p.pitch;
  if (p.across < 1) p.across = 1;
  return p;
}

/* The row that a tile is drawn in. */
static int row_of(const struct plan *p, const struct tile *tiles, int i) {
  return p->placed ? (int)(tiles[i].y - tiles[0].y) : i / p->across;
}

/* The first row in sight: that of the picked lane, or of the quad served now, is. */
static int first_row(struct wl_model *m, const struct plan *p, const struct tile *tiles, int count,
                     const struct wl_tile_rows *rows) {
  const struct wl_access *a = &wl_model_spot(m)->step.access;
  struct wl_tiling t = wl_tiling_of(a);
  struct wl_moment now = wl_model_moment(m);
  unsigned lane = now.replay ? (unsigned)__builtin_ctz(now.now) : m->lane;
  int want = 0, last = rows->count > rows->shown ? rows->count - rows->shown : 0;
  for (int i = 0; i < count && a->mask >> lane & 1; i++)
    if (tiles[i].x == a->address[lane] / t.columns && tiles[i].y == a->second[lane] / t.rows)
      want = row_of(p, tiles, i);
  int first = (want < rows->shown ? 0 : want - rows->shown / 2) + m->scroll;
  int clipped = first < 0 ? 0 : first > last ? last : first;
  m->scroll += clipped - first; /* scrolling stops at the ends */
  return clipped;
}

struct wl_tile_rows wl_draw_texels(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_access *a = &wl_model_spot(m)->step.access;
  struct wl_tiling t = wl_tiling_of(a);
  struct tile tiles[WL_LANES];
  int count = collect(a, tiles), high = (int)t.rows + 1;
  uint64_t left = UINT64_MAX, right = 0;
  for (int i = 0; i < count; i++) {
    if (tiles[i].x < left) left = tiles[i].x;
    if (tiles[i].x > right) right = tiles[i].x;
  }
  uint32_t top = count ? tiles[0].y : 0, rows = count ? tiles[count - 1].y - top + 1 : 0;
  struct plan p = plan_of(r, t, count ? right - left + 1 : 0, rows, count);
  struct wl_tile_rows out = {
    .count = p.placed ? (int)rows : (count + p.across - 1) / p.across,
    .shown = r.h / high < 1 ? 1 : r.h / high,
  };
  out.first = first_row(m, &p, tiles, count, &out);
  if (out.shown > out.count) out.shown = out.count;
  for (int i = 0; i < count; i++) {
    int column = p.placed ? (int)(tiles[i].x - left) : i % p.across;
    int row = row_of(&p, tiles, i) - out.first;
    if (row < 0 || row >= out.shown) continue;
    draw_tile(m, c, a, r.x + column * p.pitch, r.y + row * high, p.cell, &tiles[i]);
  }
  return out;
}
