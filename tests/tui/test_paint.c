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

#include "reader.h"
#include "scene.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "tui/paint.h"
#include "tui/style_codes.h"
#include "view/keys/actions.h"
#include "view/picture.h"
#include "view/screen/view_functions.h"

#include <curses.h>
#include <term.h> /* its names are those of members above */

static bool looks_same(const struct reader_glyph *a, const struct reader_glyph *b) {
  const unsigned lit = 1u << READER_UNDERLINE | 1u << READER_REVERSE;
  bool shows = a->code != ' ' || (a->ink.attributes | b->ink.attributes) & lit;
  return a->code == b->code && a->ink.bg == b->ink.bg &&
         (!shows || (a->ink.fg == b->ink.fg && a->ink.attributes == b->ink.attributes));
}

/* What cells of a canvas are to look like, with all the colours that there are. */
static struct reader_glyph meant(const struct wl_cell *cell, enum wl_scheme scheme,
                                 enum wl_tier tier) {
  const struct wl_look *look = wl_theme_look(scheme, tier, (enum wl_style)cell->style);
  unsigned on = look->attributes;
  return (struct reader_glyph){cell->code, {look->fg, look->bg,
    (on & WL_BOLD ? 1u << READER_BOLD : 0) | (on & WL_FAINT ? 1u << READER_FAINT : 0) |
    (on & WL_UNDERLINE ? 1u << READER_UNDERLINE : 0) |
    (on & WL_REVERSE ? 1u << READER_REVERSE : 0)}};
}

/* One paint, its terminal, and one more that is given whole pictures only. */
struct both { struct wl_paint *paint, *anew; struct reader seen, whole; enum wl_scheme scheme; };

