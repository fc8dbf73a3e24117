/* Local memory, textures, cp.async and matrices in scripts: values, errors, and what hardware
 * counters said of the same accesses. Arguments: the directory of the counters,
 * the directory of patterns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arch_name.h"
#include "script.h"

static const char *truth_dir, *pattern_dir;

static struct wl_run *run_on(const char *cc, const char *text) {
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = text;
  o.size = strlen(text);
  o.arch = wl_arch_find(cc);
  o.workers = 1;
  return run_options(&o);
}

static struct wl_run *run_kernel(const char *text) {
  struct wl_run *run = run_text(text, NULL, 1);
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("%s\nline %u: %s", text, wl_run_diag(run)->line, wl_run_diag(run)->what);
  return run;
}

/* Asserts that `text` fails on line `line` with `what` in its message. */
static void expect_error(const char *cc, const char *text, unsigned line, const char *what) {
  struct wl_run *run = run_on(cc, text);
  const struct wl_diag *d = expect_failure(run);
  if (strstr(d->what, what) == NULL || d->line != line)
    fail_msg("%s\nline %u: %s", text, d->line, d->what);
  wl_run_destroy(run);
}

/* The counts of the n-th step on a line, on cc 9.0. */
static struct wl_counts counts_at(struct wl_run *run, uint32_t line, unsigned n) {
  struct wl_step s = step_at(run, line, n);
  struct wl_counts c;
  wl_count(wl_arch_default(), &s.access, &c);
  return c;
}

enum { COLUMNS = 17 };

/* Calls `check` with the fields of every row of a file. */
static void each_row(const char *file, void (*check)(char *field[COLUMNS])) {
  char path[1024], line[1024];
  unsigned rows = 0;
  snprintf(path, sizeof path, "%s/%s", truth_dir, file);
  FILE *f = fopen(path, "re");
  assert_non_null(f);
  do assert_non_null(fgets(line, sizeof line, f)); /* the names of the columns */
  while (line[0] == '#');
  for (; fgets(line, sizeof line, f) != NULL; rows++) {
    char *field[COLUMNS] = {0}, *rest = line;
    for (unsigned i = 0; i < COLUMNS && rest != NULL; i++) field[i] = strsep(&rest, ",\n");
    check(field);
  }
  fclose(f);
  assert_true(rows > 5);
}

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
               "localmem(): \"a\" does not fit: local memory has 16384 bytes a thread on cc 1.3 (CUDA "
               "C Programming Guide 4, appendix F)");
  /* What the generation never had, whatever the width of its accesses. */
  expect_error("1.3", "local g = global('g', float, 4)\nfunction kernel()\natomicAdd(g, 0, 1)\nend", 3,
               "cc 1.3 has no atomicAdd() of float: it came with cc 2.0 (CUDA Programming Guide, "
               "features by compute capability)");
  expect_error("3.5", "local g = global('g', double, 4)\nfunction kernel()\natomicAdd(g, 0, 1)\nend",
               3, "cc 3.5 has no atomicAdd() of double: it came with cc 6.0 (CUDA Programming Guide, "
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
    {"texture('t', float, 4, 4, { pitch = 4 })", "no option is \"pitch\""},
    {"texture('t', float, 4, { layout = 'array' })", "one row of texels is linear memory"},
    {"texture('t', float, 1 << 14, 1 << 14)", "texture memory has 268435456 bytes"},
    {"as(int, texture('t', float, 4, 4))", "texels of one type only"},
    {"global('g', float, 4) tex2D(t, 0, 0)", "inside the kernel"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    char text[256];
    snprintf(text, sizeof text, "local t = %s\nfunction kernel() end", calls[i].call);
    expect_error("9.0", text, 1, calls[i].what);
  }
}

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

/* Copies of 16 bytes go past L1, as those of CUDA do. */
static void check_copy(char *field[COLUMNS]) {
  char text[2048], from[512], to[512];
  bool past = strcmp(field[3], "cp.async.cg") == 0;
  if (past != (strcmp(field[4], "16") == 0)) return;
  if (past && (atoi(field[0]) % 16 != 0 || strcmp(field[1], "pages") == 0)) return;
  lua_list(field[6], from, sizeof from);
  lua_list(field[16], to, sizeof to);
  snprintf(text, sizeof text, "local g = global('g', float, 1 << 19)\n"
           "local s = shared('s', float, 12288)\n"
           "local from, to = {%s}, {%s}\n"
           "function kernel()\n"
           "  local l = laneid() + 1\n"
           "  if from[l] >= 0 then\n"
           "    __pipeline_memcpy_async(s, to[l], g, from[l], %s)\n"
           "  end\n"
           "end", from, to, field[4]);
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
    struct wl_run *run = run_on("8.0", text);
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
  struct wl_run *run = run_on("7.5", KERNEL("__ldmatrix_x4(s[laneid()], 0)"));
  assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
  wl_run_destroy(run);
#undef KERNEL
}

/* What the bundled scripts of these spaces show. */
static const struct pattern {
  const char *name, *settings;
  enum wl_space space;
  enum wl_op op;
  enum wl_figure figure;
  uint64_t value;
} patterns[] = {
  {"local_spill", "index=loop", WL_LOCAL, WL_STORE, WL_SECTORS, (8 + 16) * 4},
  {"local_spill", "index=loop", WL_LOCAL, WL_LOAD, WL_SECTORS, (8 + 16) * 4},
  {"local_spill", "index=data", WL_LOCAL, WL_STORE, WL_SECTORS, 186 + 16 * 4}, /* of 8 × 32, and zeros */
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
    cmocka_unit_test(test_texture_errors), cmocka_unit_test(test_copy_counters),
    cmocka_unit_test(test_copy_values), cmocka_unit_test(test_copy_errors),
    cmocka_unit_test(test_matrix_counters), cmocka_unit_test(test_matrix_values),
    cmocka_unit_test(test_matrix_errors), cmocka_unit_test(test_swizzle),
    cmocka_unit_test(test_patterns)};
  if (argc != 3) return 2;
  truth_dir = argv[1];
  pattern_dir = argv[2];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
