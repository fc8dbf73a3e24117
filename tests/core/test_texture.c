/* Texture fetches and local memory against H200 counters and the rule book (J.5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/count.h"
#include "core/local.h"
#include "core/texture.h"

static const char *truth; /* folder of the counters, from the command line */

static FILE *open_truth(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", truth, name);
  FILE *f = fopen(path, "r");
  char header[256];
  assert_non_null(f);
  assert_non_null(fgets(header, sizeof header, f));
  return f;
}

static void test_texture_truth(void **state) {
  (void)state;
  char line[256];
  unsigned rows = 0;
  FILE *f = open_truth("texture.csv");
  while (fgets(line, sizeof line, f)) {
    char layout[8];
    unsigned w, h, want[4];
    assert_int_equal(sscanf(line, "%7[^,],%ux%u,%u,%u,%u,%u", layout, &w, &h, &want[0], &want[1],
                            &want[2], &want[3]), 7);
    struct wl_fetch fetch = {.layout = strcmp(layout, "pitch") ? WL_LAYOUT_ARRAY : WL_LAYOUT_PITCH,
                             .texel = 4, .pitch = 4096, .mask = ~0u};
    for (unsigned t = 0; t < WL_LANES; t++) fetch.x[t] = t % w, fetch.y[t] = t / w;
    struct wl_fetch_counts c;
    wl_fetch_count(&fetch, &c);
    if (c.requests != want[0] || c.l1_sectors != want[1] || c.l2_requests != want[2] ||
        c.sectors != want[3])
      fail_msg("%s: %u requests %u in L1, %u requests to L2 %u sectors", line, c.requests,
               c.l1_sectors, c.l2_requests, c.sectors);
    rows++;
  }
  fclose(f);
  assert_int_equal(rows, 12);
}

static void test_texture_vectors(void **state) {
  (void)state;
  static const struct {
    const char *id;
    unsigned width, x0, layout, sectors;
  } v[] = {
    {"T01", 8, 0, WL_LAYOUT_ARRAY, 4},  {"T02", 32, 0, WL_LAYOUT_ARRAY, 8},
    {"T03", 1, 0, WL_LAYOUT_ARRAY, 16}, {"T04", 4, 0, WL_LAYOUT_ARRAY, 4},
    {"T05", 8, 0, WL_LAYOUT_PITCH, 4},  {"T06", 1, 0, WL_LAYOUT_PITCH, 32},
  };
  for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
    struct wl_fetch f = {.layout = (uint8_t)v[i].layout, .texel = 4, .pitch = 4096, .mask = ~0u};
    for (unsigned t = 0; t < WL_LANES; t++) f.x[t] = t % v[i].width, f.y[t] = t / v[i].width;
    struct wl_fetch_counts c;
    wl_fetch_count(&f, &c);
    if (c.sectors != v[i].sectors) fail_msg("%s: %u sectors", v[i].id, c.sectors);
  }
}

/* Sums over the rows of a local access, as cc 9.0 counts each. */
static struct wl_counts count_local(const struct wl_access *local) {
  struct wl_counts sum = {0};
  for (unsigned row = 0; row < wl_local_rows(local->width); row++) {
    struct wl_access a;
    struct wl_counts c;
    wl_local_row(local, row, &a);
    wl_count(wl_arch_default(), &a, &c);
    sum.sectors = (uint16_t)(sum.sectors + c.sectors);
    sum.lines = (uint16_t)(sum.lines + c.lines);
  }
  return sum;
}

static void test_local_truth(void **state) {
  (void)state;
  char line[512];
  unsigned rows = 0;
  FILE *f = open_truth("local.csv");
  while (fgets(line, sizeof line, f)) {
    struct wl_access a = {.width = 4, .mask = ~0u};
    char *p = strchr(line, ',');
    assert_non_null(p);
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = 4 * strtoul(p + 1, &p, 10);
    unsigned requests, sectors, lines;
    assert_int_equal(sscanf(p, ",%u,%u,%u", &requests, &sectors, &lines), 3);
    struct wl_counts c = count_local(&a);
    if (c.sectors != sectors || c.lines != lines)
      fail_msg("%s: %u sectors %u lines", line, c.sectors, c.lines);
    rows++;
  }
  fclose(f);
  assert_int_equal(rows, 6);
}

static void test_local_vectors(void **state) {
  (void)state;
  static const struct {
    const char *id;
    unsigned width, modulo, lines, sectors;
  } v[] = {
    {"L01", 4, 1, 1, 4},   {"L02", 8, 1, 2, 8}, {"L03", 16, 1, 4, 16},
    {"L04", 4, 32, 32, 32}, {"L05", 4, 2, 2, 8}, {"L06", 1, 1, 1, 4},
  };
  for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
    struct wl_access a = {.width = (uint8_t)v[i].width, .mask = ~0u};
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = (uint64_t)v[i].width * (t % v[i].modulo);
    struct wl_counts c = count_local(&a);
    if (c.lines != v[i].lines || c.sectors != v[i].sectors)
      fail_msg("%s: %u lines %u sectors", v[i].id, c.lines, c.sectors);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  truth = argv[1];
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_texture_truth),
    cmocka_unit_test(test_texture_vectors),
    cmocka_unit_test(test_local_truth),
    cmocka_unit_test(test_local_vectors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
