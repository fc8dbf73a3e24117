/* Arrays that grow: by doubling, and never past what can be counted. */
#include "core/base/grow.h"

#include "test.h"

static void test_doubles(void **state) {
  (void)state;
  size_t capacity = 0;
  uint32_t narrow = 0;
  uint64_t *wide = NULL;
  uint16_t *small = NULL;
  for (size_t n = 0; n < 100; n++) {
    if (n == capacity) wide = wl_grow(wide, sizeof *wide, &capacity, 3);
    if (n == narrow) small = wl_grow32(small, sizeof *small, &narrow, 3);
    assert_non_null(wide);
    assert_non_null(small);
    wide[n] = n;
    small[n] = (uint16_t)n;
    for (size_t i = 0; i <= n; i++) assert_true(wide[i] == i && small[i] == i);
  }
  assert_int_equal(capacity, 192);
  assert_int_equal(narrow, 192);
  free(wide);
  free(small);
}

/* What has no size is refused, and nothing is touched: there is no array of these here. */
static void test_refuses(void **state) {
  (void)state;
  size_t capacity = SIZE_MAX / 8;
  uint32_t narrow = UINT32_MAX / 2 + 1;
  char none = 0;
  assert_null(wl_grow(&none, 16, &capacity, 4));
  assert_int_equal(capacity, SIZE_MAX / 8);
  assert_null(wl_grow32(&none, 1, &narrow, 4));
  assert_int_equal(narrow, UINT32_MAX / 2 + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_doubles),
    cmocka_unit_test(test_refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
