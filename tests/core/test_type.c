/* Element types: sizes, conversions, and values as text. */
#include "core/access/type.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "test.h"

static void sizes_and_names(void **state) {
  (void)state;
  static const struct {
    struct wl_type type;
    uint32_t bytes, align;
    const char *name;
  } rows[] = {
    {{WL_CHAR, 1}, 1, 1, "char"},     {{WL_FLOAT, 1}, 4, 4, "float"},
    {{WL_FLOAT, 2}, 8, 8, "float2"},  {{WL_FLOAT, 3}, 12, 4, "float3"},
    {{WL_FLOAT, 4}, 16, 16, "float4"}, {{WL_UCHAR, 4}, 4, 4, "uchar4"},
    {{WL_DOUBLE, 2}, 16, 16, "double2"}, {{WL_HALF, 1}, 2, 2, "half"},
    {{WL_ULONGLONG, 4}, 32, 32, "ulonglong4"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char name[16];
    wl_type_name(rows[i].type, name);
    assert_string_equal(name, rows[i].name);
    assert_int_equal(wl_type_bytes(rows[i].type), rows[i].bytes);
    assert_int_equal(wl_type_align(rows[i].type), rows[i].align);
  }
}

static void integers_wrap(void **state) {
  (void)state;
  static const struct {
    enum wl_scalar scalar;
    int64_t in, out;
  } rows[] = {
    {WL_CHAR, 127, 127},         {WL_CHAR, 128, -128},        {WL_CHAR, -129, 127},
    {WL_UCHAR, -1, 255},         {WL_SHORT, 40000, -25536},   {WL_USHORT, 65536, 0},
    {WL_INT, 1LL << 31, INT32_MIN}, {WL_UINT, -1, UINT32_MAX}, {WL_LONGLONG, -5, -5},
    {WL_ULONGLONG, -1, -1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint64_t bits = wl_scalar_from_integer(rows[i].scalar, rows[i].in);
    assert_int_equal(wl_scalar_to_integer(rows[i].scalar, bits), rows[i].out);
    if (wl_scalars[rows[i].scalar].bytes < 8)
      assert_int_equal(bits >> 8 * wl_scalars[rows[i].scalar].bytes, 0);
  }
  assert_true(wl_scalar_to_double(WL_ULONGLONG, UINT64_MAX) == 0x1p64);
  assert_true(wl_scalar_to_double(WL_CHAR, 0xff) == -1);
}

/* As nvcc compiles a cast: cvt.rzi to 32 or 64 bits, and the low bytes of it. */
static void doubles_become_integers_as_on_the_device(void **state) {
  (void)state;
  static const struct {
    enum wl_scalar scalar;
    double in;
    int64_t out;
  } rows[] = {
    {WL_INT, 0.0, 0}, {WL_INT, -0.0, 0}, {WL_INT, 0.99, 0}, {WL_INT, -0.99, 0}, {WL_INT, 2.5, 2},
    {WL_INT, -2.5, -2}, {WL_INT, 1e-300, 0}, {WL_INT, 5e-324, 0}, {WL_INT, 3e9, INT32_MAX},
    {WL_INT, 2147483647.5, INT32_MAX}, {WL_INT, -2147483648.5, INT32_MIN},
    {WL_INT, -3e9, INT32_MIN},
    {WL_INT, 0x1p63, INT32_MAX}, {WL_INT, 1e300, INT32_MAX}, {WL_INT, (double)INFINITY, INT32_MAX},
    {WL_INT, -(double)INFINITY, INT32_MIN}, {WL_INT, (double)NAN, 0},
    {WL_UINT, 3e9, 3000000000}, {WL_UINT, 4294967295.5, UINT32_MAX}, {WL_UINT, 0x1p32, UINT32_MAX},
    {WL_UINT, -0.5, 0}, {WL_UINT, -7, 0}, {WL_UINT, (double)NAN, 0},
    {WL_CHAR, 200, -56}, {WL_CHAR, 1e10, -1}, {WL_CHAR, -1e10, 0}, {WL_CHAR, (double)NAN, 0},
    {WL_UCHAR, 256, 0}, {WL_UCHAR, 1e10, 255}, {WL_UCHAR, -3, 0}, {WL_SHORT, 40000, -25536},
    {WL_SHORT, -(double)INFINITY, 0}, {WL_USHORT, 65537.9, 1}, {WL_USHORT, -1, 0},
    {WL_LONGLONG, 3e9, 3000000000}, {WL_LONGLONG, 0x1p63, INT64_MAX},
    {WL_LONGLONG, -0x1p63, INT64_MIN}, {WL_LONGLONG, -1e300, INT64_MIN},
    {WL_LONGLONG, (double)NAN, INT64_MIN},
    {WL_LONGLONG, -5.5, -5}, {WL_ULONGLONG, 0x1.8p63, INT64_MIN | INT64_C(1) << 62},
    {WL_ULONGLONG, 0x1p64, -1}, {WL_ULONGLONG, -1, 0}, {WL_ULONGLONG, (double)NAN, INT64_MIN},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint64_t bits = wl_scalar_from_double(rows[i].scalar, rows[i].in);
    assert_int_equal(wl_scalar_to_integer(rows[i].scalar, bits), rows[i].out);
    if (wl_scalars[rows[i].scalar].bytes < 8)
      assert_int_equal(bits >> 8 * wl_scalars[rows[i].scalar].bytes, 0);
  }
}

static void halves_round_to_nearest_even(void **state) {
  (void)state;
  static const struct {
    double in;
    uint16_t bits;
  } rows[] = {
    {0.0, 0}, {-0.0, 0x8000}, {1, 0x3c00}, {-2, 0xc000}, {65504, 0x7bff}, {65519.99, 0x7bff},
    {65520, 0x7c00}, {1e6, 0x7c00}, {0x1p-14, 0x0400}, {0x1p-24, 1}, {0x1p-25, 0},
    {0x1.0000001p-25, 1}, {0x1.8p-24, 2}, {0x1p-26, 0}, {-0x1p-24, 0x8001}, {2049, 0x6800},
    {2051, 0x6802}, {1 + 0x1p-11, 0x3c00}, {1 + 0x1p-11 + 0x1p-40, 0x3c01},
    {0x1.ff8p-15, 0x03ff}, {0x1.ffcp-15, 0x0400}, {(double)INFINITY, 0x7c00}, {-1e300, 0xfc00},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    assert_int_equal(wl_scalar_from_double(WL_HALF, rows[i].in), rows[i].bits);
  for (uint32_t bits = 0; bits < 0x10000; bits++) {
    double v = wl_scalar_to_double(WL_HALF, bits);
    if ((bits & 0x7fff) > 0x7c00) assert_true(isnan(v));
    else assert_int_equal(wl_scalar_from_double(WL_HALF, v), bits);
  }
}

static void floats_round_once(void **state) {
  (void)state;
  /* By way of double this would round twice, up to 0x5d800002. */
  int64_t v = (INT64_C(1) << 60) + (INT64_C(1) << 37) + (INT64_C(1) << 36) - 1;
  assert_int_equal(wl_scalar_from_integer(WL_FLOAT, v), 0x5d800001);
  assert_int_equal(wl_scalar_from_double(WL_FLOAT, 1.0), 0x3f800000);
  assert_int_equal(wl_scalar_from_double(WL_FLOAT, 1e300), 0x7f800000);
  assert_true(wl_scalar_to_double(WL_FLOAT, wl_scalar_from_double(WL_FLOAT, 0.1)) == (double)0.1f);
}

struct text_row {
  enum wl_scalar scalar;
  double value;
  unsigned cells;
  const char *text;
};

static const struct text_row texts[] = {
  {WL_INT, -7, 4, "-7"},
  {WL_INT, -2147483648.0, 11, "-2147483648"},
  {WL_INT, -2147483648.0, 8, "-2.147e9"},
  {WL_INT, -2147483648.0, 4, "-2e9"},
  {WL_INT, -2147483648.0, 3, "###"},
  {WL_INT, 1500000000, 6, "1.5e9"},
  {WL_INT, 0, 1, "0"},
  {WL_INT, 10, 1, "#"},
  {WL_UINT, 4294967295.0, 6, "4.29e9"},
  {WL_ULONGLONG, 0x1p63, 19, "9223372036854775808"},
  {WL_FLOAT, 3.5, 6, "3.5"},
  {WL_FLOAT, 0, 6, "0"},
  {WL_FLOAT, -0.0, 6, "-0"},
  {WL_FLOAT, 0.1, 6, "0.1"},
  {WL_FLOAT, 1e9, 6, "1e+09"},
  {WL_FLOAT, 1e9, 4, "1e9"},
  {WL_FLOAT, 1000, 8, "1000"},
  {WL_FLOAT, -100000, 8, "-100000"},
  {WL_FLOAT, 1200, 3, "1e3"},
  {WL_FLOAT, 1e-7, 4, "1e-7"},
  {WL_FLOAT, 1023, 4, "1023"},
  {WL_FLOAT, 12345, 4, "1e4"},
  {WL_FLOAT, 12345, 5, "12345"},
  {WL_FLOAT, 1.0 / 3, 4, "0.33"},
  {WL_FLOAT, 1.0 / 3, 20, "0.33333334"},
  {WL_FLOAT, -1.0 / 3, 5, "-0.33"},
  {WL_FLOAT, 99999.9, 5, "1e+05"},
  {WL_FLOAT, 16777216, 8, "16777216"},
  {WL_DOUBLE, 0.1, 20, "0.1"},
  {WL_DOUBLE, 1.0 / 3, 20, "0.3333333333333333"},
  {WL_DOUBLE, 5e-324, 8, "5e-324"},
  {WL_DOUBLE, DBL_MAX, 4, "####"},
  {WL_DOUBLE, DBL_MAX, 5, "2e308"},
  {WL_HALF, 0.1, 8, "0.1"},
  {WL_HALF, 65504, 8, "65504"},
  {WL_FLOAT, (double)INFINITY, 4, "inf"},
  {WL_FLOAT, -(double)INFINITY, 4, "-inf"},
  {WL_FLOAT, -(double)INFINITY, 3, "###"},
  {WL_DOUBLE, (double)NAN, 3, "nan"},
  {WL_DOUBLE, (double)NAN, 2, "##"},
};

static void values_as_text(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char text[32];
    memset(text, 'x', sizeof text);
    wl_scalar_format(texts[i].scalar, wl_scalar_from_double(texts[i].scalar, texts[i].value),
                     texts[i].cells, text);
    assert_string_equal(text, texts[i].text);
  }
}

static void text_is_never_wider(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int round = 0; round < 20000; round++) {
    enum wl_scalar s = test_below(&seed, WL_SCALARS);
    unsigned cells = 1 + test_below(&seed, 12);
    char text[16];
    memset(text, 'x', sizeof text);
    uint64_t bits = test_random(&seed) >> (64 - 8 * wl_scalars[s].bytes);
    wl_scalar_format(s, bits, cells, text);
    assert_true(strlen(text) <= cells && strlen(text) > 0);
    for (size_t j = cells + 1; j < sizeof text; j++) assert_int_equal(text[j], 'x');
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sizes_and_names),
    cmocka_unit_test(integers_wrap),
    cmocka_unit_test(doubles_become_integers_as_on_the_device),
    cmocka_unit_test(halves_round_to_nearest_even),
    cmocka_unit_test(floats_round_once),
    cmocka_unit_test(values_as_text),
    cmocka_unit_test(text_is_never_wider),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
