#include "tui/shift.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
  PARTS = 4,   /* of a row: signs in one of them do not hide that the others moved */
  TALLEST = 512,
  MANY = 8,    /* letters of a row that are others: it may have moved */
  ROWS = 3,    /* such rows: the picture may have */
  SPARED = 40, /* cells at least: to move rows takes some 25 bytes */
};

/* What rows look like, from afar: the letters of each part. 0: blank. */
struct prints { uint32_t part[PARTS][TALLEST]; };

struct search {
  const struct wl_cell *shown;
  int stride;
  const struct wl_canvas *canvas;
  int width, height;
};

static const struct wl_cell *old_row(const struct search *s, int y) {
  return &s->shown[y * s->stride];
}

/* A cell as one number: rows of numbers are compared many at once. */
static uint32_t bits(struct wl_cell cell) {
  uint32_t number;
  static_assert(sizeof cell == sizeof number, "a cell is a number");
  memcpy(&number, &cell, sizeof number);
  return number;
}

/* The letter and the style of a cell, of which others may have others; and the letter alone. */
static uint32_t looks(void) { return bits((struct wl_cell){.code = 0x3fffff, .style = 0xff}); }
static uint32_t letter(void) { return bits((struct wl_cell){.code = 0x3fffff}); }

/* Letters times odd numbers, one for each column: one that changes always changes the sum. */
static void take_print(const struct wl_cell *row, int width, int y, struct prints *to) {
  uint32_t blank = bits((struct wl_cell){.code = ' '}), mask = letter();
  for (int i = 0; i < PARTS; i++) {
    uint32_t sum = 0;
    for (int x = width * i / PARTS; x < width * (i + 1) / PARTS; x++)
      sum += ((bits(row[x]) & mask) ^ blank) * ((uint32_t)x * 0x9e3779b2u + 1);
    to->part[i][y] = sum;
  }
}

/* How many cells of two rows differ in those bits. */
static int count_others(const struct wl_cell *a, const struct wl_cell *b, int width,
                        uint32_t mask) {
  int count = 0;
  for (int x = 0; x < width; x++) count += ((bits(a[x]) ^ bits(b[x])) & mask) != 0;
  return count;
}

/* Cells of a row that differ from those that are shown in row `from`; from blanks if below 0. */
static int others(const struct search *s, int y, int from) {
  const struct wl_cell *a = wl_canvas_row(s->canvas, y);
  if (from >= 0) return count_others(a, old_row(s, from), s->width, looks());
  uint32_t blank = bits((struct wl_cell){.code = ' '}), mask = letter();
  int count = 0;
  for (int x = 0; x < s->width; x++) count += (bits(a[x]) & mask) != blank;
  return count;
}

/* How many parts of row y look like those of row `from` before, each row on its own. */
static void count_alike(const struct prints *now, const struct prints *was, int by, int first,
                        int end, uint8_t alike[TALLEST]) {
  memset(alike + first, 0, (size_t)(end - first));
  for (int i = 0; i < PARTS; i++) {
    const uint32_t *a = now->part[i], *b = was->part[i];
    for (int y = first; y < end; y++)
      alike[y] = (uint8_t)(alike[y] + (a[y] == b[y + by] && a[y] != 0));
  }
}

/* By how much most rows have moved, so that more of each looks alike than does where it is; those
 * that have stayed need not take part. */
static int most_likely(const struct search *s) {
  struct prints was, now;
  uint8_t stays[TALLEST], moved[TALLEST];
  int by = 0, most = 0;
  for (int y = 0; y < s->height; y++) {
    take_print(old_row(s, y), s->width, y, &was);
    take_print(wl_canvas_row(s->canvas, y), s->width, y, &now);
  }
  count_alike(&now, &was, 0, 0, s->height, stays);
  for (int k = 1 - s->height; k < s->height; k++) {
    int first = k < 0 ? -k : 0, end = k < 0 ? s->height : s->height - k, sum = 0;
    count_alike(&now, &was, k, first, end, moved);
    for (int y = first; y < end; y++) sum += moved[y] > stays[y] ? moved[y] - stays[y] : 0;
    if (sum > most) most = sum, by = k;
  }
  return by;
}

/* Whether enough rows have other letters than before. */
static bool has_moved(const struct search *s) {
  int rows = 0;
  for (int y = 0; y < s->height && rows < ROWS; y++)
    rows += count_others(wl_canvas_row(s->canvas, y), old_row(s, y), s->width, letter()) >= MANY;
  return rows >= ROWS;
}

/* Rows that take part in a move, and how many cells it spares. */
struct gain { int first, sum; };

bool wl_shift_find(const struct wl_cell *shown, int stride, const struct wl_canvas *c,
                   struct wl_shift *to) {
  struct search s = {shown, stride, c, wl_canvas_width(c), wl_canvas_height(c)};
  int blanks[TALLEST + 1] = {0}; /* spared where the rows above y are left blank */
  int most = 0;
  if (s.height > TALLEST || !has_moved(&s)) return false;
  int by = most_likely(&s);
  if (!by) return false;
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
