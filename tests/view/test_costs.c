/* What lines cost, and did before a change: added up again, and shown where it may be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/explain/metric.h"
#include "core/trace/trace.h"
#include "press.h"
#include "session/compare/line_costs.h"
#include "session/predict/hide_figures.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/settings/undo.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

/* A recording as the run that was begun last has made it. */
static void show(struct wl_session *m, struct scene s) {
  wl_session_event(m, WL_EVENT_STARTED);
  wl_session_show(m, s.trace, s.analysis);
  wl_session_event(m, WL_EVENT_COMPLETE);
}

/* Step by step, from the recording. */
static struct wl_line_sums add_up(const struct wl_trace *trace, const struct wl_arch *arch,
                                  uint32_t line) {
  struct wl_line_sums t = wl_line_sums_none(line);
  struct wl_step s;
  for (size_t i = 0; wl_trace_get(trace, i, &s); i++) {
    struct wl_counts c;
    if (s.kind != WL_STEP_ACCESS || s.place.line != line) continue;
    wl_count(arch, &s.access, &c);
    bool sectors = s.access.space == WL_GLOBAL;
    assert_true(sectors || s.access.space == WL_SHARED);
    uint32_t cost = sectors ? c.sectors : c.wavefronts;
    uint32_t ideal = sectors ? c.ideal_sectors : c.ideal_wavefronts;
    if (s.access.space == WL_GLOBAL && s.access.op == WL_LOAD) t.hit_rate = 0; /* once each */
    t.requests += c.requests;
    t.cost[sectors ? WL_UNIT_SECTORS : WL_UNIT_WAVEFRONTS] += cost;
    t.excess += cost - ideal;
  }
  return t;
}

