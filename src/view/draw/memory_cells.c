#include "view/draw/memory_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/canvas.h"
#include "canvas/theme.h"
#include "core/count/count_spaces.h"

int wl_words_cells(int width, int count, int group) {
  return width * count + (group ? (count - 1) / group : 0);
}

static unsigned highest(uint32_t lanes) { return 31u - (unsigned)__builtin_clz(lanes); }

/* Whether the lanes have no hole between them. */
static bool contiguous(uint32_t lanes) {
  uint32_t ones = lanes >> wl_lowest_lane(lanes);
  return (ones & (ones + 1)) == 0;
}

static bool picked_in(const struct wl_cell_word *w, unsigned picked) {
  return w->lanes >> picked & 1;
}

static bool single(uint32_t lanes) { return lanes && !(lanes & (lanes - 1)); }

/* Words from `first` on of lanes that go down, one each; 1 where they have no room for the names
 * of both ends, without which they would look as if they went up. */
static int run_down(const struct wl_cell_word *w, int first, int end, unsigned picked, int width) {
  enum { NAMES = 6 /* cells: "31─24", and a blank before the next */ };
  int n = 1;
  if (picked_in(&w[first], picked) || !single(w[first].lanes)) return 1;
  for (; first + n < end; n++) {
    const struct wl_cell_word *a = &w[first + n - 1], *b = a + 1;
    if (!single(b->lanes) || b->style != a->style || picked_in(b, picked) ||
        b->lanes << 1 != a->lanes) break;
  }
  return n * width > NAMES ? n : 1;
}

/* Words of the run that begins at `first`: the same lanes again, or the lanes
 * that follow, up or down. A group boundary ends it. */
static int run_of(const struct wl_cell_word *w, int first, int end, unsigned picked, int width) {
  int n = 1;
  if (!w[first].lanes) return 1;
  bool same = first + 1 < end && w[first + 1].lanes == w[first].lanes;
  if (same) {
    while (first + n < end && w[first + n].lanes == w[first].lanes &&
           w[first + n].style == w[first].style)
      n++;
    return n;
  }
  if (picked_in(&w[first], picked) || !contiguous(w[first].lanes)) return 1;
  for (; first + n < end; n++) {
    const struct wl_cell_word *a = &w[first + n - 1], *b = a + 1;
    if (!b->lanes || b->style != a->style || picked_in(b, picked) || !contiguous(b->lanes)) break;
    if (wl_lowest_lane(b->lanes) != highest(a->lanes) + 1) break;
    if (first + n + 1 < end && b[1].lanes == b->lanes) break; /* begins a run of its own */
  }
  return n > 1 ? n : run_down(w, first, end, picked, width);
}

/* Cells of a name, and how it looks; `touches`: the name before it does; `room`: cells that the
 * number of a lane may take, with that of the next word where words have one; `before`: the number
 * of the picked lane stands behind them, and shall stand alone; `bare`: whether some lane has no
 * number. */
struct place { int x, y, cells, room; enum wl_style style; bool touches, before, *bare; };

/* Numbers stay apart: one that would touch another has a mark in its place. Returns where it ends,
 * -1: there is none. */
static int number(struct wl_canvas *c, struct place p, unsigned lane) {
  int digits = lane > 9 ? 2 : 1, on = p.touches, end = p.x + on + digits;
  bool fits = on + digits <= p.room && !(on && p.cells == 1) &&
              !(p.before && end >= p.x + p.cells);
  if (fits) return wl_canvas_printf(c, p.x + on, p.y, p.style, "%u", lane);
  wl_canvas_glyph(c, p.x + p.cells - 1, p.y, WL_GLYPH_BULLET, 1, p.style);
  *p.bare = true;
  return -1;
}

/* "3", or "0–7" where it fits, "×8", "××" for ten and more; one cell on where the name before
 * touches it and there is room. Returns where it ends; -1: it is a mark alone. */
static int label(struct wl_canvas *c, struct place p, uint32_t lanes) {
  char text[16];
  unsigned count = (unsigned)__builtin_popcount(lanes);
  wl_canvas_glyph(c, p.x, p.y, WL_GLYPH_SPACE, p.cells, p.style);
  if (count == 1) {
    return number(c, p, wl_lowest_lane(lanes));
  } else {
    snprintf(text, sizeof text, "%u–%u", wl_lowest_lane(lanes), highest(lanes));
    if (!contiguous(lanes) || wl_canvas_cells(c, text, -1) > p.cells)
      snprintf(text, sizeof text, p.cells < 2 ? "×" : count < 10 ? "×%u" : "××", count);
  }
  bool on = p.touches && wl_canvas_cells(c, text, -1) < p.cells;
  return wl_canvas_text(c, p.x + on, p.y, p.style, text);
}

