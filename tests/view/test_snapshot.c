/* A run that comes to nothing leaves the picture as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "press.h"
#include "session/predict/predict.h"
#include "session/search/cost_peaks.h"
#include "session/select/setters.h"
#include "session/settings/undo.h"
#include "session/state/session_state.h"

static bool on_screen(struct wl_session *m, const char *text) {
  return has_text(m, 120, 40, text);
}

/* Some of another run, which had something to ask, and is gone again. */
static void try(struct wl_session *m, struct scene good, struct scene other, const char *keys) {
  wl_session_event(m, WL_EVENT_SHOWS);
  wl_session_show(m, other.trace, other.analysis);
  press(m, keys);
  on_screen(m, "?");
  wl_session_show(m, good.trace, good.analysis);
  on_screen(m, "?");
  wl_session_event(m, WL_EVENT_GONE);
}

static void test_place(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("stride", 2);
  struct wl_session *m = showing(s);
  wl_session_go(m, wl_peak_next(m, 0));
  press(m, "] ] ] 3 . ."); /* its second wavefront, in banks */
  size_t step = m->selected;
  assert_true(step > wl_trace_count(t.trace)); /* the other has not come that far */
  assert_int_equal(m->wave, 2);
  try(m, s, t, "");
  assert_int_equal(m->selected, step);
  assert_int_equal(m->wave, 2);
  assert_int_equal(m->lane, 3);
  assert_true(on_screen(m, "wavefront 2 of 32"));
  try(m, s, t, "Home"); /* who goes elsewhere meanwhile is not called back */
  assert_int_not_equal(m->selected, step);
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* What is not there yet is waited for where it should be, not where the recording ended. */
static void test_growing(void **state) {
  (void)state;
  struct scene s = scene_long(50, true), t = scene_long(5, true);
  struct wl_session *m = showing(s);
  wl_session_go(m, 9);
  wl_session_show(m, t.trace, t.analysis);
  assert_int_equal(m->selected, 4);
  m->trace = s.trace; /* it grows, and has nothing of that place */
  m->analysis = s.analysis;
  m->wanted.place.line = 999;
  wl_session_refresh(m);
  assert_int_equal(m->selected, 9);
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_place), cmocka_unit_test(test_growing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
