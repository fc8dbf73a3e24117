/* No script breaks the program or holds it up: the ways that are known to escape a
 * count hook and a cap on memory (hang 1 … 12), and bad scripts by the row of the
 * list of faults (row 1 … 20). Rows elsewhere: 3, 8 also test_sandbox.c; 9 also
 * test_limits.c; 15, 17 test_ops.c, test_merge.c; 18 test_limits.c; 20, 62
 * tests/tui/same.sh; 11, 26, 27 test_read.c and tests/tui/hostile.sh; 21 to 25
 * tests/out; 28 tests/tui/live.sh; 51, 59, 60 tests/tui/grants.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "script.h"

#define KERNEL "\nfunction kernel() end"
#define IN(text) "local g = global('g', int, 64)\nfunction kernel()\n" text "\nend"
#define ZEROS "local z, t = ('\\0'):rep(1e6), {} for i = 1, 1000 do t[i] = z end\n"

static const struct row {
  const char *id, *text;
  enum wl_status status;
  unsigned line;    /* 0: none has to be told */
  const char *what; /* part of the message */
} rows[] = {
  {"hang 1", "while true do pcall(error) end", WL_SCRIPT, 1, "\"pcall\""},
  {"hang 2", "local s = string.rep('', math.maxinteger)" KERNEL, WL_OK, 0, ""},
  {"hang 2", "local s = string.rep('', 1 << 62, 'x')", WL_LIMIT, 1, ""},
  {"hang 3", "table.move({}, 1, math.maxinteger - 1, 2)", WL_SCRIPT, 1, "no table.move"},
  {"hang 4", "local x = ('a'):rep(1e4):find('.-.-.-.-b')", WL_SCRIPT, 1, "no string.find"},
  {"hang 5", "local x = ('a'):rep(3e5):gsub('.-b', '')", WL_SCRIPT, 1, "no string.gsub"},
  {"hang 6", "table.insert(setmetatable({}, {}), 1)", WL_SCRIPT, 1, "\"setmetatable\""},
  {"hang 7", "table.remove(setmetatable({}, {}))", WL_SCRIPT, 1, "\"setmetatable\""},
  {"hang 8", "setmetatable({}, {__gc = function() while true do end end})", WL_SCRIPT, 1,
   "\"setmetatable\""},
  {"hang 9", "collectgarbage()", WL_SCRIPT, 1, "\"collectgarbage\""},
  {"hang 10", "xpcall(error, function() while true do end end)", WL_SCRIPT, 1, "\"xpcall\""},
  {"hang 11", "debug.sethook() while true do end", WL_SCRIPT, 1, "\"debug\""},
  {"hang 12", ZEROS "table.sort(t)", WL_LIMIT, 0, "still running after"},
  {"hang 12", ZEROS "for i = 1, 1e9 do local x = z < z end", WL_LIMIT, 2, "still running after"},
  {"row 1", "while true do end", WL_LIMIT, 1, "still running after"},
  {"row 1", IN("while true do end"), WL_LIMIT, 3, "still running after"},
  {"row 1", IN("while true do local x = g[0] end"), WL_LIMIT, 3, "still running after"},
  {"row 1", "local g = global('g', int, 64):fill(function() while true do end end)", WL_LIMIT, 1,
   "still running after"},
  {"row 2", "for _ in pairs({1}) do while true do end end", WL_LIMIT, 1, "still running after"},
  {"row 2", "for _ in function() while true do end end do end", WL_LIMIT, 1,
   "still running after"},
  {"row 2", "table.sort({3, 1, 2}, function() while true do end end)", WL_LIMIT, 1,
   "still running after"},
  {"row 2", "local x <close> = nil\nrepeat until false", WL_LIMIT, 2, "still running after"},
  {"row 3", "local t = {__gc = 1} getmetatable(t)", WL_SCRIPT, 1, "\"getmetatable\""},
  {"row 4", "local s = ('x'):rep(1 << 31)", WL_LIMIT, 1, ""},
  {"row 4", "local s = ('x'):rep(1 << 62)", WL_LIMIT, 1, ""},
  {"row 4", "local s = 'x' while true do s = s .. s end", WL_LIMIT, 1, "memory"},
  {"row 4", "local t, s = {}, ('x'):rep(1e6) for i = 1, 1e4 do t[i] = s end\n"
   "local u = table.concat(t)", WL_LIMIT, 2, "memory"},
  {"row 6", "table.insert({}, 5, 5)", WL_SCRIPT, 1, "'insert'"},
  {"row 6", "table.unpack({}, 1, 1e8)", WL_SCRIPT, 1, "too many results"},
  {"row 6", "table.sort({3, 1, 2, 5, 4}, function() return true end)", WL_SCRIPT, 1,
   "invalid order function"},
  {"row 7", "local t = {} for i = 1, 1e9 do t[i] = i end", WL_LIMIT, 1, "memory"},
  {"row 7", "local t = {} for i = 1, 1e9 do t[i] = function() return i end end", WL_LIMIT, 1,
   "memory"},
  {"row 7", "local t = {} for i = 1, 1e9 do t[i] = {} end", WL_LIMIT, 1, "memory"},
  {"row 7", "local t = {} for i = 1, 1e9 do t['k' .. i] = true end", WL_LIMIT, 1, "memory"},
  {"row 7", "block(1024)\nfunction kernel() local t = {} while true do t[#t + 1] = {} end end",
   WL_LIMIT, 2, "memory"},
  {"row 8", "local c = coroutine.create(error)", WL_SCRIPT, 1, "\"coroutine\""},
  {"row 8", "local function f() return 1 + f() end f()", WL_LIMIT, 1, "memory"},
  {"row 8", IN("kernel()"), WL_LIMIT, 3, "memory"},
  {"row 9", "local x = 'a\nb'", WL_SCRIPT, 1, "this string never ends"},
  {"row 10", "load('x = 1')()", WL_SCRIPT, 1, "\"load\""},
  {"row 10", "require('os')", WL_SCRIPT, 1, "\"require\""},
  {"row 10", "io.open('/etc/passwd')", WL_SCRIPT, 1, "\"io\""},
  {"row 10", "os.execute('true')", WL_SCRIPT, 1, "\"os\""},
  {"row 10", "string.dump(error)", WL_SCRIPT, 1, "no string.dump"},
  {"row 11", "\33Lua", WL_SCRIPT, 0, "precompiled"},
  {"row 12", "getmetatable('').__index = nil", WL_SCRIPT, 1, "\"getmetatable\""},
  {"row 12", "_ENV = nil x = 1", WL_SCRIPT, 1, "_ENV"},
  {"row 12", "_G.error = nil", WL_SCRIPT, 1, "\"_G\""},
  {"row 12", "error = nil", WL_SCRIPT, 1, "belongs to the language"},
  {"row 13", "error()", WL_SCRIPT, 1, "called with a nil"},
  {"row 13", "error({})", WL_SCRIPT, 1, "called with a table"},
  {"row 13", "error(('x'):rep(1e7))", WL_SCRIPT, 1, "xxxx"},
  {"row 13", "error('\\27[2J')", WL_SCRIPT, 1, ""},
  {"row 14", IN("return nil, 'x', {}, 2^63"), WL_OK, 0, ""},
  {"row 14", IN("g[nil] = 1"), WL_SCRIPT, 3, "g[nil]: the index is nil"},
  {"row 14", IN("g['0x10'] = 1"), WL_SCRIPT, 3, "the index is a string"},
  {"row 14", IN("g[{}] = 1"), WL_SCRIPT, 3, "the index is a table"},
  {"row 14", IN("g[true] = 1"), WL_SCRIPT, 3, "the index is a boolean"},
  {"row 14", IN("g[0/0] = 1"), WL_SCRIPT, 3, "g[nan]: the index is not a number"},
  {"row 14", IN("g[1/0] = 1"), WL_SCRIPT, 3, "far outside"},
  {"row 14", IN("g[-1/0] = 1"), WL_SCRIPT, 3, "far outside"},
  {"row 14", IN("g[2.5] = 1"), WL_SCRIPT, 3, "index 2.5 is not a whole number"},
  {"row 14", IN("g[2^53 + 1] = 1"), WL_SCRIPT, 3, "outside 0 … 63"},
  {"row 14", IN("g[-1] = 1"), WL_SCRIPT, 3, "index -1 is outside"},
  {"row 14", IN("g[math.mininteger] = 1"), WL_SCRIPT, 3, "outside 0 … 63"},
  {"row 14", IN("g[1 << 48] = 1"), WL_SCRIPT, 3, "outside 0 … 63"},
  {"row 14", IN("g[2^63] = 1"), WL_SCRIPT, 3, "far outside"},
  {"row 16", "local a = global('a', int, 0)", WL_SCRIPT, 1, "1 …"},
  {"row 16", "local a = global('a', int, -4)", WL_SCRIPT, 1, "1 …"},
  {"row 16", "local a = global('a', int, 1e9)", WL_SCRIPT, 1, "does not fit"},
  {"row 16", "local a = global('a', int, 1 << 62)", WL_SCRIPT, 1, ""},
  {"row 16", "block(0)", WL_SCRIPT, 1, "1 … 1024"},
  {"row 16", "block(1025)", WL_SCRIPT, 1, "at most 1024 (CUDA"},
  {"row 17", IN("if false then g[0] = 1 end"), WL_OK, 0, ""},
  {"row 17", IN("g[0] = 1"), WL_OK, 0, ""},
  {"row 18", "grid(1 << 31)" KERNEL, WL_SCRIPT, 1, "grid()"},
  {"row 18", "grid(1 << 40)" KERNEL, WL_SCRIPT, 1, "grid()"},
  {"row 19", IN("if laneid() == 3 then return end g[laneid()] = 1"), WL_OK, 0, ""},
  {"row 19", IN("if laneid() == 9 then error('here') end"), WL_SCRIPT, 3, "here"},
};

