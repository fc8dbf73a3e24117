/* Canvases as text, ANSI, SVG and HTML. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/write/write.h"
#include "canvas/write/write_html.h"

static struct wl_canvas *sample(void) {
  struct wl_canvas *c = wl_canvas_create(12, 3, false);
  wl_canvas_text(c, 0, 0, WL_STYLE_TEXT, "a<b>&\"c\"");
  wl_canvas_text(c, 1, 1, WL_STYLE_BAD, "é漢");
  wl_canvas_text(c, 5, 1, WL_STYLE_BAR, "  ");
  return c;
}

/* What a writer writes; to be freed. */
static char *written(const struct wl_canvas *c, int tier, bool svg) {
  char *text = NULL;
  size_t size = 0;
  struct wl_diag d;
  FILE *f = open_memstream(&text, &size);
  bool good = svg ? wl_write_svg(f, c, WL_LIGHT, "a & b\033", "c < d", &d)
            : tier < 0 ? wl_write_text(f, c, &d)
                       : wl_write_ansi(f, c, (enum wl_tier)tier, WL_DARK, &d);
  assert_true(good);
  fclose(f);
  return text;
}

static void test_text(void **state) {
  (void)state;
  struct wl_canvas *c = sample();
  char *text = written(c, -1, false);
  assert_string_equal(text, "a<b>&\"c\"\n é漢\n\n");
  free(text);
  wl_canvas_destroy(c);
}

static void test_ansi(void **state) {
  (void)state;
  struct wl_canvas *c = sample();
  char *text = written(c, WL_16, false);
  assert_string_equal(text, "a<b>&\"c\"\033[0m\n"
                            " \033[0;1;91mé漢\033[0m \033[0;97;44m  \033[0m\n"
                            "\033[0m\n");
  free(text);
  text = written(c, WL_MONO, false); /* no colour, but attributes */
  assert_null(strstr(text, "[0;1;91"));
  assert_non_null(strstr(text, "\033[0;1mé"));
  assert_non_null(strstr(text, "\033[0;7m  \033[0m"));
  free(text);
  text = written(c, WL_256, false);
  assert_non_null(strstr(text, ";38;5;"));
  free(text);
  text = written(c, WL_TRUE, false);
  assert_non_null(strstr(text, ";38;2;255;138;76m"));
  free(text);
  wl_canvas_destroy(c);
}

static void test_svg(void **state) {
  (void)state;
  struct wl_canvas *c = sample();
  char *text = written(c, 0, true);
  assert_non_null(strstr(text, "<title id=\"title\">a &amp; b\xe2\x90\x9b</title>"));
  assert_non_null(strstr(text, ">a&lt;b&gt;&amp;&quot;c&quot;</text>"));
  assert_non_null(strstr(text, "textLength=\"72\"")); /* eight cells of nine */
  char *again = written(c, 0, true);
  assert_string_equal(text, again);
  free(again);
  free(text);
  wl_canvas_destroy(c);
}

/* What the page of a canvas says of it, from the first row on; to be freed. */
static char *page(const struct wl_canvas *c, const struct wl_html_options *o) {
  char *text = NULL;
  size_t size = 0;
  struct wl_diag d;
  FILE *f = open_memstream(&text, &size);
  assert_true(wl_write_html(f, c, o, "c < d", &d));
  fclose(f);
  return text;
}

