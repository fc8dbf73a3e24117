#include "tui/shift.h"

#include <stdint.h>
#include <string.h>

enum {
  PARTS = 4,   /* of a row: signs in one of them do not hide that the others moved */
  TALLEST = 512,
  MANY = 8,    /* letters of a row that are others: it may have moved */
  ROWS = 3,    /* such rows: the picture may have */
  SPARED = 40, /* cells at least: to move rows takes some 25 bytes */
};

/* What rows look like, from afar. */
struct print { uint32_t part[PARTS]; /* 0: blank */ };

struct search {
  const struct wl_cell *shown;
  int stride;
  const struct wl_canvas *canvas;
  int width, height;
};

static const struct wl_cell *old_row(const struct search *s, int y) {
  return &s->shown[y * s->stride];
}

static struct print print_of(const struct wl_cell *row, int width) {
  struct print to = {{0}};
  for (int i = 0; i < PARTS; i++)
    for (int x = width * i / PARTS; x < width * (i + 1) / PARTS; x++)
      if (row[x].code != ' ')
        to.part[i] = (to.part[i] ^ row[x].code ^ (uint32_t)x << 16) * 0x01000193u + 1;
  return to;
}

static int alike(const struct print *a, const struct print *b) {
  int parts = 0;
  for (int i = 0; i < PARTS; i++) parts += a->part[i] && a->part[i] == b->part[i];
  return parts;
}

/* Cells of a row that differ from those that are shown in row `from`; from blanks if below 0. */
static int others(const struct search *s, int y, int from) {
  const struct wl_cell *a = wl_canvas_row(s->canvas, y), *b = from < 0 ? NULL : old_row(s, from);
  int count = 0;
  for (int x = 0; x < s->width; x++)
    count += b ? a[x].code != b[x].code || a[x].style != b[x].style : a[x].code != ' ';
  return count;
}

/* By how much most rows have moved, so that more of them look alike than do where they are. */
static int most_likely(const struct search *s) {
  struct print was[TALLEST], now[TALLEST];
  int by = 0, most = 0;
  for (int y = 0; y < s->height; y++) {
    was[y] = print_of(old_row(s, y), s->width);
    now[y] = print_of(wl_canvas_row(s->canvas, y), s->width);
  }
  for (int k = 1 - s->height; k < s->height; k++) {
    int sum = 0;
    for (int y = k < 0 ? -k : 0; y < s->height && y + k < s->height; y++) {
      int stays = alike(&now[y], &was[y]);
      if (stays < PARTS) sum += alike(&now[y], &was[y + k]) - stays;
    }
    if (sum > most) most = sum, by = k;
  }
  return by;
}

/* Whether enough rows have other letters than before. */
static bool has_moved(const struct search *s) {
  int rows = 0;
  for (int y = 0; y < s->height && rows < ROWS; y++) {
    const struct wl_cell *a = wl_canvas_row(s->canvas, y), *b = old_row(s, y);
    int letters = 0;
    if (memcmp(a, b, (size_t)s->width * sizeof *a) == 0) continue;
    for (int x = 0; x < s->width; x++) letters += a[x].code != b[x].code;
    rows += letters >= MANY;
  }
  return rows >= ROWS;
}

/* Rows that take part in a move, and how many cells it spares. */
struct gain { int first, sum; };

bool wl_shift_find(const struct wl_cell *shown, int stride, const struct wl_canvas *c,
                   struct wl_shift *to) {
  struct search s = {shown, stride, c, wl_canvas_width(c), wl_canvas_height(c)};
  int blanks[TALLEST + 1] = {0}; /* spared where rows above are left blank: less than nothing */
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
