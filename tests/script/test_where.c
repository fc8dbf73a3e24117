/* Where an error is told: the lane, the order of blocks, and what came before. */
#include <stdlib.h>
#include <string.h>

#include "script.h"

static void test_lane(void **state) {
  (void)state;
  struct wl_run *run = run_text("local g = global('g', float, 3000)\n"
                                "grid(3, 2) block(16, 8, 2)\n"
                                "function kernel()\n"
                                "  local b = blockIdx\n"
                                "  if b.x == 1 and b.y == 1 and threadIdx.z == 1 then\n"
                                "    g[3000 - 5 + threadIdx.x] = 1\n"
                                "  end\n"
                                "end", NULL, 1);
  const struct wl_diag *d = expect_failure(run);
  assert_string_equal(d->what, "g[3000]: index 3000 is outside 0 … 2999");
  assert_string_equal(d->where, "lane 5 of warp 4, thread (5, 0, 1) of block (1, 1, 0)");
  assert_string_equal(d->source, "    g[3000 - 5 + threadIdx.x] = 1");
  wl_run_destroy(run);
}

/* Which calls lead to the place, innermost first; tail calls leave no trace in Lua. */
static void test_callers(void **state) {
  (void)state;
  struct wl_run *run = run_text("local o = global('o', int, 64)\n"
                                "local function inner(i) return o[i + 100] end\n"
                                "local function outer(i)\n"
                                "  return inner(i) + 1\n"
                                "end\n"
                                "function kernel()\n"
                                "  o[0] = outer(threadIdx.x)\n"
                                "end", NULL, 1);
  const struct wl_diag *d = expect_failure(run);
  char calls[160];
  wl_diag_calls(d, calls, sizeof calls);
  assert_int_equal(d->line, 2);
  assert_string_equal(calls, "called from line 4, line 7");
  wl_run_destroy(run);

  run = run_text("local function f(n) return 1 + f(n + 1) end\n"
                 "function kernel() f(0) end", NULL, 1);
  d = expect_failure(run);
  wl_diag_calls(d, calls, sizeof calls);
  assert_non_null(strstr(calls, "called from line 1, line 1, "));
  assert_non_null(strstr(calls, " more"));
  wl_run_destroy(run);

  run = run_text("local o = global('o', int, 64)\nfunction kernel() o[64] = 1 end", NULL, 1);
  assert_int_equal(expect_failure(run)->callers, 0);
  wl_run_destroy(run);
}

