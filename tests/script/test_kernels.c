/* Whole grids against what hardware counters said of the same kernels. Arguments:
 * the counters' file, the directory of the scripts, the directory of patterns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazard/hazards.h"
#include "script.h"

static const char *kernel_dir, *pattern_dir;
static char csv_path[1024];

/* A counter, and what it counts of the model: of which operations which figure. */
static const struct column {
  const char *name;
  enum wl_space space;
  enum wl_figure figure;
  unsigned ops; /* a bit each */
} columns[] = {
#define GLOBAL_LOADS (1u << WL_LOAD | 1u << WL_COPY | 1u << WL_COPY_CG)
  {"ld_requests", WL_GLOBAL, WL_REQUESTS, GLOBAL_LOADS},
  {"ld_sectors", WL_GLOBAL, WL_SECTORS, GLOBAL_LOADS},
  {"st_requests", WL_GLOBAL, WL_REQUESTS, 1u << WL_STORE},
  {"st_sectors", WL_GLOBAL, WL_SECTORS, 1u << WL_STORE},
  {"red_requests", WL_GLOBAL, WL_REQUESTS, 1u << WL_REDUCE},
  {"red_sectors", WL_GLOBAL, WL_SECTORS, 1u << WL_REDUCE},
  {"atom_requests", WL_GLOBAL, WL_REQUESTS, 1u << WL_ATOMIC | 1u << WL_CAS},
  {"atom_sectors", WL_GLOBAL, WL_SECTORS, 1u << WL_ATOMIC | 1u << WL_CAS},
  {"local_ld_requests", WL_LOCAL, WL_REQUESTS, 1u << WL_LOAD},
  {"local_ld_sectors", WL_LOCAL, WL_SECTORS, 1u << WL_LOAD},
  {"local_st_requests", WL_LOCAL, WL_REQUESTS, 1u << WL_STORE},
  {"local_st_sectors", WL_LOCAL, WL_SECTORS, 1u << WL_STORE},
  {"shared_ld_wavefronts", WL_SHARED, WL_WAVEFRONTS, 1u << WL_LOAD},
  {"shared_st_wavefronts", WL_SHARED, WL_WAVEFRONTS, 1u << WL_STORE},
  {"shared_atom_wavefronts", WL_SHARED, WL_WAVEFRONTS,
   1u << WL_REDUCE | 1u << WL_ATOMIC | 1u << WL_CAS},
  {"constant_requests", WL_CONSTANT, WL_WAVEFRONTS, 1u << WL_LOAD},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* `times`: blocks on the hardware per block of the script. `noise`: what the
 * shared-memory counters may be off, by arbitration. */
struct row {
  const char *kernel, *script, *settings;
  unsigned times;
  double noise;
};

static const struct row shared_facts[] = {
  {"copy_stride.1", "copy_stride", "s=1", 1, 0},
  {"copy_stride.2", "copy_stride", "s=2", 1, 0},
  {"copy_stride.3", "copy_stride", "s=3", 1, 0},
  {"copy_stride.4", "copy_stride", "s=4", 1, 0},
  {"copy_stride.5", "copy_stride", "s=5", 1, 0},
  {"copy_stride.7", "copy_stride", "s=7", 1, 0},
  {"copy_stride.8", "copy_stride", "s=8", 1, 0},
  {"copy_stride.16", "copy_stride", "s=16", 1, 0},
  {"copy_stride.32", "copy_stride", "s=32", 1, 0},
  {"copy_stride.2", "copy_struct", "type=pair", 1, 0},
  {"copy_stride.3", "copy_struct", "type=triple", 1, 0},
  {"copy_stride.4", "copy_struct", "type=aligned", 1, 0},
  {"copy_stride.8", "copy_struct", "type=nested", 1, 0},
  {"copy_offset.0", "copy_offset", "o=0", 1, 0},
  {"copy_offset.1", "copy_offset", "o=1", 1, 0},
  {"copy_offset.2", "copy_offset", "o=2", 1, 0},
  {"copy_offset.4", "copy_offset", "o=4", 1, 0},
  {"copy_offset.8", "copy_offset", "o=8", 1, 0},
  {"copy_float4", "copy_float4", NULL, 1, 0},
  {"copy_float4", "copy_aligned", NULL, 1, 0},
  {"vadd", "vadd", NULL, 1, 0},
  {"gather.random", "gather", NULL, 1, 0},
  {"transpose.naive_row", "pattern:transpose", "variant=rows", 1, 0},
  {"transpose.naive_col", "pattern:transpose", "variant=columns", 1, 0},
  {"transpose.smem_pad0", "pattern:transpose", "variant=shared pad=0", 1, 0},
  {"transpose.smem_pad1", "pattern:transpose", "variant=shared pad=1", 1, 0},
  {"shared_stride.0", "shared_stride", "S=0", 1056, 1e-3},
  {"shared_stride.1", "shared_stride", "S=1", 1056, 1e-3},
  {"shared_stride.2", "shared_stride", "S=2", 1056, 1e-3},
  {"shared_stride.4", "shared_stride", "S=4", 1056, 1e-3},
  {"shared_stride.16", "shared_stride", "S=16", 1056, 1e-3},
  {"dot.naive_atomic", "dot_naive", NULL, 1, 0},
  {"dot.shared_tree", "dot_shared", NULL, 1, 0},
  {"dot.shfl_xor", "dot_shfl", NULL, 1, 0},
  {"smooth.naive", "smooth", NULL, 1, 0},
  {"const.uniform", "constant", "stride=0", 16, 0},
  {"const.stride1", "constant", "stride=1", 16, 0},
  {"const.stride32", "constant", "stride=32", 16, 0},
  {"matmul.naive", "matmul_naive", NULL, 1, 0},
  {"matmul.tiled", "matmul_tiled", NULL, 1, 0},
};

static const struct row taught[] = {
  {"bitonic", "bitonic", NULL, 1, 0},
  {"hillis", "hillis", NULL, 1, 0},
  {"blelloch.0", "blelloch", "pad=0", 1, 0},
  {"blelloch.1", "blelloch", "pad=1", 1, 0},
  {"warp_scan", "warp_scan", NULL, 1, 0},
  {"spmv.scalar", "spmv", "way=scalar", 1, 0},
  {"spmv.vector", "spmv", "way=vector", 1, 0},
  {"search", "search", NULL, 1, 0},
  {"compact", "compact", NULL, 1, 0},
  {"histogram.global", "histogram", "where=global", 1, 0},
  {"histogram.shared1", "histogram", "where=shared", 1, 0},
  {"locks", "locks", NULL, 1, 0},
  {"stencil5.shared", "stencil5", "way=shared", 1, 0},
  {"stencil5.global", "stencil5", "way=global", 1, 0},
  {"life", "life", NULL, 1, 0},
  {"grey.4", "grey", "bytes=4", 1, 0},
  {"grey.3", "grey", "bytes=3", 1, 0},
  {"convolve", "convolve", NULL, 1, 0},
  {"matvec.thread", "matvec", "way=thread", 1, 0},
  {"matvec.warp", "matvec", "way=warp", 1, 0},
  {"transpose_double.0", "transpose_double", "pad=0", 1, 0},
  {"transpose_double.1", "transpose_double", "pad=1", 1, 0},
  {"matmul4", "matmul4", NULL, 1, 0},
  {"softmax", "softmax", NULL, 1, 0},
  {"move", "move", NULL, 1, 0},
  {"nbody", "nbody", NULL, 1, 0},
  {"spill", "spill", NULL, 1, 0},
  {"butterfly", "butterfly", NULL, 1, 0},
  {"staged.16", "staged", "bytes=16", 1, 0},
  {"staged.4", "staged", "bytes=4", 1, 0},
  {"reduce.grid", "reduce_grid", NULL, 1, 0},
  {"reduce.last", "reduce_last", NULL, 1, 0},
  {"store_stride.2", "store_stride", "s=2", 1, 0},
  {"store_stride.4", "store_stride", "s=4", 1, 0},
  {"store_stride.8", "store_stride", "s=8", 1, 0},
  {"store_stride.32", "store_stride", "s=32", 1, 0},
  {"aos.2", "fields", "way=aos fields=2", 1, 0},
  {"soa.2", "fields", "way=soa fields=2", 1, 0},
  {"aos.3", "fields", "way=aos fields=3", 1, 0},
  {"soa.3", "fields", "way=soa fields=3", 1, 0},
  {"aos.4", "fields", "way=aos fields=4", 1, 0},
  {"soa.4", "fields", "way=soa fields=4", 1, 0},
  {"aos.8", "fields", "way=aos fields=8", 1, 0},
  {"soa.8", "fields", "way=soa fields=8", 1, 0},
  {"transpose.smem_pad2", "pattern:transpose", "variant=shared pad=2", 1, 0},
  {"transpose.smem_xor", "transpose_xor", NULL, 1, 0},
  {"dot.shared_interleaved", "dot_interleaved", NULL, 1, 0},
  {"smooth.shared", "smooth_tile", NULL, 1, 0.06}, /* its stores came twice now and then */
  {"histogram.shared", "histogram_random", NULL, 1, 0},
  {"copy_stride.6", "../kernels/copy_stride", "s=6", 1, 0},
  {"copy_stride.12", "../kernels/copy_stride", "s=12", 1, 0},
  {"copy_stride.24", "../kernels/copy_stride", "s=24", 1, 0},
  {"copy_offset.7", "../kernels/copy_offset", "o=7", 1, 0},
  {"copy_offset.16", "../kernels/copy_offset", "o=16", 1, 0},
  {"copy_offset.31", "../kernels/copy_offset", "o=31", 1, 0},
  {"copy_offset.32", "../kernels/copy_offset", "o=32", 1, 0},
  {"shared_stride.3", "../kernels/shared_stride", "S=3", 1056, 1e-3},
  {"shared_stride.8", "../kernels/shared_stride", "S=8", 1056, 1e-3},
  {"shared_stride.32", "../kernels/shared_stride", "S=32", 1056, 1e-3},
  {"shared_stride.33", "../kernels/shared_stride", "S=33", 1056, 1e-3},
};

/* The n-th field of a line of comma-separated values. */
static const char *field(char *line, unsigned n) {
  for (; n > 0; n--) {
    line = strchr(line, ',');
    assert_non_null(line);
    line++;
  }
  return line;
}

/* What the counters said, a dash of NAN where nothing is known. */
static void read_counters(const char *kernel, double counter[COLUMNS]) {
  char head[1024], line[1024];
  bool found = false;
  FILE *f = fopen(csv_path, "re");
  assert_non_null(f);
  assert_non_null(fgets(head, sizeof head, f));
  while (!found && fgets(line, sizeof line, f) != NULL)
    found = strncmp(line, kernel, strlen(kernel)) == 0 && line[strlen(kernel)] == ',';
  fclose(f);
  if (!found) fail_msg("no counters of %s", kernel);
  for (unsigned c = 0; c < COLUMNS; c++) {
    size_t size = strlen(columns[c].name);
    const char *at = head;
    unsigned n = 0;
    for (; at && strncmp(at, columns[c].name, size) != 0; n++) {
      at = strchr(at, ',');
      at = at ? at + 1 : NULL;
    }
    const char *text = at ? field(line, n) : "";
    char *end;
    counter[c] = strtod(text, &end);
    if (end == text) counter[c] = NAN;
  }
}

static void expect_counts(const struct row *row, const double counter[COLUMNS],
                          const struct wl_analysis *a) {
  for (unsigned c = 0; c < COLUMNS; c++) {
    const struct column *k = &columns[c];
    double value = 0, noise = k->space == WL_SHARED ? row->noise * counter[c] : 0;
    for (enum wl_op op = 0; op < WL_OPS; op++)
      if (k->ops >> op & 1) value += (double)wl_analysis_sum(a, k->space, op)->value[k->figure];
    value *= row->times;
    /* The parameters of a kernel are in constant memory too: each warp of these reads two. */
    if (k->space == WL_CONSTANT && strcmp(row->script, "constant") == 0) value += 2 * 8192;
    else if (k->space == WL_CONSTANT) continue;
    if (fabs(value - counter[c]) > noise)
      fail_msg("%s: %s is %.0f, the hardware counted %.0f", row->kernel, k->name, value,
               counter[c]);
  }
}

/* Runs the script of a row, `alone`: thread by thread, and compares its counts. */
static struct wl_run *check_counts(const struct row *row, bool alone) {
  char path[1024];
  const char *colon = strchr(row->script, ':');
  char *text;
  size_t size;
  struct wl_diag d;
  double counter[COLUMNS];
  snprintf(path, sizeof path, "%s/%s.lua", colon ? pattern_dir : kernel_dir,
           colon ? colon + 1 : row->script);
  if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
  struct wl_run *run = run_settings(text, row->settings, 2, alone);
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("%s: line %u: %s", path, wl_run_diag(run)->line, wl_run_diag(run)->what);
  read_counters(row->kernel, counter);
  expect_counts(row, counter, wl_run_analysis(run));
  free(text);
  return run;
}

/* A kernel without a race, as the hardware counted it. */
static void check(const struct row *row) {
  struct wl_run *run = check_counts(row, false);
  struct wl_hazards *h = wl_analysis_hazards(wl_run_analysis(run));
  if (wl_hazards_count(h, false) > 0 || wl_hazards_count(h, true) > 0)
    fail_msg("%s: a hazard in a correct kernel", row->kernel);
  wl_run_destroy(run);
}

static void test_counters(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof shared_facts / sizeof *shared_facts; i++) check(&shared_facts[i]);
}

