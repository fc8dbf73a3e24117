/* When a file that changes is read; the clock is a number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "app/runs/file_watch.h"

static void test_nothing(void **state) {
  (void)state;
  struct wl_debounce s = {0};
  assert_int_equal(wl_debounce_wait(&s, 5), -1);
  assert_false(wl_debounce_take(&s, 5));
}

/* One save: read once it is quiet, and once only. */
static void test_one(void **state) {
  (void)state;
  struct wl_debounce s = {0};
  wl_debounce_note(&s, WL_DEBOUNCE_DONE, 1000);
  assert_int_equal(wl_debounce_wait(&s, 1000), WL_DEBOUNCE_QUIET);
  assert_false(wl_debounce_take(&s, 1000 + WL_DEBOUNCE_QUIET - 1));
  assert_true(wl_debounce_take(&s, 1000 + WL_DEBOUNCE_QUIET));
  assert_false(wl_debounce_take(&s, 5000));
  assert_int_equal(wl_debounce_wait(&s, 5000), -1);
}

/* Changes that follow each other are one; without end they are read all the same. */
static void test_storm(void **state) {
  (void)state;
  struct wl_debounce s = {0};
  int reads = 0;
  for (int now = 0; now < 10 * WL_DEBOUNCE_BOUND; now++) {
    reads += wl_debounce_take(&s, now);
    wl_debounce_note(&s, WL_DEBOUNCE_DONE, now);
  }
  assert_in_range(reads, 9, 10);
  struct wl_debounce pair = {0};
  wl_debounce_note(&pair, WL_DEBOUNCE_DONE, 0);
  wl_debounce_note(&pair, WL_DEBOUNCE_DONE, WL_DEBOUNCE_QUIET - 1);
  assert_int_equal(wl_debounce_wait(&pair, WL_DEBOUNCE_QUIET), WL_DEBOUNCE_QUIET - 1);
}

/* A writer that has begun is waited for, even if it pauses; but not for ever. */
static void test_held(void **state) {
  (void)state;
  struct wl_debounce s = {0};
  wl_debounce_note(&s, WL_DEBOUNCE_BEGUN, 0);
  wl_debounce_note(&s, WL_DEBOUNCE_TOUCHED, 1); /* chmod says nothing about the writer */
  assert_false(wl_debounce_take(&s, WL_DEBOUNCE_BOUND + 1));
  wl_debounce_note(&s, WL_DEBOUNCE_DONE, 300);
  assert_true(wl_debounce_take(&s, 300 + WL_DEBOUNCE_QUIET));
                                     /* bound or quiet, whichever is first */
  wl_debounce_note(&s, WL_DEBOUNCE_BEGUN, 5000);
  assert_int_equal(wl_debounce_wait(&s, 5000), WL_DEBOUNCE_HELD);
  assert_true(wl_debounce_take(&s, 5000 + WL_DEBOUNCE_HELD));
  wl_debounce_note(&s, WL_DEBOUNCE_TOUCHED, 9000); /* nobody holds it any more */
  assert_true(wl_debounce_take(&s, 9000 + WL_DEBOUNCE_QUIET));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_nothing), cmocka_unit_test(test_one), cmocka_unit_test(test_storm),
    cmocka_unit_test(test_held),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
