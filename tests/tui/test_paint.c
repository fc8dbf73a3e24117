/* What is painted, read by a small terminal: change by change it shows the picture, in as few
 * bytes as were promised. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "core/text.h"
#include "scene.h"
#include "tui/paint.h"
#include "tui/pen.h"
#include "view/act.h"
#include "view/model.h"
#include "view/picture.h"
#include "view/set.h"
#include "view/view.h"

#include <curses.h>
#include <term.h> /* its names are those of members above */

enum { BOLD = 1, FAINT = 2, UNDERLINE = 4, REVERSE = 7, MOST = 16 };

struct ink { int fg, bg; unsigned attributes; /* bit n: of ESC [ n m */ };
struct glyph { uint32_t code; struct ink ink; }; /* code 0: the half of a wide one */

/* The terminal that reads. */
struct reader {
  int width, height, x, y;
  int top, bottom; /* rows outside of them stay where others move */
  bool full; /* the last cell of the row was written: the next character wraps */
  struct ink ink;
  struct glyph *glyph;
};

static const struct ink plain = {-1, -1, 0};

static struct reader open_reader(int width, int height) {
  struct reader r = {.width = width, .height = height, .bottom = height - 1, .ink = plain};
  r.glyph = calloc((size_t)(width * height), sizeof *r.glyph);
  assert_non_null(r.glyph);
  return r;
}

static void blank(struct reader *r, int from, int to) {
  for (; from < to; from++) r->glyph[from] = (struct glyph){' ', {-1, r->ink.bg, 0}};
}

/* Takes rows out at the cursor, or puts blank ones in: those below move. */
static void move_rows(struct reader *r, int rows, bool out) {
  int here = r->y * r->width, all = r->width * r->height, cells = rows * r->width;
  assert_true(rows > 0 && here + cells <= all && r->top == 0 && r->bottom == r->height - 1);
  struct glyph *at = &r->glyph[here];
  size_t stay = (size_t)(all - here - cells) * sizeof *at;
  if (out) memmove(at, at + cells, stay);
  else memmove(at + cells, at, stay);
  if (out) blank(r, all - cells, all);
  else blank(r, here, here + cells);
}