static struct both open_both(int width, int height, enum wl_scheme scheme) {
  struct both b = {wl_paint_create(wl_style_codes_tier()), wl_paint_create(wl_style_codes_tier()),
                   reader_open(width, height), reader_open(width, height), scheme};
  assert_true(b.paint && b.anew);
  wl_paint_scheme(b.paint, scheme);
  wl_paint_scheme(b.anew, scheme);
  wl_paint_forget(b.paint, width, height);
  b.seen.direct = b.whole.direct = wl_style_codes_tier() == WL_TRUE;
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
  reader_feed(&b->seen, bytes, size);
  wl_paint_forget(b->anew, width, b->seen.height);
  bytes = wl_paint(b->anew, c, &all);
  reader_feed(&b->whole, bytes, all);
  enum wl_tier tier = wl_style_codes_tier();
  for (int i = 0; i < width * b->seen.height; i++) {
    const struct wl_cell *cell = wl_canvas_cell(c, i % width, i / width);
    struct reader_glyph want = meant(cell, b->scheme, tier);
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
  size_t all = sizeof types / sizeof types[0];
  (void)state;
  for (size_t type = 0; type <= all; type++) {
    if (type == all) setenv("COLORTERM", "truecolor", 1); /* the first type again */
    if (!set_type(types[type % all])) continue;
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
  unsetenv("COLORTERM");
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
    struct wl_session *m = wl_session_create();
    uint64_t seed = type;
    for (int i = 0; i < 400; i++) {
      struct scene s = scenes[i / 200];
      if (i % 200 == 0) wl_session_show(m, s.trace, s.analysis);
      uint32_t action = next(&seed) % (2 * WL_ACTION_COUNT);
      wl_session_do(m, action < WL_ACTION_COUNT ? (enum wl_action)action : WL_ACT_NEXT, 0);
      wl_session_draw(m, c);
      show(&b, c);
    }
    wl_session_destroy(m);
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
  expect(&b, c, "\033[5D "); /* left is a byte a column, or four for all of them */
  wl_canvas_text(c, 6, 1, WL_STYLE_GOOD, "q"); /* near: written again rather than jumped over */
  wl_canvas_text(c, 10, 1, WL_STYLE_GOOD, "q"); /* as far: three blanks, four bytes of a jump */
  wl_canvas_text(c, 16, 1, WL_STYLE_GOOD, "q"); /* further */
  expect(&b, c, " y q   q\033[5Cq");
  wl_canvas_text(c, 8, 1, WL_STYLE_TITLE, " ");
  expect(&b, c, "\033[9D\033[1;38;5;255;48;5;236m ");
  wl_canvas_text(c, 6, 1, WL_STYLE_GOOD, "r");
  wl_canvas_text(c, 10, 1, WL_STYLE_GOOD, "r"); /* not where that takes another style */
  expect(&b, c, "\b\b\b\033[;38;5;79mr\033[3Cr");
  wl_canvas_text(c, 2, 2, WL_STYLE_PICK, "p"); /* what sets several things is one sequence */
  expect(&b, c, "\n\033[9D\033[1;4;38;5;234;48;5;255mp"); /* a row down, and back */
  wl_canvas_text(c, 3, 2, WL_STYLE_TEXT, "t"); /* an end of all is shorter than of each */
  expect(&b, c, "\033[mt");
  wl_canvas_text(c, 2, 2, WL_STYLE_GOOD, "g"); /* each style once: to jump takes less */
  wl_canvas_text(c, 6, 2, WL_STYLE_TEXT, "t");
  wl_canvas_text(c, 10, 2, WL_STYLE_GOOD, "g");
  expect(&b, c, "  t\033[5D\033[38;5;79mg\033[7Cg");
  for (int x = 20; x < 28; x += 4) { /* what comes later anyway is passed over in blanks */
    wl_canvas_text(c, x, 2, WL_STYLE_GOOD, "gg");
    wl_canvas_text(c, x + 2, 2, WL_STYLE_TEXT, "tt");
  }
  expect(&b, c, "\033[9Cgg  gg\b\b\b\b\033[mtt\033[2Ctt");
  wl_canvas_text(c, 0, 3, WL_STYLE_TEXT, "a line of letters");
  expect(&b, c, "\033[4Ha line of letters");
  wl_canvas_text(c, 4, 3, WL_STYLE_TEXT, "             "); /* its end is cleared */
  expect(&b, c, "\033[13D\033[K");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* Of the styles that are to come the one that takes least is the next, wherever it stands. */
static void test_nearest(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(40, 2, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(40, 2, false);
  show(&b, c);
  wl_canvas_text(c, 0, 0, WL_STYLE_TITLE, "t");
  wl_canvas_text(c, 1, 0, WL_STYLE_USED, "u");
  wl_canvas_text(c, 2, 0, WL_STYLE_DIM, "d");
  expect(&b, c, "\033[1;3H\033[38;5;246md\b\b\033[38;5;234;48;5;74mu"
                "\b\b\033[1;38;5;255;48;5;236mt");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* Of all colours those have a place that the table has there. */
static void test_places(void **state) {
  (void)state;
  enum { FIRST = 22, LAST = 256, COLOURS = 1 << 24 };
  static const int levels[] = {0, 95, 135, 175, 215, 255};
  int32_t table[LAST];
  for (int n = FIRST; n < LAST; n++) {
    int i = n - 16;
    table[n] = n >= 232 ? (8 + 10 * (n - 232)) * 0x10101
                        : levels[i / 36] << 16 | levels[i / 6 % 6] << 8 | levels[i % 6];
    assert_int_equal(table[wl_style_codes_place(table[n])], table[n]);
  }
  int placed = 0;
  for (int32_t colour = 0; colour < COLOURS; colour++) {
    int place = wl_style_codes_place(colour);
    if (place < 0) continue;
    placed++;
    if (place < FIRST || place >= LAST || table[place] != colour) fail_msg("%06x", colour);
  }
  assert_int_equal(placed, LAST - FIRST);
}

/* Where a terminal has 24 bits, colours that the table of 256 has, too, are told by their place. */
static void test_table(void **state) {
  (void)state;
  setenv("COLORTERM", "truecolor", 1);
  bool known = set_type("xterm-256color");
  if (!known) unsetenv("COLORTERM");
  if (!known) skip();
  struct both b = open_both(40, 2, WL_PROJECTOR);
  struct wl_canvas *c = wl_canvas_create(40, 2, false);
  show(&b, c);
  wl_canvas_text(c, 0, 0, WL_STYLE_DIM, "d"); /* of the ramp of greys */
  expect(&b, c, "\033[1H\033[38;5;238md");
  wl_canvas_text(c, 1, 0, WL_STYLE_DONE, "d"); /* of the cube, on a colour that is not there */
  expect(&b, c, "\033[38;5;23;48;2;203;232;221md");
  wl_canvas_text(c, 2, 0, WL_STYLE_BLACK, "d"); /* its corners, of which schemes take one */
  expect(&b, c, "\033[38;5;231;48;2;0;0;0md");
  wl_canvas_destroy(c);
  close_both(&b);
  unsetenv("COLORTERM");
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
  expect(&b, c, "\033[3;11Hcd\n\b\bcd\033[4Ccd\n\033[8Dcd");
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
  expect(&b, c, "\033[2H\033[2M\033[8H\033[2L\033[6Hijk\033[8H"
                "klmnopqrstuvwxyzabcdefghijklmn\033[9Hlmnopqrstuvwxyzabcdefghijklmno"
                "\033[7H\033[38;5;79mjkl");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* A list moves although rows around it look more like they did where they stand: in them a number
 * changes, and in the list the signs before the rows do. */
static void test_beside(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  struct both b = open_both(80, 24, WL_DARK);
  struct wl_canvas *c = wl_canvas_create(80, 24, false);
  for (int first = 0; first < 8; first += 4) {
    wl_canvas_clear(c);
    for (int y = 0; y < 11; y++) {
      wl_canvas_text(c, 2, y, WL_STYLE_TEXT, first ? "done" : "now");
      for (int x = 24; x < 54; x++)
        wl_canvas_printf(c, x, y, WL_STYLE_TEXT, "%c", 'a' + (first + y + x) % 26);
    }
    for (int y = 12; y < 24; y++)
      wl_canvas_printf(c, 2, y, WL_STYLE_TEXT, "%-20d%-20d%-20d%d", y, y, y, first);
    size_t size = show(&b, c);
    if (first) assert_in_range(size, 1, 300); /* 11 rows of 30 letters are 330, without places */
  }
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
    expect(&b, c, down ? "\033[9H\033[M\033[2H\033[L\033[2;21Hnew"
                       : "\033[2H\033[M\033[9H\033[L\033[9;21Hnew");
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
  expect(&b, c, "\b\b\b\bq\033[Cy\b\b\033[38;5;79mx");
  wl_canvas_destroy(c);
  close_both(&b);
}

/* A picture of a replay, and a step to the next instruction, as the screen has them. */
static void test_steps(void **state) {
  (void)state;
  if (!set_type("xterm-256color")) skip();
  enum { STEPS = 20 };
  static const struct { enum wl_action look, act; size_t most, mean; } rows[] = {
    {WL_ACT_VIEW_LANES, WL_ACT_WAVE_NEXT, 350, 200},
    {WL_ACT_VIEW_LINES, WL_ACT_WAVE_NEXT, 500, 300},
    {WL_ACT_VIEW_BANKS, WL_ACT_WAVE_NEXT, 600, 300},
    {WL_ACT_VIEW_LANES, WL_ACT_NEXT, 2300, 1600},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct scene s = scene_create("transpose", 0);
    struct wl_session *m = wl_session_create();
    struct both b = open_both(80, 24, WL_DARK);
    struct wl_canvas *c = wl_canvas_create(80, 24, false);
    wl_session_show(m, s.trace, s.analysis);
    wl_session_do(m, WL_ACT_WORST, 0);
    wl_session_do(m, rows[i].look, 0);
    wl_session_draw(m, c);
    show(&b, c);
    size_t all = 0;
    for (int k = 0; k < STEPS; k++) {
      wl_session_do(m, rows[i].act, 0);
      wl_session_draw(m, c);
      size_t size = show(&b, c);
      if (size > rows[i].most) fail_msg("row %zu: %zu bytes", i, size);
      all += size;
    }
    if (all / STEPS > rows[i].mean) fail_msg("row %zu: %zu bytes a step", i, all / STEPS);
    wl_canvas_destroy(c);
    close_both(&b);
    wl_session_destroy(m);
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
    cmocka_unit_test(test_few), cmocka_unit_test(test_nearest), cmocka_unit_test(test_table),
    cmocka_unit_test(test_erased), cmocka_unit_test(test_columns),
    cmocka_unit_test(test_halves), cmocka_unit_test(test_places),
    cmocka_unit_test(test_moves), cmocka_unit_test(test_beside), cmocka_unit_test(test_heads),
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
