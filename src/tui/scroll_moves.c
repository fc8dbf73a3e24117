#include "tui/scroll_moves.h"

#include <stdint.h>
#include <string.h>

#include "canvas/canvas.h"

enum {
  PARTS = 4,   /* of a row: signs in one of them do not hide that the others moved */
  TALLEST = 512,
  MANY = 8,    /* letters of a row that are others: it may have moved */
  ROWS = 3,    /* such rows: the picture may have */
  SPARED = 40, /* cells at least: to move rows takes some 25 bytes */
};

/* What a row looks like, from afar: the letters of each part. 0: blank. */
struct print { uint32_t part[PARTS]; };

/* A row that has changed, and what it looks like before and after. */
struct change { int y; struct print was, now; };

struct search {
  const struct wl_cell *shown;
  int stride;
  const struct wl_canvas *canvas;
  int width, height;
  int count; /* of the rows that have changed, from the top down */
  struct change change[TALLEST];
};

static const struct wl_cell *old_row(const struct search *s, int y) {
  return &s->shown[y * s->stride];
}

/* Letters times odd numbers, one for each column: one that changes always changes the sum. */
static struct print print_of(const struct wl_cell *row, int width) {
  uint32_t blank = wl_cell_bits((struct wl_cell){.code = ' '}), mask = wl_cell_letter();
  struct print print = {{0}};
  for (int i = 0; i < PARTS; i++)
    for (int x = width * i / PARTS, end = width * (i + 1) / PARTS; x < end; x++)
      print.part[i] += ((wl_cell_bits(row[x]) & mask) ^ blank) * ((uint32_t)x * 0x9e3779b2u + 1);
  return print;
}

/* How many cells of two rows differ in those bits. */
static int count_others(const struct wl_cell *a, const struct wl_cell *b, int width,
                        uint32_t mask) {
  int count = 0;
  for (int x = 0; x < width; x++) count += ((wl_cell_bits(a[x]) ^ wl_cell_bits(b[x])) & mask) != 0;
  return count;
}

static bool equal(const struct search *s, const struct wl_cell *a, const struct wl_cell *b) {
  return memcmp(a, b, (size_t)s->width * sizeof *a) == 0;
}

/* Cells of a row that differ from those that are shown in row `from`; from blanks if below 0. */
static int others(const struct search *s, int y, int from) {
  const struct wl_cell *a = wl_canvas_row(s->canvas, y);
  if (from >= 0) {
    const struct wl_cell *b = old_row(s, from);
    return equal(s, a, b) ? 0 : count_others(a, b, s->width, wl_cell_looks());
  }
  uint32_t blank = wl_cell_bits((struct wl_cell){.code = ' '}), mask = wl_cell_letter();
  int count = 0;
  for (int x = 0; x < s->width; x++) count += (wl_cell_bits(a[x]) & mask) != blank;
  return count;
}

/* Finds the rows that have changed; false: too few have other letters than before. */
static bool has_moved(struct search *s) {
  int rows = 0;
  for (int y = 0; y < s->height; y++) {
    const struct wl_cell *now = wl_canvas_row(s->canvas, y), *was = old_row(s, y);
    if (equal(s, now, was)) continue;
    s->change[s->count++].y = y;
    rows += count_others(now, was, s->width, wl_cell_letter()) >= MANY;
  }
  return rows >= ROWS;
}

/* How many parts of two rows look alike, and are not blank. */
static int alike(const struct print *a, const struct print *b) {
  int count = 0;
  for (int i = 0; i < PARTS; i++) count += a->part[i] == b->part[i] && a->part[i] != 0;
  return count;
}

/* By how much most rows have moved, so that more of each looks alike than does where it is; those
 * that have stayed take no part. */
static int most_likely(struct search *s) {
  int sums[2 * TALLEST], *sum = sums + s->height, by = 0;
  memset(sums, 0, 2 * (size_t)s->height * sizeof *sums);
  for (struct change *k = s->change; k < s->change + s->count; k++) {
    k->now = print_of(wl_canvas_row(s->canvas, k->y), s->width);
    k->was = print_of(old_row(s, k->y), s->width);
  }
  for (int to = 0; to < s->count; to++) {
    int stays = alike(&s->change[to].now, &s->change[to].was);
    for (int from = 0; from < s->count; from++) {
      int moved = alike(&s->change[to].now, &s->change[from].was);
      if (moved > stays) sum[s->change[from].y - s->change[to].y] += moved - stays;
    }
  }
  for (int k = 1 - s->height; k < s->height; k++)
    if (sum[k] > sum[by]) by = k;
  return by;
}

/* Rows that take part in a move, and how many cells it spares. */
struct gain { int first, sum; };

bool wl_shift_find(const struct wl_cell *shown, int stride, const struct wl_canvas *c,
                   struct wl_shift *to) {
  struct search s; /* its rows are set where they are counted */
  s.shown = shown, s.stride = stride, s.canvas = c, s.count = 0;
  s.width = wl_canvas_width(c), s.height = wl_canvas_height(c);
  int blanks[TALLEST + 1], most = 0; /* spared where the rows above y are left blank */
  if (s.height > TALLEST || !has_moved(&s)) return false;
  int by = most_likely(&s);
  if (!by) return false;
  blanks[0] = 0;
  for (int y = 0; y < s.height; y++)
    blanks[y + 1] = blanks[y] + others(&s, y, y) - others(&s, y, -1);
  struct gain now = {0};
  for (int y = by < 0 ? -by : 0; y < s.height && y + by < s.height; y++) {
    int begin = by < 0 ? blanks[y] - blanks[y + by] : 0; /* where y is the first to move */
    if (y == (by < 0 ? -by : 0) || now.sum <= begin) now = (struct gain){y, begin};
    now.sum += others(&s, y, y) - others(&s, y, y + by);
    int sum = by < 0 ? now.sum : now.sum + blanks[y + 1 + by] - blanks[y + 1];
    if (sum <= most) continue;
    most = sum;
    *to = (struct wl_shift){by < 0 ? now.first + by : now.first, by < 0 ? y + 1 : y + 1 + by, by};
  }
  return most >= SPARED;
}
