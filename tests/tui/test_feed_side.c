/* What goes on beside the run that is shown: layouts, an evaluation, a sweep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "app/runs/runner.h"
#include "core/gpu/target.h"
#include "feed_fakes.h"
#include "session/state/requests.h"

/* Layouts, one after the other, then the recording as it was made; a new run, and
 * another generation, have their own. */
static void test_suggest(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  layouts = 0;
  wl_runner_suggest(f); /* while it runs */
  assert_int_equal(screen.shown, 0);
  run_once(f, 1);
  wl_runner_suggest(f);
  assert_int_equal(screen.shown, 11);
  assert_non_null(laid_out);
  assert_string_equal(said, ": 32 → 1 wavefronts");
  wl_runner_suggest(f);
  assert_int_equal(screen.shown, 12);
  assert_int_equal(screen.alive[11], 0);
  wl_runner_suggest(f);
  assert_int_equal(screen.shown, 1);
  assert_null(laid_out);
  wl_runner_suggest(f);
  assert_int_equal(screen.shown, 13);
  wl_runner_plain(f);
  assert_int_equal(screen.shown, 1);
  wl_runner_suggest(f);
  assert_int_equal(screen.shown, 14);
  wl_runner_turn_arch(f, 1);
  assert_int_equal(screen.shown, 1);
  run_once(f, 2);
  assert_int_equal(screen.shown, 2);
  assert_null(laid_out);
  none = "nothing is better";
  wl_runner_suggest(f);
  none = NULL;
  assert_string_equal(said, "nothing is better");
  assert_int_equal(screen.shown, 2);
  end(f);
}

/* An evaluation goes on beside everything else, and never outlives its run. */
static void test_evaluate(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  struct pollfd fds[4];
  wl_runner_evaluate(f, "out[3]");
  assert_string_equal(said, "the script has to end before its arrays can be read");
  run_once(f, 1);
  over = false;
  wl_runner_evaluate(f, "out[3]");
  assert_int_equal(wl_runner_descriptors(f, fds, 4), 1);
  assert_int_equal(fds[0].fd, 77);
  assert_true(wl_runner_busy(f));
  said[0] = answered[0] = '\0';
  assert_false(wl_runner_pump(f, 10));
  assert_string_equal(said, "");
  assert_false(wl_runner_pump(f, 1000)); /* it takes its time: that is told */
  assert_string_equal(said, "still evaluating: x stops it");
  over = true;
  answer = "9";
  assert_true(wl_runner_pump(f, 1001));
  assert_string_equal(answered, "9");
  assert_string_equal(said, "");
  assert_false(wl_runner_busy(f));

  answer = NULL;
  wl_runner_evaluate(f, "out[3]");
  assert_true(wl_runner_pump(f, 1002));
  assert_string_equal(screen.failed, "no such name");
  wl_runner_evaluate(f, "out[3]");
  wl_runner_evaluate(f, "out[3]"); /* the newer takes its place */
  assert_int_equal(peeks, 1);
  assert_true(wl_runner_cancel(f));
  assert_int_equal(peeks, 0);
  wl_runner_evaluate(f, "out[3]");
  wl_runner_start(f);
  assert_int_equal(peeks, 0);
  fail_with(WL_LIMIT, 3); /* what its arrays hold is not known */
  wl_runner_pump(f, 1003);
  wl_runner_pump(f, 2000);
  end(f);
}

/* A sweep goes on beside the screen, until its text is another or somebody stops it. */
static void test_sweep(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  wl_runner_take(f, WL_REQUEST_SWEEP); /* nothing is shown yet that it could be about */
  assert_null(swept);
  run_once(f, 1);
  assert_non_null(swept);
  assert_true(wl_runner_busy(f));
  assert_int_equal(wl_runner_descriptors(f, (struct pollfd[4]){{0}}, 4), 1);
  assert_false(wl_runner_pump(f, 2));
  sweep_news = true;
  assert_true(wl_runner_pump(f, 3));
  sweep_news = false;
  file = "another text";
  wl_runner_read(f); /* the old text goes */
  assert_null(swept);
  run_once(f, 4);
  wl_runner_take(f, WL_REQUEST_SWEEP);
  assert_string_equal(swept, "another text");
  wl_runner_start(f);
  assert_true(wl_runner_cancel(f)); /* the script first */
  assert_true(sweeping);
  wl_runner_pump(f, 5);
  assert_true(wl_runner_cancel(f));
  assert_false(sweeping);
  assert_false(wl_runner_cancel(f));
  end(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_suggest), cmocka_unit_test(test_evaluate), cmocka_unit_test(test_sweep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
