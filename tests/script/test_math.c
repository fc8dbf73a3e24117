/* CUDA's functions of numbers and bits, its conversions and its constants: values, on the fast
 * engine and lane by lane. Whole numbers and bits are exact; what math makes of a float is held
 * to the nearest float of a value with more digits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/target.h"
#include "script.h"

struct row { const char *call; double result; };
#define INF ((double)INFINITY)
#define NOT ((double)NAN) /* a NaN is expected */

/* "g[0] = CALL" for all rows, an instruction each; with `each`, lanes run one by one. */
static struct wl_run *run_rows(const struct row *row, size_t count, bool each) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  fprintf(f, "block(1)\nlocal g = global('g', double, %zu)\nfunction kernel()\n", count);
  for (size_t i = 0; i < count; i++) fprintf(f, "g[%zu] = %s\n", i, row[i].call);
  fputs("end\n", f);
  fclose(f);
  struct wl_run_options o = options_of(text, size);
  o.one_by_one = each;
  struct wl_run *run = run_options(&o);
  free(text);
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("%s: %s", wl_run_diag(run)->what, wl_run_diag(run)->hint);
  return run;
}

static void expect_rows(const struct row *row, size_t count) {
  for (int each = 0; each < 2; each++) {
    struct wl_run *run = run_rows(row, count, each);
    if (!each) assert_true(wl_run_at_once(run) > 0);
    for (size_t i = 0; i < count; i++) {
      struct wl_step s = step_at(run, (uint32_t)i + 4, 0);
      double got = stored(&s, 0), want = row[i].result;
      bool same = isnan(want) ? isnan(got) : got == want && signbit(got) == signbit(want);
      if (!same) fail_msg("%s: %.17g, not %.17g", row[i].call, got, want);
    }
    wl_run_destroy(run);
  }
}
#define EXPECT(rows) expect_rows(rows, sizeof rows / sizeof *rows)

/* The nearest float to a number with more digits. */
#define F(v) ((double)(v##f))

static void test_doubles(void **state) {
  (void)state;
  static const struct row rows[] = {
    {"sqrt(2)", 1.4142135623730951}, {"sqrt(-1)", NOT}, {"rsqrt(0.25)", 2}, {"rsqrt(0)", INF},
    {"cbrt(-27)", -3}, {"hypot(3 * 2^600, 4 * 2^600)", 0x5p600}, {"hypot(INFINITY, NAN)", INF},
    {"fabs(-0.0)", 0}, {"floor(-0.5)", -1}, {"ceil(0.5)", 1}, {"trunc(-2.7)", -2},
    {"round(2.5)", 3}, {"round(-0.5)", -1}, {"rint(2.5)", 2}, {"rint(-3.5)", -4}, {"exp(0)", 1},
    {"exp(-INFINITY)", 0}, {"exp(NAN)", NOT}, {"exp2(-3)", 0.125},
    {"exp2(0.5)", 1.4142135623730951}, {"exp10(3)", 1000}, {"expm1(0)", 0},
    {"expm1(1)", 1.718281828459045}, {"log(1)", 0}, {"log(0)", -INF}, {"log(-1)", NOT},
    {"log2(8)", 3}, {"log10(1000)", 3}, {"log1p(0)", 0}, {"log1p(1e-20)", 1e-20},
    {"atan2(1, -1)", 2.356194490192345}, {"acos(2)", NOT}, {"tanh(1)", 0.7615941559557649},
    {"tanh(INFINITY)", 1}, {"sinh(0)", 0}, {"cosh(0)", 1}, {"erf(INFINITY)", 1},
    {"pow(2, 10)", 1024}, {"pow(0, 0)", 1}, {"fmod(-7, 3)", -1}, {"fmod(7, 0)", NOT},
    {"copysign(3, -0.0)", -3}, {"fmin(1, NAN)", 1}, {"fmax(NAN, 2)", 2}, {"fmax(NAN, NAN)", NOT},
    {"fma(2, 3, 4)", 10}, {"fma(1 + 2^-30, 1 - 2^-30, -1)", -0x1p-60}, {"min(3, 2)", 2},
    {"max(3, 2.5)", 3}, {"min(-1, 1)", -1}, {"max(7, 7)", 7}, {"max(NAN, 1)", 1},
    {"max(1, NAN)", 1}, {"min(NAN, -INFINITY)", -INF}, {"min(NAN, NAN)", NOT}, {"abs(-3)", 3},
    {"abs(-0.5)", 0.5},
  };
  EXPECT(rows);
}

