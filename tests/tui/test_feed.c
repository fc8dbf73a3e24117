/* Which picture the screen shows while scripts start, end, fail and are replaced.
 * Runs and model are fakes: a run does what its row says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "app/runs/runner.h"
#include "feed_fakes.h"
#include "session/select/setters.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"

static void test_first_run(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  struct pollfd fds[1];
  assert_string_equal(last_settings, "pad:1 ");
  assert_int_equal(wl_runner_descriptors(f, fds, 1), 1);
  wl_runner_pump(f, 1);
  assert_int_equal(screen.shown, 0);
  assert_int_equal(screen.of, 4);
  newest->steps = 1; /* with nothing else to show, the first step is shown at once */
  wl_runner_pump(f, 2);
  assert_int_equal(screen.shown, 1);
  run_once(f, 3);
  assert_int_equal(screen.shown, 1);
  assert_int_equal(screen.of, 0);
  assert_false(wl_runner_busy(f));
  assert_int_equal(wl_runner_descriptors(f, fds, 1), 0);
  end(f);
}

static void test_change(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  screen.settings = 2;
  wl_runner_start(f);
  assert_string_equal(last_settings, "pad:3 n:a=b "); /* and nothing of the command line */
  newest->steps = 1;
  wl_runner_pump(f, 10);
  assert_int_equal(screen.shown, 1); /* the whole old picture, not half of the new */
  wl_runner_pump(f, 1000);
  assert_int_equal(screen.shown, 2); /* but not for ever */
  wl_runner_start(f); /* a third, while the second goes on */
  assert_int_equal(screen.shown, 1);
  assert_int_equal(screen.alive[2], 0);
  run_once(f, 1001);
  assert_int_equal(screen.shown, 3);
  assert_int_equal(screen.alive[1], 0);
  end(f);
}

/* A slide stays until the next one is whole, or as whole as it will be. */
static void test_slides(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  screen.presents = true;
  newest->steps = 1;
  wl_runner_pump(f, 1);
  assert_int_equal(screen.shown, 1); /* nothing is behind it */
  wl_runner_pump(f, 5000);
  assert_int_equal(screen.waits, 0);
  run_once(f, 5001);
  wl_runner_start(f);
  newest->steps = 1;
  wl_runner_pump(f, 5002);
  assert_int_equal(screen.waits, 0); /* most runs are over sooner */
  wl_runner_pump(f, 10000);
  assert_int_equal(screen.waits, 1);
  assert_int_equal(screen.shown, 1);
  run_once(f, 10001);
  assert_int_equal(screen.shown, 2);
  wl_runner_start(f);
  fail_with(WL_LIMIT, 3); /* stopped */
  wl_runner_pump(f, 10002);
  assert_int_equal(screen.shown, 2); /* nothing of it was seen: the picture stays */
  assert_string_equal(screen.failed, "wrong");
  wl_runner_start(f);
  run_once(f, 10003);
  wl_runner_start(f);
  assert_true(wl_runner_cancel(f)); /* by who presents: that is no error */
  wl_runner_pump(f, 10004);
  assert_int_equal(screen.shown, 4);
  assert_string_equal(screen.failed, "");
  assert_string_equal(said, "stopped");
  end(f);
}

/* What is taken back before a run came of it is there already; nothing else is lost. */
static void test_taken_back(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  screen.wanted = 1;
  wl_runner_take(f, WL_REQUEST_RUN);
  screen.wanted = 2;
  wl_runner_take(f, WL_REQUEST_RUN);
  assert_int_equal(runs, 3);
  newest->steps = 1;
  wl_runner_pump(f, 10);
  wl_runner_pump(f, 1000);
  assert_int_equal(screen.shown, 3);
  screen.wanted = 1;
  wl_runner_take(f, WL_REQUEST_RUN);
  assert_int_equal(runs, 4);
  screen.wanted = 0;
  wl_runner_take(f, WL_REQUEST_RUN);
  assert_int_equal(runs, 4);
  assert_int_equal(screen.shown, 1);
  assert_false(wl_runner_busy(f));
  assert_int_equal(screen.of, 0);
  file = "x";
  wl_runner_take(f, WL_REQUEST_READ); /* but who asks for a run gets one */
  assert_int_equal(runs, 5);
  screen.wanted = 1;
  wl_runner_take(f, WL_REQUEST_RUN);
  screen.wanted = 0;
  wl_runner_take(f, WL_REQUEST_RUN);
  assert_int_equal(runs, 7);
  run_once(f, 1001);
  assert_int_equal(screen.shown, 7);
  end(f);
}

static void test_failures(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  fail_with(WL_SCRIPT, 0); /* nothing was ever shown */
  wl_runner_pump(f, 1);
  assert_string_equal(screen.failed, "wrong");
  assert_int_equal(screen.taken_back, 0);
  wl_runner_start(f);
  assert_string_equal(last_settings, "pad:1 "); /* the model has seen no parameter */
  run_once(f, 2);
  assert_string_equal(screen.failed, "");
  wl_runner_start(f);
  struct wl_diag typed = {.what = "typed while it ran"};
  wl_session_fail(&screen, &typed);
  run_once(f, 2); /* it is not about that */
  assert_string_equal(screen.failed, "typed while it ran");
  wl_runner_start(f);
  run_once(f, 2);
  assert_string_equal(screen.failed, "");
  wl_runner_start(f);
  newest->steps = 3;
  wl_runner_pump(f, 3);
  wl_runner_pump(f, 1000);
  assert_int_equal(screen.shown, 5);
  fail_with(WL_SCRIPT, 3); /* wrong half-way: back to the last good one */
  wl_runner_pump(f, 1001);
  assert_int_equal(screen.shown, 4);
  assert_int_equal(screen.left, 4);
  assert_int_equal(screen.home, 4);
  assert_string_equal(screen.failed, "wrong");
  assert_int_equal(screen.taken_back, 1);
  screen.tried = "block=64,8"; /* the picture has the block of before */
  wl_runner_start(f);
  fail_with(WL_SCRIPT, 0);
  wl_runner_pump(f, 1002);
  assert_string_equal(screen.failed, "with block=64,8: wrong");
  end(f);
}

