/* Which picture the screen shows while scripts start, end, fail and are replaced.
 * Runs and model are fakes: a run does what its row says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/arch_name.h"
#include "tui/feed.h"
#include "view/basics.h"
#include "view/set.h"
#include "view/want.h"
#include "feed_fakes.h"

static struct wl_setting given[] = {{"pad", "1"}};

static struct wl_feed *begin(void) {
  struct wl_run_options o = {.name = "x.lua", .text = "x", .size = 1, .settings = given, .setting_count = 1};
  memset(&screen, 0, sizeof screen);
  runs = 0;
  struct wl_feed *f = wl_feed_create(&o, &screen);
  wl_feed_start(f);
  return f;
}

static void end(struct wl_feed *f) {
  screen.shown = 0;
  wl_feed_destroy(f);
  for (int i = 0; i < 32; i++) assert_int_equal(screen.alive[i], 0);
}

static void run_once(struct wl_feed *f, int64_t now) {
  newest->state = WL_RUN_DONE;
  newest->steps = 5;
  wl_feed_pump(f, now);
}

static void fail_with(enum wl_status status, size_t steps) {
  newest->state = WL_RUN_FAILED;
  newest->steps = steps;
  newest->diag.status = status;
  strcpy(newest->diag.what, "wrong");
}

static const struct wl_arch *next_arch(const struct wl_arch *arch) {
  return &wl_archs[(size_t)(arch - wl_archs + 1) % wl_arch_count];
}

static void test_first_run(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  struct pollfd fds[1];
  assert_string_equal(last_settings, "pad:1 ");
  assert_int_equal(wl_feed_descriptors(f, fds, 1), 1);
  wl_feed_pump(f, 1);
  assert_int_equal(screen.shown, 0);
  assert_int_equal(screen.of, 4);
  newest->steps = 1; /* with nothing else to show, the first step is shown at once */
  wl_feed_pump(f, 2);
  assert_int_equal(screen.shown, 1);
  run_once(f, 3);
  assert_int_equal(screen.shown, 1);
  assert_int_equal(screen.of, 0);
  assert_false(wl_feed_busy(f));
  assert_int_equal(wl_feed_descriptors(f, fds, 1), 0);
  end(f);
}

static void test_change(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  screen.settings = 2;
  wl_feed_start(f);
  assert_string_equal(last_settings, "pad:3 n:a=b "); /* and nothing of the command line */
  newest->steps = 1;
  wl_feed_pump(f, 10);
  assert_int_equal(screen.shown, 1); /* the whole old picture, not half of the new */
  wl_feed_pump(f, 1000);
  assert_int_equal(screen.shown, 2); /* but not for ever */
  wl_feed_start(f); /* a third, while the second goes on */
  assert_int_equal(screen.shown, 1);
  assert_int_equal(screen.alive[2], 0);
  run_once(f, 1001);
  assert_int_equal(screen.shown, 3);
  assert_int_equal(screen.alive[1], 0);
  end(f);
}

/* What is taken back before a run came of it is there already; nothing else is lost. */
static void test_taken_back(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  screen.wanted = 1;
  wl_feed_take(f, WL_WANT_RUN);
  screen.wanted = 2;
  wl_feed_take(f, WL_WANT_RUN);
  assert_int_equal(runs, 3);
  newest->steps = 1;
  wl_feed_pump(f, 10);
  wl_feed_pump(f, 1000);
  assert_int_equal(screen.shown, 3);
  screen.wanted = 1;
  wl_feed_take(f, WL_WANT_RUN);
  assert_int_equal(runs, 4);
  screen.wanted = 0;
  wl_feed_take(f, WL_WANT_RUN);
  assert_int_equal(runs, 4);
  assert_int_equal(screen.shown, 1);
  assert_false(wl_feed_busy(f));
  assert_int_equal(screen.of, 0);
  file = "x";
  wl_feed_take(f, WL_WANT_READ); /* but who asks for a run gets one */
  assert_int_equal(runs, 5);
  screen.wanted = 1;
  wl_feed_take(f, WL_WANT_RUN);
  screen.wanted = 0;
  wl_feed_take(f, WL_WANT_RUN);
  assert_int_equal(runs, 7);
  run_once(f, 1001);
  assert_int_equal(screen.shown, 7);
  end(f);
}

