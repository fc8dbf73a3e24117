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
#include "truth.h"

static const char *directory;

/* Offsets are from a base that is aligned to a 2-MB page. */
static const uint64_t base = 5ull << 33;

/* Figures that the rules are known not to explain in some rows. Those rows are
 * counted, and the numbers are pinned: a better rule lowers them. No rule looks
 * at single rows. Stores with more than 4 tag wavefronts differ by one or two
 * from launch to launch; across 2-MB pages the hardware hashes physical addresses. */
enum known { STORE_DATA, PAGES_TAG, PAGES_DATA, KNOWN };
static const char *const known_names[KNOWN] = {
  "data wavefronts of stores inside a page", "tag wavefronts across pages",
  "data wavefronts across pages",
};

struct score {
  unsigned rows, checks, differ[KNOWN];
};

static void make_access(const struct truth_file *f, const struct truth_row *row,
                        struct wl_access *a) {
  memset(a, 0, sizeof *a);
  const char *space = truth_field(f, row, "space"), *op = truth_field(f, row, "op");
  for (unsigned s = 0; s < WL_SPACES; s++)
    if (strcmp(space, wl_space_names[s]) == 0) a->space = (uint8_t)s;
  for (unsigned o = 0; o < WL_OPS; o++)
    if (strncmp(op, wl_op_names[o], strlen(wl_op_names[o])) == 0) a->op = (uint8_t)o;
  for (unsigned c = 0; c < WL_CACHES; c++)
    if (strncmp(op, "load.", 5) == 0 && strcmp(op + 5, wl_cache_names[c]) == 0)
      a->cache = (uint8_t)c;
  if (strcmp(op, "atomic.cas") == 0) a->op = WL_CAS;
  a->width = (uint8_t)truth_number(f, row, "width");
  truth_lanes(truth_field(f, row, "addresses"), &a->mask, a->address);
  assert_int_equal(a->mask, strtoul(truth_field(f, row, "mask"), NULL, 16));
  for (unsigned i = 0; i < WL_LANES && a->space == WL_GLOBAL; i++) a->address[i] += base;
}

/* Compares one figure, where the row has it. Where it may differ, counts that. */
static void check_figure(const struct truth_file *f, const struct truth_row *row,
                         const char *column, unsigned value, unsigned *may_differ,
                         struct score *score) {
  long counted = truth_number(f, row, column);
  if (counted < 0) return;
  score->checks++;
  if (counted == (long)value) return;
  if (may_differ == NULL)
    fail_msg("row %s (%s): %s: counted %ld, the model says %u", truth_field(f, row, "id"),
             truth_field(f, row, "family"), column, counted, value);
  ++*may_differ;
}

static void check_row(const struct truth_file *f, const struct truth_row *row,
                      struct score *score) {
  const struct wl_arch *arch = wl_arch_default();
  struct wl_access a;
  struct wl_counts c;
  make_access(f, row, &a);
  assert_true(wl_access_check(arch, &a, NULL));
  wl_count(arch, &a, &c);

  bool exact = wl_tags_known(arch, &a);
  unsigned *tag = exact ? NULL : &score->differ[PAGES_TAG];
  unsigned *data = !exact             ? &score->differ[PAGES_DATA]
                   : a.op == WL_STORE ? &score->differ[STORE_DATA]
                                      : NULL;
  check_figure(f, row, "requests", c.requests, NULL, score);
  unsigned *anew = wl_op_is_atomic((enum wl_op)a.op) ? tag : NULL; /* in each tag wavefront */
  check_figure(f, row, "sectors", c.sectors, anew, score);
  check_figure(f, row, "lines", c.lines, anew, score);
  check_figure(f, row, "l2_sectors", c.sectors, anew, score);
  check_figure(f, row, "l2_requests", c.lines, anew, score);
  check_figure(f, row, "tag_wavefronts", c.tag_wavefronts, tag, score);
  check_figure(f, row, "data_wavefronts", c.wavefronts, data, score);
  check_figure(f, row, "shared_wavefronts", c.wavefronts, NULL, score);
  check_figure(f, row, "constant_passes", c.wavefronts, NULL, score);
  if (truth_has(f, "profiler_sectors_ideal") && a.space == WL_GLOBAL)
    check_figure(f, row, "profiler_sectors_ideal", c.ideal_sectors, NULL, score);
  score->rows++;
}

static void check_file(const char *name, const struct score *want) {
  struct truth_file *f = truth_open(directory, name);
  struct truth_row row;
  struct score score = {0};
  while (truth_next(f, &row)) {
    const char *op = truth_field(f, &row, "op");
    if (strcmp(op, "load.again") != 0 && strncmp(op, "cp.async", 8) != 0)
      check_row(f, &row, &score);
  }
  assert_int_equal(score.rows, want->rows);
  assert_int_equal(score.checks, want->checks);
  for (unsigned k = 0; k < KNOWN; k++)
    if (score.differ[k] != want->differ[k])
      fail_msg("%s: %s: %u rows differ, %u are known to", name, known_names[k], score.differ[k],
               want->differ[k]);
}

static void test_instructions(void **state) {
  (void)state;
  check_file("instructions.csv", &(struct score){2852, 13513, {2, 16, 12}});
}

/* Measured after the rules were fixed. */
static void test_fresh(void **state) {
  (void)state;
  check_file("fresh.csv", &(struct score){616, 2632, {1, 0, 0}});
}

/* Drawn at random; repeated loads and cp.async are looked at apart. */
static void test_probe(void **state) {
  (void)state;
  check_file("probe.csv", &(struct score){1297, 5437, {3, 14, 13}});
}

