/* CUDA C++ in place of a script: what is told of it, at which token, and that slips in Lua are
 * still told one by one. */
#include <stdio.h>
#include <string.h>

#include "script.h"

#define WHAT "this is CUDA C++, and warplens runs kernels that are written in Lua"
#define VADD "__global__ void vadd(const float *a, float *b, int n)\n{\n" \
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" \
             "  if (i < n) b[i] = a[i]; // the end\n}\n"
/* Texts that are CUDA's as a whole, and where that is told. */
static const struct {
  const char *name, *text;
  uint32_t line, column, end;
} cuda[] = {
  {"x.lua", VADD, 1, 1, 11},
  {"x.cu", "#include <cstdio>\n\n" VADD, 1, 1, 9},
  {"x.lua", "#define N 32\n" VADD, 1, 1, 8},
  {"x.lua", "// adds\n" VADD, 2, 1, 11},
  {"x.lua", "\n  template <int N>\n" VADD, 3, 1, 11},
  {"x.lua", "extern \"C\" __global__ void k(unsigned int *h, double s) { h[0]++; }", 1, 12, 22},
  {"x.lua", "__global__ void k(int n, float4 v[]) { }", 1, 1, 11},
  {"x.lua", "__global__ void k() { }", 1, 1, 11},
  {"x.lua", "int main() {\n  k<<<1, 32>>>();\n}\n", 2, 4, 7},
  {"x.lua", "__device__ float f(float x) { return x; }", 1, 1, 11},
  {"x.cuh", "float f(float x) {", 1, 1, 2},
};

#define LUA "local g = global(\"g\", float, 64)\nfunction kernel()\n"
/* Lua with slips, or no C at all: something more to the point is told. */
static const struct { const char *text, *what, *hint; } lua[] = {
  {LUA "  // sum\n  g[0] = 1\nend\n", "unexpected symbol near '//'", "a comment starts with --"},
  {"// sum\n" LUA "  g[0] = 1\nend\n", "unexpected symbol near '//'", "a comment starts with --"},
  {"/* sum */\n" LUA "  g[0] = 1\nend\n", "unexpected symbol near '/'",
   "a comment starts with --"},
  {"#include <math.h>\n" LUA "  g[0] = 1\nend\n", "unexpected symbol near '#'",
   "this is CUDA C: name the file .cu, or see COMING FROM CUDA C in warplens-script(5)"},
  {LUA "  g[0] = 1;\nend\nkernel<<<1, 64>>>(g)\n", "syntax error near '<<'",
   "the launch stands above the kernel:  grid(4)  block(256)"},
  {LUA "  int i = 3;\n  g[i] = 1;\nend\n", "syntax error near 'i'", "write  local i = …"},
  {"g[0] = = 1", "unexpected symbol near '='", ""},
};

static struct wl_run *run_named(const char *name, const char *text) {
  struct wl_run_options o = options_of(text, strlen(text));
  o.name = name;
  return run_options(&o);
}

static void test_cuda(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++) {
    struct wl_run *run = run_named(cuda[i].name, cuda[i].text);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, WHAT);
    assert_non_null(strstr(d->hint, "in Lua it begins  grid(4)  block(256)  "));
    assert_int_equal(d->status, WL_SCRIPT);
    assert_int_equal(d->line, cuda[i].line);
    assert_int_equal(d->column, cuda[i].column);
    assert_int_equal(d->end_column, cuda[i].end);
    wl_run_destroy(run);
  }
}

static void test_slips(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof lua / sizeof *lua; i++) {
    struct wl_run *run = run_text(lua[i].text, NULL, 1);
    const struct wl_diag *d = expect_failure(run);
    assert_string_equal(d->what, lua[i].what);
    if (*lua[i].hint) assert_string_equal(d->hint, lua[i].hint);
    wl_run_destroy(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cuda), cmocka_unit_test(test_slips)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
