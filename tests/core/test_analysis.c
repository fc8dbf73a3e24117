/* Sums by kind, line and step equal those counted one by one. */
#include "core/analysis/costs.h"

#include <string.h>

#include "core/gpu/target.h"
#include "steps.h"
#include "test.h"

enum { STEPS = 20000, LINES = 40, WORKERS = 3 };

/* An access that the hardware can run, on one of LINES lines. */
static void runnable(uint64_t *seed, struct wl_step *step) {
  static const struct {
    uint8_t space, op;
  } kinds[] = {
    {WL_GLOBAL, WL_LOAD}, {WL_GLOBAL, WL_STORE}, {WL_GLOBAL, WL_REDUCE}, {WL_GLOBAL, WL_ATOMIC},
    {WL_SHARED, WL_LOAD}, {WL_SHARED, WL_STORE}, {WL_SHARED, WL_ATOMIC}, {WL_CONSTANT, WL_LOAD},
  };
  uint32_t kind = test_below(seed, 8);
  memset(step, 0, sizeof *step);
  step->type = (struct wl_type){WL_FLOAT, 1};
  step->live = UINT32_MAX;
  step->iteration = WL_NO_ITERATION;
  step->array = WL_NO_ARRAY;
  step->place.line = 1000 - test_below(seed, LINES) * 7;
  step->access = (struct wl_access){.space = kinds[kind].space, .op = kinds[kind].op, .width = 4};
  step->access.mask = test_below(seed, 10) ? (uint32_t)test_random(seed) : 0;
  uint64_t page = kind < 4 && test_below(seed, 5) == 0 ? UINT64_C(1) << 22 : 1 << 14;
  for (unsigned i = 0; i < WL_LANES; i++)
    step->access.address[i] = test_random(seed) % (page / 4) * 4;
  if (test_below(seed, 6) == 0) step->kind = WL_STEP_BARRIER;
}

static void sums_agree(void **state) {
  (void)state;
  const struct wl_arch *arch = wl_arch_default();
  struct wl_analysis *a = wl_analysis_create(wl_target_make(arch, NULL), WORKERS, SIZE_MAX);
  static struct wl_sum total[WL_SPACES][WL_OPS], line[1001][WL_SPACES][WL_OPS];
  static struct wl_counts counted[STEPS];
  uint64_t seed = 21, estimates = 0;
  memset(total, 0, sizeof total);
  memset(line, 0, sizeof line);
  for (uint32_t i = 0; i < STEPS; i++) {
    struct wl_step step;
    runnable(&seed, &step);
    uint32_t worker = i % WORKERS, place = i / WORKERS;
    step.block = worker;
    assert_true(wl_analysis_add(a, worker, &step));
    /* Where the step will stand once all workers are done. */
    for (uint32_t w = 0; w < worker; w++) place += (STEPS - w + WORKERS - 1) / WORKERS;
    if (step.kind != WL_STEP_ACCESS) continue;
    wl_count(arch, &step.access, &counted[place]);
    enum wl_space s = step.access.space;
    enum wl_op op = step.access.op;
    wl_sum_add(&total[s][op], arch, &step.access, &counted[place]);
    wl_sum_add(&line[step.place.line][s][op], arch, &step.access, &counted[place]);
    estimates += wl_figure_estimates(arch, &step.access, &counted[place]) != 0;
  }
  assert_true(wl_analysis_settle(a));
  for (unsigned s = 0; s < WL_SPACES; s++)
    for (unsigned op = 0; op < WL_OPS; op++)
      assert_memory_equal(wl_analysis_sum(a, s, op), &total[s][op], sizeof total[s][op]);
  assert_int_equal(wl_analysis_estimates(a), estimates);
  assert_true(estimates > 0);
  assert_ptr_equal(wl_analysis_arch(a), arch);

  size_t count;
  const struct wl_line_cost *lines = wl_analysis_lines(a, &count);
  assert_int_equal(count, LINES);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) assert_true(lines[i - 1].line < lines[i].line);
    assert_memory_equal(lines[i].sum, line[lines[i].line], sizeof lines[i].sum);
  }

  for (unsigned w = 0; w < WORKERS; w++) wl_analysis_close(a, w);
  for (uint32_t i = 0; i < STEPS; i++) {
    const struct wl_cost *cost = wl_analysis_cost(a, i);
    const struct wl_counts *c = &counted[i];
    assert_non_null(cost);
    assert_int_equal(cost->sectors, c->sectors);
    assert_int_equal(cost->lines, c->lines);
    assert_int_equal(cost->tag_wavefronts, c->tag_wavefronts);
    assert_int_equal(cost->wavefronts, c->wavefronts);
    assert_int_equal(cost->ideal_sectors, c->ideal_sectors);
    assert_int_equal(cost->ways, c->ways);
    if (cost->space == WL_CONSTANT)
      assert_int_equal(wl_cost_excess(cost), c->wavefronts ? c->wavefronts - 1 : 0);
    else if (cost->space == WL_SHARED)
      assert_int_equal(wl_cost_excess(cost), c->wavefronts - c->ideal_wavefronts);
    else
      assert_int_equal(wl_cost_excess(cost), c->sectors - c->ideal_sectors);
  }
  assert_null(wl_analysis_cost(a, STEPS));
  wl_analysis_destroy(a);
  wl_analysis_destroy(NULL);
}