void wl_draw_vain(struct wl_canvas *c, int x, int y, int width) {
  wl_canvas_glyph(c, x, y, WL_GLYPH_SPACE, width, WL_STYLE_WASTE);
  wl_canvas_glyph(c, x, y, WL_GLYPH_LIGHT, width > 2 ? width - 1 : 1, WL_STYLE_WASTE);
}

/* Words that run_of() has joined: the first lane and the last are named, that one where there is
 * room; where they are the same, the other words have a dash each. What is joined ends before the
 * next run, if there is `more`. Returns where that is. */
static int draw_run(struct wl_canvas *c, struct place p, struct wl_cell_words w, bool more) {
  char from[4], to[4];
  int end = p.x + p.cells;
  uint32_t first = w.word[0].lanes, last = w.word[w.count - 1].lanes;
  snprintf(from, sizeof from, "%u", wl_lowest_lane(first));
  snprintf(to, sizeof to, "%u", highest(last));
  bool whole = p.touches + strlen(from) + 1 + strlen(to) <= (size_t)p.cells;
  bool begins = !p.touches && !more && strlen(from) < (size_t)p.cells;
  if (w.count == 1 || (w.width == 1 && first != last && !whole && !begins)) {
    int named = -1;
    p.cells = w.width;
    for (int i = 0; i < w.count; i++, p.x += w.width, p.touches = named == p.x) {
      if (named > p.x) continue; /* the number before it has its cell */
      if (w.count > 1) p.room = i + 1 < w.count ? 2 : 1;
      named = label(c, p, w.word[i].lanes);
    }
    return named;
  }
  if (first == last) {
    int ends = label(c, p, first), named = ends < 0 ? p.x + 1 : ends;
    enum wl_style joined = w.quiet ? WL_STYLE_JOINED : p.style;
    wl_canvas_glyph(c, named, p.y, WL_GLYPH_SPACE, end - named, joined);
    for (int x = p.x + w.width; x < end; x += w.width) {
      if (x < named) continue;
      if (w.width > 1) wl_canvas_text(c, x, p.y, joined, "-"); /* one byte: a step may have 90 */
      else wl_canvas_glyph(c, x, p.y, WL_GLYPH_H, 1, joined);
    }
    return ends;
  }
  wl_canvas_glyph(c, p.x, p.y, WL_GLYPH_H, p.cells, w.quiet ? WL_STYLE_JOINED : p.style);
  if (p.touches) wl_canvas_glyph(c, p.x, p.y, WL_GLYPH_SPACE, 1, p.style);
  int named = wl_canvas_text(c, p.x + p.touches, p.y, p.style, from), stop = end - more;
  if (more) wl_canvas_glyph(c, stop, p.y, WL_GLYPH_SPACE, 1, p.style); /* the next has a name */
  if (named + 1 + (int)strlen(to) <= stop) wl_canvas_right(c, stop, p.y, p.style, to);
  return stop;
}

/* Cells that the number of a lane may have: its own, and the first of the next word, if nobody
 * asks for that one, or words have one each and it is asked for in the same way. */
static int room_of(const struct wl_cell_words *w, int at, int n, int end, unsigned picked) {
  const struct wl_cell_word *a = &w->word[at], *b = a + n;
  if (at + n >= end || n > 1) return n * w->width;
  bool alike = w->width == 1 && !picked_in(a, picked) && single(b->lanes) &&
               b->style == a->style && !picked_in(b, picked) &&
               run_of(w->word, at + 1, end, picked, w->width) == 1;
  bool free = !b->lanes && (w->width == 1 || !b->moved);
  return w->width + (alike || free);
}

/* How a run looks beside the one before it, of which WL_STYLE_TEXT is none; `touches`: their names
 * do. While words are served they are set off only there: it is many bytes a step. */
static enum wl_style style_of(const struct wl_cell_word *w, unsigned picked, enum wl_style before,
                              bool touches) {
  bool beside = before == WL_STYLE_USED || before == WL_STYLE_CLASH;
  if (picked_in(w, picked)) return WL_STYLE_PICK;
  if (beside && w->style == WL_STYLE_USED) return WL_STYLE_USED_ALT;
  if (beside && w->style == WL_STYLE_CLASH) return WL_STYLE_CLASH_ALT;
  if (touches && before == WL_STYLE_NOW && w->style == before) return WL_STYLE_NOW_ALT;
  if (touches && before == WL_STYLE_DONE && w->style == before) return WL_STYLE_DONE_ALT;
  return (enum wl_style)w->style;
}

