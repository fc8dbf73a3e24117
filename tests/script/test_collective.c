/* Match and reductions over a warp. */
#include <stdio.h>
#include <string.h>

#include "core/gpu/target.h"
#include "script.h"

/* `call` of lane i in all lanes but those that `guard` leaves out; the vote step. */
static struct wl_step run_call(const char *guard, const char *call, double stored[32]) {
  char text[512];
  snprintf(text, sizeof text, "local g = global('g', double, 32)\nfunction kernel()\n"
           "local i = laneid()\nif %s then\ng[i] = %s\nend\nend", guard, call);
  struct wl_run *run = run_text(text, NULL, 1);
  if (wl_run_pump(run, 0) != WL_RUN_DONE) fail_msg("%s: %s", call, wl_run_diag(run)->what);
  struct wl_step vote = step_at(run, 5, 0), store = vote;
  if (vote.kind == WL_STEP_VOTE) store = step_at(run, 5, 1);
  for (unsigned i = 0; i < 32; i++) stored[i] = wl_scalar_to_double(WL_DOUBLE, store.value[i]);
  wl_run_destroy(run);
  return vote;
}

static void test_match(void **state) {
  (void)state;
  double got[32];
  struct wl_step s = run_call("true", "__match_any_sync(0xffffffff, i % 5)", got);
  assert_int_equal(s.kind, WL_STEP_VOTE);
  assert_int_equal(s.name, WL_NAME_MATCH_ANY_SYNC);
  for (unsigned i = 0; i < 32; i++) {
    uint32_t same = 0;
    for (unsigned j = i % 5; j < 32; j += 5) same |= UINT32_C(1) << j;
    assert_int_equal(s.value[i], i % 5);
    assert_int_equal(s.result[i], same);
    assert_true(got[i] == same);
  }
  s = run_call("i >= 8", "__match_any_sync(0xffffff00, i % 2 == 0 and 1 or 1.0)", got);
  for (unsigned i = 8; i < 32; i++) assert_true(got[i] == 0xffffff00);
  s = run_call("true", "__match_any_sync(0xffffffff, i < 4 and 0.5 or -0.5)", got);
  assert_true(got[0] == 0xf && got[31] == 0xfffffff0);
  run_call("true", "__match_all_sync(0xffffffff, 7)", got);
  assert_true(got[3] == 0xffffffff);
  run_call("i < 4", "__match_all_sync(0xf, i // 3)", got);
  assert_true(got[0] == 0 && got[3] == 0);
}

static void test_reduce(void **state) {
  (void)state;
  static const struct { const char *guard, *call; double result; } rows[] = {
    {"true", "__reduce_add_sync(0xffffffff, i)", 496},
    {"i % 2 == 0", "__reduce_add_sync(0x55555555, i)", 240},
    {"true", "__reduce_add_sync(0xffffffff, -i)", -496},
    {"true", "__reduce_add_sync(0xffffffff, 0x80000000)", 0},      /* 32 times 2^31 */
    {"true", "__reduce_add_sync(0xffffffff, 0xc0000001)", 32},     /* wraps as unsigned */
    {"true", "__reduce_add_sync(0xffffffff, -0x7fffffff)", 32},    /* and as int */
    {"true", "__reduce_min_sync(0xffffffff, 5 - i)", -26},
    {"true", "__reduce_max_sync(0xffffffff, 5 - i)", 5},
    {"i > 3", "__reduce_max_sync(0xfffffff0, 0xffffffff - i)", 4294967291},
    {"true", "__reduce_and_sync(0xffffffff, i | 0x100)", 0x100},
    {"true", "__reduce_or_sync(0xffffffff, 1 << i)", 0xffffffff},
    {"i < 3", "__reduce_xor_sync(7, 1 << i)", 7},
    {"i == 9", "__reduce_add_sync(0x200, i * 1.0)", 9},
  };
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    double got[32];
    struct wl_step s = run_call(rows[n].guard, rows[n].call, got);
    assert_int_equal(s.kind, WL_STEP_VOTE);
    for (unsigned i = 0; i < 32; i++)
      if ((s.access.mask >> i & 1) && got[i] != rows[n].result)
        fail_msg("%s: %.0f, not %.0f", rows[n].call, got[i], rows[n].result);
  }
}

#define FEATURES "CUDA Programming Guide, features by compute capability"

static void expect_error(const char *arch, const char *call, const char *what) {
  char text[256];
  struct wl_run_options o = wl_run_defaults;
  snprintf(text, sizeof text, "function kernel() local v = %s end", call);
  o.name = "test.lua";
  o.text = text;
  o.size = strlen(text);
  o.arch = wl_arch_find(arch);
  o.workers = 1;
  struct wl_run *run = run_options(&o);
  assert_string_equal(expect_failure(run)->what, what);
  wl_run_destroy(run);
}

#define REMOVED "CUDA has it for generations before cc 7.0 only, whose lanes keep step " \
                "(CUDA C++ Programming Guide, warp vote and shuffle functions)"

static void test_errors(void **state) {
  (void)state;
  expect_error("9.0", "__reduce_add_sync(0xffffffff, 0.5)",
               "__reduce_add_sync(): 0.5 is no whole number of 32 bits");
  expect_error("9.0", "__reduce_add_sync(0xffffffff, 1 << 33)",
               "__reduce_add_sync(): 8589934592 is no whole number of 32 bits");
  expect_error("9.0", "__match_any_sync(0xffffffff)",
               "__match_any_sync(): the value is missing, not a number");
  expect_error("9.0", "__match_any_sync(2, 1)",
               "__match_any_sync(): the mask 0x00000002 does not name lane 0, which calls it");
  expect_error("7.5", "__reduce_or_sync(0xffffffff, 1)",
               "cc 7.5 has no reductions over a warp: they came with cc 8.0 (" FEATURES ")");
  expect_error("6.1", "__match_any_sync(0xffffffff, 1)",
               "cc 6.1 has no match: they came with cc 7.0 (" FEATURES ")");
  expect_error("7.0", "__shfl_xor(1, 1)", "cc 7.0 has no __shfl_xor(): " REMOVED);
  expect_error("9.0", "__ballot(1)", "cc 9.0 has no __ballot(): " REMOVED);
  expect_error("12.0", "__all(1)", "cc 12.0 has no __all(): " REMOVED);
  expect_error("6.1", "__shfl('x', 1)", "__shfl(): the value is a string, not a number");
  expect_error("2.0", "__shfl(1, 0)",
               "cc 2.0 has no shuffles: they came with cc 3.0 (" FEATURES ")");
  expect_error("1.3", "__ballot(1)", "cc 1.3 has no ballots: they came with cc 2.0 (" FEATURES ")");
  expect_error("1.0", "__any(1)",
               "cc 1.0 has no votes: any and all: they came with cc 1.2 (" FEATURES ")");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_match), cmocka_unit_test(test_reduce), cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
