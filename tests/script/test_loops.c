/* Atomics on 8 bytes of shared memory against tests/truth/loops.csv: how often the loop that
 * each is goes round depends on the values, too. */
#include <stdio.h>
#include <string.h>

#include "../core/truth.h"
#include "core/analysis.h"
#include "core/count.h"
#include "core/form.h"
#include "core/trace.h"
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

static void test_rows(void **state) {
  (void)state;
  struct truth_file *f = truth_open(directory, "loops.csv");
  struct truth_row row;
  unsigned rows = 0, bad = 0;
  for (; truth_next(f, &row); rows++) {
    struct wl_run *run = run_row(f, &row);
    struct loop l = count(run);
    bool same = l.loads == truth_number(f, &row, "loads") &&
                l.tries == truth_number(f, &row, "tries") &&
                l.load_wavefronts == truth_number(f, &row, "load_wavefronts") &&
                l.atomic_wavefronts == truth_number(f, &row, "atomic_wavefronts");
    if (!same)
      print_message("row %s: %u loads, %u tries, %u and %u wavefronts\n",
                    truth_field(f, &row, "id"), l.loads, l.tries, l.load_wavefronts,
                    l.atomic_wavefronts);
    bad += !same;
    wl_run_destroy(run);
  }
  assert_int_equal(bad, 0);
  assert_int_equal(rows, 147);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  directory = argv[1];
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
