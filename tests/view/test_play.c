/* Replay: what plays, at which pace, and where it stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "press.h"
#include "session/playback.h"
#include "session/select/setters.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"
#include "view/picture.h"

static bool on_screen(struct wl_session *m, const char *text) {
  return has_text(m, 120, 40, text);
}

static void test_replay(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  assert_int_equal(wl_session_tick(m, 10000), -1); /* nothing moves unless asked */
  assert_int_equal(m->selected, 0);
  press(m, "PageDown Right 3");
  for (int i = 0; i < 32; i++) press(m, ".");
  assert_true(on_screen(m, "wavefront 32 of 32: bank 0 serves word 992 to lane 31"));
  press(m, ".");
  assert_true(on_screen(m, "STORE global"));
  press(m, ",");
  assert_true(on_screen(m, "wavefront 32 of 32"));
  for (int i = 0; i < 32; i++) press(m, ",");
  assert_false(on_screen(m, "wavefront 1 of 32"));
  press(m, "Space");
  assert_in_range(wl_session_tick(m, 0), 1, 10000);
  for (int i = 0; i < 6; i++) press(m, "+");
  assert_true(wl_session_tick(m, 0) >= 334); /* at most three pictures a second */
  wl_session_requests(m);
  wl_session_tick(m, 333);
  assert_false(wl_session_requests(m) & WL_REQUEST_PICTURE);
  wl_session_tick(m, 1);
  assert_true(wl_session_requests(m) & WL_REQUEST_PICTURE);
  assert_true(on_screen(m, "wavefront 8 of 32"));
  wl_session_tick(m, 1 << 30); /* a long sleep is one frame */
  assert_true(on_screen(m, "wavefront 16 of 32"));
  press(m, "Space");
  assert_int_equal(wl_session_tick(m, 1000), -1);
  press(m, "Space +");
  press(m, "Space -");
  assert_true(on_screen(m, "it plays at 12/s"));
  press(m, "+ +");
  assert_true(on_screen(m, "it plays no faster than 24/s"));
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_mark_pauses(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = showing(s);
  press(m, "5 Space"); /* the timeline plays instructions, not wavefronts */
  int ticks = 0;
  while (wl_session_tick(m, 5000) >= 0 && ++ticks < 100) continue;
  struct wl_step step;
  assert_true(wl_trace_get(s.trace, m->selected, &step));
  assert_int_equal(step.kind, WL_STEP_MARK);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Whether a word or a lane of the view is drawn as served now. */
static bool is_lit(struct wl_session *m) {
  bool lit = false;
  struct wl_canvas *c = wl_canvas_create(120, 40, false);
  wl_session_draw(m, c);
  struct wl_rect r = m->drawn.layout.part[WL_PART_VIEW];
  for (int y = r.y; y < r.y + r.h; y++)
    for (int x = r.x; x < r.x + r.w; x++) lit |= wl_canvas_cell(c, x, y)->style == WL_STYLE_NOW;
  wl_canvas_destroy(c);
  return lit;
}

/* Behind the last wavefront, while something beside it goes on: nothing is served any more, and
 * every view says so of every kind of instruction. */
static void test_over(void **state) {
  (void)state;
  static const char *const scenes[] = {"spaces", "zoo", "transpose"};
  unsigned over = 0;
  for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
    struct scene s = scene_create(scenes[k], k == 1 ? 2 : 0);
    struct wl_session *m = showing(s);
    for (size_t i = 0; i < m->count && i < 80; i++) {
      wl_session_select(m, i);
      unsigned waves = wl_session_waves(m);
      if (!waves) continue;
      for (m->view = 0; m->view < WL_VIEWS; m->view++) {
        m->wave = waves + 1;
        assert_int_equal(wl_session_moment(m).now, 0);
        if (m->view == WL_VIEW_TIMELINE || m->view == WL_VIEW_TEXT) continue; /* of all steps */
        if (m->view == WL_VIEW_CACHE) continue; /* has no wavefronts: what is lit there is a hit */
        assert_true(on_screen(m, "done after "));
        if (is_lit(m)) fail_msg("%s, step %zu: view %u lights up", scenes[k], i, m->view);
        over++;
      }
      m->view = WL_VIEW_LANES;
    }
    wl_session_destroy(m);
    scene_destroy(s);
  }
  assert_true(over > 100);
}

/* Nobody may be shown more than three flashes in a second (WCAG 2.3.1), whatever the
 * clock does: no two pictures that nobody asked for are closer than a third of one. */
static void test_flashes(void **state) {
  (void)state;
  static const char *const plays[] = {"Space", "<", "5 Space", "5 <", "3 Space"};
  uint32_t seed = 7;
  for (size_t p = 0; p < sizeof plays / sizeof plays[0]; p++) {
    struct scene s = scene_create("transpose", 0);
    struct wl_session *m = showing(s);
    wl_session_select(m, 250);
    press(m, plays[p]);
    for (int i = 0; i < 10; i++) press(m, "+"); /* as fast as it goes */
    wl_session_requests(m);
    long now = 0, last = 0;
    int pictures = 0;
    while (now < 60000 && wl_session_tick(m, 0) >= 0) {
      seed = seed * 1664525 + 1013904223;
      int ms = seed % 4 ? (int)(seed >> 8) % 40 : (int)(seed >> 8) % 900;
      now += ms;
      wl_session_tick(m, ms);
      if (!(wl_session_requests(m) & WL_REQUEST_PICTURE)) continue;
      if (now - last < 334) fail_msg("%s: a picture after %ld ms", plays[p], now - last);
      last = now;
      pictures++;
    }
    assert_in_range(pictures, 10, 180);
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

/* Backwards goes through all that forwards went through. */
static void test_backwards(void **state) {
  (void)state;
  enum { MOST = 4096 };
  static size_t there[MOST][2];
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  int count = 0;
  wl_session_select(m, 60);
  press(m, "Space");
  while (count < 500) {
    there[count][0] = m->selected, there[count][1] = m->wave;
    count++;
    wl_session_tick(m, 5000);
    assert_true(m->playing);
  }
  press(m, "<");
  assert_true(m->playing && m->backwards);
  while (count-- > 0) {
    wl_session_tick(m, 5000);
    assert_int_equal(m->selected, there[count][0]);
    assert_int_equal(m->wave, there[count][1]);
  }
  press(m, "Space"); /* pauses, whichever way it plays */
  assert_false(m->playing);
  assert_int_equal(wl_session_tick(m, 10000), -1);
  press(m, "Home Home <");
  wl_session_tick(m, 5000);
  assert_false(m->playing); /* there is nothing before the first */
  press(m, "< <");
  assert_false(m->playing);
  wl_session_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_replay), cmocka_unit_test(test_over), cmocka_unit_test(test_mark_pauses),
    cmocka_unit_test(test_flashes), cmocka_unit_test(test_backwards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