static void test_floats(void **state) {
  (void)state;
  static const struct row rows[] = {
    {"sqrtf(2)", F(1.4142135623730951)}, {"rsqrtf(4)", 0.5}, {"fabsf(-2)", 2}, {"floorf(-0.5)", -1},
    {"ceilf(-0.5)", -0.0}, {"truncf(-0.9)", -0.0}, {"roundf(-2.5)", -3}, {"rintf(-2.5)", -2},
    {"roundf(0.49999997)", 0}, {"rintf(16777217)", 16777216},
    {"tanhf(0.5)", F(0.46211715726000973)}, {"tanhf(-INFINITY)", -1}, {"tanhf(NAN)", NOT},
    {"log2f(3)", F(1.5849625007211562)}, {"log2f(0)", -INF}, {"exp2f(128)", INF},
    {"exp2f(127)", 0x1p127}, {"exp2f(-149)", 0x1p-149}, {"expf(89)", INF}, {"expf(-104)", 0},
    {"exp10f(-2)", F(0.01)}, {"expm1f(1e-10)", F(1e-10)}, {"log10f(2)", F(0.30102999566398120)},
    {"log1pf(-1)", -INF}, {"cbrtf(2)", F(1.2599210498948732)},
    {"hypotf(1, 1)", F(1.4142135623730951)}, {"sinf(1)", F(0.8414709848078965)},
    {"cosf(1)", F(0.5403023058681398)}, {"tanf(1)", F(1.5574077246549022)},
    {"asinf(1)", F(1.5707963267948966)}, {"acosf(-1)", F(3.141592653589793)},
    {"atanf(1)", F(0.7853981633974483)}, {"atan2f(-1, 0)", F(-1.5707963267948966)},
    {"sinhf(1)", F(1.1752011936438014)}, {"coshf(100)", INF}, {"erff(0.5)", F(0.5204998778130465)},
    {"powf(2, 0.5)", F(1.4142135623730951)}, {"powf(-8, 1/3)", NOT}, {"fmodf(5.5, -2)", 1.5},
    {"copysignf(INFINITY, -1)", -INF}, {"fminf(1, 2)", 1}, {"fmaxf(NAN, -1)", -1},
    {"fmaf(16777217, 1, 0)", 16777216}, {"fmaf(0x1.000002p0, 0x1.000002p0, -1)", F(2.3841859e-07)},
    {"__expf(1)", F(2.718281828459045)}, {"__logf(10)", F(2.302585092994046)},
    {"__log2f(10)", F(3.3219280948873626)}, {"__sinf(0)", 0}, {"__cosf(0)", 1},
    {"__powf(3, 3)", 27}, {"__fdividef(1, 3)", F(0.3333333333333333)}, {"__fdividef(1, 1.5e38)", 0},
    {"__fdividef(INFINITY, 1.5e38)", NOT}, {"__fdividef(1, INFINITY)", 0}, {"__saturatef(1.5)", 1},
    {"__saturatef(-INFINITY)", 0}, {"__saturatef(NAN)", 0}, {"__saturatef(0.25)", 0.25},
    {"FLT_MAX", 0x1.fffffep127}, {"FLT_MAX + 1e37 < INFINITY and 1 or 0", 1},
    {"isnan(NAN) and 1 or 0", 1}, {"isnan(INFINITY) and 1 or 0", 0},
    {"isinf(-INFINITY) and 1 or 0", 1}, {"isfinite(NAN) and 1 or 0", 0},
    {"isfinite(3) and 1 or 0", 1}, {"NAN == NAN and 1 or 0", 0},
    {"-DBL_MAX > -INFINITY and 1 or 0", 1},
  };
  EXPECT(rows);
}

static void test_bits(void **state) {
  (void)state;
  static const struct row rows[] = {
    {"__popc(-1)", 32}, {"__popcll(-1)", 64}, {"__popc(0x1ffffffff)", 32}, {"__ffs(0)", 0},
    {"__ffs(0x80000000)", 32}, {"__ffs(1 << 40)", 0}, {"__ffsll(1 << 40)", 41}, {"__clz(0)", 32},
    {"__clz(1)", 31}, {"__clz(-1)", 0}, {"__clzll(0)", 64}, {"__clzll(1)", 63},
    {"__brev(1)", 2147483648}, {"__brev(0xf0000000)", 15}, {"__brevll(2)", 4611686018427387904},
    {"__mul24(-1, 5)", -5}, {"__mul24(0xffffff, 2)", -2},
    {"__mul24(0x7fffff, 0x7fffff)", -16777215}, {"__umul24(-1, -1)", 4261412865},
    {"__mulhi(-1, 1)", -1}, {"__mulhi(0x40000000, 8)", 2}, {"__umulhi(-1, -1)", 4294967294},
    {"__umulhi(-1, 1)", 0}, {"__byte_perm(0x33221100, 0x77665544, 0x3210)", 0x33221100},
    {"__byte_perm(0x33221100, 0x77665544, 0x0246)", 0x00224466},
    {"__byte_perm(0x33221100, 0x77665544, 0xffff8888)", 0},
    {"__funnelshift_l(0x80000000, 1, 1)", 3}, {"__funnelshift_l(5, 7, 32)", 7},
    {"__funnelshift_r(2, 1, 1)", 2147483649}, {"__funnelshift_r(5, 7, 32)", 5},
    {"__dp4a(0x01020304, 0x01010101, 10)", 20}, {"__dp4a(-1, 0x7f7f7f7f, 0)", -508},
    {"__dp4a(0x80808080, 0x80808080, 2147483647)", -2147418113},
  };
  EXPECT(rows);
}

