/* Why: what it lists adds up to the figure that it explains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"
#include "session/compare/figure_text.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/action.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/why/why.h"
#include "session/why/why_subjects.h"
#include "view/keys/actions.h"
#include "view/screen/view_functions.h"
#include "words/profiler_names.h"

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

static int check_step(struct wl_session *m) {
  int figures = 0;
  const struct wl_step_info *s = wl_session_spot(m);
  for (unsigned f = 0; f < WL_SHOW_GAUGE; f++) {
    struct wl_why w;
    struct wl_figure_text shown;
    bool has = wl_why(m, f, &w);
    assert_int_equal(has, wl_figure_show(m, f, &shown));
    if (!has) continue;
    figures++;
    assert_string_equal(w.value, shown.value);
    assert_true(w.rule->sentence[0] && w.rule->source[0] && w.help[0] && w.count > 0);
    if (f == WL_SHOW_EFFICIENCY) continue;
    int sum = added_up(&w);
    if (sum >= 0) assert_int_equal(sum, atoi(w.value + strcspn(w.value, "0123456789")));
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
    struct wl_session *m = wl_session_create();
    wl_session_show(m, s.trace, s.analysis);
    int figures = 0;
    for (size_t i = 0; wl_session_select(m, i); i++) figures += check_step(m);
    assert_true(figures > 100);
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

static void test_profiler_names(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = wl_session_create();
  struct wl_why w;
  wl_session_show(m, s.trace, s.analysis);
  assert_true(wl_why(m, WL_SECTORS, &w));
  assert_string_equal(w.profiler, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  assert_true(wl_session_select(m, 4));
  assert_true(wl_why(m, WL_WAVEFRONTS, &w));
  assert_string_equal(w.profiler, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum");
  assert_false(wl_why(m, WL_SECTORS, &w));
  assert_false(wl_session_ask_why(m, "sectors"));
  assert_false(wl_session_ask_why(m, "nonsense"));
  assert_true(wl_session_ask_why(m, "excess"));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Names that differ by operation and generation, as the profiler lists them. */
