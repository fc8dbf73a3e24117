/* The model against hardware counters, row by row (tests/truth). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/access/access.h"
#include "core/access/shuffle.h"
#include "core/explain/explain.h"
#include "score.h"
#include "truth.h"

static const char *directory;

/* A better rule raises how many estimates agree; all that is no estimate agrees, on an H200 and
 * an H100. Most files were measured after the rules were fixed. */
static void test_instructions(void **state) {
  (void)state;
  static const struct {
    const char *file;
    unsigned instructions;
    struct score all;
  } rows[] = {
    {"instructions.csv", 2852, {13413, 13413, 100, 70}},
    {"hits.csv", 55, {275, 275, 0, 0}},
    {"fresh.csv", 616, {2616, 2616, 16, 15}},
    {"fresh_hits.csv", 56, {392, 392, 0, 0}},
    {"probe.csv", 1500, {6713, 6713, 101, 67}},
    {"later.csv", 2000, {8958, 8958, 122, 77}},
    {"h100.csv", 2500, {11118, 11118, 176, 120}},
    {"cas.csv", 254, {1778, 1778, 0, 0}},
    {"async.csv", 173, {1211, 1211, 0, 0}},
    {"async_cg.csv", 1887, {8961, 8961, 474, 409}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    static struct scores s;
    score_file(directory, rows[i].file, wl_arch_default(), true, &s);
    if (s.instructions != rows[i].instructions || memcmp(&s.all, &rows[i].all, sizeof s.all) != 0)
      fail_msg("%s: %u instructions, %u of %u exact figures agree, %u of %u estimates",
               rows[i].file, s.instructions, s.all.exact_agree, s.all.exact,
               s.all.estimates_agree, s.all.estimates);
  }
}

static void test_shuffles(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "shuffle.csv");
  struct truth_row row;
  unsigned rows = 0;
  for (; truth_next(f, &row); rows++) {
    unsigned mode = 0;
    while (strcmp(truth_field(f, &row, "mode"), wl_shuffle_names[mode]) != 0)
      assert_true(++mode < WL_SHFL_MODES);
    uint32_t mask;
    uint64_t source[WL_LANES];
    truth_lanes(truth_field(f, &row, "source_lanes"), &mask, source);
    assert_int_equal(mask, UINT32_MAX);
    int arg = atoi(truth_field(f, &row, "arg"));
    unsigned width = (unsigned)truth_number(f, &row, "width");
    for (unsigned lane = 0; lane < WL_LANES; lane++)
      assert_int_equal(wl_shuffle_source((enum wl_shuffle_mode)mode, width, arg, lane, NULL),
                       source[lane]);
  }
  assert_int_equal(rows, 450);
}

/* Word w of lane t of local memory lies at (w × 32 + t) × 4 in the warp's window. */
static void test_local(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "local.csv");
  struct truth_row row;
  unsigned rows = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_access a = {.width = 4};
    struct wl_counts c;
    truth_lanes(truth_field(f, &row, "element_index_per_lane"), &a.mask, a.address);
    for (unsigned t = 0; t < WL_LANES; t++) a.address[t] = (a.address[t] * WL_LANES + t) * 4;
    wl_count(wl_arch_default(), &a, &c);
    assert_int_equal(truth_number(f, &row, "requests"), c.requests);
    assert_int_equal(truth_number(f, &row, "sectors"), c.sectors);
    assert_int_equal(truth_number(f, &row, "lines"), c.lines);
  }
  assert_int_equal(rows, 6);
}

/* The lanes that get through a try, where every one changes its word. */
static uint32_t through(const struct wl_access *a) {
  uint32_t served = wl_try_served(a), out = served;
  for (unsigned i = WL_LANES / 2; i < WL_LANES && a->width == 8; i++)
    for (unsigned k = 0; k < WL_LANES / 2; k++)
      if (served >> i & served >> k & 1 && a->address[i] == a->address[k]) out &= ~(1u << i);
  return out;
}

/* The turns of an atomic that is a loop, or the one instruction that it is, as counted. */
static void count_turns(struct wl_access *a, unsigned *turns, unsigned *atomics, unsigned *loads) {
  const struct wl_arch *arch = wl_arch_default();
  const enum wl_op op = (enum wl_op)a->op;
  bool loops = a->form == WL_FORM_LOOP;
  struct wl_counts c;
  for (*turns = *atomics = *loads = 0; a->mask != 0; ++*turns) {
    a->op = WL_LOAD;
    wl_count(arch, a, &c);
    if (loops) *loads += c.wavefronts;
    a->op = (uint8_t)op;
    assert_true(wl_access_check(arch, a, NULL));
    wl_count(arch, a, &c);
    *atomics += c.wavefronts;
    a->mask &= loops ? ~through(a) : 0;
    if (loops) a->form = WL_FORM_AGAIN;
  }
}

