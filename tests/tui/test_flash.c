/* How often the screen may turn from light to dark; the clock is a number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tui/flash_limit.h"

/* One key now and then acts at once, and what is neither lighter nor darker always does. */
static void test_at_once(void **state) {
  (void)state;
  struct wl_flash f = {0};
  assert_true(wl_flash_take(&f, 0, 1000));
  assert_true(wl_flash_take(&f, 1, 1010)); /* the first, though the screen has just begun */
  assert_true(wl_flash_take(&f, 1, 1011));
  assert_int_equal(wl_flash_wait(&f, 1011), -1);
  assert_true(wl_flash_take(&f, 0, 1010 + WL_FLASH_MS));
}

/* A key that is held, 30 times a second: the last picture is shown in the end. */
static void test_held(void **state) {
  (void)state;
  enum { SECONDS = 4, PRESSES = 30 * SECONDS + 1, FROM = 5000 };
  struct wl_flash f = {0};
  unsigned light = 0, shown = 0, pressed = 0;
  int turned[PRESSES], turns = 0;
  assert_true(wl_flash_take(&f, 0, FROM));
  for (int ms = 0; ms < 1000 * SECONDS + WL_FLASH_MS; ms++) {
    if (pressed < PRESSES && ms >= (int)pressed * 33) light = ++pressed % 2;
    int wait = wl_flash_wait(&f, FROM + ms);
    if (wait > 0 || light == shown) continue; /* as the screen does: nothing new, or not yet */
    if (!wl_flash_take(&f, light, FROM + ms)) {
      assert_in_range(wl_flash_wait(&f, FROM + ms), 1, WL_FLASH_MS);
      continue;
    }
    turned[turns++] = ms;
    shown = light;
  }
  assert_int_equal(turned[0], 0);
  assert_in_range(turns, 2 * SECONDS, 3 * SECONDS + 1);
  for (int i = 3; i < turns; i++) assert_true(turned[i] - turned[i - 3] > 1000);
  assert_int_equal(shown, light);
}

/* What was held may be gone before it is shown. */
static void test_taken_back(void **state) {
  (void)state;
  struct wl_flash f = {0};
  wl_flash_take(&f, 0, 1000);
  wl_flash_take(&f, 1, 2000);
  assert_false(wl_flash_take(&f, 0, 2100));
  assert_int_equal(wl_flash_wait(&f, 2100), WL_FLASH_MS - 100);
  assert_int_equal(wl_flash_wait(&f, 9000), 0);
  assert_true(wl_flash_take(&f, 1, 2200));
  assert_int_equal(wl_flash_wait(&f, 2200), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_at_once), cmocka_unit_test(test_held), cmocka_unit_test(test_taken_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
