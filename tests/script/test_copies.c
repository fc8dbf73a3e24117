/* cp.async and matrices in scripts: values, errors, and what hardware counters said of the
 * same accesses. Arguments: the directory of the counters, the directory of patterns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spaces.h"

/* A list of byte offsets as one of Lua, -1 for a dash, divided by the size of a float. */
static void lua_list(const char *offsets, char *list, size_t size) {
  size_t used = 0;
  char *end;
  for (const char *c = offsets; *c != '\0' && *c != '\n'; c = *end == ' ' ? end + 1 : end) {
    long v = strtol(c, &end, 10);
    if (*c == '-') end = (char *)c + 1;
    used += (size_t)snprintf(list + used, size - used, "%ld,", *c == '-' ? -1L : v / 4);
  }
  assert_true(used < size);
}

/* Copies of 16 bytes go past L1, as those of CUDA do, but where the script says "ca". */
static void check_copy(char *field[COLUMNS]) {
  char text[2048], from[512], to[512];
  bool past = strcmp(field[3], "cp.async.cg") == 0;
  bool wide = strcmp(field[4], "16") == 0;
  if (past && !wide) return;
  if (past && (atoi(field[0]) % 16 != 0 || strcmp(field[1], "pages") == 0)) return;
  lua_list(field[6], from, sizeof from);
  lua_list(field[16], to, sizeof to);
  snprintf(text, sizeof text, "local g = global('g', float, 1 << 19)\n"
           "local s = shared('s', float, 12288)\n"
           "local from, to = {%s}, {%s}\n"
           "function kernel()\n"
           "  local l = laneid() + 1\n"
           "  if from[l] >= 0 then\n"
           "    __pipeline_memcpy_async(s, to[l], g, from[l], %s%s)\n"
           "  end\n"
           "end", from, to, field[4], wide && !past ? ", 'ca'" : "");
  struct wl_run *run = run_kernel(text);
  struct wl_counts c = counts_at(run, 7, 0);
  assert_int_equal(step_at(run, 7, 0).access.op, past ? WL_COPY_CG : WL_COPY);
  assert_int_equal(step_at(run, 7, 0).access.mask, strtoul(field[5], NULL, 16));
  assert_int_equal(c.requests, atoi(field[7]));
  if (!past) assert_int_equal(c.sectors, atoi(field[8]));
  assert_int_equal(c.lines, atoi(field[9]));
  assert_int_equal(c.tag_wavefronts, atoi(field[10]));
  wl_run_destroy(run);
}

static void test_copy_counters(void **state) {
  (void)state;
  each_row("async.csv", check_copy);
  each_row("async_cg.csv", check_copy);
}

/* Bytes arrive when their batch is waited for, and not before. */
static void test_copy_values(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local g = global('g', float, 256)\n"
                                  "g:fill(function(i) return i end) "
                                  "local s, o = shared('s', float, 256), global('o', float, 256)\n"
                                  "function kernel()\n"
                                  "  local i = laneid()\n"
                                  "  __pipeline_memcpy_async(s, 4 * i, g, 4 * i + 4, 16)\n"
                                  "  __pipeline_commit()\n"
                                  "  __pipeline_memcpy_async(s, 128 + 2 * i, g, 2 * i, 8)\n"
                                  "  __pipeline_commit()\n"
                                  "  o[i] = s[4 * i + 3]\n"
                                  "  __pipeline_wait_prior(2)\n"
                                  "  o[i] = s[4 * i + 3]\n"
                                  "  __pipeline_wait_prior(1)\n"
                                  "  o[i] = s[4 * i + 3]\n"
                                  "  o[i] = s[128 + 2 * i + 1]\n"
                                  "  __pipeline_memcpy_async(s, i, g, i + 7, 4)\n"
                                  "  __pipeline_wait_prior(0)\n"
                                  "  o[i] = s[128 + 2 * i + 1]\n"
                                  "  o[i] = s[i]\n"
                                  "end");
  static const struct { uint32_t line; int scale, first; } rows[] = {
    {9, 0, 0}, {11, 0, 0}, {13, 4, 7}, {14, 0, 0}, {17, 2, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int lane = 0; lane < 32; lane++)
      assert_true(wl_scalar_to_double(WL_FLOAT, step_at(run, rows[i].line, 1).value[lane]) ==
                  rows[i].scale * lane + rows[i].first);
  /* Never committed: still on its way. */
  assert_true(wl_scalar_to_double(WL_FLOAT, step_at(run, 18, 1).value[5]) == 9);
  struct wl_step copy = step_at(run, 7, 0);
  assert_int_equal(copy.access.width, 8);
  assert_int_equal(copy.access.address[3], 0x10000000 + 24);
  assert_int_equal(copy.access.second[3], 512 + 24);
  assert_int_equal(copy.type.components, 2);
  assert_true(wl_scalar_to_double(WL_FLOAT, copy.value[3]) == 6);
  assert_int_equal(step_at(run, 8, 0).name, WL_NAME_PIPELINE_COMMIT);
  assert_int_equal(step_at(run, 10, 0).name, WL_NAME_PIPELINE_WAIT);
  wl_run_destroy(run);
}