static void test_counters(void **state) {
  (void)state;
  static const struct { uint8_t cc, space, op, figure; const char *name; } rows[] = {
    {WL_CC_90, WL_GLOBAL, WL_LOAD, WL_WAVEFRONTS, "l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum"},
    {WL_CC_80, WL_GLOBAL, WL_LOAD, WL_WAVEFRONTS, "l1tex__data_pipe_lsu_wavefronts_mem_lg.sum"},
    {WL_CC_90, WL_GLOBAL, WL_COPY, WL_WAVEFRONTS, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"},
    {WL_CC_90, WL_GLOBAL, WL_COPY, WL_SECTORS,
     "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum"},
    {WL_CC_80, WL_GLOBAL, WL_COPY, WL_LINE_COUNT, ""},
    {WL_CC_90, WL_GLOBAL, WL_COPY_CG, WL_SECTORS, "l1tex__t_sectors_pipe_lsu_mem_lg.sum"},
    {WL_CC_90, WL_SHARED, WL_REDUCE, WL_REQUESTS, "smsp__inst_executed_op_shared_atom.sum"},
    {WL_CC_90, WL_SHARED, WL_MATRIX_LOAD, WL_REQUESTS, "smsp__inst_executed_op_ldsm.sum"},
    {WL_CC_61, WL_GLOBAL, WL_LOAD, WL_SECTORS, ""},
    {WL_CC_35, WL_GLOBAL, WL_STORE, WL_TRANSACTIONS, "gst_transactions"},
    {WL_CC_35, WL_GLOBAL, WL_REDUCE, WL_TRANSACTIONS, ""},
    {WL_CC_13, WL_GLOBAL, WL_LOAD, WL_TRANSACTIONS, ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_access a = {.space = rows[i].space, .op = rows[i].op, .width = 4, .mask = 1};
    char name[96];
    wl_counter_name(&wl_archs[rows[i].cc], &a, rows[i].figure, name, sizeof name);
    assert_string_equal(name, rows[i].name);
  }
}

/* Digits of a number, whatever stands between them. */
static unsigned long long number(const char *text) {
  unsigned long long n = 0;
  for (; *text; text++)
    if (*text >= '0' && *text <= '9') n = 10 * n + (unsigned)(*text - '0');
  return n;
}

/* Presses the key for the next figure until the first one comes again. */
static unsigned walk(struct wl_session *m, const char *view, bool seen[WL_SUBJECTS]) {
  unsigned count = 0, first;
  struct wl_why w;
  assert_true(wl_session_set_view(m, view));
  wl_session_do(m, WL_ACT_WHY, 1);
  first = wl_why_subject_now(m);
  do {
    unsigned now = wl_why_subject_now(m);
    char key[WL_WHY_SUBJECT_KEY];
    assert_non_null(wl_why_subject_key(now, key));
    assert_int_equal(wl_why_subject_named(key), now);
    assert_true(wl_why_subject_why(m, now, &w));
    assert_true(w.title[0] && w.value[0] && w.help[0] && w.count > 0);
    assert_true(w.rule->name[0] && w.rule->sentence[0] && w.rule->source[0]);
    seen[now] = true;
    wl_session_do(m, WL_ACT_WARP_NEXT, 1);
    assert_true(++count < WL_SUBJECTS);
  } while (wl_why_subject_now(m) != first);
  wl_session_do(m, WL_ACT_WHY, 1);
  return count;
}

/* Every figure of the views of memory, lines and generations can be asked about. */
static void test_every_view(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = wl_session_create();
  bool seen[WL_SUBJECTS] = {false};
  wl_session_show(m, s.trace, s.analysis);
  walk(m, "memory", seen);
  for (unsigned n = WL_WHY_SUBJECT_SM; n < WL_WHY_SUBJECT_LANE; n++) assert_true(seen[n]);
  for (enum wl_level l = 0; l < WL_LEVELS; l++) /* all are known of the H200 */
    assert_true(seen[WL_WHY_SUBJECT_LEVEL + l * WL_LEVEL_COLUMNS + WL_COLUMN_LATENCY]);
  assert_false(seen[WL_WHY_SUBJECT_CC]);
  walk(m, "compare", seen);
  for (unsigned n = WL_WHY_SUBJECT_CC; n < WL_SUBJECTS; n++) assert_true(seen[n]);
  walk(m, "source", seen);
  for (unsigned n = WL_WHY_SUBJECT_LINE; n < WL_WHY_SUBJECT_CC; n++) assert_true(seen[n]);
  walk(m, "lanes", seen);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* The least of the limits is the figure; what is asked of L2 is the sum of its rows. */
static void test_numbers(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = wl_session_create();
  struct wl_why w;
  unsigned long long sum = 0, least = ~0ull;
  wl_session_show(m, s.trace, s.analysis);
  assert_true(wl_why_subject_why(m, WL_WHY_SUBJECT_SM + WL_SM_BLOCKS, &w));
  for (size_t i = 0; i < w.count; i++)
    if (!w.row[i].sum && w.row[i].value[0] != 'a' && number(w.row[i].value) < least)
      least = number(w.row[i].value);
  assert_int_equal(least, number(w.value));
  assert_true(wl_why_subject_why(m, wl_why_subject_named("chart.l2_reads"), &w));
  for (size_t i = 0; i + 1 < w.count; i++)
    if (w.row[i].value[0]) sum += number(w.row[i].value);
  assert_true(sum > 0);
  assert_int_equal(sum, number(w.row[w.count - 1].value));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* A shuffle has no figure of memory, but a reason for what each lane reads. */
static void test_lanes(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = wl_session_create();
  struct wl_why w;
  wl_session_show(m, s.trace, s.analysis);
  const struct wl_step_info *spot = wl_session_spot(m);
  while (spot && spot->step.kind != WL_STEP_SHUFFLE) {
    assert_true(wl_session_select(m, m->selected + 1));
    spot = wl_session_spot(m);
  }
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    assert_true(wl_session_pick(m, lane));
    if (!(spot->step.access.mask >> lane & 1)) continue;
    assert_true(wl_why_subject_why(m, WL_WHY_SUBJECT_LANE + WL_LANE_SOURCE, &w));
    assert_int_equal(number(w.value), spot->step.source[lane]);
  }
  assert_false(wl_why_subject_why(m, WL_SECTORS, &w));
  wl_session_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_evidence_adds_up), cmocka_unit_test(test_profiler_names),
    cmocka_unit_test(test_counters),
    cmocka_unit_test(test_every_view), cmocka_unit_test(test_numbers),
    cmocka_unit_test(test_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
