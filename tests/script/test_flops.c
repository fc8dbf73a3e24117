/* Float operations of kernels, counted by hand. */
#include <stdio.h>

#include "core/analysis/flops.h"
#include "script.h"

enum { UNCOUNTED = -1 };

/* Of a line, or where it is 0 of the run. */
static int64_t flops(struct wl_run *run, uint32_t line) {
  uint64_t n;
  if (wl_run_diag(run)->status != WL_OK) fail_msg("%s", wl_run_diag(run)->what);
  return wl_flops_get(wl_analysis_flops(wl_run_analysis(run)), line, &n) ? (int64_t)n : UNCOUNTED;
}

static void expect(const char *statement, int64_t operations) {
  char text[512];
  snprintf(text, sizeof text, "block(32)\nlocal g = global('g', float, 64)\nfunction kernel()\n"
           "local t, x = threadIdx.x, g[threadIdx.x]\n%s\nend", statement);
  struct wl_run *run = run_text(text, NULL, 1);
  if (flops(run, 5) != operations || flops(run, 0) != operations)
    fail_msg("%s: %d", statement, (int)flops(run, 5));
  wl_run_destroy(run);
}

static void test_operations(void **state) {
  (void)state;
  expect("g[t] = t", 0);
  expect("g[t] = 2 * t + 1", 0); /* of integers */
  expect("g[t + 1] = x", 0);
  expect("g[t] = -x", 0);
  expect("g[t] = x + 1", 32);
  expect("g[t] = x * x - x / 2", 96);
  expect("g[t] = t / 2", 32);
  expect("g[t] = x ^ 2", 32);
  expect("g[t] = x % 2 + x // 2", 96);
  expect("if x < 1 then g[t] = 1 end", 0);
}

static void test_functions(void **state) {
  (void)state;
  expect("g[t] = math.sqrt(x)", 32);
  expect("g[t] = sqrtf(x) + expf(x)", 96);
  expect("g[t] = fmaf(x, x, x)", 64);
  expect("g[t] = max(x, 2.0)", 32);
  expect("g[t] = max(t, 2)", 0);
  expect("g[t] = math.floor(x)", 0);
  expect("g[t] = __float_as_int(x)", 0);
  expect("if isnan(x) then g[t] = 1 end", 0);
}

/* Lanes that are not there compute nothing. */
static void test_lanes(void **state) {
  (void)state;
  expect("if t < 5 then g[t] = x + 1 end", 5);
  expect("for k = 1, t do x = x + 1 end", 31 * 32 / 2);
  struct wl_run *run = run_text("block(40) grid(3)\nlocal g = global('g', float, 256)\n"
                                "local function f(x)\nreturn x * x\nend\nfunction kernel()\n"
                                "local t = threadIdx.x\ng[t] = f(1.5) + f(g[t])\nend", NULL, 1);
  assert_int_equal(flops(run, 4), 240);
  assert_int_equal(flops(run, 8), 120);
  assert_int_equal(flops(run, 0), 360);
  wl_run_destroy(run);
}

/* Any number of processes counts the same, and threads one by one nothing. */
static void test_processes(void **state) {
  (void)state;
  const char *text = "block(64) grid(100)\nlocal g = global('g', float, 6400)\nfunction kernel()\n"
                     "local i = blockIdx.x * 64 + threadIdx.x\nlocal s = 0\n"
                     "for k = 1, 3 do s = s + g[i] * k end\ng[i] = s\nend";
  for (unsigned workers = 1; workers <= 3; workers++) {
    struct wl_run *run = run_text(text, NULL, workers);
    assert_int_equal(flops(run, 6), 6400 * 6);
    wl_run_destroy(run);
  }
  struct wl_run *run = run_settings(text, NULL, 1, true);
  assert_int_equal(flops(run, 0), UNCOUNTED);
  wl_run_destroy(run);
}

/* A stream tells of its lines in order and once, and all of them have to. */
static void test_streams(void **state) {
  (void)state;
  uint64_t n;
  struct wl_flops *f = wl_flops_create(3);
  assert_non_null(f);
  wl_flops_begin(f, 2);
  assert_true(wl_flops_add(f, 0, &(struct wl_line_flops){4, 10}));
  assert_false(wl_flops_follows(f, 0, 4));
  assert_true(wl_flops_follows(f, 0, 5));
  assert_true(wl_flops_follows(f, 1, 1));
  assert_false(wl_flops_follows(f, 1, 0));
  assert_true(wl_flops_add(f, 1, &(struct wl_line_flops){4, 1}));
  wl_flops_close(f, 0);
  assert_false(wl_flops_get(f, 4, &n));
  assert_false(wl_flops_follows(f, 0, 5));
  wl_flops_close(f, 1);
  assert_true(wl_flops_get(f, 4, &n));
  assert_int_equal(n, 11);
  wl_flops_destroy(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_operations), cmocka_unit_test(test_functions),
    cmocka_unit_test(test_lanes), cmocka_unit_test(test_processes),
    cmocka_unit_test(test_streams),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