/* A tile of 8 float4 a row, swizzled or not: an H100 counts 32 wavefronts of 8 instructions
 * through L1 for both, and none past it. */
static void test_copy_operators(void **state) {
  (void)state;
  static const struct { const char *operator, *swizzle; enum wl_op op; unsigned wavefronts; }
    rows[] = {{", 'ca'", "c", WL_COPY, 4}, {", 'ca'", "c ~ r % 8", WL_COPY, 4},
              {"", "c", WL_COPY_CG, 0}, {", 'cg'", "c ~ r % 8", WL_COPY_CG, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[512];
    snprintf(text, sizeof text, "local g, s = global('g', float4, 32, 64), "
             "shared('s', float4, 32, 8)\nfunction kernel() local t = threadIdx.x\n"
             "for r = t // 8, 31, 4 do local c = t %% 8\n"
             "__pipeline_memcpy_async(s[r], %s, g[r], c, 16%s) end\n"
             "__pipeline_wait_prior(0) end", rows[i].swizzle, rows[i].operator);
    struct wl_run *run = run_kernel(text);
    for (unsigned n = 0; n < 8; n++) {
      struct wl_counts c = counts_at(run, 4, n);
      assert_int_equal(step_at(run, 4, n).access.op, rows[i].op);
      assert_int_equal(c.wavefronts, rows[i].wavefronts);
      assert_int_equal(c.ways, rows[i].op == WL_COPY);
    }
    wl_run_destroy(run);
  }
}

static void test_copy_errors(void **state) {
  (void)state;
  static const struct { const char *call, *what; } calls[] = {
    {"s, 0, g, 0, 5", "5 bytes: it copies 4, 8 or 16"},
    {"s, 0, g, 0", "the number of bytes is missing"},
    {"s, 0, g, 0, 32", "it must be 4 … 16"},
    {"g, 0, s, 0, 16", "argument 1 is in global memory, not shared"},
    {"s, 0, s, 0, 16", "argument 3 is in shared memory, not global"},
    {"s, 26, g, 0, 16", "s[26] lies at byte 104, which is no multiple of 16"},
    {"s, 0, g, 1, 8", "g[1] lies at byte 4, which is no multiple of 8"},
    {"s, 28, g, 48, 16", "16 bytes from g[48] on reach past the end"},
    {"s, 0, g, 0, 16, 'cs'", "what is \"cs\"?"},
    {"s, 0, g, 0, 8, 'cg'", "8 bytes: cp.async.cg copies 16"},
    {"s, 0, g, 0, 16, 1", "the cache operator is a number, not a string"},
    {"s, 32, g, 0, 16", "s[32]: index 32 is outside 0 … 31"},
  };
  char text[512];
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    snprintf(text, sizeof text, "local g = global('g', float, 50)\n"
             "local s = shared('s', float, 32)\nfunction kernel()\n"
             "__pipeline_memcpy_async(%s)\nend", calls[i].call);
    expect_error("9.0", text, 4, calls[i].what);
  }
  static const char *const bodies[] = {"__pipeline_memcpy_async(s, 0, g, 0, 4)",
                                       "__pipeline_commit()", "__pipeline_wait_prior(0)"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    snprintf(text, sizeof text, "local g, s = global('g', int, 4), shared('s', int, 4)\n"
             "function kernel()\n%s\nend", bodies[i]);
    expect_error("7.5", text, 3, "cc 7.5 has no cp.async: it came with cc 8.0");
    struct wl_run *run = run_on("8.0", text, 1);
    assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
    wl_run_destroy(run);
  }
}

static void check_matrix(char *field[COLUMNS]) {
  char text[2048], from[512];
  bool stores = strncmp(field[3], "stmatrix.x", 10) == 0;
  if (!stores && strncmp(field[3], "ldmatrix.x", 10) != 0) return;
  int count = field[3][10] - '0';
  lua_list(field[6], from, sizeof from);
  snprintf(text, sizeof text, "local s = shared('s', float, 12288)\n"
           "local at = {%s}\n"
           "function kernel()\n"
           "__%.8s_x%d(s, at[laneid() + 1]%s)\n"
           "end", from, field[3], count,
           stores ? count == 1 ? ", 0" : count == 2 ? ", 0, 0" : ", 0, 0, 0, 0" : "");
  struct wl_run *run = run_kernel(text);
  struct wl_step s = step_at(run, 4, 0);
  assert_int_equal(s.access.op, stores ? WL_MATRIX_STORE : WL_MATRIX_LOAD);
  assert_int_equal(s.access.mask, strtoul(field[5], NULL, 16));
  assert_int_equal(counts_at(run, 4, 0).wavefronts, atoi(field[14]));
  wl_run_destroy(run);
}