/* Nothing came of a generation: the next change is not for it. */
static void test_arch_failed(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  wl_feed_set_arch(f, &wl_archs[2]);
  assert_ptr_equal(last.arch, &wl_archs[2]);
  newest->state = WL_RUN_FAILED;
  newest->diag.status = WL_SCRIPT;
  wl_feed_pump(f, 2);
  screen.wanted = 9;
  wl_feed_take(f, WL_WANT_RUN);
  assert_ptr_equal(last.arch, wl_arch_default());
  run_once(f, 3);
  end(f);
}

static void test_failures(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  fail_with(WL_SCRIPT, 0); /* nothing was ever shown */
  wl_feed_pump(f, 1);
  assert_string_equal(screen.failed, "wrong");
  assert_int_equal(screen.taken_back, 0);
  wl_feed_start(f);
  assert_string_equal(last_settings, "pad:1 "); /* the model has seen no parameter */
  run_once(f, 2);
  assert_string_equal(screen.failed, "");
  wl_feed_start(f);
  struct wl_diag typed = {.what = "typed while it ran"};
  wl_model_fail(&screen, &typed);
  run_once(f, 2); /* it is not about that */
  assert_string_equal(screen.failed, "typed while it ran");
  wl_feed_start(f);
  run_once(f, 2);
  assert_string_equal(screen.failed, "");
  wl_feed_start(f);
  newest->steps = 3;
  wl_feed_pump(f, 3);
  wl_feed_pump(f, 1000);
  assert_int_equal(screen.shown, 5);
  fail_with(WL_SCRIPT, 3); /* wrong half-way: back to the last good one */
  wl_feed_pump(f, 1001);
  assert_int_equal(screen.shown, 4);
  assert_string_equal(screen.failed, "wrong");
  assert_int_equal(screen.taken_back, 1);
  end(f);
}

static void test_limits(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  newest->steps = 3;
  wl_feed_pump(f, 1);
  assert_true(wl_feed_cancel(f)); /* what came before it was stopped stays */
  wl_feed_pump(f, 2);
  assert_int_equal(screen.shown, 1);
  assert_string_equal(screen.failed, "stopped");
  assert_false(wl_feed_busy(f));
  assert_false(wl_feed_cancel(f)); /* nothing runs any more */
  wl_feed_start(f);
  newest->steps = 1;
  wl_feed_pump(f, 3);
  wl_feed_pump(f, 1000);
  assert_int_equal(screen.shown, 2);
  fail_with(WL_LIMIT, 9);
  wl_feed_pump(f, 1001);
  assert_int_equal(screen.shown, 2);
  assert_int_equal(screen.alive[1], 0);
  end(f);
}

static void test_restart_of_the_first(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  newest->steps = 1;
  wl_feed_pump(f, 1);
  wl_feed_start(f); /* its picture is the only one there is */
  assert_int_equal(screen.shown, 1);
  run_once(f, 2);
  assert_int_equal(screen.shown, 2);
  end(f);
}

/* Another generation: the script again, and the picture before until that is there. */
static void test_arch(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  const struct wl_arch *first = wl_arch_default();
  run_once(f, 1);
  wl_feed_turn_arch(f, 1);
  assert_int_equal(runs, 2);
  assert_ptr_equal(last.arch, next_arch(first));
  assert_int_equal(screen.shown, 1);
  wl_feed_turn_arch(f, 1); /* again, before that has ended */
  assert_ptr_equal(last.arch, next_arch(next_arch(first)));
  run_once(f, 2);
  assert_int_equal(screen.shown, 3);
  wl_feed_turn_arch(f, -2);
  assert_ptr_equal(last.arch, first);
  run_once(f, 3);
  assert_string_equal(screen.failed, "");
  end(f);
}

/* Turning goes past those that the script cannot run on, and says so. */
static void test_arch_left_out(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  const struct wl_arch *next = next_arch(wl_arch_default());
  run_once(f, 1);
  wl_feed_turn_arch(f, 1);
  newest->steps = 3;
  wl_feed_pump(f, 2);
  wl_feed_pump(f, 1000);
  assert_int_equal(screen.shown, 2); /* as far as it came */
  fail_with(WL_SCRIPT, 3);
  wl_feed_pump(f, 1001);
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
  struct wl_feed *f = begin();
  run_once(f, 1);
  wl_feed_turn_arch(f, -1);
  for (int64_t now = 2; wl_feed_busy(f) && runs < 30; now++) {
    fail_with(WL_SCRIPT, 0);
    snprintf(newest->diag.what, sizeof newest->diag.what, "wrong on run %d", runs);
    wl_feed_pump(f, now);
  }
  assert_int_equal(runs, (int)wl_arch_count);
  assert_string_equal(screen.failed, "wrong on run 2");
  assert_int_equal(screen.taken_back, 1);
  wl_feed_start(f);
  assert_ptr_equal(last.arch, wl_arch_default());
  run_once(f, 99);
  wl_feed_turn_arch(f, 1);
  assert_true(wl_feed_cancel(f)); /* who stops it goes no further */
  wl_feed_pump(f, 100);
  assert_string_equal(screen.failed, "stopped");
  assert_false(wl_feed_busy(f));
  wl_feed_start(f);
  assert_ptr_equal(last.arch, wl_arch_default());
  end(f);
}

