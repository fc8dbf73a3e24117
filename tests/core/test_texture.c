/* Texture fetches and local memory against H200 counters and the rule book (J.5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/count/count.h"
#include "core/count/count_texture.h"

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

/* A warp of `width` columns of 4-byte texels. */
static struct wl_access fetch_of(unsigned layout, unsigned width) {
  struct wl_access a = {.space = WL_TEXTURE, .op = WL_LOAD, .layout = (uint8_t)layout, .width = 4,
                        .pitch = 4096, .mask = ~0u};
  for (unsigned t = 0; t < WL_LANES; t++) {
    a.address[t] = t % width;
    a.second[t] = t / width;
  }
  return a;
}

/* What L1 counts: the sectors of each quad. */
static unsigned sectors_of_quads(const struct wl_access *a) {
  unsigned sectors = 0;
  for (unsigned quad = 0; quad < WL_LANES / 4; quad++) {
    struct wl_access some = *a;
    struct wl_fetch_counts c;
    some.mask &= 0xfu << 4 * quad;
    wl_fetch_count(&some, &c);
    sectors += c.sectors;
  }
  return sectors;
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
    struct wl_access fetch = fetch_of(
      strcmp(layout, "pitch") ? WL_LAYOUT_ARRAY : WL_LAYOUT_PITCH, w);
    struct wl_fetch_counts c;
    wl_fetch_count(&fetch, &c);
    unsigned in_l1 = sectors_of_quads(&fetch);
    if (c.requests != want[0] || in_l1 != want[1] || c.l2_requests != want[2] ||
        c.sectors != want[3])
      fail_msg("%s: %u requests %u in L1, %u requests to L2 %u sectors", line, c.requests,
               in_l1, c.l2_requests, c.sectors);
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
    struct wl_access f = fetch_of(v[i].layout, v[i].width);
    for (size_t cc = 0; cc < WL_CCS; cc++) {
      struct wl_counts c;
      assert_true(wl_access_check(&wl_archs[cc], &f, NULL));
      wl_count(&wl_archs[cc], &f, &c);
      if (c.sectors != v[i].sectors || c.bytes_moved != 32 * v[i].sectors || c.requests != 8 ||
          c.bytes_asked != 128)
        fail_msg("%s: %u sectors", v[i].id, c.sectors);
    }
  }
}

static void test_local_truth(void **state) {
  (void)state;
  char line[512];
  unsigned rows = 0;
  FILE *f = open_truth("local.csv");
  while (fgets(line, sizeof line, f)) {
    struct wl_access a = {.space = WL_LOCAL, .width = 4, .mask = ~0u};
    char *p = strchr(line, ',');
    assert_non_null(p);
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = 4 * strtoul(p + 1, &p, 10);
    unsigned requests, sectors, lines;
    assert_int_equal(sscanf(p, ",%u,%u,%u", &requests, &sectors, &lines), 3);
    struct wl_counts c;
    wl_count(wl_arch_default(), &a, &c);
    if (c.sectors != sectors || c.lines != lines || c.requests != requests)
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
    struct wl_access a = {.space = WL_LOCAL, .width = (uint8_t)v[i].width, .mask = ~0u};
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = (uint64_t)v[i].width * (t % v[i].modulo);
    for (size_t cc = WL_CC_20; cc < WL_CCS; cc++) {
      struct wl_counts c;
      wl_count(&wl_archs[cc], &a, &c);
      bool lines = wl_archs[cc].family == WL_COALESCED; /* whole lines of L1 */
      unsigned sectors = lines ? 4 * v[i].lines : v[i].sectors;
      if ((lines ? c.transactions : c.lines) != v[i].lines || c.sectors != sectors)
        fail_msg("%s on cc %s: %u lines %u sectors", v[i].id, wl_archs[cc].cc, c.lines, c.sectors);
    }
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
