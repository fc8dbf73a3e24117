/* Values of a sweep as they are written, and figures of a run by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analysis/sweep.h"
#include "core/gpu/target.h"

static const struct wl_param number = {
  .name = "pad", .kind = WL_PARAM_INTEGER, .min = 0, .max = 8, .step = 4};
static const struct wl_param choice = {
  .name = "kind", .kind = WL_PARAM_CHOICE, .choices = 2, .choice = {"rows", "columns"}};
static const struct wl_param free_number = {.name = "x", .kind = WL_PARAM_NUMBER, .min = 1};

/* The values of a text with blanks between them, or what is wrong with it. */
static const char *values(const char *text, const struct wl_param *p) {
  static char out[600];
  char (*value)[WL_SWEEP_TEXT];
  size_t count;
  struct wl_diag d;
  if (!wl_sweep_range(p ? p->name : "k", text, p, &value, &count, &d)) {
    assert_int_equal(d.status, WL_USAGE);
    snprintf(out, sizeof out, "! %s", d.what);
    return out;
  }
  out[0] = '\0';
  for (size_t i = 0; i < count && strlen(out) < 400; i++)
    snprintf(out + strlen(out), sizeof out - strlen(out), "%s%s", i ? " " : "", value[i]);
  free(value);
  return out;
}