/* Reading again is only for files, and what was read stays for later runs. */
static void test_read(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  file = "new text";
  wl_feed_read(f);
  assert_string_equal(last.text, "new text");
  assert_int_equal(last.size, 8);
  run_once(f, 2);
  file = NULL;
  wl_feed_read(f);
  assert_string_equal(screen.failed, "no file");
  assert_false(wl_feed_busy(f));
  assert_int_equal(screen.shown, 2);
  wl_feed_start(f);
  assert_string_equal(last.text, "new text");
  end(f);
  struct wl_run_options others[] = {{.name = "-", .text = "y"},
                                    {.name = "-e", .text = "y", .one_line = true}};
  for (size_t i = 0; i < 2; i++) {
    memset(&screen, 0, sizeof screen);
    f = wl_feed_create(&others[i], &screen);
    wl_feed_read(f);
    assert_string_equal(last.text, "y");
    assert_string_equal(screen.failed, "");
    end(f);
  }
}

/* A file that changes: run where the text is another, or could not be read before. */
static void test_changed(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  file = "x";
  assert_true(wl_feed_changed(f)); /* touched, no more */
  assert_int_equal(runs, 1);
  file = "other";
  assert_true(wl_feed_changed(f));
  assert_int_equal(runs, 2);
  assert_string_equal(last.text, "other");
  run_once(f, 2);
  file = NULL;
  assert_true(wl_feed_changed(f));
  assert_string_equal(screen.failed, "no file");
  assert_int_equal(screen.shown, 2);
  file = "other"; /* it is back, as it was: the error has to go */
  assert_true(wl_feed_changed(f));
  run_once(f, 3);
  assert_string_equal(screen.failed, "");
  end(f);
}

/* What the script says of its generation counts when that has changed, not before:
 * what was chosen on the screen stays. */
static void test_own_arch(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  file = "cc 8.0";
  assert_true(wl_feed_changed(f));
  assert_string_equal(last.arch->cc, "8.0");
  run_once(f, 2);
  wl_feed_set_arch(f, &wl_archs[2]);
  file = "on 8.0";
  assert_true(wl_feed_changed(f));
  assert_ptr_equal(last.arch, &wl_archs[2]);
  run_once(f, 3);
  file = "other";
  assert_true(wl_feed_changed(f));
  assert_ptr_equal(last.arch, wl_arch_default());
  end(f);
}

/* Layouts, one after the other, then the recording as it was made; a new run, and
 * another generation, have their own. */
static void test_suggest(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  layouts = 0;
  wl_feed_suggest(f); /* while it runs */
  assert_int_equal(screen.shown, 0);
  run_once(f, 1);
  wl_feed_suggest(f);
  assert_int_equal(screen.shown, 11);
  assert_non_null(laid_out);
  assert_string_equal(said, ": 32 → 1 wavefronts");
  wl_feed_suggest(f);
  assert_int_equal(screen.shown, 12);
  assert_int_equal(screen.alive[11], 0);
  wl_feed_suggest(f);
  assert_int_equal(screen.shown, 1);
  assert_null(laid_out);
  wl_feed_suggest(f);
  assert_int_equal(screen.shown, 13);
  wl_feed_plain(f);
  assert_int_equal(screen.shown, 1);
  wl_feed_suggest(f);
  assert_int_equal(screen.shown, 14);
  wl_feed_turn_arch(f, 1);
  assert_int_equal(screen.shown, 1);
  run_once(f, 2);
  assert_int_equal(screen.shown, 2);
  assert_null(laid_out);
  none = "nothing is better";
  wl_feed_suggest(f);
  none = NULL;
  assert_string_equal(said, "nothing is better");
  assert_int_equal(screen.shown, 2);
  end(f);
}

/* A generation by name: one that the script cannot run on is an error, and the picture and
 * its generation stay. */
