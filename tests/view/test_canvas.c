/* The canvas: clipping, wide characters, harmless text, ASCII, bars. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "view/draw/draw.h"
#include "view/draw/memory_cells.h"

static uint32_t code(const struct wl_canvas *c, int x, int y) {
  return wl_canvas_cell(c, x, y)->code;
}

/* The cells of a row as ASCII; others as '?', right halves as '<'. */
static const char *row(const struct wl_canvas *c, int y) {
  static char text[256];
  int w = wl_canvas_width(c);
  for (int x = 0; x < w; x++) {
    uint32_t k = code(c, x, y);
    text[x] = k == 0 ? '<' : k < 0x80 ? (char)k : '?';
  }
  text[w] = '\0';
  return text;
}

static void test_sizes(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(0, -3, false);
  assert_int_equal(wl_canvas_width(c), 1);
  assert_int_equal(wl_canvas_height(c), 1);
  assert_int_equal(code(c, 0, 0), ' ');
  assert_int_equal(code(c, 5, 5), ' '); /* outside: blank, not a crash */
  wl_canvas_destroy(c);
  wl_canvas_destroy(NULL);
}

static void test_clip(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(10, 3, false);
  struct wl_rect all = wl_canvas_clip(c, (struct wl_rect){2, 1, 4, 1});
  assert_int_equal(all.w, 10);
  assert_int_equal(wl_canvas_text(c, 0, 1, WL_STYLE_TEXT, "abcdefghij"), 10);
  wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "no");
  wl_canvas_glyph(c, -5, 1, WL_GLYPH_H, 3, WL_STYLE_TEXT);
  wl_canvas_fill(c, (struct wl_rect){-100, 2, 1000, 1}, WL_STYLE_BAR);
  assert_string_equal(row(c, 1), "  cdef    ");
  assert_string_equal(row(c, 0), "          ");
  assert_int_equal(wl_canvas_cell(c, 3, 2)->style, WL_STYLE_TEXT);
  wl_canvas_clip(c, (struct wl_rect){-4, -4, 1 << 30, 1 << 30}); /* cut to the canvas */
  wl_canvas_text(c, -1, 0, WL_STYLE_TEXT, "xyz");
  wl_canvas_glyph(c, 8, 0, WL_GLYPH_CROSS, 1 << 30, WL_STYLE_TEXT);
  assert_string_equal(row(c, 0), "yz      ??");
  wl_canvas_destroy(c);
}

static void test_wide(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(6, 1, false);
  assert_int_equal(wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "a漢字b"), 6);
  assert_string_equal(row(c, 0), "a?<?<b");
  wl_canvas_text(c, 2, 0, WL_STYLE_TEXT, "x"); /* the left half goes too */
  assert_string_equal(row(c, 0), "a x?<b");
  wl_canvas_text(c, 3, 0, WL_STYLE_TEXT, "y"); /* and the right half */
  assert_string_equal(row(c, 0), "a xy b");
  wl_canvas_text(c, 5, 0, WL_STYLE_TEXT, "漢"); /* no room: no half of it */
  assert_string_equal(row(c, 0), "a xy  ");
  wl_canvas_destroy(c);
}

/* Runs of text, glyphs and fills leave what cell for cell would: no half of a wide character,
 * nothing outside of the clip. */
static void test_runs(void **state) {
  (void)state;
  enum { W = 12 };
  for (int x = -3; x < W + 2; x++)
    for (int n = 0; n < W + 4; n++)
      for (int how = 0; how < 3; how++) {
        struct wl_canvas *c = wl_canvas_create(W, 1, false), *slow = wl_canvas_create(W, 1, false);
        char text[W + 8] = "";
        struct wl_rect clip = {2, 0, 7, 1};
        memset(text, how == 0 ? 'x' : how == 1 ? ' ' : '-', (size_t)n);
        wl_canvas_text(c, x & 1, 0, WL_STYLE_TEXT, "中中中中中中");
        wl_canvas_text(slow, x & 1, 0, WL_STYLE_TEXT, "中中中中中中");
        wl_canvas_clip(c, clip);
        wl_canvas_clip(slow, clip);
        if (how == 0) wl_canvas_text(c, x, 0, WL_STYLE_KEY, text);
        else if (how == 1) wl_canvas_fill(c, (struct wl_rect){x, 0, n, 1}, WL_STYLE_KEY);
        else wl_canvas_fit_bytes(c, (struct wl_rect){x, 0, n, 1}, WL_STYLE_KEY, text, (size_t)n);
        for (int i = 0; i < n; i++)
          wl_canvas_fit_bytes(slow, (struct wl_rect){x + i, 0, 1, 1}, WL_STYLE_KEY, &text[i], 1);
        assert_memory_equal(wl_canvas_row(c, 0), wl_canvas_row(slow, 0),
                            W * sizeof(struct wl_cell));
        wl_canvas_destroy(slow);
        wl_canvas_destroy(c);
      }
}

