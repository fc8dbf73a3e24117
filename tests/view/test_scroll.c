/* Scrolling stops at the ends, whether anybody looks or not, and a key that scrolls nothing says
 * so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "press.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "view/picture.h"

static const struct wl_rect sizes[] = {
  {.w = 20, .h = 5}, {.w = 42, .h = 12}, {.w = 60, .h = 16}, {.w = 80, .h = 24},
  {.w = 120, .h = 40}, {.w = 200, .h = 60},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void draw(struct wl_session *m, struct wl_rect size) {
  struct wl_canvas *c = wl_canvas_create(size.w, size.h, true);
  wl_session_draw(m, c);
  wl_canvas_destroy(c);
}

/* Down and up, further than views reach: 1, or 0. */
static bool goes_down(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 28 < 10;
}

/* A key moves the view by a row, or says that there is none; looked at or not. */
static void scroll_view(struct scene s, enum wl_view_id view, struct wl_rect size, int *moved) {
  enum { KEYS = 80 };
  struct wl_session *seen = showing(s), *unseen = showing(s);
  unsigned seed = (unsigned)view + 1;
  seen->view = unseen->view = view;
  press(seen, "PageDown Right");
  press(unseen, "PageDown Right");
  draw(seen, size);
  draw(unseen, size);
  for (int i = 0; i < KEYS; i++) {
    bool down = goes_down(&seed);
    int before = seen->scroll;
    press(seen, down ? "J" : "K");
    press(unseen, down ? "J" : "K");
    bool moves = seen->scroll == before + (down ? 1 : -1);
    if (moves == (seen->message[0] != '\0') || (!moves && seen->scroll != before))
      fail_msg("%s at %dx%d, key %d: from %d to %d, and says \"%s\"", wl_views[view].name, size.w,
               size.h, i, before, seen->scroll, seen->message);
    *moved += moves;
    draw(seen, size);
    assert_int_equal(seen->scroll, unseen->scroll);
    assert_string_equal(seen->message, unseen->message);
  }
  wl_session_destroy(seen);
  wl_session_destroy(unseen);
}

static void test_ends(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  int moved[SIZES] = {0};
  for (enum wl_view_id v = 0; v < WL_VIEWS; v++)
    for (int i = 0; i < SIZES; i++) scroll_view(s, v, sizes[i], &moved[i]);
  assert_int_equal(moved[0], 0); /* there is no view */
  for (int i = 1; i < SIZES - 1; i++) assert_true(moved[i] > 0);
  assert_int_equal(moved[SIZES - 1], 0); /* all of it has room */
  scene_destroy(s);
}

/* Rows of a view that is hidden are not told by where scrolling stops. */
static void test_hidden(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  press(m, "PageDown Right 2 m");
  draw(m, sizes[2]);
  for (int i = 0; i < 3; i++) {
    press(m, "J");
    assert_string_equal(m->message, "there is nothing to scroll here");
    assert_int_equal(m->scroll, 0);
  }
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Beside a view that has all its rows may stand others that have not. */
static void test_wall(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  for (int i = 0; i < SIZES; i++) {
    struct wl_session *m = showing(s);
    press(m, "PageDown Right 3");
    draw(m, sizes[i]);
    press(m, "J");
    assert_string_equal(m->message, "there is nothing to scroll here");
    wl_session_destroy(m);
  }
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_ends), cmocka_unit_test(test_hidden), cmocka_unit_test(test_wall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
