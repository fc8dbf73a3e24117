/* What is an access, which chip counts it, and what the figures are called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/metric.h"
#include "core/rule.h"

/* 32 lanes, 4 bytes each, side by side. */
static struct wl_access side_by_side(enum wl_space space, enum wl_op op) {
  struct wl_access a = {.space = (uint8_t)space, .op = (uint8_t)op, .width = 4, .mask = ~0u};
  for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = 4 * i;
  return a;
}

static void refused(struct wl_access a, const char *message) {
  struct wl_diag d;
  assert_false(wl_access_check(wl_arch_default(), &a, &d));
  assert_string_equal(d.what, message);
  assert_int_equal(d.status, WL_INPUT);
  assert_false(wl_access_check(wl_arch_default(), &a, NULL));
}

static void test_kinds(void **state) {
  (void)state;
  for (unsigned op = 0; op < WL_OPS; op++) {
    struct wl_access a = side_by_side(WL_GLOBAL, op);
    assert_true(wl_access_check(wl_arch_default(), &a, NULL));
    a.space = WL_SHARED;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL));
    a.space = WL_CONSTANT;
    assert_true(wl_access_check(wl_arch_default(), &a, NULL) == (op == WL_LOAD));
  }
  refused(side_by_side(WL_CONSTANT, WL_STORE), "constant memory has no store, only loads");

  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.width = 3;
  refused(a, "width 3 is none of 1, 2, 4, 8 and 16");
  a.width = 0;
  refused(a, "width 0 is none of 1, 2, 4, 8 and 16");
  a.width = 32;
  refused(a, "width 32 is none of 1, 2, 4, 8 and 16");
  a = side_by_side(WL_SHARED, WL_ATOMIC);
  a.width = 1;
  refused(a, "no atomic is 1 byte wide: use 2, 4, 8 or 16");
  a = side_by_side(WL_SPACES, WL_LOAD);
  refused(a, "no such memory space: 3");
  a = side_by_side(WL_GLOBAL, WL_OPS);
  refused(a, "no such operation: 4");
}

static void test_cache(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.cache = WL_NC;
  a.hit = true;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.cache = WL_CG;
  refused(a, "only a load from global memory through L1 can hit in L1");
  a.op = WL_STORE;
  refused(a, "cache \"cg\" is only for loads from global memory");
  a.cache = WL_CACHES;
  refused(a, "no such cache: 3");
}

static void test_addresses(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.address[3] = 6;
  a.address[9] = 7;
  refused(a, "lane 3: address 6 is not a multiple of the access width 4");
  a.mask = 0;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL)); /* inactive lanes do not matter */

  a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.address[31] = UINT64_MAX - 3;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a = side_by_side(WL_SHARED, WL_LOAD);
  a.address[31] = 232448 - 4;
  assert_true(wl_access_check(wl_arch_default(), &a, NULL));
  a.address[31] = 232448;
  refused(a, "lane 31: address 232448 is past the end of shared memory, 232448 bytes");
  a = side_by_side(WL_CONSTANT, WL_LOAD);
  a.address[0] = 65536;
  refused(a, "lane 0: address 65536 is past the end of constant memory, 65536 bytes");
}

static void test_no_lanes(void **state) {
  (void)state;
  for (unsigned space = 0; space < WL_SPACES; space++)
    for (unsigned op = 0; op < (space == WL_CONSTANT ? 1 : WL_OPS); op++) {
      struct wl_access a = side_by_side(space, op);
      struct wl_counts c, none = {0};
      a.mask = 0;
      wl_count(wl_arch_default(), &a, &c);
      assert_memory_equal(&c, &none, sizeof c);
    }
}

static void test_exact(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  a.address[7] = (2u << 20) - 4;
  assert_true(wl_count_exact(wl_arch_default(), &a));
  a.address[7] = 2u << 20;
  assert_false(wl_count_exact(wl_arch_default(), &a));
  a.mask = ~(1u << 7);
  assert_true(wl_count_exact(wl_arch_default(), &a));
}

static void test_arch(void **state) {
  (void)state;
  static const char *const names[] = {"9.0", "90", "sm_90", "SM_90", "cc 9.0", "H200", "h200"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    assert_ptr_equal(wl_arch_find(names[i]), wl_arch_default());
  static const char *const others[] = {"", "9", "9.", "9.00", "900", "sm_", "H20", "H2000", "x"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    assert_null(wl_arch_find(others[i]));
  /* Counting has these numbers built in. */
  const struct wl_arch *arch = wl_arch_default();
  assert_int_equal(arch->line_bytes, 128);
  assert_int_equal(arch->sector_bytes, 32);
  assert_int_equal(arch->banks, 32);
  assert_int_equal(arch->bank_bytes, 4);
  assert_int_equal(arch->tag_sets, 4);
}

static void test_figures(void **state) {
  (void)state;
  struct wl_access a = side_by_side(WL_GLOBAL, WL_LOAD);
  struct wl_counts c;
  struct wl_sum sum = {0};
  wl_count(wl_arch_default(), &a, &c);
  wl_sum_add(&sum, &c);
  for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = 128 * i;
  wl_count(wl_arch_default(), &a, &c);
  wl_sum_add(&sum, &c);
  assert_int_equal(sum.instructions, 2);
  assert_int_equal(sum.value[WL_SECTORS], 36);
  assert_int_equal(sum.value[WL_WAYS], 32); /* the maximum, not the sum */
  assert_int_equal(sum.value[WL_BYTES_MOVED], 36 * 32);
  assert_float_equal(wl_efficiency(WL_GLOBAL, &sum), 256.0 / (36 * 32), 1e-12);
  assert_true(wl_efficiency(WL_CONSTANT, &sum) < 0);
  assert_true(wl_efficiency(WL_GLOBAL, &(struct wl_sum){0}) < 0);

  for (unsigned f = 0; f < WL_FIGURES; f++) {
    const struct wl_metric *m = &wl_metrics[f];
    assert_true(m->key && m->title && m->unit && m->help && m->spaces != 0);
    assert_int_equal(m->totals & ~m->spaces, 0);
    for (unsigned s = 0; s < WL_SPACES; s++)
      if (m->profiler[s] != NULL) assert_true(wl_figure_applies(f, s));
    for (unsigned g = 0; g < f; g++) assert_string_not_equal(m->key, wl_metrics[g].key);
  }
  for (unsigned r = 0; r < WL_RULES; r++)
    assert_true(wl_rules[r].name && wl_rules[r].sentence && wl_rules[r].source &&
                wl_rules[r].certainty < WL_CERTAINTIES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_kinds),    cmocka_unit_test(test_cache),
    cmocka_unit_test(test_addresses), cmocka_unit_test(test_no_lanes),
    cmocka_unit_test(test_exact),    cmocka_unit_test(test_arch),
    cmocka_unit_test(test_figures),
  };
  return cmocka_run_group_tests_name("access", tests, NULL, NULL);
}