static void test_harmless(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(12, 2, false);
  wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "a\033[31m\r\n\x9b\xff");
  for (int x = 0; x < 12; x++) {
    uint32_t k = code(c, x, 0);
    assert_false(k < 0x20 || (k >= 0x7f && k < 0xa0));
  }
  assert_int_equal(code(c, 1, 0), 0x241b);
  wl_canvas_text(c, 0, 1, WL_STYLE_TEXT, "\xe2\x80\xae" "bidi");
  assert_int_equal(code(c, 0, 1), 0xfffd);
  wl_canvas_destroy(c);
}

static void test_ascii(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(12, 2, true);
  wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "0–7 → ×é漢");
  assert_string_equal(row(c, 0), "0-7 > x???  ");
  for (enum wl_glyph_id g = 0; g < WL_GLYPHS; g++) {
    wl_canvas_glyph(c, 0, 1, g, 1, WL_STYLE_TEXT);
    assert_in_range(code(c, 0, 1), 0x20, 0x7e);
  }
  wl_canvas_destroy(c);
}

static void test_fit(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(12, 1, false);
  assert_int_equal(wl_canvas_fit(c, 0, 0, 5, WL_STYLE_TEXT, "abcde"), 5);
  struct wl_rect behind = {6, 0, 5, 1};
  assert_int_equal(wl_canvas_fit_bytes(c, behind, WL_STYLE_TEXT, "abcdefg", 6), 11);
  assert_string_equal(row(c, 0), "abcde abcd? ");
  assert_int_equal(code(c, 10, 0), 0x2026);
  wl_canvas_clear(c);
  assert_int_equal(wl_canvas_fit(c, 0, 0, 0, WL_STYLE_TEXT, "abc"), 0);
  assert_int_equal(wl_canvas_fit(c, 0, 0, -4, WL_STYLE_TEXT, "abc"), 0);
  wl_canvas_fit(c, 0, 0, 4, WL_STYLE_TEXT, "漢字漢");
  assert_string_equal(row(c, 0), "?<?         ");
  wl_canvas_right(c, 12, 0, WL_STYLE_TEXT, "end");
  assert_string_equal(row(c, 0), "?<?      end");
  wl_canvas_destroy(c);
}

static int cells_of(const struct wl_canvas *c, uint32_t k) {
  int n = 0;
  for (int x = 0; x < wl_canvas_width(c); x++)
    for (int y = 0; y < wl_canvas_height(c); y++) n += code(c, x, y) == k;
  return n;
}

/* A row of 14 cells between walls, '?' for what is not ASCII: what a sentence leaves in the first
 * `w` of them. */
static const char *sentence(const char *text, int w, bool clauses, bool more) {
  struct wl_canvas *c = wl_canvas_create(16, 1, false);
  wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "[");
  wl_canvas_text(c, 15, 0, WL_STYLE_TEXT, "]");
  if (clauses) wl_draw_clauses(c, 1, 0, w, WL_STYLE_TEXT, text);
  else wl_draw_sentence(c, (struct wl_rect){1, 0, w, 1}, WL_STYLE_TEXT, text);
  if (more) wl_draw_more(c, 14, 0);
  const char *out = row(c, 0);
  wl_canvas_destroy(c);
  return out;
}

/* Where a sentence has no room it ends behind a word, and a number keeps a space; or behind a
 * clause, but a comma between numbers ends none. */
