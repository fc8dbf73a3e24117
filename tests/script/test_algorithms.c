/* Well-known kernels, as in CUDA: what they leave in `out`, and what their shared
 * memory costs beyond the ideal. Argument: the directory of the scripts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static const char *kernel_dir;

static double reduced(unsigned block, unsigned elements) {
  double sum = 0;
  for (unsigned i = 0; i < elements; i++) sum += (int)((block * elements + i) * 7 % 31) - 9;
  return sum;
}
static double reduced_128(unsigned i) { return reduced(i, 128); }
static double reduced_256(unsigned i) { return reduced(i, 256); }
static double reduced_1024(unsigned i) { return reduced(i, 1024); }

static double exclusive(unsigned i) {
  double sum = 0;
  for (unsigned k = 0; k < i; k++) sum += k % 7 + 1;
  return sum;
}
static double inclusive(unsigned i) { return exclusive(i + 1); }

static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static double sorted(unsigned i) {
  int v[256];
  for (int k = 0; k < 256; k++) v[k] = k * 97 % 251;
  qsort(v, 256, sizeof *v, less);
  return v[i];
}

static double histogram(unsigned bin) {
  double count = 0;
  for (unsigned i = 0; i < 1024; i++) count += i * i % 256 == bin;
  return count;
}

static double smooth(unsigned i) {
  return i == 0 || i == 1023 ? 0
                             : (i - 1) * (i - 1) % 100 + i * i % 100 + (i + 1) * (i + 1) % 100;
}

static double transposed(unsigned i) { return i % 64 * 1000 + i / 64; }

static double dot(unsigned unused) {
  double sum = 0;
  (void)unused;
  for (int i = 0; i < 256; i++) sum += i % 13 * (i % 5 - 1);
  return sum;
}

static double product(unsigned i) {
  double sum = 0;
  for (unsigned k = 0; k < 32; k++) sum += (i / 32 * 3 + k) % 11 * ((k + i % 32 * 5) % 7);
  return sum;
}

enum conflicts { FREE, SOME };
static const struct row {
  const char *script, *settings;
  double (*expected)(unsigned i);
  enum conflicts conflicts; /* of loads and stores of shared memory */
} rows[] = {
  {"reduce", "variant=1", reduced_128, FREE},
  {"reduce", "variant=2", reduced_128, SOME},
  {"reduce", "variant=3", reduced_128, FREE},
  {"reduce", "variant=4", reduced_256, FREE},
  {"reduce", "variant=5", reduced_256, FREE},
  {"reduce", "variant=6", reduced_256, FREE},
  {"reduce", "variant=7", reduced_1024, FREE},
  {"scan", "method=hillis", inclusive, FREE},
  {"scan", "method=blelloch", exclusive, SOME},
  {"scan", "method=blelloch pad=1", exclusive, FREE},
  {"bitonic", NULL, sorted, SOME},
  {"histogram", "where=global", histogram, FREE},
  {"histogram", "where=shared", histogram, FREE},
  {"smooth_shared", NULL, smooth, FREE},
  {"transpose", "variant=rows", transposed, FREE},
  {"transpose", "variant=columns", transposed, FREE},
  {"transpose", "variant=shared pad=0", transposed, SOME},
  {"transpose", "variant=shared pad=1", transposed, FREE},
  {"transpose", "variant=xor", transposed, FREE},
  {"dot", "method=atomic", dot, FREE},
  {"dot", "method=tree", dot, FREE},
  {"dot", "method=interleaved", dot, SOME},
  {"dot", "method=shuffle", dot, FREE},
  {"matmul", NULL, product, FREE},
};

static const struct wl_array *array_named(const struct wl_head *h, const char *name, unsigned *n) {
  for (*n = 0; *n < h->arrays; ++*n)
    if (strcmp(h->array[*n].name, name) == 0) return &h->array[*n];
  fail_msg("no array %s", name);
  return NULL;
}

/* What the stores of the whole grid leave in `out`. */
static void check_values(const struct row *row, struct wl_run *run) {
  const struct wl_trace *t = wl_run_trace(run);
  unsigned number;
  const struct wl_array *a = array_named(wl_trace_head(t), "out", &number);
  size_t elements = a->bytes / a->element_bytes;
  double *value = calloc(elements, sizeof *value);
  struct wl_step s;
  assert_non_null(value);
  for (size_t i = 0; wl_trace_get(t, i, &s); i++)
    for (unsigned lane = 0; lane < 32 && s.kind == WL_STEP_ACCESS && s.array == number; lane++)
      if (s.access.op == WL_STORE && (s.access.mask >> lane & 1))
        value[(s.access.address[lane] - a->base) / a->element_bytes] =
            wl_scalar_to_double((enum wl_scalar)s.type.scalar, s.value[lane]);
  for (unsigned i = 0; i < elements; i++)
    if (value[i] != row->expected(i))
      fail_msg("%s %s: out[%u] is %g, not %g", row->script, row->settings ? row->settings : "", i,
               value[i], row->expected(i));
  free(value);
}

static uint64_t excess(struct wl_run *run, enum wl_op op) {
  const struct wl_sum *sums = wl_analysis_sum(wl_run_analysis(run), WL_SHARED, op);
  return sums->value[WL_WAVEFRONTS] - sums->value[WL_IDEAL_WAVEFRONTS];
}

static void test_algorithms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct row *row = &rows[i];
    char path[1024], *text;
    size_t size;
    struct wl_diag d;
    snprintf(path, sizeof path, "%s/%s.lua", kernel_dir, row->script);
    if (!wl_script_read(path, &text, &size, &d)) fail_msg("%s: %s", path, d.what);
    struct wl_run *run = run_text(text, row->settings, 2);
    if (wl_run_pump(run, 0) != WL_RUN_DONE)
      fail_msg("%s: line %u: %s", path, wl_run_diag(run)->line, wl_run_diag(run)->what);
    check_values(row, run);
    uint64_t more = excess(run, WL_LOAD) + excess(run, WL_STORE);
    if ((more > 0) != (row->conflicts == SOME))
      fail_msg("%s %s: %llu wavefronts in excess", row->script, row->settings ? row->settings : "",
               (unsigned long long)more);
    wl_run_destroy(run);
    free(text);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_algorithms)};
  if (argc != 2) return 2;
  kernel_dir = argv[1];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