static void test_conversions(void **state) {
  (void)state;
  static const struct row rows[] = {
    {"__float2int_rn(2.5)", 2}, {"__float2int_rn(-3.5)", -4}, {"__float2int_rz(-3.9)", -3},
    {"__float2int_ru(-3.9)", -3}, {"__float2int_ru(3.1)", 4}, {"__float2int_rd(-3.1)", -4},
    {"__float2int_rn(NAN)", 0}, {"__float2int_rz(INFINITY)", 2147483647},
    {"__float2int_rz(-1e30)", -2147483648}, {"__float2int_rn(2147483647)", 2147483647},
    {"__float2int_rz(16777217)", 16777216}, {"__double2int_rz(16777217)", 16777217},
    {"__double2int_rn(2147483647.5)", 2147483647}, {"__double2int_rd(-2147483648.5)", -2147483648},
    {"__double2int_rn(NAN)", -2147483648}, {"__float2uint_rz(-0.5)", 0}, {"__float2uint_rn(-7)", 0},
    {"__float2uint_rn(NAN)", 0}, {"__float2uint_rn(5e9)", 4294967295},
    {"__int2float_rn(16777217)", 16777216}, {"__int2float_rn(0xffffffff)", -1},
    {"__uint2float_rn(-1)", 4294967296}, {"__int2double_rn(-7)", -7},
    {"__double2float_rn(0.1)", F(0.1)}, {"__double2float_rn(1e39)", INF},
    {"__float2half(1/3)", 0.333251953125}, {"__float2half(65520)", INF}, {"__half2float(0.5)", 0.5},
    {"__float_as_int(1)", 0x3f800000}, {"__float_as_int(-0.0)", -2147483648},
    {"__float_as_uint(-0.0)", 2147483648}, {"__float_as_int(INFINITY)", 0x7f800000},
    {"__float_as_int(NAN)", 0x7fc00000}, {"__float_as_int(-(INFINITY - INFINITY))", 0x7fc00000},
    {"__int_as_float(0x7f800000)", INF}, {"__uint_as_float(0xbf800000)", -1},
    {"__int_as_float(-1)", NOT}, {"__int_as_float(1)", 0x1p-149},
    {"__float_as_uint(__int_as_float(0xffc00123))", 4290773283},
    {"__double_as_longlong(1)", 0x3ffp52}, {"__longlong_as_double(0x4000000000000000)", 2},
    {"__double_as_longlong(NAN)", 0x7ff8p48}, {"INT_MAX", 2147483647}, {"INT_MIN", -2147483648},
    {"UINT_MAX", 4294967295},
  };
  EXPECT(rows);
}

/* Types as functions run lane by lane. */
static void test_types(void **state) {
  (void)state;
  static const struct row rows[] = {
    {"int(3.9)", 3}, {"int(-3.9)", -3}, {"uint(-1)", 4294967295}, {"int(0xffffffff)", -1},
    {"uchar(257)", 1}, {"float(0.1)", F(0.1)}, {"half(1/3)", 0.333251953125},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_run *run = run_rows(&rows[i], 1, false);
    struct wl_step s = step_at(run, 4, 0);
    assert_true(stored(&s, 0) == rows[i].result);
    wl_run_destroy(run);
  }
}

static void expect_error(const char *cc, const char *call, const char *what, const char *hint) {
  char text[256];
  snprintf(text, sizeof text, "function kernel() local v = %s end", call);
  struct wl_run *run = run_on(cc, text, 1);
  assert_string_equal(expect_failure(run)->what, what);
  if (hint) assert_string_equal(wl_run_diag(run)->hint, hint);
  wl_run_destroy(run);
}

static void test_errors(void **state) {
  (void)state;
  expect_error("9.0", "min(1)", "min(): argument 2 is missing, not a number", NULL);
  expect_error("9.0", "sqrtf('x')", "sqrtf(): argument 1 is a string, not a number",
               "sqrtf(x): sqrt of floats");
  expect_error("9.0", "fmaf(1, 2)", "fmaf(): argument 3 is missing, not a number", NULL);
  expect_error("9.0", "__float2int_rn({})", "__float2int_rn(): argument 1 is a table, not a number",
               "__float2int_rn(x): from float to int, to the nearest");
  expect_error("9.0", "__int_as_float(0.5)", "__int_as_float(): the value is 0.5, no whole number",
               NULL);
  expect_error("6.0", "__dp4a(1, 2, 3)", "cc 6.0 has no dot products of bytes: they came with "
               "cc 6.1 (PTX ISA, target notes of the instruction)", NULL);
  expect_error("9.0", "log2g(2)", "unknown name \"log2g\"", "did you mean log2?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_doubles), cmocka_unit_test(test_floats), cmocka_unit_test(test_bits),
    cmocka_unit_test(test_conversions), cmocka_unit_test(test_types), cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
