/* Scripts that would never end, or want it all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/target.h"
#include "script.h"

static struct wl_run *run_limited(const char *text, double seconds, unsigned workers) {
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = text;
  o.size = strlen(text);
  o.arch = wl_arch_default();
  o.seconds = seconds;
  o.workers = workers;
  o.memory = (size_t)32 << 20;
  o.accesses = 1000000;
  return run_options(&o);
}

/* Each is stopped, at the place and lane where it was. Line 0: it is enough
 * that it is stopped. */
static const struct {
  const char *text;
  unsigned line;
} endless[] = {
  {"while true do end", 1},
  {"local x\nfor i = 1, 1e18 do x = i end", 2},
  {"local function f() return f() end\nf()", 1},
  {"::a::\ngoto a", 2},
  {"local t = {}\nfor i = 1, 1e4 do t[i] = i end\n"
   "table.sort(t, function(a, b) while true do end end)", 3},
  {"local g = global('g', int, 8)\ng:fill(function() while true do end end)", 2},
  {"function kernel()\n  while true do end\nend", 2},
  {"function kernel()\n  repeat until false\nend", 2},
  {"local s = shared('s', int, 1)\nfunction kernel()\n  while s[0] == 0 do end\nend", 3},
  {"function kernel()\n  while true do __syncwarp() end\nend", 2},
  {"function kernel()\n  while true do __syncthreads() end\nend", 2},
  {"local function spin() while true do end end\nfunction kernel()\n  spin()\nend", 1},
  {"grid(256)\nfunction kernel()\n  if blockIdx.x == 250 then while true do end end\nend", 3},
};

static void test_time(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
    for (unsigned workers = 1; workers <= 2; workers++) {
      double begin = used_seconds();
      struct wl_run *run = run_limited(endless[i].text, 0.2, workers);
      double took = used_seconds() - begin;
      const struct wl_diag *d = expect_failure(run);
      if (d->status != WL_LIMIT || d->line != endless[i].line ||
          took > workers * patience(0.2) + SLACK)
        fail_msg("%s\nis told as %u: %s (%d) after %.3f s", endless[i].text, d->line, d->what,
                 d->status, took);
      wl_run_destroy(run);
    }
}

/* The number of a phase is told as it is, or the run ends. */
static void test_phases(void **state) {
  (void)state;
  struct wl_run *run = run_limited("block(1)\nfunction kernel()\n"
                                   "  for i = 1, 65535 do __syncthreads() end\n"
                                   "  mark('end')\nend", 20, 1);
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_int_equal(step_at(run, 4, 0).phase, 65535);
  wl_run_destroy(run);
  run = run_limited("block(1)\nfunction kernel()\n"
                    "  for i = 1, 65536 do __syncthreads() end\nend", 20, 1);
  const struct wl_diag *d = expect_failure(run);
  assert_int_equal(d->status, WL_LIMIT);
  assert_int_equal(d->line, 3);
  assert_string_equal(d->what, "a block passes more than 65535 barriers");
  wl_run_destroy(run);
}

/* What an endless kernel did until then is there to be looked at. */
static void test_steps_before_limit(void **state) {
  (void)state;
  struct wl_run *run = run_limited("local g = global('g', int, 32)\nfunction kernel()\n"
                                   "  while true do g[laneid()] = 1 end\nend", patience(1), 1);
  assert_int_equal(expect_failure(run)->status, WL_LIMIT);
  assert_true(wl_trace_total(wl_run_trace(run)) > 1000);
  wl_run_destroy(run);
}

/* What grows without end meets the cap on memory, or the clock. */
static const char *const greedy[] = {
  "local s = 'x' while true do s = s .. s end",
  "local t = {} for i = 1, 1e9 do t[i] = {} end",
  "local t = {} for i = 1, 1e9 do t[i] = function() return i end end",
  "local s = ('x'):rep(1 << 31)", "local s = ('x'):rep(1 << 62)",
  "local s = ('%99.99f'):rep(1e6) s = s:format(table.unpack({}, 1, 1e6))",
  "local t = {} for i = 1, 1e5 do t[i] = ('x'):rep(1e4, tostring(i)) end table.concat(t)",
  "local t = table.pack(table.unpack({}, 1, 1e7))",
  "function kernel() local t = {} while true do t[#t + 1] = #t end end",
  "block(1024) function kernel() local t = {} for i = 1, 1e6 do t[i] = i end __syncthreads() end",
};