static void test_sums(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_session *m = wl_session_create();
  uint64_t all = 0;
  show(m, s);
  assert_null(wl_costs_before(m)); /* there was nothing */
  show(m, t);
  const struct wl_costs *before = wl_costs_before(m);
  assert_true(before && before->count == 2);
  for (size_t i = 0; i < before->count; i++) {
    struct wl_line_sums sums, slow = add_up(s.trace, wl_analysis_arch(s.analysis),
                                            before->line[i].line);
    assert_true(slow.requests > 0 && wl_costs_line(before, slow.line, &sums));
    assert_memory_equal(&sums, &slow, sizeof slow);
    all += slow.cost[WL_UNIT_SECTORS] + slow.cost[WL_UNIT_WAVEFRONTS];
  }
  assert_int_equal(before->all, all);
  struct wl_memory_chart chart;
  wl_memory_chart(s.analysis, &chart);
  for (enum wl_chart_part p = 0; p < WL_CHART_PARTS; p++)
    assert_true(before->chart.part[p].model == chart.part[p].model);
  assert_true(chart.part[WL_CHART_SHARED].model > 0);
  struct wl_line_sums none;
  assert_true(wl_costs_line(before, 1, &none)); /* it costs nothing, and that is known */
  assert_int_equal(none.requests, 0);
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* Neither while a run goes on, nor where figures are hidden, nor once it was sent away. */
static void test_when(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_session *m = wl_session_create();
  show(m, s);
  press(m, "PageDown Right 6 p +");
  wl_session_event(m, WL_EVENT_STARTED);
  wl_session_show(m, t.trace, t.analysis);
  wl_session_progress(m, 1, 2);
  assert_null(wl_costs_before(m));
  assert_false(has_text(m, 80, 24, " was "));
  assert_int_equal(wl_session_line_sum(m, &wl_session_spot(m)->step).instructions, 0);
  wl_session_event(m, WL_EVENT_COMPLETE);
  wl_session_progress(m, 0, 0);
  assert_int_not_equal(wl_session_line_sum(m, &wl_session_spot(m)->step).instructions, 0);
  assert_non_null(wl_costs_before(m));
  assert_true(has_text(m, 80, 24, " was "));
  assert_true(has_text(m, 80, 24, "88>50 %"));
  press(m, "7");
  assert_true(has_text(m, 80, 24, "256 wavefronts was 4,224"));
  press(m, "m");
  assert_false(has_text(m, 80, 24, "4,224"));
  press(m, "6");
  assert_false(has_text(m, 80, 24, " was "));
  assert_false(has_text(m, 80, 24, "88>"));
  press(m, "m Escape Escape");
  assert_null(wl_costs_before(m));
  assert_false(has_text(m, 80, 24, " was "));
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* What the mask hid while the change was made is there behind it. */
static void test_masked(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_session *m = wl_session_create();
  show(m, s);
  press(m, "PageDown Right 6 m p +");
  show(m, t);
  assert_null(wl_costs_before(m));
  assert_false(has_text(m, 80, 24, " was "));
  press(m, "m");
  assert_true(has_text(m, 80, 24, " was "));
  assert_true(has_text(m, 80, 24, "88>50 %"));
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* Rows from before scroll with the others: the first and the last line come into sight, and no
 * further. */
static void test_scrolled(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_session *m = wl_session_create();
  show(m, s);
  press(m, "6 p +");
  show(m, t);
  press(m, "Escape");
  unsigned lines = wl_trace_lines(t.trace);
  for (int by_cost = 0; by_cost < 2; by_cost++, press(m, "e"))
    for (int height = 18; height < 30; height++) {
      char last[16];
      has_text(m, 80, height, "");
      for (unsigned i = 0; i < 2 * lines; i++) press(m, "J");
      assert_true(has_text(m, 80, height, by_cost ? " was " : "  22 "));
      assert_int_equal(lines, 22);
      snprintf(last, sizeof last, "%d", m->scroll);
      press(m, "J");
      has_text(m, 80, height, "");
      assert_int_equal(m->scroll, atoi(last)); /* it stops there */
      for (unsigned i = 0; i < 2 * lines; i++) press(m, "K");
      assert_true(has_text(m, 80, height, by_cost ? "  20 " : "   1 "));
    }
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* What a run shows that is not whole is compared with what was before; if nothing comes of it,
 * the last good one is compared with nothing. */
static void test_back(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct scene part = scene_create("transpose", 2);
  struct wl_session *m = wl_session_create();
  show(m, s);
  press(m, "p +");
  show(m, t);
  assert_non_null(wl_costs_before(m));
  press(m, "+");
  wl_session_event(m, WL_EVENT_STARTED);
  wl_session_show(m, part.trace, part.analysis);
  assert_null(wl_costs_before(m));
  wl_session_show(m, t.trace, t.analysis);
  assert_null(wl_costs_before(m));
  press(m, "7");
  assert_false(has_text(m, 80, 24, ">4,224")); /* nor are blocks */
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
  scene_destroy(part);
}

/* A script of lines "a;b;c". */
static struct wl_trace *script(const char *lines) {
  static const struct wl_head head = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
  char text[128];
  size_t size = 0;
  for (const char *s = lines; *s; s++) text[size++] = *s == ';' ? '\n' : *s;
  struct wl_trace *t = wl_trace_create(1, 0);
  assert_non_null(t);
  assert_true(wl_trace_set_source(t, "lines.lua", text, size));
  wl_trace_set_head(t, &head);
  return t;
}

/* What each line of `to` cost before it was edited, by way of `by` if there is one, where lines of
 * `from` cost their number. */
static void follow(const char *from, const char *by, const char *to, const char *want) {
  struct wl_trace *t = script(from), *u = script(to), *v = by ? script(by) : NULL;
  size_t lines = wl_trace_lines(t), size = 0;
  struct wl_costs *c = calloc(1, sizeof *c + lines * sizeof c->line[0]);
  char got[128] = "";
  assert_non_null(c);
  for (; c->count < lines; c->count++)
    c->line[c->count] = (struct wl_line_sums){.line = (uint32_t)c->count + 1,
                                              .requests = c->count + 1};
  if (v) wl_costs_follow(c, t, v);
  wl_costs_follow(c, v ? v : t, u);
  for (uint32_t n = 1; n <= wl_trace_lines(u); n++) {
    struct wl_line_sums sums;
    bool known = wl_costs_line(c, n, &sums);
    size += (size_t)snprintf(got + size, sizeof got - size, known ? "%llu " : "? ",
                             (unsigned long long)sums.requests);
  }
  assert_string_equal(got, want);
  wl_costs_drop(c);
  wl_trace_destroy(t);
  wl_trace_destroy(u);
  wl_trace_destroy(v);
}

/* Lines of an edited script stay with their text; of others nothing is known, unless as many are
 * in their place. */
static void test_edited(void **state) {
  (void)state;
  follow("a;b;c;d", NULL, "a;b;c;d", "1 2 3 4 ");
  follow("a;b;c;d", NULL, "a;x;c;d", "1 2 3 4 "); /* the same line, written otherwise */
  follow("a;b;c;d", NULL, "a;n;b;c;d", "1 ? 2 3 4 ");
  follow("a;b;c;d", NULL, "a;c;d", "1 3 4 ");
  follow("a;b;c;d;e", NULL, "n;a;b;c;x;e", "? 1 2 3 ? 5 ");
  follow("a;b;c;d;e", NULL, "a;x;d;y;z;e", "1 ? 4 ? ? 5 ");
  follow("a;b;c", NULL, "", "");
  follow("a;b;c;d;e", "a;n;b;c;d;e", "a;n;b;c;d;m;e", "1 ? 2 3 4 ? 5 "); /* one by one */
  follow("a;b;c;d;e", "a;b;c;d;m;e", "a;n;b;c;d;m;e", "1 ? 2 3 4 ? 5 ");
  follow("a;b;c;d", "a;n;b;c;d", "a;n;b;x;d", "1 ? 2 3 4 ");
}

/* While a question is open nothing is kept to compare with. */
static void test_asked(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32), t = scene_create("ask", 1);
  for (int poses = 0; poses < 2; poses++) {
    struct wl_session *m = wl_session_create();
    wl_session_pose(m, poses);
    show(m, s);
    assert_int_equal(m->disclosure.totals, !poses);
    show(m, t);
    assert_int_equal(m->past.last.costs != NULL, !poses);
    wl_session_destroy(m);
  }
  scene_destroy(s);
  scene_destroy(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sums), cmocka_unit_test(test_when), cmocka_unit_test(test_masked),
    cmocka_unit_test(test_scrolled), cmocka_unit_test(test_back),
    cmocka_unit_test(test_edited), cmocka_unit_test(test_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
