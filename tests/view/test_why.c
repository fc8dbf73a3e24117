/* Why: what it lists adds up to the figure that it explains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"
#include "view/figures.h"
#include "view/why.h"

/* Adds up the rows that are no sum themselves; -1 if none has a number. */
static int added_up(const struct wl_why *w) {
  int sum = 0, numbers = 0;
  for (size_t i = 0; i < w->count; i++) {
    if (w->row[i].sum || !w->row[i].value[0]) continue;
    sum += atoi(w->row[i].value);
    numbers++;
  }
  return numbers ? sum : -1;
}

static unsigned lanes_of(const struct wl_why *w) {
  uint32_t lanes = 0;
  for (size_t i = 0; i < w->count; i++) lanes |= w->row[i].lanes;
  return lanes;
}

static int check_step(struct wl_model *m) {
  int figures = 0;
  const struct wl_spot *s = wl_model_spot(m);
  for (unsigned f = 0; f < WL_SHOW_GAUGE; f++) {
    struct wl_why w;
    struct wl_shown shown;
    bool has = wl_why(m, f, &w);
    assert_int_equal(has, wl_figure_show(m, f, &shown));
    if (!has) continue;
    figures++;
    assert_string_equal(w.value, shown.value);
    assert_true(w.rule->sentence[0] && w.rule->source[0] && w.help[0] && w.count > 0);
    if (f == WL_SHOW_EFFICIENCY) continue;
    int sum = added_up(&w);
    if (sum >= 0) assert_int_equal(sum, atoi(w.value));
    else assert_int_equal(f, WL_WAYS);
    if (f != WL_WAYS) assert_int_equal(lanes_of(&w) & s->step.access.mask, s->step.access.mask);
    else assert_int_equal(w.count, s->explain.counts.ways);
  }
  return figures;
}

static void test_evidence_adds_up(void **state) {
  (void)state;
  for (int stride = 1; stride < 35; stride++) {
    struct scene s = scene_create("zoo", stride);
    struct wl_model *m = wl_model_create();
    wl_model_show(m, s.trace, s.analysis);
    int figures = 0;
    for (size_t i = 0; wl_model_select(m, i); i++) figures += check_step(m);
    assert_true(figures > 100);
    wl_model_destroy(m);
    scene_destroy(s);
  }
}

static void test_profiler_names(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_model *m = wl_model_create();
  struct wl_why w;
  wl_model_show(m, s.trace, s.analysis);
  assert_true(wl_why(m, WL_SECTORS, &w));
  assert_string_equal(w.profiler, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  assert_true(wl_model_select(m, 4));
  assert_true(wl_why(m, WL_WAVEFRONTS, &w));
  assert_string_equal(w.profiler, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum");
  assert_false(wl_why(m, WL_SECTORS, &w));
  assert_false(wl_model_ask_why(m, "sectors"));
  assert_false(wl_model_ask_why(m, "nonsense"));
  assert_true(wl_model_ask_why(m, "excess"));
  wl_model_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_evidence_adds_up), cmocka_unit_test(test_profiler_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
