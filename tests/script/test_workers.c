/* The same bytes from any number of processes, whatever blocks do to each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static const char *const kernels[] = {
  /* Blocks apart from each other. */
  "local a, b = global('a', float, 16384):fill(function(i) return i end), global('b', int, 16384)\n"
  "grid(128) block(128)\n"
  "function kernel()\n"
  "  local i = blockIdx.x * 128 + threadIdx.x\n"
  "  if i % 3 == 0 then b[i] = a[i] end\n"
  "  b[i] = b[i] + i\n"
  "end",
  /* Reductions meet; their order cannot be seen. */
  "local r = global('r', float, 1)\n"
  "grid(128) block(64)\n"
  "function kernel() atomicAdd(r, 0, threadIdx.x) end",
  /* Each block reads what the one before wrote. */
  "local a = global('a', int, 16385)\n"
  "grid(128) block(128)\n"
  "function kernel()\n"
  "  local i = blockIdx.x * 128 + threadIdx.x\n"
  "  a[i + 1] = a[i - i % 128] + i\n"
  "end",
  /* Tickets: every block sees how many came before. */
  "local t, o = global('t', int, 1), global('o', int, 8192)\n"
  "grid(128) block(64)\n"
  "function kernel()\n"
  "  local n = atomicAdd(t, 0, 1)\n"
  "  o[n] = n\n"
  "end",
  /* Two blocks write one element, nobody reads it. */
  "local o = global('o', int, 2)\n"
  "grid(128) block(64)\n"
  "function kernel() o[threadIdx.x % 2] = blockIdx.x end",
  /* Only the last block reads what all others add up; the first sets it. */
  "local r, o = global('r', int, 1), global('o', int, 1)\n"
  "grid(128) block(64)\n"
  "function kernel()\n"
  "  if blockIdx.x == 0 then r[0] = 7 else atomicAdd(r, 0, 1) end\n"
  "  if blockIdx.x == 127 then o[0] = r[0] end\n"
  "end",
  /* Single bytes, side by side. */
  "local o = global('o', char, 128 * 33)\n"
  "grid(128) block(33)\n"
  "function kernel() local i = blockIdx.x * 33 + threadIdx.x o[i] = o[i] + 1 end",
};

static void test_same_bytes(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    size_t first_size = 0;
    uint8_t *first = NULL;
    for (unsigned workers = 1; workers <= 5; workers++) {
      struct wl_run *run = run_text(kernels[k], NULL, workers);
      size_t size;
      uint8_t *bytes = bytes_of(run, &size);
      if (wl_run_pump(run, 0) != WL_RUN_DONE) fail_msg("%s", wl_run_diag(run)->what);
      if (first == NULL) {
        first = bytes;
        first_size = size;
      } else {
        assert_int_equal(size, first_size);
        assert_memory_equal(bytes, first, size);
        free(bytes);
      }
      assert_int_equal(wl_trace_count(wl_run_trace(run)), wl_trace_total(wl_run_trace(run)));
      uint64_t done, of;
      wl_run_progress(run, &done, &of);
      assert_int_equal(done, 128);
      assert_int_equal(of, 128);
      wl_run_destroy(run);
    }
    free(first);
  }
}

/* Sums are those of the whole grid once, also after a second start. */
static void test_sums(void **state) {
  (void)state;
  struct wl_run *run = run_text(kernels[3], NULL, 4);
  const struct wl_analysis *a = wl_run_analysis(run);
  assert_int_equal(wl_analysis_sum(a, WL_GLOBAL, WL_ATOMIC)->value[WL_REQUESTS], 256);
  assert_int_equal(wl_analysis_sum(a, WL_GLOBAL, WL_STORE)->value[WL_REQUESTS], 256);
  struct wl_step s;
  assert_true(wl_trace_get(wl_run_trace(run), 510, &s));
  assert_int_equal(s.result[31], 8191);
  wl_run_destroy(run);
}

/* What arrays hold at the end is what one process would have left: sums over all blocks,
 * what only some of them wrote, what the last wrote over the others. */
static void test_values(void **state) {
  static const struct { size_t kernel; int32_t first; } wanted[] = {{1, 0}, {3, 8192}, {4, 127},
                                                                    {5, 7 + 127 * 64}};
  (void)state;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    for (unsigned workers = 1; workers <= 4; workers += 3) {
      struct wl_run_options o = wl_run_defaults;
      o.text = kernels[wanted[i].kernel];
      o.size = strlen(o.text);
      o.arch = wl_arch_default();
      o.workers = workers;
      o.want_values = true;
      struct wl_run *run = run_options(&o);
      assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
      int32_t first;
      float sum;
      const void *bytes = wl_run_values(run, &wl_trace_head(wl_run_trace(run))->array[0]);
      memcpy(&first, bytes, sizeof first);
      memcpy(&sum, bytes, sizeof sum);
      if (wanted[i].kernel == 1) assert_true(sum == 128 * 63 * 32);
      else assert_int_equal(first, wanted[i].first);
      wl_run_destroy(run);
    }
}

/* A trace that keeps little still counts all. */
static void test_keep(void **state) {
  (void)state;
  struct wl_run_options o = wl_run_defaults;
  o.text = kernels[0];
  o.size = strlen(o.text);
  o.arch = wl_arch_default();
  o.keep = 10;
  o.workers = 3;
  struct wl_run *run = run_options(&o);
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_true(wl_trace_count(wl_run_trace(run)) <= 10);
  assert_int_equal(wl_trace_total(wl_run_trace(run)), 128 * 4 * 4);
  wl_run_destroy(run);
}

/* For a screen, which has keys to take in between, steps come a few at a time: as many as a
 * processor takes in within the slice that a call has, not all that have gathered. */