static void test_ranges(void **state) {
  (void)state;
  assert_string_equal(values("0..3", NULL), "0 1 2 3");
  assert_string_equal(values("-2..2:2", NULL), "-2 0 2");
  assert_string_equal(values("32..128:32", NULL), "32 64 96 128");
  assert_string_equal(values("0..1:0.25", NULL), "0 0.25 0.5 0.75 1");
  assert_string_equal(values("0..1:0.1", NULL), "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
  /* The end is met where the quotient is rounded to a little less than a whole number, too. */
  assert_string_equal(values("0..0.3:0.1", NULL), "0 0.1 0.2 0.3");
  assert_string_equal(values("1..1.7:0.1", NULL), "1 1.1 1.2 1.3 1.4 1.5 1.6 1.7");
  assert_string_equal(values("0..0.6:0.2", NULL), "0 0.2 0.4 0.6");
  assert_string_equal(values("-0.6..0.2:0.2", NULL), "-0.6 -0.4 -0.2 0 0.2"); /* as 0 */
  assert_string_equal(values("0..0.2999999:0.1", NULL), "0 0.1 0.2"); /* and no value behind it */
  assert_string_equal(values("1,2,8..10", NULL), "1 2 8 9 10");
  assert_string_equal(values("5..5", NULL), "5");
  assert_string_equal(values("0..9:4", NULL), "0 4 8"); /* the end need not be met */
  assert_string_equal(values("a,b", NULL), "a b");
  assert_string_equal(values("1e20..1e20", NULL), "1e+20");
}

static void test_declared(void **state) {
  (void)state;
  assert_string_equal(values("0..8", &number), "0 4 8"); /* the script's own step */
  assert_string_equal(values("0..2:1", &number), "0 1 2");
  assert_string_equal(values("..", &number), "0 4 8");
  assert_string_equal(values("..", &choice), "rows columns");
  assert_string_equal(values("..", &free_number), "! the script sets no limits to x");
  assert_string_equal(values("..", NULL), "! the script does not say what k can be");
}

static void test_nonsense(void **state) {
  (void)state;
  assert_string_equal(values("8..0", NULL), "! '8..0' runs backwards");
  assert_string_equal(values("0..", NULL), "! '0..' is no range of k");
  assert_string_equal(values("0..8:0", NULL), "! '0..8:0' is no range of k");
  assert_string_equal(values("0..8:-1", NULL), "! '0..8:-1' is no range of k");
  assert_string_equal(values("0..8:", NULL), "! '0..8:' is no range of k");
  assert_string_equal(values("0..x", NULL), "! '0..x' is no range of k");
  assert_string_equal(values("0..nan", NULL), "! '0..nan' is no range of k");
  assert_string_equal(values("0..inf", NULL), "! '0..inf' is no range of k");
  assert_string_equal(values("1,,2", NULL), "! k has an empty value");
  assert_string_equal(values("1,", NULL), "! k has an empty value");
  assert_string_equal(values("1,2,1", NULL), "! k has the value 1 twice");
  assert_string_equal(values("0..1024", NULL), "! k has more than 1024 values");
  assert_string_equal(values("0..1e300", NULL), "! k has more than 1024 values");
  assert_string_equal(values("0,123456789012345678901234567890123", NULL),
                      "! a value of k has 1 to 31 bytes, not 33");
}

static void test_several(void **state) {
  (void)state;
  assert_true(wl_sweep_several("pad", "0..8"));
  assert_true(wl_sweep_several("pad", "1,2"));
  assert_false(wl_sweep_several("pad", "1"));
  assert_false(wl_sweep_several("block", "32,8")); /* lengths */
  assert_true(wl_sweep_several("block", "32..256:32"));
}

/* The key of a name, and what is wrong with a wrong one. */
static const char *key(const char *name) {
  static char text[600];
  struct wl_measure m;
  struct wl_diag d;
  if (wl_measure_find(name, strlen(name), &m, &d)) return wl_measure_key(&m, text);
  assert_int_equal(d.status, WL_USAGE);
  snprintf(text, sizeof text, "! %s", d.hint);
  return text;
}

static void test_names(void **state) {
  (void)state;
  static const char *const good[] = {
    "shared.wavefronts", "shared.load.wavefronts", "global.atomic.sectors", "shared.ways",
    "shared.excess_wavefronts", "global.store.excess_sectors", "constant.efficiency",
    "texture.l2_requests", "shared_bytes", "occupancy.blocks"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    assert_string_equal(key(good[i]), good[i]);
  assert_non_null(strstr(key("wavefronts"), "shared.wavefronts"));
  assert_non_null(strstr(key("shared.sectors"), "shared has requests, wavefronts"));
  assert_non_null(strstr(key("shared.excess_sectors"), "excess_wavefronts, efficiency"));
  assert_non_null(strstr(key("global.lode.sectors"), "global has"));
  assert_non_null(strstr(key(""), "shared.wavefronts"));
}

/* Two loads of shared memory and a store: 34 wavefronts where 3 would do. */
static struct wl_totals outcome(void) {
  struct wl_totals o = {
    .arch = wl_arch_default(),
    .launch = {.arch = wl_arch_default(), .shared_bytes = 60000, .threads = 256},
  };
  struct wl_sum *load = &o.sum[WL_SHARED][WL_LOAD], *store = &o.sum[WL_SHARED][WL_STORE];
  *load = (struct wl_sum){.instructions = 2};
  load->value[WL_WAVEFRONTS] = 33;
  load->value[WL_IDEAL_WAVEFRONTS] = 2;
  load->value[WL_WAYS] = 32;
  *store = (struct wl_sum){.instructions = 1};
  store->value[WL_WAVEFRONTS] = store->value[WL_IDEAL_WAVEFRONTS] = store->value[WL_WAYS] = 1;
  return o;
}

static double value(const char *name, const struct wl_totals *o) {
  struct wl_measure m;
  double v;
  assert_true(wl_measure_find(name, strlen(name), &m, NULL));
  assert_int_equal(wl_measure_get(&m, o, 32, &v), WL_KNOWN);
  return v;
}

static void test_values(void **state) {
  (void)state;
  struct wl_totals o = outcome();
  assert_float_equal(value("shared.wavefronts", &o), 34, 0);
  assert_float_equal(value("shared.load.wavefronts", &o), 33, 0);
  assert_float_equal(value("shared.excess_wavefronts", &o), 31, 0);
  assert_float_equal(value("shared.efficiency", &o), 3.0 / 34, 1e-12);
  assert_float_equal(value("shared.ways", &o), 32, 0); /* the worst, no sum */
  assert_float_equal(value("global.sectors", &o), 0, 0);
  assert_float_equal(value("global.efficiency", &o), 1, 0); /* nothing in vain */
  assert_float_equal(value("shared_bytes", &o), 60000, 0);
  assert_float_equal(value("occupancy.blocks", &o), 3, 0); /* 228 KiB, 1 KiB each for the system */
  struct wl_measure m;
  double v;
  assert_true(wl_measure_find("global.transactions", 19, &m, NULL)); /* cc 9.0 has none */
  assert_int_equal(wl_measure_get(&m, &o, 32, &v), WL_MEANINGLESS);
  o.arch = wl_arch_find("5.2");
  o.sum[WL_GLOBAL][WL_LOAD].instructions = 1;
  assert_true(wl_measure_find("global.wavefronts", 17, &m, NULL)); /* nobody knows */
  assert_int_equal(wl_measure_get(&m, &o, 32, &v), WL_UNKNOWN);
}

static void test_best(void **state) {
  (void)state;
  struct wl_sweep s = {.name = "pad", .initial = "1", .values = 3, .lines = 2, .registers = 32};
  struct wl_measure wavefronts, blocks, list[8];
  double v;
  s.value = calloc(3, sizeof *s.value);
  for (int i = 0; i < 3; i++) snprintf(s.value[i], sizeof s.value[i], "%d", i);
  assert_true(wl_sweep_prepare(&s));
  assert_true(wl_measure_find("shared.wavefronts", 17, &wavefronts, NULL));
  assert_true(wl_measure_find("occupancy.blocks", 16, &blocks, NULL));
  for (size_t i = 0; i < 5; i++) { /* the last point of the second line never ran */
    s.point[i] = (struct wl_sweep_point){.state = WL_POINT_DONE, .outcome = outcome()};
    if (i < 3) s.point[i].outcome.sum[WL_SHARED][WL_LOAD].value[WL_WAVEFRONTS] = 40 - i;
    if (i < 3) s.point[i].outcome.launch.shared_bytes = (uint32_t)(30000 * (i + 1));
  }
  assert_int_equal(wl_sweep_present(&s), 1);
  assert_true(wl_sweep_best(&s, 0, &wavefronts, &v));
  assert_float_equal(v, 39, 0);
  assert_true(wl_sweep_best(&s, 0, &blocks, &v)); /* more is better */
  assert_float_equal(v, 7, 0);
  assert_false(wl_sweep_best(&s, 1, &wavefronts, &v)); /* all the same */
  assert_int_equal(wl_sweep_get(&s, 1, 2, &wavefronts, &v), WL_MEANINGLESS);
  assert_int_equal(wl_sweep_known(&s, 0, &wavefronts), 3);
  assert_int_equal(wl_sweep_known(&s, 1, &wavefronts), 2);
  assert_false(wl_sweep_stopped(wl_sweep_at(&s, 1, 2)));
  s.point[5].state = WL_POINT_FAILED;
  s.point[5].problem.status = WL_SCRIPT; /* it cannot run */
  assert_false(wl_sweep_stopped(wl_sweep_at(&s, 1, 2)));
  s.point[5].problem.status = WL_LIMIT;
  assert_true(wl_sweep_stopped(wl_sweep_at(&s, 1, 2)));
  assert_int_equal(wl_sweep_measures(&s, list, 8), 1);
  assert_memory_equal(&list[0], &wavefronts, sizeof wavefronts);
  snprintf(s.initial, sizeof s.initial, "7");
  assert_int_equal(wl_sweep_present(&s), 3);
  wl_sweep_clear(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_ranges), cmocka_unit_test(test_declared),
    cmocka_unit_test(test_nonsense), cmocka_unit_test(test_several),
    cmocka_unit_test(test_names), cmocka_unit_test(test_values), cmocka_unit_test(test_best),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