static void test_memory(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof greedy / sizeof *greedy; i++) {
    double begin = used_seconds();
    struct wl_run *run = run_limited(greedy[i], 2, 1);
    const struct wl_diag *d = expect_failure(run);
    double took = used_seconds() - begin;
    if ((d->status != WL_LIMIT && d->status != WL_SCRIPT) || took > patience(2) + SLACK)
      fail_msg("%s\nis told as %s (%d)", greedy[i], d->what, d->status);
    wl_run_destroy(run);
  }
}

/* While Lua's own functions work nothing can stop them but the parent. Strings of
 * zero bytes are compared byte by byte: sorting these takes minutes. */
static void test_kill(void **state) {
  (void)state;
  static const struct { const char *text, *where; } kinds[] = {
    {"local t = {}\nlocal z = ('\\0'):rep(1000000)\nfor i = 1, 1000 do t[i] = z end\n"
     "table.sort(t)", ""},
    {"local g = global('g', int, 96)\nblock(96)\nfunction kernel()\n"
     "  if threadIdx.x == 70 then\n    local t, z = {}, ('\\0'):rep(1000000)\n"
     "    for i = 1, 1000 do t[i] = z end\n    g[1] = 1\n    table.sort(t)\n  end\nend",
     "lane 6 of warp 2, thread (70, 0, 0) of block (0, 0, 0)"},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    double begin = used_seconds();
    struct wl_run *run = run_limited(kinds[i].text, 0.3, 1);
    double took = used_seconds() - begin;
    assert_int_equal(expect_failure(run)->status, WL_LIMIT);
    assert_string_equal(wl_run_diag(run)->where, kinds[i].where);
    wl_run_destroy(run);
    assert_true(took < patience(0.3) + SLACK);
  }
}

static void test_accesses(void **state) {
  (void)state;
  for (unsigned workers = 1; workers <= 3; workers++) {
    struct wl_run *run = run_limited("local g = global('g', int, 1 << 20)\n"
                                     "grid(1024) block(1024)\n"
                                     "function kernel()\n"
                                     "  g[blockIdx.x * 1024 + threadIdx.x] = 1\n"
                                     "end", 20, workers);
    const struct wl_diag *d = expect_failure(run);
    assert_int_equal(d->status, WL_LIMIT);
    assert_int_equal(d->line, 4);
    assert_string_equal(d->where, "lane 0 of warp 18, thread (576, 0, 0) of block (976, 0, 0)");
    wl_run_destroy(run);
  }
}

/* Deep nesting is a syntax error, not a crash. */
static void test_nesting(void **state) {
  (void)state;
  static const char *const units[] = {"(", "{", "function f() ", "if x then ", "a.b[", "-", "not "};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    size_t size = strlen(units[i]), count = 100000;
    char *text = malloc(size * count + 16);
    memcpy(text, "local x = ", 10);
    for (size_t k = 0; k < count; k++) memcpy(text + 10 + k * size, units[i], size);
    text[10 + count * size] = '\0';
    struct wl_run *run = run_limited(text, 5, 1);
    assert_int_equal(expect_failure(run)->status, WL_SCRIPT);
    wl_run_destroy(run);
    free(text);
  }
}

static void test_many_arrays(void **state) {
  (void)state;
  struct wl_run *run = run_limited("for i = 1, 100 do global('a' .. i, int, 1) end", 5, 1);
  assert_int_equal(expect_failure(run)->status, WL_LIMIT);
  wl_run_destroy(run);
}

/* The largest blocks there are, and those one larger, which are told with what they break. The user
 * may set the same, and meets the same limits. */