static void test_arch_by_name(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  wl_feed_set_arch(f, &wl_archs[2]);
  run_once(f, 2);
  assert_int_equal(screen.shown, 2);
  wl_feed_set_arch(f, &wl_archs[3]);
  fail_with(WL_SCRIPT, 0);
  wl_feed_pump(f, 3);
  assert_string_equal(screen.failed, "wrong");
  assert_int_equal(screen.taken_back, 1);
  assert_int_equal(screen.shown, 2);
  wl_feed_start(f);
  assert_ptr_equal(last.arch, &wl_archs[2]);
  end(f);
}

/* An evaluation goes on beside everything else, and never outlives its run. */
static void test_evaluate(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  struct pollfd fds[4];
  wl_feed_evaluate(f, "out[3]");
  assert_string_equal(said, "the script has to end before its arrays can be read");
  run_once(f, 1);
  over = false;
  wl_feed_evaluate(f, "out[3]");
  assert_int_equal(wl_feed_descriptors(f, fds, 4), 1);
  assert_int_equal(fds[0].fd, 77);
  assert_true(wl_feed_busy(f));
  said[0] = answered[0] = '\0';
  assert_false(wl_feed_pump(f, 10));
  assert_string_equal(said, "");
  assert_false(wl_feed_pump(f, 1000)); /* it takes its time: that is told */
  assert_string_equal(said, "still evaluating: x stops it");
  over = true;
  answer = "9";
  assert_true(wl_feed_pump(f, 1001));
  assert_string_equal(answered, "9");
  assert_string_equal(said, "");
  assert_false(wl_feed_busy(f));

  answer = NULL;
  wl_feed_evaluate(f, "out[3]");
  assert_true(wl_feed_pump(f, 1002));
  assert_string_equal(screen.failed, "no such name");
  wl_feed_evaluate(f, "out[3]");
  wl_feed_evaluate(f, "out[3]"); /* the newer takes its place */
  assert_int_equal(peeks, 1);
  assert_true(wl_feed_cancel(f));
  assert_int_equal(peeks, 0);
  wl_feed_evaluate(f, "out[3]");
  wl_feed_start(f);
  assert_int_equal(peeks, 0);
  fail_with(WL_LIMIT, 3); /* what its arrays hold is not known */
  wl_feed_pump(f, 1003);
  wl_feed_pump(f, 2000);
  end(f);
}

/* A sweep goes on beside the screen, until its text is another or somebody stops it. */
static void test_sweep(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  wl_feed_take(f, WL_WANT_SWEEP); /* nothing is shown yet that it could be about */
  assert_null(swept);
  run_once(f, 1);
  assert_non_null(swept);
  assert_true(wl_feed_busy(f));
  assert_int_equal(wl_feed_descriptors(f, (struct pollfd[4]){{0}}, 4), 1);
  assert_false(wl_feed_pump(f, 2));
  sweep_news = true;
  assert_true(wl_feed_pump(f, 3));
  sweep_news = false;
  file = "another text";
  wl_feed_read(f); /* the old text goes */
  assert_null(swept);
  run_once(f, 4);
  wl_feed_take(f, WL_WANT_SWEEP);
  assert_string_equal(swept, "another text");
  wl_feed_start(f);
  assert_true(wl_feed_cancel(f)); /* the script first */
  assert_true(sweeping);
  wl_feed_pump(f, 5);
  assert_true(wl_feed_cancel(f));
  assert_false(sweeping);
  assert_false(wl_feed_cancel(f));
  end(f);
}

/* No two reads are alike: that is no version, and the next may be. */
static void test_mixed(void **state) {
  (void)state;
  struct wl_feed *f = begin();
  run_once(f, 1);
  file = "a version";
  cut = 1000;
  assert_false(wl_feed_changed(f));
  assert_int_equal(runs, 1);
  cut = 3; /* the writer is done after three reads */
  assert_true(wl_feed_changed(f));
  assert_string_equal(last.text, "a version");
  cut = 0;
  end(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_first_run), cmocka_unit_test(test_change),
    cmocka_unit_test(test_taken_back), cmocka_unit_test(test_arch_failed),
    cmocka_unit_test(test_failures), cmocka_unit_test(test_limits),
    cmocka_unit_test(test_restart_of_the_first), cmocka_unit_test(test_arch), cmocka_unit_test(test_own_arch),
    cmocka_unit_test(test_arch_left_out), cmocka_unit_test(test_arch_alone),
    cmocka_unit_test(test_arch_by_name),
    cmocka_unit_test(test_evaluate), cmocka_unit_test(test_sweep), cmocka_unit_test(test_read),
    cmocka_unit_test(test_changed), cmocka_unit_test(test_mixed), cmocka_unit_test(test_suggest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
