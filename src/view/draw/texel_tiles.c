#include "view/draw/texel_tiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/canvas.h"
#include "core/count/count_texture.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/draw/memory_cells.h"
#include "words/texel_pattern.h"

enum { GAP = 3, MAX_COLUMNS = 32 };

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
static void fill(const struct wl_access *a, const struct wl_replay_state *now, uint64_t x,
                 uint32_t y,
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

/* How tiles are drawn: cells of a texel, rows of one, and whether it stands below each
 * sector how much of it is used. The first that shows everything is taken. */
struct look { uint8_t cell, tall; bool captions; };
static const struct look looks[] = {{7, 3, true}, {7, 2, true}, {5, 2, true}, {3, 2, true},
                                    {5, 1, true}, {3, 1, true}, {3, 1, false}, {2, 1, false}};

/* How tiles are laid out: where they lie, or `across` in a row. */
struct plan { struct look look; int pitch, across, high; bool placed; };

/* Sectors side by side: which of them move, and how many texels of each somebody wants. */
struct sectors { uint32_t moved; uint8_t used[MAX_COLUMNS]; };

/* Under the sectors that end with a row of texels. */
static void draw_captions(struct wl_canvas *c, struct wl_tiling t, int x, int y, int cell,
                          const struct sectors *sectors) {
  unsigned all = t.sector_columns * t.sector_rows;
  for (unsigned s = 0; s < t.columns / t.sector_columns; s++) {
    int at = x + (int)s * ((int)t.sector_columns * cell + 1), room = (int)t.sector_columns * cell;
    char text[24];
    unsigned used = sectors->used[s];
    if (!(sectors->moved >> s & 1)) continue;
    snprintf(text, sizeof text, "%u of %u texels", used, all);
    if (wl_canvas_cells(c, text, -1) > room)
      snprintf(text, sizeof text, "%u of %u", used, all);
    wl_canvas_fit(c, at, y, room, used == all ? WL_STYLE_DIM : WL_STYLE_WARN, text);
  }
}

/* The rows below the first one of tall texels, in the same colours. */
static void stretch(struct wl_canvas *c, struct wl_tiling t, int x, int y, const struct look *look,
                    const struct wl_cell_word words[MAX_COLUMNS]) {
  for (unsigned i = 0; i < t.columns; i++) {
    int at = x + (int)i * look->cell + (int)(i / t.sector_columns);
    enum wl_style style = (enum wl_style)wl_canvas_cell(c, at, y)->style;
    for (int k = 1; k < look->tall && (words[i].lanes || words[i].moved); k++)
      if (words[i].lanes) wl_canvas_glyph(c, at, y + k, WL_GLYPH_SPACE, look->cell, style);
      else wl_draw_vain(c, at, y + k, look->cell);
  }
}

/* What a legend would explain of a row of texels. */
static void look_at(const struct wl_cell_word words[MAX_COLUMNS], unsigned columns,
                    struct wl_tile_rows *out) {
  for (unsigned i = 0; i < columns; i++) {
    uint32_t lanes = words[i].lanes;
    out->lone |= lanes & (lanes - 1) ? 0 : lanes;
    out->crowded |= (lanes & (lanes - 1)) != 0;
    out->still |= !lanes && !words[i].moved;
  }
}

static void draw_tile(struct wl_session *m, struct wl_canvas *c, int x, int y,
                      const struct look *look, const struct tile *tile, struct wl_tile_rows *out) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  struct wl_tiling t = wl_tiling_of(a);
  struct wl_replay_state now = wl_session_moment(m);
  struct wl_cell_word words[MAX_COLUMNS];
  struct wl_cell_words shown = {words, (int)t.columns, (int)t.sector_columns, look->cell,
                                 false, false};
  uint64_t left = tile->x * t.columns;
  uint32_t top = tile->y * t.rows;
  struct sectors sectors = {0};
  bool here = a->mask >> m->lane & 1 && a->address[m->lane] / t.columns == tile->x &&
              a->second[m->lane] / t.rows == tile->y;
  enum wl_style style = here ? WL_STYLE_KEY : WL_STYLE_DIM;
  int end = wl_canvas_printf(c, x, y, style, "x %llu", (unsigned long long)left);
  if (!wl_texels_flat(a)) wl_canvas_printf(c, end, y, style, ", y %u", top);
  y++;
  for (unsigned row = 0; row < t.rows; row++, y += look->tall) {
    fill(a, &now, left, top + row, t.columns, words);
    out->cut |= wl_draw_words(c, x, y, shown, m->lane);
    look_at(words, t.columns, out);
    stretch(c, t, x, y, look, words);
    for (unsigned i = 0; i < t.columns; i++) {
      unsigned s = i / t.sector_columns;
      if (words[i].lanes) sectors.used[s]++;
      sectors.moved |= (uint32_t)words[i].moved << s;
    }
    if (!look->captions || (row + 1) % t.sector_rows != 0) continue;
    draw_captions(c, t, x, y + look->tall, look->cell, &sectors);
    sectors = (struct sectors){0};
    y++;
  }
}

