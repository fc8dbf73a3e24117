/* Local memory and textures in scripts: values, errors, and what hardware counters said of
 * the same accesses. Arguments: the directory of the counters, the directory of patterns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spaces.h"

static void check_local(char *field[COLUMNS]) {
  char text[1024], *indices = field[1];
  for (char *c = indices; *c != '\0'; c++)
    if (*c == ' ') *c = ',';
  snprintf(text, sizeof text, "local a = localmem('a', float, 64)\n"
           "local index = {%s}\n"
           "function kernel()\n"
           "  a[index[laneid() + 1]] = laneid()\n"
           "  local v = a[index[laneid() + 1]]\n"
           "end", indices);
  struct wl_run *run = run_kernel(text);
  for (uint32_t line = 4; line <= 5; line++) {
    struct wl_step s = step_at(run, line, 0);
    struct wl_counts c = counts_at(run, line, 0);
    assert_int_equal(s.access.space, WL_LOCAL);
    assert_int_equal(c.requests, atoi(field[2]));
    assert_int_equal(c.sectors, atoi(field[3]));
    assert_int_equal(c.lines, atoi(field[4]));
    for (unsigned lane = 0; lane < 32; lane++) /* no lane sees what others wrote */
      assert_true(wl_scalar_to_double(WL_FLOAT, s.value[lane]) == lane);
  }
  wl_run_destroy(run);
}

static void test_local_counters(void **state) {
  (void)state;
  each_row("local.csv", check_local);
}

/* Every thread has its own, and finds it empty in every block. */
static void test_local_values(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("grid(3) block(64)\n"
                                  "local pad = localmem('pad', char, 3)\n"
                                  "local a = localmem('a', float4, 2, 3)\n"
                                  "local g = global('g', float, 3 * 64)\n"
                                  "function kernel()\n"
                                  "  local i = blockIdx.x * 64 + threadIdx.x\n"
                                  "  pad[2] = 1\n"
                                  "  g[i] = a[1][2].y\n"
                                  "  a[1][2].y = i\n"
                                  "  for n = 0, 2 do as(float, a)[21] = a[1][2].y + 1 end\n"
                                  "  g[i] = a[1][2].y\n"
                                  "end");
  struct wl_step s;
  for (size_t i = 0, stores = 0; wl_trace_get(wl_run_trace(run), i, &s); i++) {
    if (s.access.space == WL_LOCAL && s.place.line == 9)
      assert_int_equal(s.access.address[7], 16 + 5 * 16 + 4);
    if (s.access.space != WL_GLOBAL) continue;
    for (unsigned lane = 0; lane < 32; lane++)
      assert_true(wl_scalar_to_double(WL_FLOAT, s.value[lane]) ==
                  (s.place.line == 8 ? 0 : s.block * 64 + s.warp * 32 + lane + 3));
    stores++;
    assert_true(stores <= 12);
  }
  wl_run_destroy(run);
}

/* So much that it is not set to 0 byte by byte. */
static void test_local_large(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("grid(2) block(256)\n"
                                  "local a = localmem('a', int, 100000)\n"
                                  "local g = global('g', int, 512)\n"
                                  "function kernel()\n"
                                  "  local i = blockIdx.x * 256 + threadIdx.x\n"
                                  "  a[99999] = a[99999] + i + 1\n"
                                  "  g[i] = a[99999]\n"
                                  "end");
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(wl_run_trace(run), i, &s); i++)
    for (unsigned lane = 0; lane < 32 && s.access.space == WL_GLOBAL; lane++)
      assert_int_equal(s.value[lane], s.block * 256 + s.warp * 32u + lane + 1);
  wl_run_destroy(run);
}