/* Whether nothing of some words is asked for or moves. */
static bool is_still(const struct wl_cell_word *w, int count) {
  while (count > 0 && !w->lanes && !w->moved) w++, count--;
  return count == 0;
}

bool wl_draw_words(struct wl_canvas *c, int x, int y, struct wl_cell_words w, unsigned picked) {
  enum wl_style before = WL_STYLE_TEXT; /* of the run that touches this one */
  bool bare = false;
  int named = -1;      /* where the name of the last run ends */
  for (int i = 0, n; i < w.count; i += n) {
    int end = w.group ? i - i % w.group + w.group : w.count;
    if (end > w.count) end = w.count;
    const struct wl_cell_word *first = &w.word[i];
    if (w.group && i && i % w.group == 0) x++, before = WL_STYLE_TEXT;
    bool still = w.sectors && is_still(first, end - i);
    n = still ? end - i : run_of(w.word, i, end, picked, w.width);
    for (int k = 0; k < n; k++)
      wl_canvas_hit(c, (struct wl_rect){x + k * w.width, y, w.width, 1}, WL_HIT_LANES,
                    first[k].lanes);
    if (w.width == 1 && n == 1 && named > x) { /* the number before it has its cell */
      if (!first->lanes) wl_canvas_restyle(c, (struct wl_rect){x, y, 1, 1}, WL_STYLE_DIM);
    } else if (still) {
      wl_canvas_glyph(c, x + (n * w.width - 1) / 2, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    } else if (!first->lanes && !first->moved && w.width > 1 && named >= x) {
      before = WL_STYLE_TEXT; /* a dot would touch a name that fills its cells */
    } else if (!first->lanes) {
      if (first->moved) wl_draw_vain(c, x, y, w.width);
      else wl_canvas_glyph(c, x, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
      before = WL_STYLE_TEXT;
    } else {
      enum wl_style style = style_of(first, picked, before, named == x);
      before = style;
      bool more = i + n < end && first[n].lanes;
      bool next = more && picked_in(&first[n], picked);
      struct place p = {x, y, n * w.width, room_of(&w, i, n, end, picked), style, named == x, next,
                        &bare};
      struct wl_cell_words run = {first, n, 0, w.width, w.quiet, false};
      named = draw_run(c, p, run, more);
    }
    x += n * w.width;
  }
  return bare;
}

static struct wl_row *row_at(struct wl_row *rows, int *count, uint64_t base) {
  for (int i = 0; i < *count; i++)
    if (rows[i].base == base) return &rows[i];
  if (*count == WL_MAX_ROWS) return NULL;
  struct wl_row *r = &rows[(*count)++];
  *r = (struct wl_row){.base = base, .tag = -1};
  return r;
}

static void use(struct wl_row *row, const struct wl_access *a, unsigned lane) {
  for (uint64_t b = a->address[lane] & ~3ull; b < a->address[lane] + a->width; b += 4)
    if (b - row->base < 128) row->word[(b - row->base) / 4] |= 1u << lane;
  row->lanes |= 1u << lane;
}

static int by_base(const void *a, const void *b) {
  const struct wl_row *x = a, *y = b;
  return x->base < y->base ? -1 : x->base > y->base;
}

int wl_transaction_of(const struct wl_explain *e, uint64_t address, uint32_t lanes) {
  for (int i = 0; i < e->transaction_count; i++) {
    const struct wl_transaction *t = &e->transaction[i];
    if (address - t->address < t->bytes && t->lanes & lanes) return i;
  }
  return -1;
}

/* The sectors of a row that transactions move, whether a lane touches them or not. */
static uint8_t sectors_moved(const struct wl_explain *e, uint64_t base) {
  unsigned sectors = 0;
  for (int i = 0; i < e->transaction_count; i++)
    for (uint64_t b = 0; b < e->transaction[i].bytes; b += 32) {
      uint64_t offset = e->transaction[i].address + b - base;
      if (offset < 128) sectors |= 1u << offset / 32;
    }
  return (uint8_t)sectors;
}

/* A line of an explanation as a row. */
static void fill_row(const struct wl_step_info *s, const struct wl_line *line, struct wl_row *row) {
  const struct wl_access *a = &s->step.access;
  const struct wl_explain *e = &s->explain;
  *row = (struct wl_row){.base = line->address, .sectors = line->sectors, .tag = line->tag};
  if (!e->tag_count) row->tag = -1;
  if (e->transaction_count) row->sectors = sectors_moved(e, line->address);
  bool local = a->space == WL_LOCAL;
  for (unsigned i = 0; i < (local ? wl_local_rows(a->width) : 1); i++) {
    struct wl_access global = *a;
    if (local) wl_local_row(a, i, &global);
    for (unsigned l = 0; l < WL_LANES; l++)
      if (line->lanes >> l & 1) use(row, &global, l);
  }
  for (int q = 0; q < 4; q++)
    row->used[q] = (uint8_t)__builtin_popcountll(line->used[q / 2] >> q % 2 * 32 & 0xffffffffu);
}

int wl_access_rows(const struct wl_step_info *s, struct wl_row rows[WL_MAX_ROWS]) {
  const struct wl_access *a = &s->step.access;
  const struct wl_explain *e = &s->explain;
  int count = 0;
  if (s->step.kind != WL_STEP_ACCESS || a->space == WL_TEXTURE) return 0;
  if (wl_moves_sectors((enum wl_space)a->space)) {
    for (; count < e->line_count && count < WL_MAX_ROWS; count++)
      fill_row(s, &e->line[count], &rows[count]);
    return count;
  }
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(a->mask >> l & 1)) continue;
    struct wl_row *row = row_at(rows, &count, a->address[l] & ~127ull);
    if (row) use(row, a, l);
  }
  qsort(rows, (size_t)count, sizeof rows[0], by_base);
  return count;
}

