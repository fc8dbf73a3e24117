/* Atomics on 8 bytes of shared memory against tests/truth/loops.csv: how often the loop that
 * each is goes round depends on the values, too. One behind another begins with what that has
 * left: loop_pairs.csv. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/truth.h"
#include "core/access/access.h"
#include "core/analysis/costs.h"
#include "core/count/count.h"
#include "core/trace/trace.h"
#include "script.h"

static const char *directory;

struct loop { unsigned loads, tries, load_wavefronts, atomic_wavefronts; };

/* Lua's list of a field; a dash is nil, so a lane that stays away has no entry. */
static size_t list(const char *field, const char *name, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "local %s = {[0] = ", name);
  for (const char *at = field; *at; at++)
    if (*at == ' ') used += (size_t)snprintf(out + used, size - used, ", ");
    else if (*at == '-') used += (size_t)snprintf(out + used, size - used, "false");
    else used += (size_t)snprintf(out + used, size - used, "%c", *at);
  return used + (size_t)snprintf(out + used, size - used, "}\n");
}

static struct wl_run *run_row(const struct truth_file *f, const struct truth_row *row) {
  char text[4096];
  const char *type = truth_field(f, row, "type");
  const char *unit = strcmp(type, "double") == 0 ? "0x1p-1074" : "1"; /* bits as they were */
  size_t used = list(truth_field(f, row, "addresses"), "at", text, sizeof text);
  used += list(truth_field(f, row, "operands"), "v", text + used, sizeof text - used);
  snprintf(text + used, sizeof text - used,
           "local s = shared('s', %s, 32)\nblock(32)\nfunction kernel()\n"
           "  local i = threadIdx.x\n  s[i] = %s * %s\n  __syncwarp()\n"
           "  if at[i] then\n    %s(s, at[i] // 8, v[i] * %s)\n  end\nend",
           type, truth_field(f, row, "initial"), unit, truth_field(f, row, "function"), unit);
  return run_kernel(text);
}

/* The call of an atomic of a pair: doubles are so small that they add up as their bits do. */
static size_t call(const struct truth_file *f, const struct truth_row *row, const char *function,
                   const char *type, const char *operand, char *out, size_t size) {
  bool real = strcmp(truth_field(f, row, type), "double") == 0;
  return (size_t)snprintf(out, size, "    %s(%s, at[i] // 8, %s[i]%s)\n",
                          truth_field(f, row, function), real ? "d" : "s", operand,
                          real ? " * 0x1p-1074" : "");
}

/* Two atomics on the same words with nothing between; parted: of every three lanes one makes
 * the first, two the second. */
static struct wl_run *run_pair(const struct truth_file *f, const struct truth_row *row,
                               bool one_by_one) {
  char text[4096];
  bool parted = truth_number(f, row, "parted") == 1;
  size_t used = list(truth_field(f, row, "addresses"), "at", text, sizeof text);
  used += list(truth_field(f, row, "operands"), "v", text + used, sizeof text - used);
  used += list(truth_field(f, row, "second_operands"), "w", text + used, sizeof text - used);
  used += (size_t)snprintf(text + used, sizeof text - used,
                           "local s = shared('s', ulonglong, 32)\nlocal d = as(double, s)\n"
                           "local final = global('final', ulonglong, 32)\nblock(32)\n"
                           "function kernel()\n  local i = threadIdx.x\n  s[i] = %s\n"
                           "  __syncwarp()\n  if at[i]%s then\n",
                           truth_field(f, row, "initial"), parted ? " and i % 3 == 0" : "");
  used += call(f, row, "first", "first_type", "v", text + used, sizeof text - used);
  if (parted) used += (size_t)snprintf(text + used, sizeof text - used, "  elseif at[i] then\n");
  used += call(f, row, "second", "second_type", "w", text + used, sizeof text - used);
  snprintf(text + used, sizeof text - used, "  end\n  __syncwarp()\n  final[i] = s[i]\nend");
  struct wl_run_options o = wl_run_defaults;
  o.name = "test.lua";
  o.text = text;
  o.size = strlen(text);
  o.arch = wl_arch_default();
  o.seconds = patience(o.seconds);
  o.want_values = true;
  o.one_by_one = one_by_one;
  struct wl_run *run = run_options(&o);
  if (wl_run_pump(run, 0) != WL_RUN_DONE) fail_msg("%s\n%s", text, wl_run_diag(run)->what);
  return run;
}

static struct loop count(struct wl_run *run) {
  struct loop out = {0};
  struct wl_trace *trace = wl_run_trace(run);
  for (size_t i = 0; i < wl_trace_total(trace); i++) {
    struct wl_step s;
    struct wl_counts c;
    assert_true(wl_trace_get(trace, i, &s));
    if (s.kind != WL_STEP_ACCESS || !wl_access_loops(&s.access)) continue;
    wl_count(wl_arch_default(), &s.access, &c);
    bool try = wl_access_tries(&s.access);
    *(try ? &out.tries : &out.loads) += 1;
    *(try ? &out.atomic_wavefronts : &out.load_wavefronts) += c.wavefronts;
  }
  return out;
}

static bool agrees(const struct truth_file *f, const struct truth_row *row, struct wl_run *run) {
  struct loop l = count(run);
  bool same = l.loads == truth_number(f, row, "loads") &&
              l.tries == truth_number(f, row, "tries") &&
              l.load_wavefronts == truth_number(f, row, "load_wavefronts") &&
              l.atomic_wavefronts == truth_number(f, row, "atomic_wavefronts");
  if (!same)
    print_message("row %s: %u loads, %u tries, %u and %u wavefronts\n", truth_field(f, row, "id"),
                  l.loads, l.tries, l.load_wavefronts, l.atomic_wavefronts);
  return same;
}

static void test_rows(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "loops.csv");
  struct truth_row row;
  unsigned rows = 0, bad = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_run *run = run_row(f, &row);
    bad += !agrees(f, &row, run);
    wl_run_destroy(run);
  }
  assert_int_equal(bad, 0);
  assert_int_equal(rows, 147);
}

/* Whether the first words hold what they do on the GPU. */
static bool ends_alike(const struct truth_file *f, const struct truth_row *row,
                       struct wl_run *run) {
  const struct wl_head *head = wl_trace_head(wl_run_trace(run));
  const char *at = truth_field(f, row, "final");
  const uint8_t *bytes = wl_run_values(run, &head->array[1]);
  bool same = bytes != NULL;
  for (unsigned i = 0; *at != '\0' && same; i++) {
    uint64_t word;
    char *end;
    memcpy(&word, bytes + i * sizeof word, sizeof word);
    same = word == strtoull(at, &end, 10);
    at = end;
  }
  if (!same) print_message("row %s: other words\n", truth_field(f, row, "id"));
  return same;
}

static void test_pairs(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "loop_pairs.csv");
  struct truth_row row;
  unsigned rows = 0, bad = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_run *run = run_pair(f, &row, rows % 2 == 0); /* threads one by one, or at once */
    bad += !agrees(f, &row, run) || !ends_alike(f, &row, run);
    wl_run_destroy(run);
  }
  assert_int_equal(bad, 0);
  assert_int_equal(rows, 392);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  directory = argv[1];
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_pairs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