static void test_local_errors(void **state) {
  (void)state;
  expect_error("9.0", "local a = localmem('a', int, 4)\nfunction kernel()\na[laneid()] = 1\nend", 3,
               "a[4]: index 4 is outside 0 … 3");
  expect_error("9.0", "local a = localmem('a', int, 4)\nlocal x = a[0]\nfunction kernel() end", 2,
               "local memory does not exist outside the kernel");
  expect_error("9.0", "local a = localmem('a', int, 4):fill(1)\nfunction kernel() end", 1,
               "local memory does not exist outside the kernel");
  expect_error("9.0", "local a = localmem('a', int, 4)\nfunction kernel()\natomicAdd(a, 0, 1)\nend",
               3, "local memory has no atomics");
  expect_error("1.3", "local a = localmem('a', int, 4097)\nfunction kernel() end", 1,
               "localmem(): \"a\" does not fit: it takes 16388 bytes; local memory has 16384 bytes "
               "a thread on cc 1.3 (CUDA C Programming Guide 4, appendix F)");
  /* What the generation never had, whatever the width of its accesses. */
  expect_error("1.3", "local g = global('g', float, 4)\nfunction kernel()\natomicAdd(g, 0, 1)\nend",
               3,
               "cc 1.3 has no atomicAdd() of float: it came with cc 2.0 (CUDA Programming Guide, "
               "features by compute capability)");
  expect_error("3.5",
               "local g = global('g', double, 4)\nfunction kernel()\natomicAdd(g, 0, 1)\nend", 3,
               "cc 3.5 has no atomicAdd() of double: it came with cc 6.0 (CUDA Programming Guide, "
               "features by compute capability)");
  expect_error("1.1", "local g = global('g', double, 4)\nfunction kernel() end", 1,
               "global(): cc 1.1 has no double precision: it came with cc 1.3 (CUDA Programming "
               "Guide, features by compute capability)");
  expect_error("1.0", "block(1024)\nfunction kernel() end", 1,
               "block(): x is 1024; cc 1.0 has at most 512 (CUDA C Programming Guide 4, appendix "
               "F)");
  expect_error("2.0", "local a = localmem('a', int, 131073)\nfunction kernel() end", 1,
               "local memory has 524288 bytes a thread");
  wl_run_destroy(run_kernel("local a = localmem('a', int, 131072)\nfunction kernel()\n"
                            "a[131071] = 1\nend"));
}

static void check_texture(char *field[COLUMNS]) {
  char text[1024];
  unsigned width = 0, height = 0;
  assert_int_equal(sscanf(field[1], "%ux%u", &width, &height), 2);
  snprintf(text, sizeof text, "local t = texture('t', float, 64, 64, { layout = '%s' })\n"
           "t:fill(function(y, x) return y * 64 + x end)\n"
           "local g = global('g', float, 32)\n"
           "function kernel()\n"
           "  g[laneid()] = tex2D(t, laneid() %% %u, laneid() // %u)\n"
           "end", field[0], width, width);
  struct wl_run *run = run_kernel(text);
  struct wl_step s = step_at(run, 5, 0);
  struct wl_counts c = counts_at(run, 5, 0);
  assert_int_equal(s.access.space, WL_TEXTURE);
  assert_int_equal(c.requests, atoi(field[2]));
  assert_int_equal(c.l2_requests, atoi(field[4]));
  assert_int_equal(c.sectors, atoi(field[5])); /* what L2 delivers */
  for (unsigned lane = 0; lane < 32; lane++) {
    assert_int_equal(s.access.address[lane], lane % width);
    assert_int_equal(s.access.second[lane], lane / width);
    assert_true(wl_scalar_to_double(WL_FLOAT, s.value[lane]) == lane / width * 64 + lane % width);
  }
  wl_run_destroy(run);
}

static void test_texture_counters(void **state) {
  (void)state;
  each_row("texture.csv", check_texture);
}

