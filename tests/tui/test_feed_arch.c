/* … and while the generation changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "app/runs/runner.h"
#include "core/gpu/target.h"
#include "feed_fakes.h"
#include "session/state/requests.h"

static const struct wl_arch *next_arch(const struct wl_arch *arch) {
  return &wl_archs[(size_t)(arch - wl_archs + 1) % wl_arch_count];
}

/* Another generation: the script again, and the picture before until that is there. */
static void test_arch(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  const struct wl_arch *first = wl_arch_default();
  run_once(f, 1);
  wl_runner_turn_arch(f, 1);
  assert_int_equal(runs, 2);
  assert_ptr_equal(last.arch, next_arch(first));
  assert_int_equal(screen.shown, 1);
  wl_runner_turn_arch(f, 1); /* again, before that has ended */
  assert_ptr_equal(last.arch, next_arch(next_arch(first)));
  run_once(f, 2);
  assert_int_equal(screen.shown, 3);
  wl_runner_turn_arch(f, -2);
  assert_ptr_equal(last.arch, first);
  run_once(f, 3);
  assert_string_equal(screen.failed, "");
  end(f);
}

/* Turning goes past those that the script cannot run on, and says so. */
static void test_arch_left_out(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  const struct wl_arch *next = next_arch(wl_arch_default());
  run_once(f, 1);
  wl_runner_turn_arch(f, 1);
  newest->steps = 3;
  wl_runner_pump(f, 2);
  wl_runner_pump(f, 1000);
  assert_int_equal(screen.shown, 2); /* as far as it came */
  fail_with(WL_SCRIPT, 3);
  wl_runner_pump(f, 1001);
  assert_int_equal(screen.shown, 1);
  assert_ptr_equal(last.arch, next_arch(next));
  assert_ptr_equal(screen.arch, next_arch(next)); /* that is the change, not the one passed */
  run_once(f, 1002);
  assert_int_equal(screen.shown, 3);
  assert_string_equal(said, "wrong");
  assert_string_equal(screen.failed, "");
  assert_int_equal(screen.taken_back, 0);
  end(f);
}

/* Where it runs on no other, the first reason is the error, and the generation stays. */
static void test_arch_alone(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  wl_runner_turn_arch(f, -1);
  for (int64_t now = 2; wl_runner_busy(f) && runs < 30; now++) {
    fail_with(WL_SCRIPT, 0);
    snprintf(newest->diag.what, sizeof newest->diag.what, "wrong on run %d", runs);
    wl_runner_pump(f, now);
  }
  assert_int_equal(runs, (int)wl_arch_count);
  assert_string_equal(screen.failed, "wrong on run 2");
  assert_int_equal(screen.taken_back, 1);
  wl_runner_start(f);
  assert_ptr_equal(last.arch, wl_arch_default());
  run_once(f, 99);
  wl_runner_turn_arch(f, 1);
  assert_true(wl_runner_cancel(f)); /* who stops it goes no further */
  wl_runner_pump(f, 100);
  assert_string_equal(screen.failed, "stopped");
  assert_false(wl_runner_busy(f));
  wl_runner_start(f);
  assert_ptr_equal(last.arch, wl_arch_default());
  end(f);
}

/* A generation by name: one that the script cannot run on is an error, and the picture and
 * its generation stay. */
static void test_arch_by_name(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  wl_runner_set_target(f, wl_target_make(&wl_archs[2], NULL));
  run_once(f, 2);
  assert_int_equal(screen.shown, 2);
  wl_runner_set_target(f, wl_target_make(&wl_archs[3], NULL));
  fail_with(WL_SCRIPT, 0);
  wl_runner_pump(f, 3);
  assert_string_equal(screen.failed, "wrong");
  assert_int_equal(screen.taken_back, 1);
  assert_int_equal(screen.shown, 2);
  wl_runner_start(f);
  assert_ptr_equal(last.arch, &wl_archs[2]);
  end(f);
}

/* Nothing came of a generation: the next change is not for it. */
static void test_arch_failed(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  wl_runner_set_target(f, wl_target_make(&wl_archs[2], NULL));
  assert_ptr_equal(last.arch, &wl_archs[2]);
  newest->state = WL_RUN_FAILED;
  newest->diag.status = WL_SCRIPT;
  wl_runner_pump(f, 2);
  screen.wanted = 9;
  wl_runner_take(f, WL_REQUEST_RUN);
  assert_ptr_equal(last.arch, wl_arch_default());
  run_once(f, 3);
  end(f);
}

/* What the script says of its generation counts when that has changed, not before:
 * what was chosen on the screen stays. */
static void test_own_arch(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  file = "cc 8.0";
  assert_true(wl_runner_changed(f));
  assert_string_equal(last.arch->cc, "8.0");
  run_once(f, 2);
  wl_runner_set_target(f, wl_target_make(&wl_archs[2], NULL));
  file = "on 8.0";
  assert_true(wl_runner_changed(f));
  assert_ptr_equal(last.arch, &wl_archs[2]);
  run_once(f, 3);
  file = "other";
  assert_true(wl_runner_changed(f));
  assert_ptr_equal(last.arch, wl_arch_default());
  end(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_arch), cmocka_unit_test(test_arch_left_out),
    cmocka_unit_test(test_arch_alone), cmocka_unit_test(test_arch_by_name),
    cmocka_unit_test(test_arch_failed), cmocka_unit_test(test_own_arch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