static const struct { const char *cc, *shape, *limit; } blocks[] = {
  {"9.0", "1024", NULL},    {"9.0", "1025", "x is 1025; cc 9.0 has at most 1024 ("},
  {"9.0", "1,1024", NULL},  {"9.0", "1,1025", "y is 1025; cc 9.0 has at most 1024 ("},
  {"9.0", "1,1,64", NULL},  {"9.0", "1,1,65", "z is 65; cc 9.0 has at most 64 ("},
  {"9.0", "16,1,64", NULL}, {"9.0", "41,25", "block(): 1025 threads; cc 9.0 has at most 1024 ("},
  {"9.0", "8,8,16", NULL},  {"9.0", "17,1,64", "block(): 1088 threads; cc 9.0 has at most 1024 ("},
  {"3.5", "1024", NULL},    {"3.5", "1025", "x is 1025; cc 3.5 has at most 1024 ("},
  {"3.5", "1,1024", NULL},  {"3.5", "1,1025", "y is 1025; cc 3.5 has at most 1024 ("},
  {"3.5", "1,1,64", NULL},  {"3.5", "1,1,65", "z is 65; cc 3.5 has at most 64 ("},
  {"3.5", "16,1,64", NULL}, {"3.5", "41,25", "block(): 1025 threads; cc 3.5 has at most 1024 ("},
  {"1.0", "512", NULL},     {"1.0", "513", "x is 513; cc 1.0 has at most 512 ("},
  {"1.0", "1,512", NULL},   {"1.0", "1,513", "y is 513; cc 1.0 has at most 512 ("},
  {"1.0", "1,1,64", NULL},  {"1.0", "1,1,65", "z is 65; cc 1.0 has at most 64 ("},
  {"1.0", "8,1,64", NULL},  {"1.0", "27,19", "block(): 513 threads; cc 1.0 has at most 512 ("},
};

static void test_blocks(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    for (int set = 0; set < 2; set++) {
      const struct wl_setting setting = {"block", blocks[i].shape};
      char text[80];
      snprintf(text, sizeof text, "block(%s)\nfunction kernel() end", set ? "32" : blocks[i].shape);
      struct wl_run_options o = options_of(text, strlen(text));
      o.arch = wl_arch_find(blocks[i].cc);
      o.settings = &setting;
      o.setting_count = (unsigned)set;
      struct wl_run *run = run_options(&o);
      if (!blocks[i].limit && wl_run_pump(run, 0) != WL_RUN_DONE)
        fail_msg("%s on cc %s: %s", blocks[i].shape, blocks[i].cc, wl_run_diag(run)->what);
      if (blocks[i].limit && !strstr(expect_failure(run)->what, blocks[i].limit))
        fail_msg("%s on cc %s: %s", blocks[i].shape, blocks[i].cc, wl_run_diag(run)->what);
      wl_run_destroy(run);
    }
}

static void cancel(unsigned workers) {
  static const char text[] = "grid(4096)\nfunction kernel()\n"
                             "  while true do __syncwarp() end\nend";
  struct wl_run_options o = wl_run_defaults;
  o.text = text;
  o.size = sizeof text - 1;
  o.arch = wl_arch_default();
  o.workers = workers;
  struct wl_run *run = wl_run_start(&o, NULL);
  for (int i = 0; i < 20; i++) {
    double begin = used_seconds();
    assert_int_equal(wl_run_pump(run, 0), WL_RUN_BUSY);
    assert_true(used_seconds() - begin < SLACK);
  }
  struct pollfd fds[32];
  assert_true(wl_run_descriptors(run, fds, 32) > 0);
  while (wl_trace_total(wl_run_trace(run)) == 0)
    assert_int_equal(wl_run_pump(run, 1), WL_RUN_BUSY);
  wl_run_cancel(run);
  const struct wl_diag *d = expect_failure(run);
  assert_int_equal(d->status, WL_LIMIT);
  assert_int_equal(d->line, 3); /* where it was */
  assert_non_null(strstr(d->where, "of block ("));
  wl_run_destroy(run);
}

/* With many workers the first step comes while some have not begun. */
static void test_cancel(void **state) {
  (void)state;
  cancel(0);
  for (int i = 0; i < 20; i++) cancel(16);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_time), cmocka_unit_test(test_phases),
    cmocka_unit_test(test_steps_before_limit),
    cmocka_unit_test(test_memory), cmocka_unit_test(test_kill),
    cmocka_unit_test(test_accesses), cmocka_unit_test(test_nesting),
    cmocka_unit_test(test_many_arrays), cmocka_unit_test(test_blocks),
    cmocka_unit_test(test_cancel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