static void select_ink(struct reader *r, const int *n, int count) {
  for (int i = 0; i < count; i++) {
    int *to = n[i] / 10 % 10 == 3 || n[i] / 10 % 10 == 9 ? &r->ink.fg : &r->ink.bg;
    if (n[i] == 0) r->ink = plain;
    else if (n[i] == BOLD || n[i] == FAINT || n[i] == UNDERLINE || n[i] == REVERSE)
      r->ink.attributes |= 1u << n[i];
    else if ((n[i] == 38 || n[i] == 48) && n[i + 1] == 5) *to = n[i + 2], i += 2;
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
  switch (*s) {
  case 'H':
    r->y = n[0] > 1 ? n[0] - 1 : 0, r->x = n[1] > 1 ? n[1] - 1 : 0;
    r->full = false;
    break;
  case 'C':
    assert_true(!r->full && n[0] > 0); /* from where is it counted? */
    r->x += n[0];
    break;
  case 'K': blank(r, here, end); break;
  case 'X':
    assert_true(!r->full && n[0] > 0 && r->x + n[0] <= r->width);
    blank(r, here, here + n[0]);
    break;
  case 'J': blank(r, n[0] ? 0 : here, all); break;
  case 'L':
  case 'M':
    move_rows(r, n[0] ? n[0] : 1, *s == 'M');
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
  struct glyph *g = &r->glyph[r->y * r->width + r->x];
  if (!g->code && r->x > 0) g[-1].code = ' '; /* half of a wide one stays */
  *g = (struct glyph){code, r->ink};
  if (cells == 2) g[1] = (struct glyph){0, r->ink};
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

static void feed(struct reader *r, const char *s, size_t size) {
  struct wl_glyph g;
  for (const char *end = s + size; s < end;) {
    if (*s == '\0' || *s == '\017') s++; /* padding; the usual letters */
    else if (*s == '\n' || *s == '\b') creep(r, *s++);
    else if (*s == '\033' && s[1] == '[') s = control(r, s + 2);
    else if (*s == '\033' && s[1] == '(') s += 3;
    else if (wl_text_next(&s, end, &g)) write_glyph(r, g.code);
  }
}

static bool looks_same(const struct glyph *a, const struct glyph *b) {
  const unsigned lit = 1u << UNDERLINE | 1u << REVERSE;
  bool shows = a->code != ' ' || (a->ink.attributes | b->ink.attributes) & lit;
  return a->code == b->code && a->ink.bg == b->ink.bg &&
         (!shows || (a->ink.fg == b->ink.fg && a->ink.attributes == b->ink.attributes));
}

/* What cells of a canvas are to look like, with all the colours that there are. */
static struct glyph meant(const struct wl_cell *cell, enum wl_scheme scheme, enum wl_tier tier) {
  const struct wl_look *look = wl_theme_look(scheme, tier, (enum wl_style)cell->style);
  unsigned on = look->attributes;
  return (struct glyph){cell->code, {look->fg, look->bg,
    (on & WL_BOLD ? 1u << BOLD : 0) | (on & WL_FAINT ? 1u << FAINT : 0) |
    (on & WL_UNDERLINE ? 1u << UNDERLINE : 0) | (on & WL_REVERSE ? 1u << REVERSE : 0)}};
}

/* One paint, its terminal, and one more that is given whole pictures only. */
struct both { struct wl_paint *paint, *anew; struct reader seen, whole; enum wl_scheme scheme; };

static struct both open_both(int width, int height, enum wl_scheme scheme) {
  struct both b = {wl_paint_create(wl_pen_tier()), wl_paint_create(wl_pen_tier()),
                   open_reader(width, height), open_reader(width, height), scheme};
  assert_true(b.paint && b.anew);
  wl_paint_scheme(b.paint, scheme);
  wl_paint_scheme(b.anew, scheme);
  wl_paint_forget(b.paint, width, height);
  return b;
}

static void close_both(struct both *b) {
  wl_paint_destroy(b->paint);
  wl_paint_destroy(b->anew);
  free(b->seen.glyph);
  free(b->whole.glyph);
}

/* Paints the canvas, and compares; returns how many bytes it took. */
static size_t show(struct both *b, const struct wl_canvas *c) {
  size_t size, all;
  int width = b->seen.width;
  const char *bytes = wl_paint(b->paint, c, &size);
  feed(&b->seen, bytes, size);
  wl_paint_forget(b->anew, width, b->seen.height);
  bytes = wl_paint(b->anew, c, &all);
  feed(&b->whole, bytes, all);
  enum wl_tier tier = wl_pen_tier();
  for (int i = 0; i < width * b->seen.height; i++) {
    const struct wl_cell *cell = wl_canvas_cell(c, i % width, i / width);
    struct glyph want = meant(cell, b->scheme, tier);
    if (!looks_same(&b->seen.glyph[i], &b->whole.glyph[i]))
      fail_msg("column %d of row %d: other than in the whole picture", i % width, i / width);
    if (tier >= WL_256 && cell->code && !looks_same(&b->seen.glyph[i], &want))
      fail_msg("column %d of row %d: not what was drawn", i % width, i / width);
  }
  return size;
}

static const char *const types[] = {"xterm-256color", "xterm", "linux", "screen-256color",
                                    "tmux-256color", "vt100", "xterm+direct"};

static void forget_type(void) {
  if (cur_term) del_curterm(cur_term);
}

/* True if the system knows the type. */
static bool set_type(const char *type) {
  int error;
  forget_type();
  return setupterm(type, 1, &error) == OK;
}

static uint32_t next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

/* A few texts, wide ones among them, and blanks in every style, anywhere. */
static void scribble(struct wl_canvas *c, uint64_t *seed) {
  static const char *const texts[] = {"a", "lane  7", "▁ ▁ ▁ ▁", "字", "値 値値", "—", "0.1",
                                      "██████", "x          y", "                              "};
  for (int i = (int)(next(seed) % 8); i >= 0; i--) {
    int x = (int)(next(seed) % 40) - 5, y = (int)(next(seed) % 6);
    enum wl_style style = (enum wl_style)(next(seed) % 3 ? next(seed) % WL_STYLES : 0);
    if (next(seed) % 8 == 0)
      wl_canvas_restyle(c, (struct wl_rect){x, y, (int)(next(seed) % 20), 2}, style);
    else wl_canvas_text(c, x, y, style, texts[next(seed) % (sizeof texts / sizeof texts[0])]);
  }
  if (next(seed) % 10 == 0) wl_canvas_clear(c);
}

static void test_scribbles(void **state) {
  (void)state;
  for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
    if (!set_type(types[type])) continue;
    for (unsigned scheme = 0; scheme < WL_SCHEMES; scheme++) {
      struct both b = open_both(36, 6, (enum wl_scheme)scheme);
      struct wl_canvas *c = wl_canvas_create(36, 6, false);
      uint64_t seed = scheme;
      for (int i = 0; i < 2000; i++) {
        scribble(c, &seed);
        show(&b, c);
      }
      wl_canvas_destroy(c);
      close_both(&b);
    }
  }
}

/* Many blanks are erased, those with others between them, too, where these are written later. */
static void test_erased(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(40, 4, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(40, 4, false);
  wl_canvas_text(c, 0, 1, WL_STYLE_GOOD, "x                      x");
  show(&b, c);
  wl_canvas_text(c, 1, 1, WL_STYLE_TITLE, "          "); /* ten take as much either way */
  size_t ten = show(&b, c);
  wl_canvas_text(c, 11, 1, WL_STYLE_TITLE, " ");
  assert_int_equal(show(&b, c), 1);
  wl_canvas_text(c, 1, 1, WL_STYLE_DIM, "abcdefghijk");
  show(&b, c);
  wl_canvas_text(c, 1, 1, WL_STYLE_TITLE, "           ");
  assert_true(show(&b, c) < ten);
  for (int x = 1; x < 21; x += 4) {
    wl_canvas_text(c, x, 1, WL_STYLE_USED, "  ");
    wl_canvas_text(c, x + 2, 1, WL_STYLE_USED_ALT, "ab");
  }
  show(&b, c);
  wl_canvas_text(c, 9, 1, WL_STYLE_TEXT, "  "); /* what stays as it is has to be passed over */
  show(&b, c);
  for (int x = 1; x < 21; x++)
    if (x != 9 && x != 10) wl_canvas_text(c, x, 1, x & 2 ? WL_STYLE_PICK : WL_STYLE_USED_ALT, " ");
  show(&b, c);
  wl_canvas_destroy(c);
  close_both(&b);
}

/* Whatever is done on the screen, on terminals of all types. */
static void test_screens(void **state) {
  (void)state;
  struct scene scenes[2] = {scene_create("transpose", 0), scene_create("zoo", 3)};
  for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
    if (!set_type(types[type])) continue;
    struct both b = open_both(80, 24, WL_DARK);
    struct wl_canvas *c = wl_canvas_create(80, 24, false);
    struct wl_model *m = wl_model_create();
    uint64_t seed = type;
    for (int i = 0; i < 400; i++) {
      struct scene s = scenes[i / 200];
      if (i % 200 == 0) wl_model_show(m, s.trace, s.analysis);
      uint32_t action = next(&seed) % (2 * WL_ACTION_COUNT);
      wl_model_do(m, action < WL_ACTION_COUNT ? (enum wl_action)action : WL_ACT_NEXT, 0);
      wl_model_draw(m, c);
      show(&b, c);
    }
    wl_model_destroy(m);
    wl_canvas_destroy(c);
    close_both(&b);
  }
  scene_destroy(scenes[0]);
  scene_destroy(scenes[1]);
}

static void expect(struct both *b, const struct wl_canvas *c, const char *bytes) {
  size_t size;
  const char *out = wl_paint(b->paint, c, &size);
  if (size != strlen(bytes) || memcmp(out, bytes, size) != 0)
    fail_msg("%.*s", (int)size, out);
}

/* The ways to say it in fewer bytes, one by one. */
static void test_few(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(40, 4, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(40, 4, false);
  show(&b, c);
  wl_canvas_text(c, 2, 1, WL_STYLE_GOOD, "x y z"); /* blanks have no colour of letters */
  expect(&b, c, "\033[2;3H\033[38;5;79mx y z");
  wl_canvas_text(c, 2, 1, WL_STYLE_DIM, "  "); /* … whatever it is */
  expect(&b, c, "\b\b\b\b\b "); /* left is a byte a column */
  wl_canvas_text(c, 6, 1, WL_STYLE_GOOD, "q"); /* near: written again rather than jumped over */
  wl_canvas_text(c, 10, 1, WL_STYLE_GOOD, "q"); /* as far: three blanks, four bytes of a jump */
  wl_canvas_text(c, 16, 1, WL_STYLE_GOOD, "q"); /* further */
  expect(&b, c, " y q   q\033[5Cq");
  wl_canvas_text(c, 8, 1, WL_STYLE_TITLE, " ");
  expect(&b, c, "\033[2;9H\033[1;38;5;255;48;5;236m ");
  wl_canvas_text(c, 6, 1, WL_STYLE_GOOD, "r");
  wl_canvas_text(c, 10, 1, WL_STYLE_GOOD, "r"); /* not where that takes another style */
  expect(&b, c, "\b\b\b\033[;38;5;79mr\033[3Cr");
  wl_canvas_text(c, 2, 2, WL_STYLE_PICK, "p"); /* what sets several things is one sequence */
  expect(&b, c, "\033[3;3H\033[1;4;38;5;234;48;5;255mp");
  wl_canvas_text(c, 3, 2, WL_STYLE_TEXT, "t"); /* an end of all is shorter than of each */
  expect(&b, c, "\033[mt");
  wl_canvas_text(c, 2, 2, WL_STYLE_GOOD, "g"); /* each style once: to jump takes less */
  wl_canvas_text(c, 6, 2, WL_STYLE_TEXT, "t");
  wl_canvas_text(c, 10, 2, WL_STYLE_GOOD, "g");
  expect(&b, c, "  t\b\b\b\b\b\033[38;5;79mg\033[7Cg");
  for (int x = 20; x < 28; x += 4) { /* what comes later anyway is passed over in blanks */
    wl_canvas_text(c, x, 2, WL_STYLE_GOOD, "gg");
    wl_canvas_text(c, x + 2, 2, WL_STYLE_TEXT, "tt");
  }
  expect(&b, c, "\033[9Cgg  gg\b\b\b\b\033[mtt\033[2Ctt");
  wl_canvas_text(c, 0, 3, WL_STYLE_TEXT, "a line of letters");
  expect(&b, c, "\033[4;1Ha line of letters");
  wl_canvas_text(c, 4, 3, WL_STYLE_TEXT, "             "); /* its end is cleared */
  expect(&b, c, "\033[4;5H\033[K");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* Columns of few cells are written downwards, where that takes less than coming back to rows. */
static void test_columns(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(40, 5, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(40, 5, false);
  show(&b, c);
  for (int y = 0; y < 4; y++)
    for (int x = 10; x <= 30; x += 20) wl_canvas_text(c, x, y, WL_STYLE_TEXT, "ab");
  expect(&b, c, "\033[1;11Hab\n\b\bab\n\b\bab\n\b\bab\033[1;31Hab\n\b\bab\n\b\bab\n\b\bab");
  for (int y = 2; y < 5; y++) wl_canvas_text(c, 10, y, WL_STYLE_TEXT, "cd"); /* too few */
  wl_canvas_text(c, 16, 3, WL_STYLE_TEXT, "cd");
  expect(&b, c, "\033[3;11Hcd\n\b\bcd\033[4Ccd\033[5;11Hcd");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* A list from `first` on, of which one row is lit. */
static void write_rows(struct wl_canvas *c, int first, int lit) {
  for (int y = 1; y < 9; y++) {
    wl_canvas_fill(c, (struct wl_rect){0, y, 40, 1}, WL_STYLE_TEXT);
    for (int x = 0; x < 30; x++)
      wl_canvas_printf(c, x, y, WL_STYLE_TEXT, "%c", 'a' + (first + y + x) % 26);
    if (first + y == lit) wl_canvas_restyle(c, (struct wl_rect){0, y, 3, 1}, WL_STYLE_GOOD);
  }
}

/* Rows that only moved are moved by the terminal, up and down; those around them stay. */
static void test_moves(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(40, 10, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(40, 10, false);
  wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "what stays above");
  wl_canvas_text(c, 0, 9, WL_STYLE_TEXT, "what stays below");
  for (int i = 0; i < 20; i++) {
    write_rows(c, i < 10 ? i : 20 - i, 8);
    size_t size = show(&b, c);
    assert_true(i == 0 || size < 90); /* 8 rows of 30 letters are 240 */
  }
  write_rows(c, 3, 9); /* by two, and another row is lit */
  expect(&b, c, "\033[2;1H\033[2M\033[8;1H\033[2L\033[6;1Hijk\n\n\b\b\b"
                "klmnopqrstuvwxyzabcdefghijklmn\033[9;1Hlmnopqrstuvwxyzabcdefghijklmno"
                "\033[7;1H\033[38;5;79mjkl");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* A row that comes in looks more like the head above than like what stood there: the head does not
 * move, for it would have to be written again; and the same below. */
static void test_heads(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  for (int down = 0; down < 2; down++) {
    struct both b = open_both(40, 10, WL_DARK);
    struct wl_canvas *c = wl_canvas_create(40, 10, false);
    wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "what stays above");
    wl_canvas_text(c, 0, 9, WL_STYLE_TEXT, "what stays below");
    write_rows(c, 3, -1);
    show(&b, c);
    write_rows(c, down ? 2 : 4, -1);
    wl_canvas_fill(c, (struct wl_rect){0, down ? 1 : 8, 40, 1}, WL_STYLE_TEXT);
    wl_canvas_text(c, 20, down ? 1 : 8, WL_STYLE_TEXT, "new");
    expect(&b, c, down ? "\033[9;1H\033[1M\033[2;1H\033[1L\033[2;21Hnew"
                       : "\033[2;1H\033[1M\033[9;1H\033[1L\033[9;21Hnew");
    wl_canvas_destroy(c);
    close_both(&b);
  }
}

/* Half of a wide letter gives way: it is not written again on the way there. */
static void test_halves(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(12, 1, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(12, 1, false);
  wl_canvas_text(c, 4, 0, WL_STYLE_TEXT, "p字p");
  show(&b, c);
  wl_canvas_text(c, 4, 0, WL_STYLE_TEXT, "q");
  wl_canvas_text(c, 5, 0, WL_STYLE_GOOD, "x");
  wl_canvas_text(c, 6, 0, WL_STYLE_TEXT, "y");
  expect(&b, c, "\b\b\b\bq\033[1Cy\b\b\033[38;5;79mx");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* A picture of a replay, and a step to the next instruction, as the screen has them. */
static void test_steps(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  enum { STEPS = 20 };
  static const struct { enum wl_action look, act; size_t most, mean; } rows[] = {
    {WL_ACT_VIEW_1, WL_ACT_WAVE_NEXT, 350, 200}, {WL_ACT_VIEW_2, WL_ACT_WAVE_NEXT, 500, 300},
    {WL_ACT_VIEW_3, WL_ACT_WAVE_NEXT, 600, 300}, {WL_ACT_VIEW_1, WL_ACT_NEXT, 2300, 1600},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct scene s = scene_create("transpose", 0);
    struct wl_model *m = wl_model_create();
    struct both b = open_both(80, 24, WL_DARK);
    struct wl_canvas *c = wl_canvas_create(80, 24, false);
    wl_model_show(m, s.trace, s.analysis);
    wl_model_do(m, WL_ACT_WORST, 0);
    wl_model_do(m, rows[i].look, 0);
    wl_model_draw(m, c);
    show(&b, c);
    size_t all = 0;
    for (int k = 0; k < STEPS; k++) {
      wl_model_do(m, rows[i].act, 0);
      wl_model_draw(m, c);
      size_t size = show(&b, c);
      if (size > rows[i].most) fail_msg("row %zu: %zu bytes", i, size);
      all += size;
    }
    if (all / STEPS > rows[i].mean) fail_msg("row %zu: %zu bytes a step", i, all / STEPS);
    wl_canvas_destroy(c);
    close_both(&b);
    wl_model_destroy(m);
    scene_destroy(s);
  }
}

/* Somebody else has left margins behind: a whole picture takes them away. */
static void test_margins(void **state) {
  (void)state;
  assert_true(set_type("screen-256color"));
  struct both b = open_both(36, 6, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(36, 6, false);
  uint64_t seed = 1;
  show(&b, c);
  b.seen.top = 1, b.seen.bottom = 3;
  scribble(c, &seed);
  wl_paint_forget(b.paint, 36, 6);
  show(&b, c);
  assert_true(b.seen.top == 0 && b.seen.bottom == 5);
  wl_canvas_destroy(c);
  close_both(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_few), cmocka_unit_test(test_erased), cmocka_unit_test(test_columns),
    cmocka_unit_test(test_halves), cmocka_unit_test(test_moves), cmocka_unit_test(test_heads),
    cmocka_unit_test(test_scribbles), cmocka_unit_test(test_margins),
    cmocka_unit_test(test_screens),
    cmocka_unit_test(test_steps),
  };
  unsetenv("COLORTERM"), unsetenv("NO_COLOR");
  if (!setlocale(LC_ALL, "C.UTF-8")) return 77;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  forget_type();
  return failed;
}