static void test_matrix_counters(void **state) {
  (void)state;
  each_row("probe.csv", check_matrix);
}

/* Element (row, column) of matrix m is m * 64 + row * 8 + column; lane l holds two
 * of row l / 4, or of that column where the matrix is turned. */
static uint32_t fragment(unsigned m, unsigned lane, bool turned) {
  unsigned major = lane / 4, minor = lane % 4 * 2;
  unsigned low = turned ? minor * 8 + major : major * 8 + minor;
  return m * 64 + low + ((m * 64 + low + (turned ? 8 : 1)) << 16);
}

static void test_matrix_values(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local s = shared('s', ushort, 64, 8)\n"
                                  "local o = global('o', uint, 32)\n"
                                  "function kernel()\n"
                                  "  local l, a, b, c, d = laneid()\n"
                                  "  for k = 0, 7 do s[l][k] = 8 * l + k end\n"
                                  "  a, b, c, d = __ldmatrix_x4(s[l], 0)\n"
                                  "  o[l] = a o[l] = b o[l] = c o[l] = d\n"
                                  "  a, b = __ldmatrix_x2(s[l % 16], 0, 'trans')\n"
                                  "  o[l] = a o[l] = b\n"
                                  "  __stmatrix_x2(s[32 + l], 0, a, b)\n"
                                  "  a, b = __ldmatrix_x2(s[32 + l], 0, 'trans')\n"
                                  "  o[l] = a o[l] = b\n"
                                  "  __stmatrix_x1(s[48 + l % 8], 0, c, 'trans')\n"
                                  "  o[l] = __ldmatrix_x1(l < 8 and s[48 + l % 8] or s, 0)\n"
                                  "end");
  for (unsigned lane = 0; lane < 32; lane++) {
    for (unsigned m = 0; m < 4; m++)
      assert_int_equal(step_at(run, 7, m).value[lane], fragment(m, lane, false));
    for (unsigned m = 0; m < 2; m++) {
      assert_int_equal(step_at(run, 9, m).value[lane], fragment(m, lane, true));
      assert_int_equal(step_at(run, 12, m).value[lane], fragment(m, lane, false)); /* twice */
    }
    assert_int_equal(step_at(run, 14, 1).value[lane], fragment(2, lane, true));
  }
  struct wl_step load = step_at(run, 8, 0);
  assert_int_equal(load.access.mask, 0xffff);
  assert_int_equal(load.access.address[9], 9 * 16);
  assert_int_equal(load.value[9], 72);
  wl_run_destroy(run);
}

static void test_matrix_errors(void **state) {
  (void)state;
#define KERNEL(body) "local s = shared('s', half, 32, 8)\nlocal g = global('g', half, 64)\n" \
                     "function kernel()\n" body "\nend"
  expect_error("9.0", KERNEL("__ldmatrix_x4(g, 0)"), 4, "shared memory, not global");
  expect_error("9.0", KERNEL("__ldmatrix_x4(s[laneid()], 4)"), 4, "no multiple of 16");
  expect_error("9.0", KERNEL("__ldmatrix_x4(s[laneid()], 0, true)"), 4, "can only be \"trans\"");
  expect_error("9.0", KERNEL("__ldmatrix_x4(s[laneid() + 1], 0)"), 4, "outside 0 … 31");
  expect_error("9.0", KERNEL("__stmatrix_x2(s[laneid()], 0, 1)"), 4, "a fragment is missing");
  expect_error("9.0", KERNEL("__stmatrix_x1(s[laneid()], 0, 1.5)"), 4, "no whole number");
  expect_error("9.0", KERNEL("if laneid() > 3 then __ldmatrix_x1(s[laneid()], 0) end"), 4,
               "only 28 of 32 lanes are at this ldmatrix");
  expect_error("7.0", KERNEL("__ldmatrix_x1(s[laneid()], 0)"), 4,
               "cc 7.0 has no ldmatrix: it came with cc 7.5");
  expect_error("8.9", KERNEL("__stmatrix_x1(s[laneid()], 0, 1)"), 4,
               "cc 8.9 has no stmatrix: it came with cc 9.0");
  wl_run_destroy(run_kernel(KERNEL("__stmatrix_x1(s[laneid()], 0, -1)")));
  struct wl_run *run = run_on("7.5", KERNEL("__ldmatrix_x4(s[laneid()], 0)"), 1);
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  wl_run_destroy(run);
#undef KERNEL
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_copy_counters), cmocka_unit_test(test_copy_values),
    cmocka_unit_test(test_copy_operators), cmocka_unit_test(test_copy_errors),
    cmocka_unit_test(test_matrix_counters),
    cmocka_unit_test(test_matrix_values), cmocka_unit_test(test_matrix_errors)};
  if (argc != 3) return 2;
  truth_dir = argv[1];
  pattern_dir = argv[2];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