static void test_html(void **state) {
  (void)state;
  struct wl_canvas *c = sample();
  wl_canvas_glyph(c, 6, 0, WL_GLYPH_SPACE, 6, WL_STYLE_TEXT);
  wl_canvas_glyph(c, 1, 2, WL_GLYPH_FULL, 3, WL_STYLE_GOOD);
  wl_canvas_glyph(c, 5, 2, WL_GLYPH_RIGHT, 1, WL_STYLE_TEXT);
  char *text = page(c, &(struct wl_html_options){.title = "a & b\033", .follows = true});
  assert_non_null(strstr(text, "<title>a &amp; b\xe2\x90\x9b</title>"));
  assert_non_null(strstr(text, "c &lt; d</figcaption>"));
  assert_non_null(strstr(text, ">\na&lt;b&gt;&amp;&quot;\n")); /* spaces at the end are cut */
  assert_non_null(strstr(text, " <span class=\"bad\">é<i style=\"--n: 2\">漢</i></span>"));
  assert_non_null(strstr(text, "<i class=\"shape across-8\" aria-hidden=\"true\" "
                               "style=\"--n: 3\">███</i></span> <i>→</i>\n</pre>"));
  assert_non_null(strstr(text, "prefers-color-scheme"));
  assert_non_null(strstr(text, "background: #12161c"));
  char *space = strstr(text, "http:"); /* the namespace, which nobody fetches */
  assert_null(strstr(space + strlen("http://"), "://"));
  assert_null(strstr(text, "src=\""));
  free(text);
  text = page(c, &(struct wl_html_options){.title = "", .scheme = WL_PROJECTOR});
  assert_null(strstr(text, "prefers-color-scheme"));
  assert_non_null(strstr(text, "body { background: #ffffff; color: #000000; "));
  free(text);
  wl_canvas_destroy(c);
}

/* Each block and line character is a shape, never text that depends on a font. */
static void test_shapes(void **state) {
  (void)state;
  static const enum wl_glyph_id shapes[] = {
    WL_GLYPH_FULL, WL_GLYPH_SHADE, WL_GLYPH_LIGHT, WL_GLYPH_H, WL_GLYPH_V, WL_GLYPH_TL,
    WL_GLYPH_CROSS, WL_GLYPH_EIGHTH_1, WL_GLYPH_EIGHTH_8, WL_GLYPH_RISE_1, WL_GLYPH_RISE_8,
  };
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    struct wl_canvas *c = wl_canvas_create(3, 1, false);
    wl_canvas_glyph(c, 0, 0, shapes[i], 3, WL_STYLE_GOOD);
    char *text = written(c, 0, true);
    assert_null(strstr(text, "<text"));
    assert_non_null(strstr(text, "<rect x="));
    free(text);
    wl_canvas_destroy(c);
  }
}

static unsigned count(const char *text, const char *what) {
  unsigned n = 0;
  for (; (text = strstr(text, what)) != NULL; text++) n++;
  return n;
}

/* Bytes in vain have strokes beside their tint, inside of their cells; the track of a bar
 * has none. */
static void test_strokes(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(6, 1, false);
  wl_canvas_glyph(c, 1, 0, WL_GLYPH_LIGHT, 3, WL_STYLE_TEXT);
  char *text = written(c, 0, true);
  assert_null(strstr(text, "<path"));
  free(text);
  wl_canvas_glyph(c, 1, 0, WL_GLYPH_LIGHT, 3, WL_STYLE_WASTE);
  text = written(c, 0, true);
  assert_int_equal(count(text, "<path"), 1);
  const char *stroke = strstr(text, " d=\"M");
  unsigned strokes = 0;
  int from[2], to[2];
  assert_non_null(stroke);
  for (stroke += 4; sscanf(stroke, "M%d %dL%d %d", &from[0], &from[1], &to[0], &to[1]) == 4;) {
    assert_true(from[0] >= 21 && to[0] <= 48 && from[0] < to[0]); /* margin 12, cells of 9 × 18 */
    assert_true(from[1] <= 29 && to[1] >= 13 && from[1] - to[1] == to[0] - from[0]);
    stroke += strcspn(stroke + 1, "M\"") + 1;
    strokes++;
  }
  assert_true(strokes >= 4);
  free(text);
  wl_canvas_destroy(c);
}

/* A column is as wide at its top, which fills a part of its cell, as below, and apart from the
 * next; what is no bar, as big digits, joins. */