static void test_attended(void **state) {
  (void)state;
  enum { MOST = 700 /* 64 KiB of them are more */ };
  struct wl_run_options o = wl_run_defaults;
  struct wl_diag d;
  o.text = "local a = global('a', float, 65536)\n"
           "grid(64) block(128)\n"
           "function kernel()\n"
           "  for i = 1, 64 do a[blockIdx.x * 1024 + threadIdx.x * i % 1024] = i end\n"
           "end";
  o.size = strlen(o.text);
  o.arch = wl_arch_default();
  o.workers = 2;
  struct wl_run *whole = run_options(&o);
  o.attended = true;
  struct wl_run *run = wl_run_start(&o, &d);
  assert_non_null(run);
  uint64_t had = 0, now, most = 0;
  enum wl_run_state s;
  do {
    s = wl_run_pump(run, 100);
    now = wl_trace_total(wl_run_trace(run));
    if (now - had > most) most = now - had;
    had = now;
  } while (s == WL_RUN_BUSY);
  assert_int_equal(s, WL_RUN_DONE);
  assert_int_equal(now, 64 * 4 * 64);
  if (most > MOST) fail_msg("%llu steps at once", (unsigned long long)most);
  size_t size, whole_size;
  uint8_t *bytes = bytes_of(run, &size), *want = bytes_of(whole, &whole_size);
  assert_int_equal(size, whole_size);
  assert_memory_equal(bytes, want, size);
  free(bytes);
  free(want);
  wl_run_destroy(run);
  wl_run_destroy(whole);
}

static void test_one_line(void **state) {
  (void)state;
  struct wl_run_options o = wl_run_defaults;
  struct wl_setting settings[] = {{"stride", "2"}, {"grid", "3"}, {"block", "64"}};
  o.text = "g[tid * stride]";
  o.size = strlen(o.text);
  o.one_line = true;
  o.arch = wl_arch_default();
  o.settings = settings;
  o.setting_count = 3;
  struct wl_run *run = run_options(&o);
  struct wl_step s;
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  assert_int_equal(wl_trace_count(wl_run_trace(run)), 6);
  assert_true(wl_trace_get(wl_run_trace(run), 3, &s));
  assert_int_equal(s.access.address[1] - 0x10000000, (64 + 32 + 1) * 8);
  assert_int_equal(s.place.line, 1);
  assert_int_equal(s.place.column, 1);
  assert_int_equal(s.place.end_column, 16);
  assert_int_equal(wl_trace_head(wl_run_trace(run))->params, 3);
  wl_run_destroy(run);

  static const struct {
    const char *text, *steps;
  } lines[] = {
    {"for i = 0, 1 do s[tid] = c[i] end", "1 load c ffffffff #0\n1 store s ffffffff #0\n"
                                          "1 load c ffffffff #1\n1 store s ffffffff #1\n"},
    {"local x = g[tid] g[tid] = x", "1 load g ffffffff\n1 store g ffffffff\n"},
    {"__shfl_xor_sync(0xffffffff, tid, 1)", "1 __shfl_xor_sync ffffffff\n"},
    {"if tid < 4 then return end g[0] = 1", "1 store g fffffff0\n"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    o.text = lines[i].text;
    o.size = strlen(o.text);
    o.setting_count = 0;
    run = run_options(&o);
    char *steps = steps_of(run, 0, 0);
    assert_string_equal(steps, lines[i].steps);
    free(steps);
    wl_run_destroy(run);
  }
}

static void test_one_line_errors(void **state) {
  (void)state;
  static const struct {
    const char *text, *setting, *what;
    unsigned column;
    const char *hint;
  } lines[] = {
    {"g[tid * k]", NULL, "unknown name \"k\"", 9, "give it a value:  k=2"},
    {"g[tid * strid]", NULL, "unknown name \"strid\"", 9, NULL},
    {"", NULL, "the expression is empty", 0, "write what each thread does, as in  g[tid]"},
    {" -- x", NULL, "the expression is empty", 0, NULL},
    {"g[tid *", NULL, "unexpected symbol near <eof>", 8, NULL},
    {"g[tid] = = 1", NULL, "unexpected symbol near '='", 10, NULL},
    {"g[tid / 2]", NULL, "g[0.5]: index 0.5 is not a whole number", 1, NULL},
    {"tid = 3", NULL, "attempt to assign to const variable 'tid'", 1, NULL},
    {"g[tid]", "g=3", "the name \"g\" is taken", 0, NULL},
    {"g[tid]", "block=5000",
     "block(): x is 5000; cc 9.0 has at most 1024 (CUDA Programming Guide 13.1 "
                                "and older editions, compute capabilities)", 0, NULL},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct wl_run_options o = wl_run_defaults;
    char name[16] = "", *value;
    if (lines[i].setting != NULL) snprintf(name, sizeof name, "%s", lines[i].setting);
    value = strchr(name, '=');
    if (value != NULL) *value++ = '\0';
    struct wl_setting setting = {name, value};
    o.text = lines[i].text;
    o.size = strlen(o.text);
    o.one_line = true;
    o.arch = wl_arch_default();
    o.settings = &setting;
    o.setting_count = value != NULL;
    struct wl_run *run = run_options(&o);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, lines[i].what);
    if (lines[i].hint != NULL) assert_string_equal(d->hint, lines[i].hint);
    assert_int_equal(d->column, lines[i].column);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_sums),
    cmocka_unit_test(test_values), cmocka_unit_test(test_keep), cmocka_unit_test(test_attended),
    cmocka_unit_test(test_one_line),
    cmocka_unit_test(test_one_line_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
