/* A clicker through a whole recording: every fact of every stop once, and back the same
 * way; keys that mean something else meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/theme.h"
#include "core/trace/trace.h"
#include "press.h"
#include "session/course/course.h"
#include "session/course/presentation.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/big_digits.h"
#include "view/draw/large_letters.h"
#include "view/keys/input.h"
#include "view/picture.h"

struct stop { size_t step; unsigned place; };
enum { MOST = 4096 };

static struct stop here(struct wl_session *m) {
  unsigned place, of;
  wl_present_fact(m, &place, &of);
  return (struct stop){m->selected, place};
}

/* Presses a key until nothing moves; returns how many places there were. */
static size_t walk(struct wl_session *m, uint32_t key, struct stop at[MOST]) {
  size_t n = 0;
  at[n++] = here(m);
  for (;;) {
    wl_session_key(m, key);
    struct stop now = here(m);
    if (now.step == at[n - 1].step && now.place == at[n - 1].place) return n;
    assert_true(n < MOST);
    at[n++] = now;
  }
}

static void test_walk(void **state) {
  (void)state;
  static const struct { const char *scene; int value; } scenes[] = {
    {"transpose", 0}, {"zoo", 0}, {"stride", 2}, {"spaces", 0},
  };
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    struct scene s = scene_create(scenes[i].scene, scenes[i].value);
    struct wl_session *m = wl_session_create();
    static struct stop on[MOST], back[MOST];
    wl_session_show(m, s.trace, s.analysis);
    wl_session_key(m, WL_KEY_F1 + 4);
    size_t n = walk(m, WL_KEY_PAGE_DOWN, on);
    assert_true(n > 1);
    assert_int_equal(walk(m, WL_KEY_PAGE_UP, back), n);
    for (size_t k = 0; k < n; k++) {
      assert_int_equal(on[k].step, back[n - 1 - k].step);
      assert_int_equal(on[k].place, back[n - 1 - k].place);
    }
    for (size_t k = 1; k < n; k++) { /* facts in order, each step from its first on */
      bool same = on[k].step == on[k - 1].step;
      assert_int_equal(on[k].place, same ? on[k - 1].place + 1 : 1);
      assert_true(same || on[k].step > on[k - 1].step);
    }
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

/* A loop is told once: its later turns are no stops, though Right still goes there. */
static void test_loop(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = wl_session_create();
  struct wl_step from, to;
  static struct stop on[MOST];
  wl_session_show(m, s.trace, s.analysis);
  wl_session_key(m, WL_KEY_F1 + 4);
  size_t n = walk(m, WL_KEY_PAGE_DOWN, on);
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < a; b++) {
      assert_true(wl_trace_get(s.trace, on[a].step, &from));
      assert_true(wl_trace_get(s.trace, on[b].step, &to));
      if (from.kind == WL_STEP_BARRIER || on[a].step == on[b].step) continue;
      assert_true(from.place.line != to.place.line || from.place.column != to.place.column);
    }
  wl_session_key(m, WL_KEY_HOME);
  wl_session_key(m, WL_KEY_PAGE_DOWN);
  wl_session_key(m, WL_KEY_RIGHT); /* another step begins with its first fact */
  assert_int_equal(here(m).place, 1);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* The ends of a course: what lies beyond is said, and wanted when asked for once more. */
static void test_course(void **state) {
  (void)state;
  static const struct wl_beyond both[WL_SIDES] = {{"before", "The one before"},
                                                  {"after", "The next"}},
                                none[WL_SIDES] = {{NULL, NULL}};
  for (int present = 0; present < 2; present++) {
    struct scene s = scene_create("transpose", 0);
    struct wl_session *m = wl_session_create(), *next = wl_session_create();
    static struct stop at[MOST];
    wl_session_show(m, s.trace, s.analysis);
    if (present) wl_session_key(m, WL_KEY_F1 + 4);
    size_t n = walk(m, WL_KEY_PAGE_DOWN, at);
    wl_session_key(m, WL_KEY_PAGE_DOWN);
    assert_int_equal(wl_session_requests(m) & WL_REQUEST_LESSON, 0); /* there is no course */

    wl_session_set_course(m, both);
    wl_session_key(m, WL_KEY_PAGE_DOWN);
    assert_int_equal(wl_session_requests(m) & WL_REQUEST_LESSON, 0);
    wl_session_key(m, ']'); /* not once more: something else */
    wl_session_key(m, WL_KEY_PAGE_DOWN);
    assert_int_equal(wl_session_requests(m) & WL_REQUEST_LESSON, 0);
    wl_session_key(m, WL_KEY_PAGE_DOWN);
    assert_int_equal(wl_session_requests(m) & WL_REQUEST_LESSON, WL_REQUEST_LESSON);
    assert_int_equal(wl_session_lesson_turn(m), 1);
    assert_int_equal(wl_session_lesson_turn(m), 0);
    wl_session_progress(m, 1, 2); /* what runs may have further stops */
    wl_session_key(m, WL_KEY_PAGE_DOWN);
    wl_session_key(m, WL_KEY_PAGE_DOWN);
    assert_int_equal(wl_session_requests(m) & WL_REQUEST_LESSON, 0);
    wl_session_progress(m, 0, 0);

    wl_present_hand_on(m, next, false); /* begins where the other ends, once that is known */
    assert_int_equal(wl_session_presents(next), present);
    wl_session_progress(next, 1, 2);
    wl_session_show(next, s.trace, s.analysis);
    assert_int_equal(next->selected, 0);
    wl_session_progress(next, 0, 0);
    assert_int_equal(next->selected, at[n - 1].step);
    if (present) assert_int_equal(here(next).place, at[n - 1].place);

    wl_session_set_course(next, both);
    walk(next, WL_KEY_PAGE_UP, at);
    wl_session_requests(next); /* the last key of the walk has asked once */
    wl_session_key(next, WL_KEY_PAGE_UP);
    assert_int_equal(wl_session_requests(next) & WL_REQUEST_LESSON, WL_REQUEST_LESSON);
    assert_int_equal(wl_session_lesson_turn(next), -1);
    wl_session_set_course(next, none);
    wl_session_key(next, WL_KEY_PAGE_UP);
    wl_session_key(next, WL_KEY_PAGE_UP);
    assert_int_equal(wl_session_requests(next) & WL_REQUEST_LESSON, 0);
    wl_session_destroy(next);
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

static bool is_empty(struct wl_session *m) {
  struct wl_canvas *c = wl_canvas_create(60, 16, false);
  bool empty = true;
  wl_session_draw(m, c);
  for (int i = 0; i < 60 * 16; i++) {
    const struct wl_cell *cell = wl_canvas_cell(c, i % 60, i / 60);
    empty &= cell->code == ' ' && cell->style == WL_STYLE_BLACK;
  }
  wl_canvas_destroy(c);
  return empty;
}

static void test_blank(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  wl_session_key(m, 'b');
  assert_false(is_empty(m)); /* only while presenting */
  wl_session_key(m, WL_KEY_HOME);
  wl_session_key(m, WL_KEY_F1 + 4);
  for (enum wl_scheme theme = 0; theme < WL_SCHEMES; theme++) /* the terminal's page may be white */
    for (enum wl_tier tier = WL_16; tier < WL_TIERS; tier++) {
      int32_t bg = wl_theme_look(theme, tier, WL_STYLE_BLACK)->bg;
      assert_int_equal(bg, tier == WL_256 ? 16 : 0); /* of a palette, the one nobody changes */
    }
  struct stop was = here(m);
  for (const char *keys = "b.b."; *keys; keys++) {
    wl_session_key(m, (uint32_t)*keys);
    assert_true(is_empty(m));
    wl_session_key(m, *keys == '.' ? WL_KEY_PAGE_DOWN : (uint32_t)*keys); /* whatever is pressed */
    assert_false(is_empty(m));
    assert_int_equal(here(m).step, was.step); /* nothing moves that nobody sees */
    assert_int_equal(here(m).place, was.place);
  }
  wl_session_key(m, 'b');
  wl_session_key(m, 'q');
  assert_true(wl_session_requests(m) & WL_REQUEST_QUIT);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* An error, an answer or a panel stands where the slide would be: the next key of a clicker shows
 * the slide again, the same one, as many things as there are. */
static void test_uncover(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  press(m, "F5 w PageDown");
  struct stop was = here(m);
  for (int what = 0; what < 4; what++) {
    const char *slide = wl_present_title(m);
    if (what == 0) press(m, "/ z z z Enter");
    if (what == 1) wl_session_answer(m, "an answer");
    if (what == 2) press(m, "y");
    if (what == 3) press(m, "y / z z z Enter");
    assert_false(has_text(m, 60, 16, slide));
    press(m, what % 2 ? "PageUp" : "PageDown");
    assert_true(has_text(m, 60, 16, slide));
    assert_int_equal(here(m).step, was.step);
    assert_int_equal(here(m).place, was.place);
  }
  press(m, "PageDown"); /* goes on from there */
  assert_true(here(m).place != was.place || here(m).step != was.step);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* What the arrows are in a view, they are not from behind the slides. */
static void test_behind(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  press(m, "F5 9");
  assert_true(has_text(m, 60, 16, "to see the view sweep"));
  press(m, "J");
  assert_true(has_text(m, 60, 16, "a slide has nothing to scroll"));
  assert_int_equal(m->scroll, 0); /* nor what is behind it */
  press(m, "F5 w F5 y"); /* but what stands over it has */
  has_text(m, 60, 16, "");
  press(m, "J");
  assert_int_equal(m->scroll, 1);
  press(m, "F5 F5"); /* until slides begin anew, which it would hide */
  assert_false(wl_panel_on(m, WL_PANEL_WHY));
  assert_int_equal(m->scroll, 0);
  press(m, "]");
  assert_true(has_text(m, 60, 16, "lane 1 is picked"));
  size_t step = m->selected;
  press(m, "Right");
  assert_int_equal(wl_session_requests(m) & WL_REQUEST_RUN, 0);
  assert_int_equal(m->selected, step + 1);
  press(m, "F5 Right"); /* but there */
  assert_int_equal(wl_session_requests(m) & WL_REQUEST_RUN, WL_REQUEST_RUN);
  assert_int_equal(m->selected, step + 1);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* A clicker gets the answer to what the mask asks, too; no slide that looks the same with figures
 * and without hides that they are hidden. */
static void test_masked(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = wl_session_create();
  size_t asked = 0, silent = 0;
  wl_session_show(m, s.trace, s.analysis);
  press(m, "Home F5 m");
  for (int i = 0; i < 40; i++) { /* at each stop the question, then its answer */
    size_t step = m->selected;
    bool access = wl_session_spot(m)->step.kind == WL_STEP_ACCESS;
    bool open = m->poll.state == WL_PREDICT_ASKED;
    if (!access && m->poll.state == WL_PREDICT_FREE) {
      press(m, "m");
      silent += has_text(m, 60, 16, "figures are shown again");
      press(m, "m");
      silent += has_text(m, 60, 16, "figures are hidden from here on");
    }
    press(m, "PageDown");
    if (!open) continue;
    asked++;
    assert_int_equal(m->poll.state, WL_PREDICT_REVEALED);
    assert_int_equal(m->selected, step);
  }
  assert_true(asked > 2 && silent >= 2);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Title slides say how to go on; letters vote nowhere but at a question, and change nothing. */
static void test_title(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  press(m, "PageDown F5");
  assert_true(wl_present_opens(m));
  assert_true(has_text(m, 60, 16, "PageDown goes on") && has_text(m, 200, 60, "PageDown goes on"));
  size_t step = m->selected;
  for (const char *k = "acdefghABCDEFGH"; *k; k++) {
    wl_session_requests(m);
    wl_session_key(m, (unsigned char)*k);
    assert_non_null(strstr(m->message, "a to h only vote"));
    assert_int_equal(wl_session_requests(m) & ~(unsigned)WL_REQUEST_DRAW, 0);
    assert_int_equal(m->selected, step);
  }
  wl_session_destroy(m);
  scene_destroy(s);
}

/* However long a question is, a slide says how many have answered it. */
static void test_votes(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  for (size_t length = 1; length < 120; length++) {
    struct wl_session *m = wl_session_create();
    wl_session_pose(m, true);
    wl_session_show(m, s.trace, s.analysis);
    press(m, "Right F5");
    char *text = m->poll.question.text;
    for (size_t i = 0; i < length; i++) text[i] = i % 6 == 5 ? ' ' : 'w';
    text[length] = '\0';
    assert_false(has_text(m, 60, 16, "1 answer"));
    press(m, "A");
    assert_true(has_text(m, 60, 16, "1 answer") && has_text(m, 48, 12, "1 answer"));
    press(m, "A B");
    assert_true(has_text(m, 60, 16, "3 answers") && has_text(m, 48, 12, "3 answers"));
    assert_true(has_text(m, 42, 12, "3 answers") && has_text(m, 100, 30, "3 answers"));
    wl_session_destroy(m);
  }
  scene_destroy(s);
}

/* A number is drawn whole, or as text. */
static void test_whole(void **state) {
  (void)state;
  assert_true(wl_big_digits_whole("8→32") && wl_big_digits_whole("-1") &&
              wl_big_digits_whole("1,024") && wl_big_digits_whole("≈ 12.5%"));
  assert_false(wl_big_digits_whole("") || wl_big_digits_whole("no→yes") ||
               wl_big_digits_whole("char 2"));
}

static void test_big(void **state) {
  (void)state;
  for (int scale = 1; scale < 3; scale++) {
    assert_int_equal(wl_big_digits_cells("", scale), 0);
    assert_int_equal(wl_big_digits_cells("8", scale), 6 * scale);
    assert_int_equal(wl_big_digits_cells("32", scale), 14 * scale);
    struct wl_canvas *c = wl_canvas_create(100, 20, false);
    assert_int_equal(wl_big_digits_text(c, 2, 1, scale, WL_STYLE_TEXT, "1.5%"),
                     2 + wl_big_digits_cells("1.5%", scale));
    for (int y = 0; y < 20; y++) /* nothing beyond its rows and columns */
      for (int x = 0; x < 100; x++)
        if (y < 1 || y > WL_BIG_DIGITS_ROWS * scale || x < 2 || x >= 2 +
            wl_big_digits_cells("1.5%", scale))
          assert_int_equal(wl_canvas_cell(c, x, y)->code, ' ');
    wl_canvas_destroy(c);
  }
}

/* Large words stay in their rows and columns, break at spaces, and are told where a letter is
 * missing. */
static void test_letters(void **state) {
  (void)state;
  struct wl_canvas *c = wl_canvas_create(60, 30, false), *ascii = wl_canvas_create(60, 30, true);
  struct wl_rect r = {3, 2, 50, 28};
  assert_int_equal(wl_large_rows(c, 50, 1, "warp 0"), WL_LARGE_ROWS);
  assert_true(wl_large_rows(c, 50, 1, "caf\u00e9") > 1000);
  assert_true(wl_large_rows(c, 4, 1, "sector") > 1000 && wl_large_rows(ascii, 50, 1, "1") > 1000);
  for (int scale = 0; scale <= 2; scale++) {
    const char *text = "two lanes, 4";
    int rows = wl_large_rows(c, r.w, scale, text), drawn = 0;
    wl_canvas_clear(c);
    assert_int_equal(wl_draw_large(c, r, r.y, scale, WL_STYLE_TEXT, text), r.y + rows);
    assert_true(rows == (scale ? WL_LARGE_ROWS * scale * scale : 1));
    for (int y = 0; y < 30; y++)
      for (int x = 0; x < 60; x++) {
        bool inside = x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + rows;
        if (!inside) assert_int_equal(wl_canvas_cell(c, x, y)->code, ' ');
        else drawn += wl_canvas_cell(c, x, y)->code != ' ';
      }
    assert_true(drawn > 9 * (scale * scale + 1));
  }
  wl_canvas_destroy(c);
  wl_canvas_destroy(ascii);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_walk), cmocka_unit_test(test_loop), cmocka_unit_test(test_blank),
    cmocka_unit_test(test_votes), cmocka_unit_test(test_uncover), cmocka_unit_test(test_behind),
    cmocka_unit_test(test_masked), cmocka_unit_test(test_big), cmocka_unit_test(test_whole),
    cmocka_unit_test(test_course), cmocka_unit_test(test_title),
    cmocka_unit_test(test_letters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
