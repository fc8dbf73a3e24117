/* Whole grids against what hardware counters said of the same kernels. Arguments:
 * the counters' file, the directory of the scripts, the directory of patterns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazards.h"
#include "script.h"

static const char *csv_path, *kernel_dir, *pattern_dir;

enum column {
  LD_REQUESTS, LD_SECTORS, ST_REQUESTS, ST_SECTORS, RED_SECTORS, SHARED_LD, SHARED_ST, CONSTANT,
  COLUMNS
};
static const char *const column_names[COLUMNS] = {
  "ld_requests", "ld_sectors", "st_requests", "st_sectors", "red_sectors",
  "shared_ld_wavefronts", "shared_st_wavefronts", "constant_requests"};

/* `times`: blocks on the hardware per block of the script. `noise`: what the
 * shared-memory counters may be off, by arbitration. */
static const struct row {
  const char *kernel, *script, *settings;
  unsigned times;
  double noise;
} rows[] = {
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

/* The n-th field of a line of comma-separated values. */
static const char *field(char *line, unsigned n) {
  for (; n > 0; n--) {
    line = strchr(line, ',');
    assert_non_null(line);
    line++;
  }
  return line;
}

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
    unsigned n = 0;
    size_t size = strlen(column_names[c]);
    while (strncmp(field(head, n), column_names[c], size) != 0) n++;
    counter[c] = strtod(field(line, n), NULL);
  }
}

static void expect_count(const struct row *row, enum column c, double counter,
                         const struct wl_analysis *a, enum wl_space s, enum wl_op op,
                         enum wl_figure f) {
  double value = (double)wl_analysis_sum(a, s, op)->value[f] * row->times;
  bool shared = c == SHARED_LD || c == SHARED_ST;
  if (fabs(value - counter) > (shared ? row->noise * counter : 0))
    fail_msg("%s: %s is %.0f, the hardware counted %.0f", row->kernel, column_names[c], value,
             counter);
}

static void check(const struct row *row) {
  char path[1024];
  const char *colon = strchr(row->script, ':');
  char *text;
  size_t size;
  struct wl_diag d;
  double counter[COLUMNS];
  snprintf(path, sizeof path, "%s/%s.lua", colon ? pattern_dir : kernel_dir,
           colon ? colon + 1 : row->script);
  if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
  struct wl_run *run = run_text(text, row->settings, 2);
  if (wl_run_pump(run, 0) != WL_RUN_DONE)
    fail_msg("%s: line %u: %s", path, wl_run_diag(run)->line, wl_run_diag(run)->what);
  const struct wl_analysis *a = wl_run_analysis(run);
  if (wl_hazards_count(wl_analysis_hazards(a), false) > 0 ||
      wl_hazards_count(wl_analysis_hazards(a), true) > 0)
    fail_msg("%s: a hazard in a correct kernel", path);
  read_counters(row->kernel, counter);
  expect_count(row, LD_REQUESTS, counter[LD_REQUESTS], a, WL_GLOBAL, WL_LOAD, WL_REQUESTS);
  expect_count(row, LD_SECTORS, counter[LD_SECTORS], a, WL_GLOBAL, WL_LOAD, WL_SECTORS);
  expect_count(row, ST_REQUESTS, counter[ST_REQUESTS], a, WL_GLOBAL, WL_STORE, WL_REQUESTS);
  expect_count(row, ST_SECTORS, counter[ST_SECTORS], a, WL_GLOBAL, WL_STORE, WL_SECTORS);
  expect_count(row, RED_SECTORS, counter[RED_SECTORS], a, WL_GLOBAL, WL_REDUCE, WL_SECTORS);
  expect_count(row, SHARED_LD, counter[SHARED_LD], a, WL_SHARED, WL_LOAD, WL_WAVEFRONTS);
  expect_count(row, SHARED_ST, counter[SHARED_ST], a, WL_SHARED, WL_STORE, WL_WAVEFRONTS);
  /* The parameters of a kernel are in constant memory too: each warp of these
   * reads two of them. */
  if (strcmp(row->script, "constant") == 0)
    expect_count(row, CONSTANT, counter[CONSTANT] - 2 * 8192, a, WL_CONSTANT, WL_LOAD,
                 WL_WAVEFRONTS);
  wl_run_destroy(run);
  free(text);
}

static void test_counters(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counters)};
  if (argc != 4) return 2;
  csv_path = argv[1];
  kernel_dir = argv[2];
  pattern_dir = argv[3];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