static void test_columns(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(8, 2, false);
  wl_canvas_column(c, (struct wl_rect){1, 0, 3, 2}, 0.75, WL_STYLE_GOOD);
  char *text = written(c, 0, true);
  assert_int_equal(count(text, "<rect x=\"21\" y=\"30\" width=\"18\" height=\"18\""), 1);
  assert_int_equal(count(text, "<rect x=\"39\" y=\"30\" width=\"8\" height=\"18\""), 1);
  assert_int_equal(count(text, "<rect x=\"21\" y=\"21\" width=\"18\" height=\"9\""), 1);
  assert_int_equal(count(text, "<rect x=\"39\" y=\"21\" width=\"8\" height=\"9\""), 1);
  assert_int_equal(count(text, "<rect x="), 4);
  free(text);
  text = page(c, &(struct wl_html_options){.title = ""});
  assert_int_equal(count(text, "<i class=\"shape across-8 right\""), 1);
  assert_int_equal(count(text, "<i class=\"shape rise-4 right\""), 1);
  assert_int_equal(count(text, "<i class=\"shape"), 4);
  free(text);
  wl_canvas_clear(c);
  wl_canvas_column(c, (struct wl_rect){1, 0, 1, 2}, 1, WL_STYLE_GOOD);
  wl_canvas_column(c, (struct wl_rect){2, 0, 1, 2}, 1, WL_STYLE_GOOD);
  text = written(c, 0, true);
  assert_int_equal(count(text, "<rect x="), 4);
  assert_int_equal(count(text, "width=\"8\" height=\"18\""), 4);
  free(text);
  wl_canvas_glyph(c, 1, 0, WL_GLYPH_FULL, 2, WL_STYLE_GOOD);
  wl_canvas_glyph(c, 1, 1, WL_GLYPH_FULL, 2, WL_STYLE_GOOD);
  text = written(c, 0, true);
  assert_int_equal(count(text, "<rect x="), 2);
  assert_int_equal(count(text, "width=\"18\" height=\"18\""), 2);
  free(text);
  wl_canvas_destroy(c);
}

/* Bars of adjacent rows are apart, and what a cell of one leaves free is its track. */
static void test_bars(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(10, 2, false);
  for (int y = 0; y < 2; y++)
    wl_canvas_bar(c, (struct wl_rect){1, y, 8, 1}, 0.3125, WL_STYLE_GOOD, WL_STYLE_DIM);
  char *text = written(c, 0, true);
  assert_int_equal(count(text, " y=\"14\" "), 4);
  assert_int_equal(count(text, " y=\"32\" "), 4);
  assert_int_equal(count(text, " height=\"14\" "), 8);
  assert_int_equal(count(text, "<rect x=\"39\" y=\"14\" width=\"4.5\" "), 1);
  char track[96], *dim = strstr(text, "<rect x=\"48\" y=\"14\" width=\"45\" ");
  assert_non_null(dim);
  snprintf(track, sizeof track, "<rect x=\"39\" y=\"14\" width=\"9\" %.55s",
           strstr(dim, "height"));
  *strchr(track, '\n') = '\0';
  assert_non_null(strstr(track, "fill-opacity=\"0.2\""));
  assert_non_null(strstr(text, track));
  free(text);
  text = page(c, &(struct wl_html_options){.title = "", .scheme = WL_LIGHT});
  assert_int_equal(count(text, "<i class=\"shape across-8 row\""), 2);
  assert_int_equal(count(text, "<i class=\"shape across-4 row\""), 2);
  assert_int_equal(count(text, "<i class=\"shape shade-20 row\""), 2);
  assert_int_equal(count(text, "--track: #"), 1);
  free(text);
  wl_canvas_destroy(c);
}

static void test_full(void **state) {
  (void)state;
  struct wl_canvas *c = sample();
  struct wl_diag d;
  FILE *f = fopen("/dev/full", "w");
  if (!f) skip();
  assert_false(wl_write_text(f, c, &d));
  assert_int_equal(d.status, WL_OUTPUT);
  fclose(f);
  wl_canvas_destroy(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_text), cmocka_unit_test(test_ansi), cmocka_unit_test(test_svg),
    cmocka_unit_test(test_html), cmocka_unit_test(test_shapes), cmocka_unit_test(test_strokes),
    cmocka_unit_test(test_columns), cmocka_unit_test(test_bars), cmocka_unit_test(test_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
