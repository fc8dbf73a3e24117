#include "reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "core/base/text.h"

enum { MOST = 16 /* numbers of a sequence */ };

static const struct reader_ink plain = {-1, -1, 0};

struct reader reader_open(int width, int height) {
  struct reader r = {.width = width, .height = height, .bottom = height - 1, .ink = plain};
  r.glyph = calloc((size_t)(width * height), sizeof *r.glyph);
  assert_non_null(r.glyph);
  return r;
}

static void blank(struct reader *r, int from, int to) {
  for (; from < to; from++) r->glyph[from] = (struct reader_glyph){' ', {-1, r->ink.bg, 0}};
}

/* Takes rows out at the cursor, or puts blank ones in: those below move. */
static void move_rows(struct reader *r, int rows, bool out) {
  int here = r->y * r->width, all = r->width * r->height, cells = rows * r->width;
  assert_true(rows > 0 && here + cells <= all && r->top == 0 && r->bottom == r->height - 1);
  struct reader_glyph *at = &r->glyph[here];
  size_t stay = (size_t)(all - here - cells) * sizeof *at;
  if (out) memmove(at, at + cells, stay);
  else memmove(at + cells, at, stay);
  if (out) blank(r, all - cells, all);
  else blank(r, here, here + cells);
}

/* A colour of the table of 256: of the cube of 6 × 6 × 6, or of the ramp of 24 greys (xterm's
 * 256colres.pl). */
static int number(const struct reader *r, int n) {
  static const int levels[] = {0, 95, 135, 175, 215, 255};
  if (!r->direct) return n;
  assert_in_range(n, 16, 255);
  if (n >= 232) return (8 + 10 * (n - 232)) * 0x10101;
  n -= 16;
  return levels[n / 36] << 16 | levels[n / 6 % 6] << 8 | levels[n % 6];
}

static void select_ink(struct reader *r, const int *n, int count) {
  for (int i = 0; i < count; i++) {
    int *to = n[i] / 10 % 10 == 3 || n[i] / 10 % 10 == 9 ? &r->ink.fg : &r->ink.bg;
    if (n[i] == 0) r->ink = plain;
    else if (n[i] == READER_BOLD || n[i] == READER_FAINT || n[i] == READER_UNDERLINE ||
             n[i] == READER_REVERSE)
      r->ink.attributes |= 1u << n[i];
    else if ((n[i] == 38 || n[i] == 48) && n[i + 1] == 5)
      *to = number(r, n[i + 2]), i += 2;
    else if ((n[i] == 38 || n[i] == 48) && n[i + 1] == 2)
      *to = n[i + 2] << 16 | n[i + 3] << 8 | n[i + 4], i += 4;
    else if (n[i] == 39 || n[i] == 49) *to = -1;
    else if (n[i] >= 30 && n[i] < 50) *to = n[i] % 10;
    else if (n[i] >= 90 && n[i] < 108) *to = n[i] % 10 + 8;
    else fail_msg("SGR %d", n[i]);
  }
}

/* What follows ESC [ */
static const char *control(struct reader *r, const char *s) {
  int n[MOST + 8] = {0}, count = 0;
  for (; (*s >= '0' && *s <= '9') || *s == ';'; s++) {
    if (*s == ';') count++;
    else n[count] = n[count] * 10 + *s - '0';
    assert_true(count < MOST);
  }
  int here = r->y * r->width + r->x, end = r->width * (r->y + 1), all = r->width * r->height;
  int by = n[0] ? n[0] : 1;
  switch (*s) {
  case 'H':
    r->y = n[0] > 1 ? n[0] - 1 : 0, r->x = n[1] > 1 ? n[1] - 1 : 0;
    r->full = false;
    break;
  case 'C':
    assert_true(!r->full); /* from where is it counted? */
    r->x += by;
    break;
  case 'D':
    assert_true(!r->full && by <= r->x);
    r->x -= by;
    break;
  case 'K': blank(r, here, end); break;
  case 'X':
    assert_true(!r->full && n[0] > 0 && r->x + n[0] <= r->width);
    blank(r, here, here + n[0]);
    break;
  case 'J': blank(r, n[0] ? 0 : here, all); break;
  case 'L':
  case 'M':
    move_rows(r, by, *s == 'M');
    r->x = 0;
    break;
  case 'm': select_ink(r, n, count + 1); break;
  case 'r':
    r->top = n[0] > 1 ? n[0] - 1 : 0, r->bottom = n[1] ? n[1] - 1 : r->height - 1;
    r->x = r->y = 0;
    r->full = false;
    break;
  default: fail_msg("ESC [ %c", *s);
  }
  assert_true(r->x < r->width && r->y < r->height);
  return s + 1;
}

static void write_glyph(struct reader *r, uint32_t code) {
  int cells = wcwidth((wchar_t)code);
  assert_true(cells > 0 && !r->full && r->x + cells <= r->width);
  struct reader_glyph *g = &r->glyph[r->y * r->width + r->x];
  if (!g->code && r->x > 0) g[-1].code = ' '; /* half of a wide one stays */
  *g = (struct reader_glyph){code, r->ink};
  if (cells == 2) g[1] = (struct reader_glyph){0, r->ink};
  r->x += cells;
  if (r->x < r->width && !r->glyph[r->y * r->width + r->x].code)
    r->glyph[r->y * r->width + r->x].code = ' ';
  if (r->x == r->width) r->full = true, r->x--;
}

static void creep(struct reader *r, char to) {
  assert_true(!r->full && (to == '\n' ? r->y + 1 < r->height : r->x > 0));
  if (to == '\n') r->y++;
  else r->x--;
}

void reader_feed(struct reader *r, const char *s, size_t size) {
  struct wl_glyph g;
  for (const char *end = s + size; s < end;) {
    if (*s == '\0' || *s == '\017') s++; /* padding; the usual letters */
    else if (*s == '\n' || *s == '\b') creep(r, *s++);
    else if (*s == '\033' && s[1] == '[') s = control(r, s + 2);
    else if (*s == '\033' && s[1] == '(') s += 3;
    else if (wl_text_next(&s, end, &g)) write_glyph(r, g.code);
  }
}
