/* What a script can reach, and that it runs the same every time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

/* Runs statements at file level, where they must go well. */
static void expect_fine(const char *statements) {
  char text[4096];
  snprintf(text, sizeof text, "%s\nfunction kernel() end", statements);
  wl_run_destroy(run_kernel(text));
}

/* All that is there besides the language itself, in full: whoever adds a name
 * has to think about it here. */
static void test_allow_list(void **state) {
  (void)state;
  static const char *const absent[] = {
    "_G", "_ENV.x", "_VERSION", "collectgarbage", "coroutine", "debug", "dofile", "getmetatable",
    "io", "load", "loadfile", "loadstring", "next", "os", "package", "pcall", "print", "rawequal",
    "rawget", "rawlen", "rawset", "require", "setmetatable", "utf8", "warn", "xpcall",
    "string.dump", "string.find", "string.gmatch", "string.gsub", "string.match", "string.pack",
    "table.move", "math.randomseed", "('').find",
    "__wl_enter"};
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    char text[128];
    snprintf(text, sizeof text, "local x = %s\nfunction kernel() end", absent[i]);
    struct wl_run *run = run_text(text, NULL, 1);
    if (wl_run_pump(run, 0) != WL_RUN_FAILED) fail_msg("%s can be reached", absent[i]);
    assert_int_equal(wl_run_diag(run)->status, WL_SCRIPT);
    assert_int_equal(wl_run_diag(run)->line, 1);
    wl_run_destroy(run);
  }
  expect_fine(
    "local there = { assert, error, ipairs, pairs, select, tonumber, tostring, type,\n"
    "  math.abs, math.floor, math.random, math.ult, string.byte, string.char, string.format,\n"
    "  string.len, string.lower, string.rep, string.reverse, string.sub, string.upper,\n"
    "  table.concat, table.insert, table.pack, table.remove, table.sort, table.unpack }\n"
    "assert(#there == 27)");
}

static void test_no_addresses(void **state) {
  (void)state;
  expect_fine("assert(tostring({}) == 'table' and tostring(error) == 'function')\n"
              "assert(tostring(float4) == 'float4')\n"
              "local a = global('a', int, 4, 4)\n"
              "assert(tostring(a) == 'a' and tostring(a[2]) == 'a[2]')\n"
              "local s = string.format('%s %d %5.1f %s', {}, 3, 0.25, a[1])\n"
              "assert(s == 'table 3   0.2 a[1]')");
  struct wl_run *run = run_text("local s = string.format('%p', {})", NULL, 1);
  assert_non_null(strstr(expect_failure(run)->what, "address"));
  wl_run_destroy(run);
}

static void test_pairs_order(void **state) {
  (void)state;
  expect_fine("local t = { 3, 2, b = 1, a = 2, [true] = 5, [2.5] = 6, [-1] = 7, c = 8 }\n"
              "local s = ''\n"
              "for k, v in pairs(t) do s = s .. tostring(k) .. '=' .. v .. ' ' end\n"
              "assert(s == '-1=7 1=3 2=2 2.5=6 a=2 b=1 c=8 true=5 ', s)\n"
              "for k in pairs(t) do t[k] = nil end\n"
              "for k in pairs(t) do error('not empty') end");
}

static void test_random(void **state) {
  (void)state;
  expect_fine("local a, b = math.random(), math.random(10)\n"
              "assert(a >= 0 and a < 1 and b >= 1 and b <= 10)\n"
              "assert(math.random(5, 5) == 5)");
  /* The same numbers in every run; in a kernel, a sequence for each thread. */
  static const char text[] = "local g = global('g', double, 4096):fill(math.random)\n"
                             "grid(64) block(64)\n"
                             "function kernel()\n"
                             "  local i = blockIdx.x * 64 + threadIdx.x\n"
                             "  g[i] = g[i] + math.random()\n"
                             "end";
  size_t sizes[2];
  uint8_t *bytes[2];
  for (unsigned k = 0; k < 2; k++) {
    struct wl_run *run = run_text(text, NULL, k == 0 ? 1 : 3);
    bytes[k] = bytes_of(run, &sizes[k]);
    wl_run_destroy(run);
  }
  assert_int_equal(sizes[0], sizes[1]);
  assert_memory_equal(bytes[0], bytes[1], sizes[0]);
  free(bytes[0]);
  free(bytes[1]);
}