static int width_of(struct wl_tiling t, int cell) {
  return wl_words_cells(cell, (int)t.columns, (int)t.sector_columns);
}

/* Tiles side by side as one look has them. */
static struct plan plan_with(struct look look, struct wl_rect r, struct wl_tiling t) {
  struct plan p = {.look = look, .pitch = width_of(t, look.cell) + GAP};
  p.high = (int)t.rows * look.tall + 1 + (look.captions ? (int)(t.rows / t.sector_rows) : 0);
  p.across = (r.w + GAP) / p.pitch;
  return p;
}

static struct plan plan_of(struct wl_rect r, struct wl_tiling t, uint64_t columns, uint64_t rows,
                           int count) {
  enum { LOOKS = sizeof looks / sizeof looks[0] };
  for (int i = 0; i < 2 * LOOKS; i++) { /* where they lie, if there is a look for that */
    struct plan p = plan_with(looks[i % LOOKS], r, t);
    p.placed = i < LOOKS;
    bool fits = p.placed ? columns <= (uint64_t)p.across && rows * (uint64_t)p.high <= (uint64_t)r.h
                         : p.across > 0 && (count + p.across - 1) / p.across * p.high <= r.h;
    if (fits) return p;
  }
  struct plan p = plan_with((struct look){r.w >= width_of(t, 2) ? 2 : 1, 1, false}, r, t);
  if (p.across < 1) p.across = 1;
  return p;
}

/* The row that a tile is drawn in. */
static int row_of(const struct plan *p, const struct tile *tiles, int i) {
  return p->placed ? (int)(tiles[i].y - tiles[0].y) : i / p->across;
}

/* The first row in sight: that of the picked lane, or of the quad served now, is. */
static int first_row(struct wl_session *m, const struct plan *p, const struct tile *tiles,
                     int count,
                     const struct wl_tile_rows *rows) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  struct wl_tiling t = wl_tiling_of(a);
  struct wl_replay_state now = wl_session_moment(m);
  unsigned lane = now.now ? (unsigned)__builtin_ctz(now.now) : m->lane;
  int want = 0;
  for (int i = 0; i < count && a->mask >> lane & 1; i++)
    if (tiles[i].x == a->address[lane] / t.columns && tiles[i].y == a->second[lane] / t.rows)
      want = row_of(p, tiles, i);
  int first = want < rows->shown ? 0 : want - rows->shown / 2;
  return wl_scroll_window(m, first, rows->count, rows->shown);
}

/* Where the lines that are touched lie. */
struct extent { struct tile tiles[WL_LANES]; int count; uint64_t left, columns; uint32_t rows; };

static void extend(const struct wl_access *a, struct extent *e) {
  uint64_t left = UINT64_MAX, right = 0;
  e->count = collect(a, e->tiles);
  for (int i = 0; i < e->count; i++) {
    if (e->tiles[i].x < left) left = e->tiles[i].x;
    if (e->tiles[i].x > right) right = e->tiles[i].x;
  }
  e->left = left;
  e->columns = e->count ? right - left + 1 : 0;
  e->rows = e->count ? e->tiles[e->count - 1].y - e->tiles[0].y + 1 : 0;
}

static int rows_of(const struct plan *p, const struct extent *e) {
  return p->placed ? (int)e->rows : (e->count + p->across - 1) / p->across;
}

int wl_texels_rows(struct wl_session *m, int w) {
  enum { ENOUGH = 34 };
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  struct extent e;
  extend(a, &e);
  struct plan p = plan_of((struct wl_rect){0, 0, w, ENOUGH}, wl_tiling_of(a), e.columns, e.rows,
                          e.count);
  return rows_of(&p, &e) * p.high;
}

struct wl_tile_rows wl_draw_texels(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  struct extent e;
  extend(a, &e);
  struct plan p = plan_of(r, wl_tiling_of(a), e.columns, e.rows, e.count);
  struct wl_tile_rows out = {
    .count = rows_of(&p, &e),
    .shown = r.h / p.high < 1 ? 1 : r.h / p.high,
    .cell = p.look.cell,
  };
  out.first = first_row(m, &p, e.tiles, e.count, &out);
  if (out.shown > out.count) out.shown = out.count;
  for (int i = 0; i < e.count; i++) {
    int column = p.placed ? (int)(e.tiles[i].x - e.left) : i % p.across;
    int row = row_of(&p, e.tiles, i) - out.first;
    if (row < 0 || row >= out.shown) continue;
    draw_tile(m, c, r.x + column * p.pitch, r.y + row * p.high, &p.look, &e.tiles[i],
              &out);
  }
  return out;
}