/* Kernels as they are taught: sorts, scans, sparse matrices, stencils, images, … */
static void test_taught(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof taught / sizeof *taught; i++) check(&taught[i]);
}

/* Lanes of a warp in loops that end by what other lanes write, and in others: each row of the
 * counters names its script and settings. Where the compiler made other code of it than it says,
 * the row is not compared (truth/README.md). */
static void test_lanes(void **state) {
  (void)state;
  char line[1024];
  unsigned compared = 0;
  FILE *f = fopen(csv_path, "re");
  assert_non_null(f);
  assert_non_null(fgets(line, sizeof line, f));
  while (fgets(line, sizeof line, f) != NULL) {
    bool other_code = strcmp(strrchr(line, ','), ",1\n") == 0;
    *strchr(line, ',') = '\0';
    char script[64] = "";
    size_t size = strcspn(line, " ");
    snprintf(script, sizeof script, "%.*s", (int)size, line);
    const struct row row = {line, script, line[size] ? line + size + 1 : NULL, 1, 0};
    if (other_code) continue;
    wl_run_destroy(check_counts(&row, false));
    wl_run_destroy(check_counts(&row, true));
    compared++;
  }
  fclose(f);
  assert_true(compared > 100);
}

/* TEST COUNTERS SCRIPTS PATTERNS: which of the tests, its counters, its scripts. */
int main(int argc, char **argv) {
  const struct CMUnitTest facts[] = {cmocka_unit_test(test_counters)};
  const struct CMUnitTest taught_tests[] = {cmocka_unit_test(test_taught)};
  const struct CMUnitTest lanes[] = {cmocka_unit_test(test_lanes)};
  if (argc != 5) return 2;
  snprintf(csv_path, sizeof csv_path, "%s", argv[2]);
  kernel_dir = argv[3];
  pattern_dir = argv[4];
  if (strcmp(argv[1], "lanes") == 0) return cmocka_run_group_tests(lanes, NULL, NULL);
  return strcmp(argv[1], "taught") == 0 ? cmocka_run_group_tests(taught_tests, NULL, NULL)
                                        : cmocka_run_group_tests(facts, NULL, NULL);
}
