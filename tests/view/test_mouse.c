/* The mouse: what clicks on a picture do is what the picture has there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "scene.h"
#include "session/search/cost_peaks.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/keys/input.h"
#include "view/picture.h"

enum { WIDEST = 200 };
static struct scene scene;
static struct wl_session *m;
static struct wl_canvas *c;

static int open_model(void **state) {
  (void)state;
  m = wl_session_create();
  c = wl_canvas_create(80, 24, true);
  wl_session_show(m, scene.trace, scene.analysis);
  wl_session_draw(m, c);
  return 0;
}

static int close_model(void **state) {
  (void)state;
  wl_canvas_destroy(c);
  wl_session_destroy(m);
  return 0;
}

static bool find(const char *text, int *x, int *y) {
  wl_session_draw(m, c);
  for (*y = 0; *y < wl_canvas_height(c); ++*y) {
    char row[WIDEST + 1] = "";
    for (int i = 0; i < wl_canvas_width(c); i++) row[i] = (char)wl_canvas_cell(c, i, *y)->code;
    const char *at = strstr(row, text);
    if (!at) continue;
    *x = (int)(at - row);
    return true;
  }
  return false;
}

static void click_at(int x, int y) { wl_session_key(m, wl_key_at(WL_KEY_CLICK, x, y)); }

/* On the first place of the picture that has the text, `by` columns on. */
static void click(const char *text, int by) {
  int x, y;
  if (!find(text, &x, &y)) fail_msg("no '%s' on the screen", text);
  click_at(x + by, y);
}

static void test_places(void **state) {
  (void)state;
  click("5 time", 2);
  assert_int_equal(m->view, 4);
  click("warp  3", 9);
  struct wl_step s;
  assert_true(wl_trace_get(scene.trace, m->selected, &s));
  assert_int_equal(s.warp, 3);
  click("warp  3", 14); /* the column beside it */
  assert_true(wl_trace_get(scene.trace, m->selected, &s));
  assert_int_equal(s.warp, 3);
  assert_int_equal(s.access.op, WL_STORE);
  click("6 source", 0);
  assert_int_equal(m->view, 5);
  click("  20", 30);
  assert_true(wl_trace_get(scene.trace, m->selected, &s));
  assert_int_equal(s.place.line, 20);
  click("next step", 0); /* a hint of the status line */
  assert_true(m->selected > 0);
  click("1 lanes", 0);
  click("  17", 3);
  assert_int_equal(m->lane, 17);
  click("2 lines", 0);
  click("sector 3", -1); /* between two sectors is nothing */
  assert_int_equal(m->lane, 17);
}

static void test_lines_without_steps(void **state) {
  (void)state;
  click("6 source", 0);
  size_t before = m->selected;
  click("  14", 20);
  assert_int_equal(m->selected, before);
  assert_string_equal(m->message, "line 14 makes no step");
}

/* Several lanes in one word: one after the other. */
static void test_lanes_of_a_word(void **state) {
  (void)state;
  struct scene same = scene_create("stride", 0);
  wl_session_show(m, same.trace, same.analysis);
  wl_session_key(m, '2');
  int x, y;
  assert_true(find("xx", &x, &y));
  for (unsigned lane = 1; lane < 34; lane++) {
    click_at(x, y);
    assert_int_equal(m->lane, lane % 32);
  }
  wl_session_show(m, scene.trace, scene.analysis);
  scene_destroy(same);
}

static void test_wheel(void **state) {
  (void)state;
  wl_session_key(m, '6');
  wl_session_draw(m, c);
  wl_session_key(m, wl_key_at(WL_KEY_WHEEL_UP, 40, 12));
  assert_int_equal(m->scroll, -3);
  wl_session_key(m, wl_key_at(WL_KEY_WHEEL_DOWN, 40, 12));
  assert_int_equal(m->scroll, 0);
  wl_session_key(m, '?');
  unsigned before = m->tips_chosen;
  wl_session_key(m, wl_key_at(WL_KEY_WHEEL_DOWN, 40, 12));
  assert_true(wl_panel_on(m, WL_PANEL_HELP) && m->tips_chosen != before);
  click("costliest", 0); /* a row of help does what it says */
  assert_false(wl_panel_on(m, WL_PANEL_HELP));
  assert_int_equal(wl_session_excess(m, m->selected), wl_session_peak(m));
}

/* No click does harm, wherever it is, and none passes a figure by that is hidden. */
static void test_anywhere(void **state) {
  (void)state;
  static const char views[] = "1234567890";
  for (int view = 0; views[view]; view++)
    for (int y = 0; y < 25; y++)
      for (int x = 0; x < 81; x += 3) {
        wl_session_key(m, (uint32_t)views[view]);
        click_at(x, y);
        wl_session_requests(m);
        if (wl_panel_on(m, WL_PANEL_HELP)) wl_session_key(m, WL_KEY_ESCAPE);
      }
  wl_session_key(m, ':');
  click("1 lanes", 0); /* not while something is typed */
  assert_true(wl_panel_on(m, WL_PANEL_PROMPT));
  wl_session_key(m, WL_KEY_ESCAPE);
  wl_session_show(m, NULL, NULL);
  for (int x = 0; x < 80; x++) click_at(x, 23), wl_session_requests(m);
}

static void test_switch(void **state) {
  (void)state;
  assert_false(wl_session_mouse(m));
  wl_session_requests(m);
  wl_session_key(m, 'M');
  assert_true(wl_session_mouse(m));
  assert_true(wl_session_requests(m) & WL_REQUEST_MOUSE);
  wl_session_key(m, 'M');
  assert_false(wl_session_mouse(m));
}

/* Where several views are side by side, each does what it does alone. */
static void test_wall(void **state) {
  (void)state;
  struct wl_step s;
  wl_canvas_destroy(c);
  c = wl_canvas_create(WIDEST, 60, true);
  click("6 source  cost", 0); /* the name above the view, not among the tabs */
  assert_int_equal(m->view, 5);
  click("1 lanes  which", 4);
  assert_int_equal(m->view, 0);
  m->scroll = 1;
  click(" 20    512", 30); /* the line of the source beside it */
  assert_true(wl_trace_get(scene.trace, m->selected, &s));
  assert_int_equal(s.place.line, 20);
  assert_int_equal(m->view, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_places, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_lines_without_steps, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_lanes_of_a_word, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_wheel, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_anywhere, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_switch, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_wall, open_model, close_model),
  };
  scene = scene_create("transpose", 0);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  scene_destroy(scene);
  return failed;
}