static void test_atomics(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "atomics.csv");
  struct truth_row row;
  unsigned rows = 0, turns, atomics, loads;
  for (; truth_next(f, &row); rows++) {
    struct wl_access a = {.space = WL_SHARED, .width = (uint8_t)truth_number(f, &row, "width")};
    while (strcmp(truth_field(f, &row, "op"), wl_op_names[a.op]) != 0) assert_true(++a.op < WL_OPS);
    while (strcmp(truth_field(f, &row, "form"), wl_form_names[a.form]) != 0)
      assert_true(++a.form < WL_FORMS);
    truth_lanes(truth_field(f, &row, "addresses"), &a.mask, a.address);
    count_turns(&a, &turns, &atomics, &loads);
    if (turns != truth_number(f, &row, "turns") ||
        loads != truth_number(f, &row, "load_wavefronts") ||
        atomics != truth_number(f, &row, "atomic_wavefronts"))
      fail_msg("row %s (%s): the model says %u turns, %u and %u wavefronts",
               truth_field(f, &row, "id"), truth_field(f, &row, "kernel"), turns, atomics, loads);
  }
  assert_int_equal(rows, 1800);
}

/* A store and a load of 4, 8 and 16 bytes a lane in the thread's own array. */
static void test_local_wide(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "local_wide.csv");
  struct truth_row row;
  unsigned rows = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_access a = {.space = WL_LOCAL, .width = (uint8_t)truth_number(f, &row, "width")};
    struct wl_counts store, load;
    truth_lanes(truth_field(f, &row, "stored"), &a.mask, a.address);
    for (unsigned l = 0; l < WL_LANES; l++) a.address[l] *= a.width;
    a.op = WL_STORE;
    wl_count(wl_arch_default(), &a, &store);
    truth_lanes(truth_field(f, &row, "loaded"), &a.mask, a.address);
    for (unsigned l = 0; l < WL_LANES; l++) a.address[l] *= a.width;
    a.op = WL_LOAD;
    wl_count(wl_arch_default(), &a, &load);
    assert_int_equal(truth_number(f, &row, "st_requests"), store.requests);
    assert_int_equal(truth_number(f, &row, "st_sectors"), store.sectors);
    assert_int_equal(truth_number(f, &row, "ld_requests"), load.requests);
    assert_int_equal(truth_number(f, &row, "ld_sectors"), load.sectors);
    assert_int_equal(truth_number(f, &row, "lines"), store.lines + load.lines);
  }
  assert_int_equal(rows, 120);
}

/* What the data stage does for local memory: cold loads, loads that hit, and stores, exactly
 * where the model says that it knows. */
static void test_local_data(void **state) {
  (void)state;
  const struct wl_arch *arch = wl_arch_default();
  struct truth_file *f = truth_open(directory, "local_data.csv");
  struct truth_row row;
  unsigned rows = 0, exact = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_access a = {.space = WL_LOCAL, .width = (uint8_t)truth_number(f, &row, "width")};
    struct wl_counts c;
    truth_lanes(truth_field(f, &row, "elements"), &a.mask, a.address);
    for (unsigned l = 0; l < WL_LANES; l++) a.address[l] *= a.width;
    a.op = WL_LOAD;
    wl_count(arch, &a, &c);
    assert_int_equal(truth_number(f, &row, "miss_wavefronts"), c.wavefronts);
    assert_int_equal(wl_figure_estimates(arch, &a, &c) >> WL_WAVEFRONTS & 1, 0);
    a.hit = true;
    wl_count(arch, &a, &c);
    assert_int_equal(truth_number(f, &row, "hit_wavefronts"), c.wavefronts);
    a.hit = false;
    a.op = WL_STORE;
    wl_count(arch, &a, &c);
    assert_int_equal(truth_number(f, &row, "st_requests"), c.requests);
    assert_int_equal(truth_number(f, &row, "st_sectors"), c.sectors);
    assert_int_equal(truth_number(f, &row, "st_lines"), c.lines);
    if (wl_figure_estimates(arch, &a, &c) >> WL_WAVEFRONTS & 1) continue;
    assert_int_equal(truth_number(f, &row, "st_wavefronts"), c.wavefronts);
    exact++;
  }
  assert_int_equal(rows, 138);
  assert_int_equal(exact, 62);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  directory = argv[1];
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_instructions),
    cmocka_unit_test(test_shuffles),
    cmocka_unit_test(test_local),
    cmocka_unit_test(test_local_wide), cmocka_unit_test(test_local_data),
    cmocka_unit_test(test_atomics),
  };
  return cmocka_run_group_tests_name("truth", tests, NULL, NULL);
}