static void totals_are_whole_when_costs_are_not_kept(void **state) {
  (void)state;
  struct wl_analysis *a = wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 1, 10);
  struct wl_step step;
  for (uint32_t i = 0; i < 1000; i++) {
    typical_step(i, &step);
    assert_true(wl_analysis_add(a, 0, &step));
  }
  wl_analysis_close(a, 0);
  assert_int_equal(wl_analysis_sum(a, WL_GLOBAL, WL_LOAD)->value[WL_SECTORS], 500 * 4);
  assert_int_equal(wl_analysis_sum(a, WL_GLOBAL, WL_STORE)->value[WL_REQUESTS], 500);
  assert_int_equal(wl_analysis_sum(a, WL_GLOBAL, WL_STORE)->instructions, 500);
  assert_non_null(wl_analysis_cost(a, 9));
  assert_null(wl_analysis_cost(a, 10));
  wl_analysis_destroy(a);
}

/* One address for all lanes is as good as constant memory gets: a pass for every 4
 * bytes, and on cc 1.x for each half-warp. Two addresses are one too many. */
static void broadcasts_are_ideal(void **state) {
  (void)state;
  const char *const names[] = {"1.0", "2.0", "9.0"};
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
    for (uint8_t width = 4; width <= 16; width *= 2) {
      struct wl_target target = wl_target_make(wl_arch_find(names[n]), NULL);
      struct wl_analysis *a = wl_analysis_create(target, 1, 2);
      struct wl_step step = {.kind = WL_STEP_ACCESS, .array = WL_NO_ARRAY};
      step.access = (struct wl_access){.space = WL_CONSTANT, .width = width, .mask = UINT32_MAX};
      assert_true(wl_analysis_add(a, 0, &step));
      step.access.address[7] = 64;
      assert_true(wl_analysis_add(a, 0, &step));
      wl_analysis_close(a, 0);
      assert_int_equal(wl_cost_excess(wl_analysis_cost(a, 0)), 0);
      assert_int_equal(wl_cost_excess(wl_analysis_cost(a, 1)), width / 4);
      const uint64_t *sum = wl_analysis_sum(a, WL_CONSTANT, WL_LOAD)->value;
      assert_int_equal(sum[WL_WAVEFRONTS] - sum[wl_ideal_figure(WL_CONSTANT)], width / 4);
      wl_analysis_destroy(a);
    }
}

static void figures_that_judge(void **state) {
  (void)state;
  assert_int_equal(wl_main_figure(WL_GLOBAL), WL_SECTORS);
  assert_int_equal(wl_ideal_figure(WL_GLOBAL), WL_IDEAL_SECTORS);
  assert_int_equal(wl_main_figure(WL_SHARED), WL_WAVEFRONTS);
  assert_int_equal(wl_ideal_figure(WL_SHARED), WL_IDEAL_WAVEFRONTS);
  assert_int_equal(wl_main_figure(WL_CONSTANT), WL_WAVEFRONTS);
  assert_int_equal(wl_ideal_figure(WL_CONSTANT), WL_IDEAL_WAVEFRONTS);
}

/* Lines that are met from the last to the first, asked for in between: ascending each time. */
static void lines_ascend(void **state) {
  enum { MANY = 15000 };
  struct wl_analysis *a = wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 1, 0);
  struct wl_step step = {.live = 1, .iteration = WL_NO_ITERATION, .type = {WL_FLOAT, 1},
                         .access = {.space = WL_GLOBAL, .op = WL_LOAD, .width = 4, .mask = 1}};
  (void)state;
  for (uint32_t i = 0; i < MANY; i++) {
    size_t count;
    for (uint32_t half = 0; half < 2; half++) { /* 2 * MANY … 1 */
      step.place.line = 2 * MANY - i - half * MANY;
      assert_true(wl_analysis_add(a, 0, &step));
    }
    if (i % (MANY / 4) != MANY / 4 - 1) continue;
    assert_true(wl_analysis_settle(a));
    const struct wl_line_cost *lines = wl_analysis_lines(a, &count);
    assert_int_equal(count, 2 * (i + 1));
    for (size_t k = 0; k < count; k++) {
      assert_int_equal(lines[k].line, k <= i ? MANY - i + k : 2 * MANY - i + (k - i - 1));
      assert_int_equal(lines[k].sum[WL_GLOBAL][WL_LOAD].instructions, 1);
    }
  }
  wl_analysis_close(a, 0);
  wl_analysis_destroy(a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sums_agree), cmocka_unit_test(lines_ascend),
    cmocka_unit_test(totals_are_whole_when_costs_are_not_kept),
    cmocka_unit_test(broadcasts_are_ideal),
    cmocka_unit_test(figures_that_judge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