/* Coordinates fall into texels, and stay in the texture; all texels that there are. */
static void test_texture_values(void **state) {
  (void)state;
  static const char *const at[] = {"-5, 0", "2.99, 1", "1e300, -0.5", "math.huge, 99", "1, 1.5"};
  static const unsigned texel[] = {0, 5, 2, 5, 4};
  char text[512];
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    snprintf(text, sizeof text, "local t = texture('t', int, 2, 3)\n"
             "t[0][1] = 1 t[0][2] = 2 t[1][0] = 3 t[1][1] = 4 t[1][2] = 5\n"
             "local g = global('g', int, 32)\nfunction kernel()\n"
             "g[laneid()] = tex2D(t, %s)\nend", at[i]);
    struct wl_run *run = run_kernel(text);
    assert_int_equal(step_at(run, 5, 1).value[31], texel[i]);
    wl_run_destroy(run);
  }
  static const struct { const char *type; unsigned bytes; } types[] = {
    {"char", 1}, {"uchar2", 2}, {"uchar4", 4}, {"ushort", 2}, {"short4", 8}, {"int2", 8},
    {"uint4", 16}, {"half", 2}, {"half2", 4}, {"float4", 16}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    snprintf(text, sizeof text, "local t = texture('t', %s, 40)\nfunction kernel()\n"
             "local v = tex1Dfetch(t, laneid() + 8)\nend", types[i].type);
    struct wl_run *run = run_kernel(text);
    struct wl_step s = step_at(run, 3, 0);
    assert_int_equal(s.access.width, types[i].bytes);
    assert_int_equal(s.access.address[3], 11);
    assert_int_equal(counts_at(run, 3, 0).sectors, /* bytes in a row */
                     (types[i].bytes * 40 + 31) / 32 - types[i].bytes * 8 / 32);
    wl_run_destroy(run);
  }
}

