/* What arrays hold, and where they lie: types, vectors, caches. */
#include <stdio.h>

#include "script.h"

static const struct {
  const char *type, *value;
  double after;
} roundings[] = {
  {"int", "2.7", 2}, {"int", "-2.7", -2}, {"uchar", "300", 44}, {"char", "200", -56},
  {"ushort", "-1", 65535}, {"uint", "-1", 4294967295.0}, {"float", "0.1", 0x1.99999ap-4},
  {"double", "0.1", 0.1}, {"half", "1 / 3", 0x1.554p-2}, {"longlong", "1 << 53", 0x1p53},
  {"int", "1 << 32", 0}, {"float", "7 // 2", 3},
  {"float", "9007199791611905", 0x1.000002p53}, /* an integer is rounded once */
};

static void test_roundings(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
    char text[256];
    snprintf(text, sizeof text, "local a = global('a', %s, 1)\nblock(1)\nfunction kernel()\n"
             "  a[0] = %s\n  local v = a[0]\nend", roundings[i].type, roundings[i].value);
    struct wl_run *run = run_kernel(text);
    struct wl_step load = step_at(run, 5, 0);
    if (stored(&load, 0) != roundings[i].after)
      fail_msg("%s as %s gives %a", roundings[i].value, roundings[i].type, stored(&load, 0));
    wl_run_destroy(run);
  }
}

/* How vectors and parts of them become instructions: bytes per lane of each. */
static const struct {
  const char *statement;
  unsigned count, width, distance; /* of the addresses of lanes 0 and 1 */
} vectors[] = {
  {"local v = f4[i]", 1, 16, 16}, {"local x = f4[i].y", 1, 4, 16}, {"f4[i].w = 1", 1, 4, 16},
  {"f4[i] = float4(1, 2, 3, 4)", 1, 16, 16}, {"local v = f2[i]", 1, 8, 8},
  {"local v = f3[i]", 3, 4, 12}, {"f3[i] = make_float3(1, 2, 3)", 3, 4, 12},
  {"local v = d4[i]", 2, 16, 32}, {"local v = c4[i]", 1, 4, 4}, {"local v = c2[i]", 1, 2, 2},
  {"local v = h2[i]", 1, 4, 4}, {"local v = as(float4, f1)[i]", 1, 16, 16},
  {"local v = as(uchar, f1)[i]", 1, 1, 1}, {"local v = as(float2, f1, 2)[i]", 1, 8, 8},
  {"local v = __ldg(f4, i)", 1, 16, 16}, {"local v = m[i][1]", 1, 4, 20},
  {"local v = k[i][1][2]", 1, 4, 48},
};

static void test_vectors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    char text[768];
    snprintf(text, sizeof text,
             "local f1, f2 = global('f1', float, 256), global('f2', float2, 32)\n"
             "local f3, f4 = global('f3', float3, 32), global('f4', float4, 32)\n"
             "local d4, c4 = global('d4', double4, 32), global('c4', uchar4, 32)\n"
             "local c2, h2 = global('c2', char2, 32), global('h2', half2, 32)\n"
             "local m, k = global('m', float, 32, 5), global('k', float, 32, 3, 4)\n"
             "function kernel()\n  local i = laneid()\n  %s\nend", vectors[i].statement);
    struct wl_run *run = run_kernel(text);
    unsigned count = (unsigned)wl_trace_total(wl_run_trace(run));
    struct wl_step s = step_at(run, 8, 0);
    if (count != vectors[i].count || s.access.width != vectors[i].width ||
        s.access.address[1] - s.access.address[0] != vectors[i].distance)
      fail_msg("%s: %u instructions of %u bytes, %u apart", vectors[i].statement, count,
               s.access.width, (unsigned)(s.access.address[1] - s.access.address[0]));
    wl_run_destroy(run);
  }
}

static void test_vector_values(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a, o = global('a', float4, 2), global('o', float, 8)\n"
                                  "a:fill(function(i) return float4(i, i + 1, i + 2, i + 3) end)\n"
                                  "block(1)\n"
                                  "function kernel()\n"
                                  "  local v = a[1]\n"
                                  "  o[0] = v.x + v.y * 10 + v.z * 100 + v.w * 1000\n"
                                  "  a[0].z = 7\n"
                                  "  o[1] = as(float, a)[2]\n"
                                  "  o[2] = a[0].z\n"
                                  "end");
  struct wl_step s = step_at(run, 6, 0), t = step_at(run, 8, 1), u = step_at(run, 9, 1);
  assert_true(stored(&s, 0) == 4321);
  assert_true(stored(&t, 0) == 7);
  assert_true(stored(&u, 0) == 7);
  wl_run_destroy(run);
}

static void test_caches(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a = global('a', float, 8, 32)\n"
                                  "function kernel()\n"
                                  "  local v = a[1][laneid()]\n"
                                  "  local w = __ldg(a[1], laneid())\n"
                                  "  local x = __ldcg(a[1], laneid())\n"
                                  "  local y = __ldca(a[1], laneid())\n"
                                  "end");
  static const uint8_t caches[] = {WL_PLAIN, WL_NC, WL_CG, WL_CA};
  for (unsigned i = 0; i < 4; i++) {
    struct wl_step s = step_at(run, 3 + i, 0);
    assert_int_equal(s.access.cache, caches[i]);
    assert_int_equal(s.access.address[0] - 0x10000000, 128);
  }
  wl_run_destroy(run);
}

static void test_fill(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a = global('a', int, 3, 4)\n"
                                  "a:fill(function(y, x) return y * 10 + x end)\n"
                                  "local b = global('b', int, 4):fill(9)\n"
                                  "local c = constant('c', int, 4)\n"
                                  "a[2][3] = 50\n"
                                  "c[1] = a[2][3] + #a + #a[0]\n"
                                  "block(1)\n"
                                  "function kernel()\n"
                                  "  b[0] = a[1][2]\n"
                                  "  b[1] = a[2][3]\n"
                                  "  b[2] = c[1]\n"
                                  "  b[3] = b[3]\n"
                                  "end");
  static const unsigned wanted[] = {12, 50, 57, 9};
  for (unsigned i = 0; i < 4; i++) assert_int_equal(step_at(run, 9 + i, 1).value[0], wanted[i]);
  wl_run_destroy(run);
}

static void test_layout(void **state) {
  (void)state;
  struct wl_run *run = run_kernel("local a, b = global('a', char, 3), global('b', float, 1 << 18)\n"
                                  "local c = global('c', char, 1)\n"
                                  "local s, t = shared('s', char, 3), shared('t', float4, 2)\n"
                                  "local u = shared('u', double, 1)\n"
                                  "function kernel() end");
  const struct wl_head *h = wl_trace_head(wl_run_trace(run));
  static const uint64_t bases[] = {0x10000000, 0x10200000, 0x10300000, 0, 16, 48};
  assert_int_equal(h->arrays, 6);
  for (unsigned i = 0; i < 6; i++) assert_int_equal(h->array[i].base, bases[i]);
  assert_int_equal(h->shared_bytes, 56);
  assert_int_equal(h->array[1].place.line, 1);
  assert_int_equal(h->array[1].place.column, 36);
  wl_run_destroy(run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_roundings), cmocka_unit_test(test_vectors),
    cmocka_unit_test(test_vector_values), cmocka_unit_test(test_caches),
    cmocka_unit_test(test_fill), cmocka_unit_test(test_layout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