static void test_kernel(void **state) {
  (void)state;
  static const struct { const char *text, *what, *hint; } rows[] = {
    {"function Kernel() end", "the script has no kernel",
     "did you mean  function kernel() … end?"},
    {"function kernal() end", "the script has no kernel",
     "did you mean  function kernel() … end?"},
    {"function kernel(t) end", "the kernel has parameters",
     "it is called for every thread, with nothing: read threadIdx.x, blockIdx.x and so on"},
    {"function kernel() local x = threadIdx.x end kernel()",
     "threadIdx.x has a value only inside the kernel",
     "warplens calls kernel() for every thread: read it there"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_run *run = run_text(rows[i].text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, rows[i].what);
    assert_string_equal(d->hint, rows[i].hint);
    assert_int_equal(d->line, 1);
    wl_run_destroy(run);
  }
}

/* What Lua finds too deep to read has a line all the same. */
static void test_deep(void **state) {
  (void)state;
  static const struct { const char *before, *part, *after; } rows[] = {
    {"local a = 1\nlocal x = ", "(", ""}, {"local a = 1\nlocal x = ", "{", ""},
    {"local a = 1\nlocal x = 1", " .. 1", ""}, {"local a = 1\nlocal x = ", "not ", "a"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    enum { TIMES = 1000 };
    size_t part = strlen(rows[i].part);
    char *text = malloc(64 + TIMES * part), *end = stpcpy(text, rows[i].before);
    for (int k = 0; k < TIMES; k++) end = stpcpy(end, rows[i].part);
    strcpy(end, rows[i].after);
    struct wl_run *run = run_text(text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, "this is nested too deeply");
    assert_int_equal(d->line, 2);
    wl_run_destroy(run);
    free(text);
  }
}

static const struct {
  const char *text, *settings, *what, *hint;
} settings[] = {
  {"local n = param('pad', 1, {min = 0, max = 8}) function kernel() end", "pad=9",
   "pad=9: it must be a whole number from 0 to 8", ""},
  {"local n = param('pad', 1) function kernel() end", "pad=1.5",
   "pad=1.5: it must be a whole number", ""},
  {"local n = param('pad', 1.0) function kernel() end", "pad=wide",
   "pad=wide: it must be a number", ""},
  {"local n = param('by', 'rows', {values = {'rows', 'columns'}}) function kernel() end",
   "by=colums", "by=colums: it must be one of rows, columns", ""},
  {"local n = param('pad', 1) function kernel() end", "pda=1",
   "the script has no parameter \"pda\"", "did you mean pad?"},
  {"local a, b = param('a', 1), param('b', 1) function kernel() end", "width=1",
   "the script has no parameter \"width\"", "it has a, b"},
  {"function kernel() end", "n=1", "the script has no parameter \"n\"", "it has none at all"},
  {"function kernel() end", "a=int", "the script has no parameter and makes no array \"a\"",
   "its arrays: none; its parameters: none"},
  {"local a, n = global('a', int, 2), param('n', 1) function kernel() end", "tile=double",
   "the script has no parameter and makes no array \"tile\"", "its arrays: a; its parameters: n"},
  {"local out = global('output', int, 2) function kernel() end", "outptu=double",
   "the script has no parameter and makes no array \"outptu\"", "did you mean output?"},
  {"local t = param('type', 'float', {values = {'float', 'double'}}) function kernel() end",
   "kind=float", "the script has no parameter and makes no array \"kind\"",
   "its arrays: none; its parameters: type"},
};

static void test_settings(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    struct wl_run *run = run_text(settings[i].text, settings[i].settings, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, settings[i].what);
    assert_string_equal(d->hint, settings[i].hint);
    assert_int_equal(d->status, WL_USAGE);
    wl_run_destroy(run);
  }
}

/* The first error in the order of blocks is told, however many workers run. */
static void test_first_error(void **state) {
  (void)state;
  for (unsigned workers = 1; workers <= 4; workers++) {
    struct wl_run *run = run_text("local g = global('g', float, 8)\n"
                                  "grid(512) block(32)\n"
                                  "function kernel()\n"
                                  "  if blockIdx.x >= 300 then g[blockIdx.x] = 1 end\n"
                                  "end", NULL, workers);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, "g[300]: index 300 is outside 0 … 7");
    wl_run_destroy(run);
  }
}

/* What the warp did before the error is there, with all its lanes; the instruction
 * at fault is not. */
static const struct { const char *text, *steps, *what; } before[] = {
  {"local g = global('g', float, 64)\nfunction kernel()\n  local i = threadIdx.x\n"
   "  g[i] = 1\n  g[i] = g[i] + 2\n  g[i + 40] = 3\n  g[i] = 4\nend",
   "4 store g ffffffff\n5 load g ffffffff\n5 store g ffffffff\n",
   "g[64]: index 64 is outside 0 … 63"},
  {"local g = global('g', float, 64)\nfunction kernel()\n  local i = threadIdx.x\n"
   "  if i < 8 then g[i] = 1 end\n  g[i] = 2\n  if i == 9 then g[i] = nil + 1 end\nend",
   "4 store g 000000ff\n5 store g ffffffff\n",
   "attempt to perform arithmetic on a nil value"},
  {"local g = global('g', float, 64)\nfunction kernel()\n  local i = threadIdx.x\n"
   "  for k = 0, 3 do\n    g[i + 16 * k] = 1\n  end\nend",
   "5 store g ffffffff #0\n5 store g ffffffff #1\n5 store g ffffffff #2\n",
   "g[64]: index 64 is outside 0 … 63"},
  {"local g = global('g', float, 64)\nfunction kernel()\n  g[threadIdx.x + 64] = 1\nend", "",
   "g[64]: index 64 is outside 0 … 63"},
};

static void test_steps_before(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
    struct wl_run *run = run_text(before[k].text, NULL, 1);
    assert_string_equal(expect_failure(run)->what, before[k].what);
    char *steps = steps_of_failed(run);
    assert_string_equal(steps, before[k].steps);
    free(steps);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_lane),
    cmocka_unit_test(test_callers),
    cmocka_unit_test(test_kernel),
    cmocka_unit_test(test_deep), cmocka_unit_test(test_settings),
    cmocka_unit_test(test_first_error), cmocka_unit_test(test_steps_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
