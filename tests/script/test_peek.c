/* Expressions over the arrays of a run: what they come to, and that none can do harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "script/judge/evaluate_arrays.h"

static const char script[] =
  "local pad, how = param('pad', 3), param('how', 'a', { values = { 'a', 'b' } }) "
  "grid(2) block(32)\n"
  "local P = struct('P', { 'x', float }, { 'n', int, 2 })\n"
  "local out, m = global('out', int, 64), global('m', float, 4, 8)\n"
  "local v, p, tile = global('v', float2, 2), global('p', P, 2), shared('tile', float, 4)\n"
  "m:fill(function(y, x) return y * 8 + x + 0.5 end)\n"
  "p:fill(function(i) return { x = i, n = { 1, 2 } } end)\n"
  "function kernel()\n"
  "  local i = blockIdx.x * 32 + threadIdx.x\n"
  "  out[i] = i * pad\n"
  "  if i < 2 then v[i] = make_float2(i, -0.25) end\n"
  "end\n";

static struct wl_run *run;
static struct wl_run_options options;

static int start(void **state) {
  struct wl_diag d;
  (void)state;
  options = wl_run_defaults;
  options.name = "script";
  options.text = script;
  options.size = strlen(script);
  options.arch = wl_arch_default();
  options.want_values = true;
  options.seconds = 20;
  run = wl_run_start(&options, &d);
  return run && wl_run_wait(run) == WL_RUN_DONE ? 0 : -1;
}

static int stop(void **state) {
  (void)state;
  wl_run_destroy(run);
  return 0;
}

static char text[WL_EVALUATION_TEXT];

static bool ask(const char *expression, struct wl_diag *d) {
  memset(d, 0, sizeof *d);
  struct wl_evaluation *p = wl_evaluation_start(&options, run, expression, d);
  if (!p) return false;
  while (!wl_evaluation_done(p)) poll(&(struct pollfd){wl_evaluation_descriptor(p), POLLIN, 0}, 1,
                                      100);
  return wl_evaluation_end(p, text, d);
}

static void expect(const char *expression, const char *wanted) {
  struct wl_diag d;
  bool good = ask(expression, &d);
  if (!good) print_error("%s: %s\n", expression, d.what);
  assert_true(good);
  assert_string_equal(text, wanted);
}

static void expect_error(const char *expression, const char *what, const char *hint) {
  struct wl_diag d;
  bool good = ask(expression, &d);
  if (good || !strstr(d.what, what) || !strstr(d.hint, hint))
    print_error("%s: %s / %s\n", expression, good ? text : d.what, d.hint);
  assert_false(good);
  assert_non_null(strstr(d.what, what));
  assert_non_null(strstr(d.hint, hint));
  assert_string_equal(d.file, "");
}

static void values(void **state) {
  (void)state;
  expect("out[5]", "15");
  expect("m[1][2]", "10.5");
  expect("m[3]", "m[3] = 24.5 25.5 26.5 27.5 28.5 29.5 30.5 31.5");
  expect("v[1]", "{x=1.0, y=-0.25}");
  expect("v", "v = {0, -0.25} {1, -0.25}");
  expect("p", "p = {x=0, n={1, 2}} {x=1, n={1, 2}}");
  expect("p[1].n[1]", "2");
  expect("m", "m[0] = 0.5 1.5 2.5 3.5 4.5 5.5 6.5 7.5\n"
              "m[1] = 8.5 9.5 10.5 11.5 12.5 13.5 14.5 15.5\n"
              "m[2] = 16.5 17.5 18.5 19.5 20.5 21.5 22.5 23.5\n"
              "m[3] = 24.5 25.5 26.5 27.5 28.5 29.5 30.5 31.5");
}

static void arithmetic(void **state) {
  (void)state;
  expect("out[5] * 2 + pad", "33");
  expect("#out, #m[0]", "64   8");
  expect("how .. pad", "a3");
  expect("gridDim.x * blockDim.x", "64");
  expect("sum(out), min(out), max(out)", "6048   0   189");
  expect("sum(m[0]), max(m)", "32.0   31.5");
  expect("out[0] == 0 and 'none'", "none");
  expect("nil", "nil");
  expect("(function() local s = 0 for i = 0, #out - 1 do s = s + out[i] end return s end)()",
         "6048");
}

static void mistakes(void **state) {
  (void)state;
  expect_error("", "empty", "");
  expect_error("out[64]", "out has no element 64: there are 64", "");
  expect_error("outt[1]", "unknown name \"outt\"", "did you mean out?");
  expect_error("zebra", "unknown name \"zebra\"", "arrays and parameters");
  expect_error("out[", "unexpected symbol near", "not closed");
  expect_error("out[0] = 3", "near '='", "");
  expect_error("tile[0]", "\"tile\" is in shared memory, whose values are not kept",
               "global memory");
  expect_error("sum(v)", "sum() takes an array of numbers", "");
  expect_error("error('so')", "so", "");
  expect_error("threadIdx.x", "", "");
  expect_error("os.exit()", "", "a script cannot reach the system");
}

static void limits(void **state) {
  (void)state;
  double seconds = options.seconds;
  options.seconds = 0.3;
  expect_error("(function() while true do end end)()", "the expression takes more than 0.3", "");
  options.seconds = seconds;
  expect_error("(function() local s = 'x' while true do s = s .. s end end)()", "", "");
  /* Ended before it is done. */
  struct wl_diag d;
  struct wl_evaluation *p = wl_evaluation_start(&options, run,
                                                "(function() while true do end end)()", &d);
  assert_non_null(p);
  assert_false(wl_evaluation_done(p));
  assert_false(wl_evaluation_end(p, text, &d));
  /* What does not fit is told. */
  assert_true(ask("('long '):rep(10000)", &d));
  assert_true(strlen(text) < WL_EVALUATION_TEXT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(values),
    cmocka_unit_test(arithmetic),
    cmocka_unit_test(mistakes),
    cmocka_unit_test(limits),
  };
  return cmocka_run_group_tests(tests, start, stop);
}