int wl_filled_rows(const struct wl_step_info *s, struct wl_row *rows, int room) {
  struct wl_row found[WL_MAX_ROWS];
  struct wl_access to = s->step.access;
  int count = 0;
  if (s->step.kind != WL_STEP_ACCESS || !wl_op_is_copy((enum wl_op)to.op)) return 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    to.address[l] = to.second[l];
    struct wl_row *row = to.mask >> l & 1 ? row_at(found, &count, to.address[l] & ~127ull) : NULL;
    if (row) use(row, &to, l);
  }
  qsort(found, (size_t)count, sizeof found[0], by_base);
  if (count > room) count = room;
  for (int i = 0; i < count; i++) rows[i] = found[i], rows[i].filled = true;
  return count;
}

int wl_word_wavefront(const struct wl_explain *e, uint64_t index, uint32_t lanes) {
  for (int i = 0; i < e->word_count && e->wavefront_count > 0; i++)
    if (e->word[i].index == index && e->word[i].lanes & lanes) return e->word[i].wavefront;
  return -1;
}

/* Constant memory has no words: a pass serves an address. */
static int pass_of(const struct wl_explain *e, uint64_t address) {
  for (int i = 0; i < e->wavefront_count; i++)
    if (e->wavefront[i].address / 4 == address / 4) return i;
  return -1;
}

/* The words that banks serve: each as often as there are lane groups that ask for it. */
static void style_words(const struct wl_explain *e, const struct wl_row *row,
                        const struct wl_replay_state *now, struct wl_cell_word words[32]) {
  bool over[32] = {false}, served[32] = {false}, waits[32] = {false};
  for (int i = 0; i < e->word_count && e->wavefront_count > 0; i++) {
    const struct wl_word *word = &e->word[i];
    uint64_t at = word->index - row->base / 4;
    if (at >= 32 || !(words[at].lanes & word->lanes)) continue;
    over[at] |= word->wavefront < now->served;
    served[at] |= !now->tag && (now->again ? (word->lanes & now->now) != 0
                                           : word->wavefront == now->served);
    waits[at] |= word->wavefront >= now->served;
  }
  for (int i = 0; i < 32; i++)
    if (words[i].lanes)
      words[i].style = served[i] ? WL_STYLE_NOW
                     : over[i] && !waits[i] ? WL_STYLE_DONE
                                              : WL_STYLE_USED;
}

void wl_row_words(const struct wl_step_info *s, const struct wl_row *row,
                  const struct wl_replay_state *now,
                  struct wl_cell_word words[32]) {
  const struct wl_explain *e = &s->explain;
  bool constant = s->step.access.space == WL_CONSTANT;
  for (int i = 0; i < 32; i++) {
    struct wl_cell_word *w = &words[i];
    *w = (struct wl_cell_word){row->word[i], row->sectors >> i / 8 & 1, WL_STYLE_USED};
    if (!w->lanes || !now->replay || !(constant || now->transaction)) continue;
    uint64_t address = row->base + 4u * (unsigned)i;
    int at = constant ? pass_of(e, address) : wl_transaction_of(e, address, w->lanes);
    if (at < 0) continue;
    w->style = at < (int)now->index ? WL_STYLE_DONE
             : at == (int)now->index ? WL_STYLE_NOW
                                     : WL_STYLE_USED;
  }
  if (now->replay && !constant && !now->transaction) style_words(e, row, now, words);
}