/* The names of the language are the same for every thread, block and worker. */
static void test_fixed_names(void **state) {
  (void)state;
  static const char *const assignments[] = {
    "blockDim.x = 7", "local d = blockDim d['x'] = 7", "gridDim.y = 2", "blockIdx.x = 0",
    "threadIdx.z = 1", "local a a, blockIdx.x = 1, 2", "table.insert(threadIdx, 3)",
    "math.floor = nil", "math = nil", "string.rep = 1", "table.x = 1", "warpSize = 16",
    "float = int", "function grid() end",
    "__syncthreads = nil", "table.insert(math, 1)",
  };
  for (size_t i = 0; i < sizeof assignments / sizeof *assignments; i++)
    for (unsigned where = 0; where < 2; where++) {
      char text[256];
      snprintf(text, sizeof text, where == 0 ? "function kernel() %s end"
                                             : "%s\nfunction kernel() end", assignments[i]);
      struct wl_run *run = run_text(text, NULL, 1);
      if (wl_run_pump(run, 0) != WL_RUN_FAILED) fail_msg("%s passes", assignments[i]);
      const char *what = wl_run_diag(run)->what;
      if (strstr(what, "is set by the hardware") == NULL &&
          strstr(what, "belongs to the language and cannot be changed") == NULL)
        fail_msg("%s is told as %s", assignments[i], what);
      wl_run_destroy(run);
    }
  expect_fine("local math = {floor = 1} assert(math.floor == 1)\nlocal grid = 3");
  expect_fine("local d = blockDim local m = math assert(m.floor(2.5) == 2)");
}

static void test_strings(void **state) {
  (void)state;
  expect_fine("assert(('x'):rep(3) == 'xxx' and ('x'):rep(2, ',') == 'x,x')\n"
              "assert((''):rep(1e18) == '')\n"
              "assert(('abc'):sub(2):upper() == 'BC' and #'abc' == 3)\n"
              "assert([[\na\nb]] == 'a\\nb' and 'a\\z\n   b' == 'ab')\n"
              "assert('\\65\\x42\\u{43}' == 'ABC')\n"
              "assert('a\\\nb' == 'a\\nb' and [==[]]]==] == ']]' and '\\1\\z\n2' == '\\1' .. '2')");
}

/* Text of the script reaches nobody's terminal from here; bytes stay as they are. */
static void test_hostile_text(void **state) {
  (void)state;
  struct wl_run *run = run_text("title '\\27[2J\\27]0;x\\7'\nblock(1)\n"
                                "local g = global('\\27[31m', int, 1)\n"
                                "function kernel() mark('\\155\\27[H') g[0] = 1 end", NULL, 1);
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_string_equal(wl_trace_head(wl_run_trace(run))->title, "\33[2J\33]0;x\7");
  wl_run_destroy(run);
  run = run_text("error('\\27[2J' .. ('x'):rep(100000))", NULL, 1);
  assert_int_equal(strncmp(expect_failure(run)->what, "\33[2Jxxx", 7), 0);
  wl_run_destroy(run);
}

/* A thread of the kernel must not find what another one left in a variable. */
static void test_no_common_variables(void **state) {
  (void)state;
  static const char *const kernels[] = {
    "local n = 0 function kernel() n = n + 1 end",
    "n = 0 function kernel() n = n + 1 end",
    "local t = {} function kernel() t[1] = 1 end",
    "local t = {{}} function kernel() t[1].x = 1 end",
    "local t = {1, 2} function kernel() t[1], t[2] = 2, 1 end",
    "local n = 0 local function f() n = n + 1 end function kernel() f() end",
    "local n = 0 local t = {f = function() n = n + 1 end} function kernel() t.f() end",
    "function f() end function kernel() f = 1 end",
  };
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
    for (unsigned workers = 1; workers <= 2; workers++) {
      char text[256];
      snprintf(text, sizeof text, "grid(256) %s", kernels[i]);
      struct wl_run *run = run_text(text, NULL, workers);
      if (wl_run_pump(run, 0) != WL_RUN_FAILED) fail_msg("%s passes", kernels[i]);
      assert_non_null(strstr(wl_run_diag(run)->what, "lives outside"));
      wl_run_destroy(run);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_allow_list), cmocka_unit_test(test_no_addresses),
    cmocka_unit_test(test_pairs_order), cmocka_unit_test(test_random),
    cmocka_unit_test(test_fixed_names), cmocka_unit_test(test_strings),
    cmocka_unit_test(test_hostile_text), cmocka_unit_test(test_no_common_variables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