static void test_texture_errors(void **state) {
  (void)state;
#define KERNEL(body) "local t = texture('t', float, 4, 8)\nlocal r = texture('r', int, 9)\n" \
                     "function kernel()\n" body "\nend"
  expect_error("9.0", KERNEL("t[0][0] = 1"), 4, "t is texture memory");
  expect_error("9.0", KERNEL("local v = t[0][0]"), 4, "fetches texels");
  expect_error("9.0", KERNEL("local v = tex2D(r, 0, 0)"), 4, "\"r\" has one row of texels");
  expect_error("9.0", KERNEL("local v = tex1Dfetch(t, 0)"), 4, "\"t\" has rows of texels");
  expect_error("9.0", KERNEL("local v = tex1Dfetch(r, 9)"), 4, "r[9]: index 9 is outside 0 … 8");
  expect_error("9.0", KERNEL("local v = tex2D(t, 0)"), 4, "tex2D(): y is missing, not a number");
  expect_error("9.0", KERNEL("local v = tex2D(t, 0/0, 0)"), 4, "x is not a number");
  expect_error("9.0", KERNEL("local v = __ldg(r, 0)"), 4, "global memory, not texture");
  expect_error("9.0", KERNEL("atomicAdd(r, 0, 1)"), 4, "texture memory has no atomics");
#undef KERNEL
  static const struct { const char *call, *what; } calls[] = {
    {"texture('t', double, 4)", "no texel is a double"},
    {"texture('t', float3, 4)", "no texel is a float3"},
    {"texture('t', struct('Point', {'x', float}), 4)", "no texel is a Point"},
    {"texture('t', float, 4, 4, 4)", "a height and a width"},
    {"texture('t', float, 4, 4, { layout = 'tiles' })", "no layout is \"tiles\""},
    {"texture('t', float, 4, 4, { pitch = 4 })", "unknown field \"pitch\""},
    {"texture('t', float, 4, { layout = 'array' })", "one row of texels is linear memory"},
    {"texture('t', float, 1 << 14, 1 << 14)", "room for 268435456 bytes of texture memory"},
    {"as(int, texture('t', float, 4, 4))", "texels of one type only"},
    {"global('g', float, 4) tex2D(t, 0, 0)", "inside the kernel"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    char text[256];
    snprintf(text, sizeof text, "local t = %s\nfunction kernel() end", calls[i].call);
    expect_error("9.0", text, 1, calls[i].what);
  }
}

/* What the bundled scripts of these spaces show. */
static const struct pattern {
  const char *name, *settings;
  enum wl_space space;
  enum wl_op op;
  enum wl_figure figure;
  uint64_t value;
} patterns[] = {
  {"local_spill", "index=loop", WL_LOCAL, WL_STORE, WL_SECTORS, (8 + 4) * 4},
  {"local_spill", "index=loop", WL_LOCAL, WL_LOAD, WL_SECTORS, (8 + 4) * 4},
  /* of 8 × 32, and zeros */
  {"local_spill", "n=4", WL_LOCAL, WL_STORE, WL_SECTORS, 8 * 16 + 4 * 4},
  {"local_spill", "n=16", WL_LOCAL, WL_STORE, WL_SECTORS, 8 * 32 + 16 * 4},
  {"cp_async", "bytes=16", WL_GLOBAL, WL_COPY_CG, WL_REQUESTS, 4},
  {"cp_async", "bytes=4", WL_GLOBAL, WL_COPY, WL_REQUESTS, 16},
  {"cp_async", "wait=no", WL_GLOBAL, WL_COPY_CG, WL_SECTORS, 64},
  {"ldmatrix_swizzle", "swizzle=no", WL_SHARED, WL_MATRIX_LOAD, WL_WAVEFRONTS, 4 * 4 * 8},
  {"ldmatrix_swizzle", "swizzle=yes", WL_SHARED, WL_MATRIX_LOAD, WL_WAVEFRONTS, 4 * 4},
  {"ldmatrix_swizzle", "swizzle=yes", WL_SHARED, WL_STORE, WL_WAVEFRONTS, 4 * 4},
  {"texture_tile", "width=8", WL_TEXTURE, WL_LOAD, WL_SECTORS, 4 * 4},
  {"texture_tile", "width=1", WL_TEXTURE, WL_LOAD, WL_SECTORS, 4 * 16},
  {"texture_tile", "width=32 layout=pitch", WL_TEXTURE, WL_LOAD, WL_SECTORS, 4 * 4},
  {"texture_tile", "width=1 layout=pitch", WL_TEXTURE, WL_LOAD, WL_SECTORS, 4 * 32},
};

static char *pattern_text(const char *name) {
  char path[1024], *text;
  size_t size;
  struct wl_diag d;
  snprintf(path, sizeof path, "%s/%s.lua", pattern_dir, name);
  if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
  return text;
}

/* The swizzle moves chunks about, and every lane gets the same as without. */
static void test_swizzle(void **state) {
  (void)state;
  char *text = pattern_text("ldmatrix_swizzle");
  struct wl_run *plain = run_text(text, "swizzle=no", 1), *moved = run_text(text, "swizzle=yes", 1);
  struct wl_step a, b;
  unsigned stores = 0;
  for (size_t i = 0; wl_trace_get(wl_run_trace(plain), i, &a); i++) {
    assert_true(wl_trace_get(wl_run_trace(moved), i, &b));
    if (a.access.space != WL_GLOBAL || a.access.op != WL_STORE) continue;
    assert_memory_equal(a.value, b.value, sizeof a.value);
    assert_int_not_equal(a.value[1], a.value[5]);
    stores++;
  }
  assert_int_equal(stores, 4);
  wl_run_destroy(plain);
  wl_run_destroy(moved);
  free(text);
}

static void test_patterns(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    const struct pattern *p = &patterns[i];
    char *text = pattern_text(p->name);
    struct wl_run *run = run_text(text, p->settings, 1);
    if (wl_run_pump(run, 0) != WL_RUN_DONE)
      fail_msg("%s: line %u: %s", p->name, wl_run_diag(run)->line, wl_run_diag(run)->what);
    uint64_t value = wl_analysis_sum(wl_run_analysis(run), p->space, p->op)->value[p->figure];
    if (value != p->value)
      fail_msg("%s %s: %s is %llu, not %llu", p->name, p->settings, wl_metrics[p->figure].key,
               (unsigned long long)value, (unsigned long long)p->value);
    wl_run_destroy(run);
    free(text);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_local_counters), cmocka_unit_test(test_local_values),
    cmocka_unit_test(test_local_large), cmocka_unit_test(test_local_errors),
    cmocka_unit_test(test_texture_counters), cmocka_unit_test(test_texture_values),
    cmocka_unit_test(test_texture_errors), cmocka_unit_test(test_swizzle),
    cmocka_unit_test(test_patterns)};
  if (argc != 3) return 2;
  truth_dir = argv[1];
  pattern_dir = argv[2];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
