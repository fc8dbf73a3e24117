/* The comparison: equal sides say so, text from outside is harmless, and a side
 * that cannot be is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/analysis/other_generation.h"
#include "core/base/text.h"
#include "core/gpu/target.h"
#include "report/diff/diff.h"
#include "run.h"

static char *write_diff(const struct wl_diff *diff, bool json, bool ascii) {
  char *text = NULL;
  size_t length = 0;
  struct wl_diag d;
  FILE *f = open_memstream(&text, &length);
  assert_true(json ? wl_diff_json(f, diff, &d) : wl_diff_text(f, diff, ascii, &d));
  fclose(f);
  return text;
}

static struct wl_diff_side side_of(const char *label, const struct run *run) {
  struct wl_diff_side s = {.arch = wl_arch_default(), .trace = run->trace};
  snprintf(s.label, sizeof s.label, "%s", label);
  s.analysis = wl_reanalyze(s.trace, wl_target_make(s.arch, NULL), &s.problem);
  return s;
}

static void drop_side(struct wl_diff_side *s) {
  wl_analysis_destroy((struct wl_analysis *)s->analysis);
}

/* What was counted anew is what was counted while the script ran. */
static void counting_anew_changes_nothing(void **state) {
  (void)state;
  struct run run = make_run(false);
  struct wl_diff_side side[2] = {side_of("a", &run), side_of("b", &run)};
  assert_non_null(side[0].analysis);
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++)
      assert_memory_equal(wl_analysis_sum(side[0].analysis, s, op),
                          wl_analysis_sum(run.analysis, s, op), sizeof(struct wl_sum));
  for (size_t i = 0; i < wl_trace_count(run.trace); i++)
    assert_memory_equal(wl_analysis_cost(side[0].analysis, i), wl_analysis_cost(run.analysis, i),
                        sizeof(struct wl_cost));
  struct wl_diff *diff = wl_diff_create(side, 2);
  assert_int_equal(diff->rows, 8); /* 2, 2 and 4 kinds of access on its three lines */
  for (size_t i = 0; i < diff->rows; i++) assert_false(diff->row[i].differs);
  char *text = write_diff(diff, false, false);
  assert_non_null(strstr(text, "nothing: every line costs the same"));
  assert_null(strstr(text, "≠"));
  free(text);
  wl_diff_destroy(diff);
  drop_side(&side[0]);
  drop_side(&side[1]);
  drop_run(&run);
}

static void hostile_text_is_harmless(void **state) {
  (void)state;
  struct run run = make_run(true);
  struct wl_diff_side side[2] = {side_of("p\x9b=\x1b[2J", &run), side_of("b", &run)};
  struct wl_diff *diff = wl_diff_create(side, 2);
  char *text = write_diff(diff, true, false);
  for (const char *c = text; *c; c++) assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
  json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  assert_int_equal(json_array_size(json_object_get(object, "sides")), 2);
  assert_int_equal(json_array_size(json_object_get(object, "changes")), 0);
  json_decref(object);
  free(text);
  for (int ascii = 0; ascii < 2; ascii++) {
    text = write_diff(diff, false, ascii);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      char clean[1000];
      wl_text_clean(line, strlen(line), ascii, clean, sizeof clean);
      assert_string_equal(clean, line);
      assert_true(wl_text_cells(line, strlen(line)) <= 80);
    }
    free(text);
  }
  wl_diff_destroy(diff);
  drop_side(&side[0]);
  drop_side(&side[1]);
  drop_run(&run);
}

/* A generation with smaller blocks cannot run the kernel, and says why. */
static void what_cannot_be_is_named(void **state) {
  (void)state;
  struct run run = make_run(false);
  const struct wl_arch *small = wl_arch_find("1.3");
  struct wl_diff_side side[2] = {side_of("cc 9.0", &run),
                                 {.label = "cc 1.3", .arch = small, .trace = run.trace}};
  side[1].analysis = wl_reanalyze(run.trace, wl_target_make(small, NULL), &side[1].problem);
  assert_null(side[1].analysis);
  assert_int_equal(side[1].problem.status, WL_SCRIPT);
  struct wl_diff *diff = wl_diff_create(side, 2);
  char *text = write_diff(diff, false, false);
  assert_non_null(strstr(
    text, "\n  a block of 1024 threads; cc 1.3 has at most 512 (CUDA C Programming Guide 4"));
  free(text);
  wl_diff_destroy(diff);
  drop_side(&side[0]);
  struct wl_arch flat = *wl_arch_default();
  flat.max_block_dim[1] = 31;
  struct wl_diag d;
  assert_null(wl_reanalyze(run.trace, wl_target_make(&flat, NULL), &d));
  drop_run(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(counting_anew_changes_nothing),
    cmocka_unit_test(hostile_text_is_harmless),
    cmocka_unit_test(what_cannot_be_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