static void test_cas(void **state) {
  (void)state;
  check_file("cas.csv", &(struct score){254, 1778, {0, 0, 0}});
}

/* The next row of a cp.async, as access and counts. The destinations are the last field,
 * whether the file names it or not. */
static bool next_copy(struct truth_file *f, const char *op, struct truth_row *row,
                      struct wl_access *a, struct wl_counts *c) {
  uint64_t to[WL_LANES];
  uint32_t mask;
  do
    if (!truth_next(f, row)) return false;
  while (strcmp(truth_field(f, row, "op"), op) != 0);
  make_access(f, row, a);
  truth_lanes(row->field[row->columns - 1], &mask, to);
  for (unsigned lane = 0; lane < WL_LANES; lane++) a->second[lane] = (uint32_t)to[lane];
  assert_true(wl_access_check(wl_arch_default(), a, NULL));
  wl_count(wl_arch_default(), a, c);
  return true;
}

/* 3 wavefronts of shared memory are the launch's. */
static void test_copies(void **state) {
  (void)state;
  static const char *const names[] = {"async.csv", "probe.csv"};
  unsigned rows = 0;
  for (size_t i = 0; i < 2; i++) {
    struct truth_file *f = truth_open(directory, names[i]);
    struct truth_row row;
    struct wl_access a;
    struct wl_counts c;
    while (next_copy(f, "cp.async.ca", &row, &a, &c)) {
      struct score score = {0};
      unsigned pages = 0, *may = wl_tags_known(wl_arch_default(), &a) ? NULL : &pages;
      check_figure(f, &row, "sectors", c.sectors, NULL, &score);
      check_figure(f, &row, "lines", c.lines, NULL, &score);
      check_figure(f, &row, "tag_wavefronts", c.tag_wavefronts, may, &score);
      check_figure(f, &row, "shared_wavefronts", c.wavefronts + 3u, NULL, &score);
      assert_int_equal(score.checks, 4);
      rows++;
    }
  }
  assert_int_equal(rows, 239);
}

/* cp.async.cg: no wavefront of the data stage but the 3 of the launch. Sectors of
 * copies that fill the same bytes are estimates. */
static void test_copies_past(void **state) {
  (void)state;
  static const char *const names[] = {"async_cg.csv", "probe.csv", "later.csv"};
  unsigned rows = 0, clashes = 0;
  for (size_t i = 0; i < 3; i++) {
    struct truth_file *f = truth_open(directory, names[i]);
    struct truth_row row;
    struct wl_access a;
    struct wl_counts c;
    while (next_copy(f, "cp.async.cg", &row, &a, &c)) {
      struct score score = {0};
      uint32_t estimates = wl_figure_estimates(wl_arch_default(), &a, &c);
      unsigned unsure = 0;
      check_figure(f, &row, "sectors", c.sectors, estimates >> WL_SECTORS & 1 ? &unsure : NULL,
                   &score);
      check_figure(f, &row, "lines", c.lines, NULL, &score);
      check_figure(f, &row, "tag_wavefronts", c.tag_wavefronts,
                   estimates >> WL_TAG_WAVEFRONTS & 1 ? &unsure : NULL, &score);
      check_figure(f, &row, "shared_wavefronts", c.wavefronts + 3u, NULL, &score);
      assert_int_equal(score.checks, 4);
      clashes += estimates >> WL_SECTORS & 1;
      rows++;
    }
  }
  assert_int_equal(rows, 1887 + 22 + 30);
  assert_int_equal(clashes, 471);
}

/* The counters hold a cold load and the same load again, which hits. */
static unsigned check_hits(const char *name) {
  const struct wl_arch *arch = wl_arch_default();
  struct truth_file *f = truth_open(directory, name);
  struct truth_row row;
  unsigned rows = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_access a = {.width = (uint8_t)truth_number(f, &row, "width")};
    struct wl_counts cold, hit;
    truth_lanes(truth_field(f, &row, "addresses"), &a.mask, a.address);
    wl_count(arch, &a, &cold);
    a.hit = true;
    assert_true(wl_access_check(arch, &a, NULL));
    assert_true(wl_tags_known(arch, &a));
    wl_count(arch, &a, &hit);
    assert_int_equal(truth_number(f, &row, "requests_both"), cold.requests + hit.requests);
    assert_int_equal(truth_number(f, &row, "sectors_both"), cold.sectors + hit.sectors);
    assert_int_equal(truth_number(f, &row, "l2_sectors_both"), cold.sectors);
    assert_int_equal(truth_number(f, &row, "tag_wavefronts_both"),
                     cold.tag_wavefronts + hit.tag_wavefronts);
    assert_int_equal(truth_number(f, &row, "data_wavefronts_both"),
                     cold.wavefronts + hit.wavefronts);
  }
  return rows;
}

static void test_hits(void **state) {
  (void)state;
  assert_int_equal(check_hits("hits.csv"), 55);
  assert_int_equal(check_hits("fresh_hits.csv"), 56);
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
    cmocka_unit_test(test_fresh),
    cmocka_unit_test(test_probe),
    cmocka_unit_test(test_cas),
    cmocka_unit_test(test_copies), cmocka_unit_test(test_copies_past),
    cmocka_unit_test(test_hits),
    cmocka_unit_test(test_shuffles),
    cmocka_unit_test(test_local),
    cmocka_unit_test(test_local_wide), cmocka_unit_test(test_local_data),
    cmocka_unit_test(test_atomics),
  };
  return cmocka_run_group_tests_name("truth", tests, NULL, NULL);
}