static void test_sentence(void **state) {
  (void)state;
  static const struct { const char *text; int w; bool clauses; const char *out; } rows[] = {
    {"just fourteen.", 14, false, "[just fourteen.]"},
    {"one, two, three", 14, false, "[one, two?     ]"},
    {"it is 4, or five", 9, false, "[it is 4 ?     ]"},
    {"it moves 4 of five", 13, false, "[it moves 4 ?  ]"},
    {"it moves 64 of five", 12, false, "[it moves?     ]"}, /* 64 and a space have no room */
    {"go on unbreakably", 14, false, "[go on unbreak?]"}, /* less than half of the row */
    {"goes on unbreakably", 14, false, "[goes on?      ]"},
    {"unbreakably", 5, false, "[unbr?         ]"},
    {"any", 1, false, "[?             ]"},
    {"any", 0, false, "[              ]"},
    {"any", -1, false, "[              ]"},
    {"", 5, false, "[              ]"},
    {"one, two, three", 14, true, "[one, two      ]"},
    {"lanes 1, 2, 3 read", 14, true, "[lanes 1, 2 ?  ]"},
    {"it is 4, or five", 14, true, "[it is 4       ]"},
    {"it is so, 4 of five", 14, true, "[it is so      ]"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_string_equal(sentence(rows[i].text, rows[i].w, rows[i].clauses, false), rows[i].out);
}

/* "…" for more rows eats no digit. */
static void test_more(void **state) {
  (void)state;
  assert_string_equal(sentence("is it so", 14, false, true), "[is it so     ?]");
  assert_string_equal(sentence("sentences, 649", 14, false, true), "[sentences,   ?]");
  assert_string_equal(sentence("sentences go on", 14, false, true), "[sentences go? ]");
  assert_string_equal(sentence("unbreakableness", 14, false, true), "[unbreakablene?]");
  struct wl_canvas *ascii = wl_canvas_create(8, 1, true);
  wl_draw_sentence(ascii, (struct wl_rect){0, 0, 6, 1}, WL_STYLE_TEXT, "so on and on");
  wl_draw_more(ascii, 7, 0); /* it ends like this already */
  assert_string_equal(row(ascii, 0), "so on~  ");
  wl_canvas_destroy(ascii);
}

static void test_bars(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(10, 8, false);
  wl_canvas_bar(c, (struct wl_rect){0, 0, 10, 1}, 0.5, WL_STYLE_GOOD, WL_STYLE_RULE);
  assert_int_equal(cells_of(c, 0x2588), 5);
  assert_int_equal(cells_of(c, 0x2591), 5);
  wl_canvas_bar(c, (struct wl_rect){0, 0, 10, 1}, 1e-9, WL_STYLE_GOOD, WL_STYLE_RULE);
  assert_int_equal(code(c, 0, 0), 0x258f);
  wl_canvas_bar(c, (struct wl_rect){0, 0, 10, 1}, 0.9999, WL_STYLE_GOOD, WL_STYLE_RULE);
  assert_int_equal(code(c, 9, 0), 0x2589);
  wl_canvas_bar(c, (struct wl_rect){0, 0, 10, 1}, 7, WL_STYLE_GOOD, WL_STYLE_RULE);
  assert_int_equal(cells_of(c, 0x2588), 10);
  wl_canvas_bar(c, (struct wl_rect){0, 0, 10, 1}, 0.0 / 0.0, WL_STYLE_GOOD, WL_STYLE_RULE);
  wl_canvas_bar(c, (struct wl_rect){0, 0, -3, 1}, 1, WL_STYLE_GOOD, WL_STYLE_RULE);
  assert_int_equal(cells_of(c, 0x2588), 0);
  wl_canvas_clear(c);
  wl_canvas_column(c, (struct wl_rect){3, 4, 1, 4}, 0.625, WL_STYLE_BAD);
  assert_int_equal(code(c, 3, 7), 0x2588);
  assert_int_equal(code(c, 3, 6), 0x2588);
  assert_int_equal(code(c, 3, 5), 0x2584);
  assert_int_equal(code(c, 3, 4), ' ');
  wl_canvas_destroy(c);
}

static void test_theme(void **state) {
  (void)state;
  for (int s = 0; s < WL_SCHEMES; s++)
    for (int t = 0; t < WL_TIERS; t++)
      for (int i = 0; i < WL_STYLES; i++) {
        const struct wl_look *l =
          wl_theme_look((enum wl_scheme)s, (enum wl_tier)t, (enum wl_style)i);
        static const int32_t limit[WL_TIERS] = {0, 16, 256, 0x1000000};
        assert_true(l->fg >= -1 && l->fg < limit[t]);
        assert_true(l->bg >= -1 && l->bg < limit[t]);
        assert_true(l->fg != l->bg || l->fg < 0);
      }
}

/* Contrast of two colours, WCAG 2: at least 4.5 for text. */
static double channel(uint32_t v) {
  double x = v / 255.0, y = (x + 0.055) / 1.055, power = y * y; /* y^2.4 is between y^2 and y^3 */
  return x <= 0.03928 ? x / 12.92 : power * (0.6 + 0.4 * y);
}

static double light(uint32_t c) {
  return 0.2126 * channel(c >> 16) + 0.7152 * channel(c >> 8 & 255) + 0.0722 * channel(c & 255);
}

static void test_contrast(void **state) {
  (void)state;
  for (int s = 0; s < WL_SCHEMES; s++)
    for (int i = 0; i < WL_STYLES; i++) {
      if (i == WL_STYLE_GHOST || i == WL_STYLE_RULE || i == WL_STYLE_LANE_OFF ||
          i == WL_STYLE_WASTE)
        continue; /* they are to step back, and carry no text */
      const struct wl_look *l = wl_theme_look((enum wl_scheme)s, WL_TRUE, (enum wl_style)i);
      uint32_t fg = l->fg < 0 ? wl_theme_ink((enum wl_scheme)s) : (uint32_t)l->fg;
      uint32_t bg = l->bg < 0 ? wl_theme_page((enum wl_scheme)s) : (uint32_t)l->bg;
      double a = light(fg), b = light(bg), ratio = a > b ? (a + 0.05) / (b + 0.05)
                                                         : (b + 0.05) / (a + 0.05);
      double least = i == WL_STYLE_PART_NOW ? 3 : 4.5; /* a bar, and never text */
      if (ratio < least) fail_msg("style %d of scheme %d has a contrast of %.2f", i, s, ratio);
    }
}

/* Whether each number in a row is that of a lane whose word begins there, or in the cell before. */
static bool numbers_stand(const struct wl_canvas *c, struct wl_cell_words w) {
  for (int x = 0, n; x < wl_canvas_width(c); x += n + 1) {
    unsigned number = 0;
    for (n = 0; code(c, x + n, 0) >= '0' && code(c, x + n, 0) <= '9'; n++)
      number = number * 10 + code(c, x + n, 0) - '0';
    if (n == 0) continue;
    bool found = false;
    for (int i = 0; i < w.count; i++) {
      int at = wl_words_cells(w.width, i + 1, w.group) - w.width;
      found |= w.word[i].lanes == 1u << number % 32 && number < 32 &&
               (at == x || (w.width > 1 && at + 1 == x));
    }
    if (!found) return false;
  }
  return true;
}

/* Numbers of lanes stay apart, in whatever order lanes come and whatever lies between them. */
static void test_numbers_apart(void **state) {
  (void)state;
  for (int width = 1; width <= 3; width++)
    for (unsigned stride = 3; stride < 31; stride += 2) /* 1 and 31 are joined: 0───7 */
      for (unsigned picked = 0; picked < 32; picked += 5)
        for (unsigned gap = 0; gap < 4; gap++) {
          struct wl_cell_word word[32] = {{0}};
          struct wl_cell_words w = {word, 32, stride % 4 == 1 ? 8 : 0, width, false, false};
          struct wl_canvas *c = wl_canvas_create(wl_words_cells(width, 32, 8) + 4, 1, false);
          for (unsigned i = 0; i < 32; i++)
            word[i] = (struct wl_cell_word){gap && i % 4 < gap ? 0 : 1u << i * stride % 32,
                                            i % 8 < 4, WL_STYLE_USED};
          wl_draw_words(c, 0, 0, w, picked);
          if (!numbers_stand(c, w))
            fail_msg("width %d, stride %u, lane %u: %s", width, stride, picked, row(c, 0));
          wl_canvas_destroy(c);
        }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sizes), cmocka_unit_test(test_clip), cmocka_unit_test(test_wide),
    cmocka_unit_test(test_runs),
    cmocka_unit_test(test_harmless), cmocka_unit_test(test_ascii), cmocka_unit_test(test_fit),
    cmocka_unit_test(test_sentence), cmocka_unit_test(test_more),
    cmocka_unit_test(test_bars), cmocka_unit_test(test_theme), cmocka_unit_test(test_contrast),
    cmocka_unit_test(test_numbers_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