static const size_t cap = (size_t)32 << 20;
static const double seconds = 0.25;

/* Runs as a screen does, between other work. *longest: a turn that took longest. */
static struct wl_run *run_row(const struct row *row, double limit, double *longest) {
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = row->text;
  o.size = strlen(row->text);
  o.arch = wl_arch_default();
  o.seconds = limit;
  o.memory = cap;
  o.workers = 1;
  struct wl_run *run = wl_run_start(&o, NULL);
  assert_non_null(run);
  *longest = 0;
  for (bool busy = true; busy;) {
    double begin = used_seconds();
    busy = wl_run_pump(run, 5) == WL_RUN_BUSY;
    if (busy && used_seconds() - begin > *longest) *longest = used_seconds() - begin;
  }
  return run;
}

static bool is_hang(const struct row *row) { return strstr(row->what, "still running") != NULL; }

static void test_rows(void **state) {
  (void)state;
  unsigned bad = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double begin = used_seconds(), longest, limit = is_hang(&rows[i]) ? seconds : 10;
    struct wl_run *run = run_row(&rows[i], limit, &longest);
    double took = used_seconds() - begin;
    const struct wl_diag *d = wl_run_diag(run);
    enum wl_status status = wl_run_pump(run, 0) == WL_RUN_DONE ? WL_OK : d->status;
    bool same = status == rows[i].status && (rows[i].line == 0 || d->line == rows[i].line) &&
                (status == WL_OK || strstr(d->what, rows[i].what) != NULL);
    bool prompt = took < limit + SLACK && longest < SLACK;
    bad += !same || !prompt;
    if (!same || !prompt)
      print_message("%s: %s\nis told as %u: %s (%d), after %.3f s, pauses of %.3f s\n", rows[i].id,
                    rows[i].text, d->line, d->what, status, took, longest);
    wl_run_destroy(run);
  }
  assert_int_equal(bad, 0);
}

#if defined __SANITIZE_ADDRESS__
#define SHADOWED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SHADOWED 1
#endif
#endif
#ifndef SHADOWED
#define SHADOWED 0
#endif

/* Row 7: what a child really takes stays below the cap and a little, and what was
 * there before it. */
static void test_peak(void **state) {
  (void)state;
  struct rusage use;
  if (SHADOWED) skip();
  getrusage(RUSAGE_SELF, &use);
  long most = use.ru_maxrss + (long)((cap + ((size_t)8 << 20)) >> 10);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double longest;
    if (rows[i].status != WL_LIMIT || is_hang(&rows[i])) continue;
    wl_run_destroy(run_row(&rows[i], 10, &longest));
    getrusage(RUSAGE_CHILDREN, &use);
    if (use.ru_maxrss > most)
      fail_msg("%s: %s takes %ld KiB, not %ld", rows[i].id, rows[i].text, use.ru_maxrss, most);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_peak), cmocka_unit_test(test_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