static void test_limits(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  newest->steps = 3;
  wl_runner_pump(f, 1);
  assert_true(wl_runner_cancel(f)); /* what came before it was stopped stays */
  wl_runner_pump(f, 2);
  assert_int_equal(screen.shown, 1);
  assert_string_equal(screen.failed, "stopped");
  assert_false(wl_runner_busy(f));
  assert_false(wl_runner_cancel(f)); /* nothing runs any more */
  wl_runner_start(f);
  newest->steps = 1;
  wl_runner_pump(f, 3);
  wl_runner_pump(f, 1000);
  assert_int_equal(screen.shown, 2);
  fail_with(WL_LIMIT, 9);
  wl_runner_pump(f, 1001);
  assert_int_equal(screen.shown, 2);
  assert_int_equal(screen.alive[1], 0);
  end(f);
}

static void test_restart_of_the_first(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  newest->steps = 1;
  wl_runner_pump(f, 1);
  wl_runner_start(f); /* its picture is the only one there is */
  assert_int_equal(screen.shown, 1);
  run_once(f, 2);
  assert_int_equal(screen.shown, 2);
  end(f);
}

/* Reading again is only for files, and what was read stays for later runs. */
static void test_read(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  file = "new text";
  wl_runner_read(f);
  assert_string_equal(last.text, "new text");
  assert_int_equal(last.size, 8);
  run_once(f, 2);
  file = NULL;
  wl_runner_read(f);
  assert_string_equal(screen.failed, "no file");
  assert_false(wl_runner_busy(f));
  assert_int_equal(screen.shown, 2);
  wl_runner_start(f);
  assert_string_equal(last.text, "new text");
  end(f);
  struct wl_run_options others[] = {{.name = "-", .text = "y"},
                                    {.name = "-e", .text = "y", .one_line = true},
                                    {.name = "vadd.lua", .text = "y"}}; /* a bundled one */
  for (size_t i = 0; i < 3; i++) {
    memset(&screen, 0, sizeof screen);
    f = wl_runner_create(&others[i], NULL, &screen);
    wl_runner_read(f);
    assert_string_equal(last.text, "y");
    assert_string_equal(screen.failed, "");
    end(f);
  }
}

/* A file that changes: run where the text is another, or could not be read before. */
static void test_changed(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  file = "x";
  assert_true(wl_runner_changed(f)); /* touched, no more */
  assert_int_equal(runs, 1);
  file = "other";
  assert_true(wl_runner_changed(f));
  assert_int_equal(runs, 2);
  assert_string_equal(last.text, "other");
  run_once(f, 2);
  file = NULL;
  assert_true(wl_runner_changed(f));
  assert_string_equal(screen.failed, "no file");
  assert_int_equal(screen.shown, 2);
  file = "other"; /* it is back, as it was: the error has to go */
  assert_true(wl_runner_changed(f));
  run_once(f, 3);
  assert_string_equal(screen.failed, "");
  end(f);
}

/* The picture is older than the file as long as what the file says cannot be run, or read. */
static void test_outdated(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  wl_runner_start(f);
  fail_with(WL_SCRIPT, 0); /* the same text */
  wl_runner_pump(f, 2);
  assert_int_equal(screen.file, WL_FILE_SAME);
  file = "other";
  assert_true(wl_runner_changed(f));
  assert_int_equal(screen.file, WL_FILE_SAME); /* not yet: it may run in no time */
  fail_with(WL_SCRIPT, 0);
  wl_runner_pump(f, 3);
  assert_int_equal(screen.file, WL_FILE_NEWER);
  file = "x"; /* the change is taken back */
  assert_true(wl_runner_changed(f));
  run_once(f, 4);
  assert_int_equal(screen.file, WL_FILE_SAME);
  file = NULL;
  assert_true(wl_runner_changed(f));
  assert_int_equal(screen.file, WL_FILE_UNREAD);
  wl_runner_start(f); /* with another value: it still runs, but no file has it */
  run_once(f, 5);
  assert_int_equal(screen.file, WL_FILE_UNREAD);
  wl_runner_start(f);
  fail_with(WL_SCRIPT, 0);
  wl_runner_pump(f, 6);
  assert_int_equal(screen.file, WL_FILE_UNREAD);
  file = "x";
  assert_true(wl_runner_changed(f));
  run_once(f, 7);
  assert_int_equal(screen.file, WL_FILE_SAME);
  end(f);
}

/* No two reads are alike: that is no version, and the next may be. */
static void test_mixed(void **state) {
  (void)state;
  struct wl_runner *f = begin();
  run_once(f, 1);
  file = "a version";
  cut = 1000;
  assert_false(wl_runner_changed(f));
  assert_int_equal(runs, 1);
  cut = 3; /* the writer is done after three reads */
  assert_true(wl_runner_changed(f));
  assert_string_equal(last.text, "a version");
  cut = 0;
  end(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_first_run), cmocka_unit_test(test_change),
    cmocka_unit_test(test_slides),
    cmocka_unit_test(test_taken_back), cmocka_unit_test(test_failures),
    cmocka_unit_test(test_limits), cmocka_unit_test(test_restart_of_the_first),
    cmocka_unit_test(test_read), cmocka_unit_test(test_changed),
    cmocka_unit_test(test_outdated), cmocka_unit_test(test_mixed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
