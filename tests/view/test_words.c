/* Words on every kind of memory, operation and generation: there are some, they fit
 * the narrow screens, and they say what the counts say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "core/analysis/costs.h"
#include "session/compare/figure_text.h"
#include "session/session.h"
#include "session/state/selection.h"
#include "session/why/why.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/format.h"

enum { BASE = 0x7f000000, ROOM = 1 << 16, VERDICT = 76 /* cells on a screen of 80 */ };

/* Ways to use memory: element of each lane, and what it is of another lane. */
static uint32_t broadcast(uint32_t t) { return t * 0; }
static uint32_t in_a_row(uint32_t t) { return t; }
static uint32_t every_other(uint32_t t) { return 2 * t; }
static uint32_t far_apart(uint32_t t) { return 32 * t; }
static uint32_t four_each(uint32_t t) { return t / 4; }
static uint32_t scattered(uint32_t t) { return (t * 77 + 13) % 201; }
static uint32_t (*const ways[])(uint32_t) = {broadcast, in_a_row,  every_other,
                                             far_apart, four_each, scattered};
enum { WAYS = sizeof ways / sizeof ways[0] };
static const uint32_t masks[] = {0, 1u << 7, 0xff, 0xffff, 0x0f0f0f0f, UINT32_MAX};
enum { MASKS = sizeof masks / sizeof masks[0] };

static char where[128]; /* of a failure */

static void check(bool good, const char *what, const char *words) {
  if (good) return;
  fprintf(stderr, "%s: %s: %s\n", where, what, words);
  assert_true(false);
}

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

static unsigned addresses(const struct wl_access *a) {
  unsigned count = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool seen = !(a->mask >> l & 1);
    for (unsigned k = 0; k < l; k++) seen |= a->mask >> k & 1 && a->address[k] == a->address[l];
    count += !seen;
  }
  return count;
}

/* A verdict says no number of what is not known, and praises only what is best. */
static void check_verdict(const struct wl_step_info *s, const struct wl_arch *arch) {
  const struct wl_verdict *v = &s->verdict;
  const struct wl_counts *c = &s->explain.counts;
  const struct wl_access *a = &s->step.access;
  enum wl_space space = (enum wl_space)a->space;
  uint32_t cost, ideal;
  struct wl_canvas *canvas = wl_canvas_create(10, 1, false);
  wl_cost_of(c, space, &cost, &ideal);
  check(v->text[0] != '\0', "no verdict", "");
  check(wl_canvas_cells(canvas, v->text, -1) <= VERDICT, "too long", v->text);
  wl_canvas_destroy(canvas);
  if (!a->mask) return;
  check(v->rule != WL_RULE_NONE, "no rule", v->text);
  enum wl_meaning main = wl_figure_meaning(arch, a, wl_main_figure(space));
  if (main == WL_UNKNOWN) check(has(v->text, "not "), "says a number", v->text);
  if (main != WL_KNOWN) return;
  bool atomic = wl_op_is_atomic((enum wl_op)a->op);
  if (cost > ideal && !atomic) check(v->grade != WL_GRADE_GOOD, "praises an excess", v->text);
  if (has(v->text, "no byte wasted"))
    check(c->bytes_moved <= c->bytes_asked, "moves more", v->text);
  if (has(v->text, "the minimum")) check(cost <= ideal, "fewer would do", v->text);
  char different[32];
  snprintf(different, sizeof different, " %u different addresses", addresses(a));
  check(!has(v->text, "different addresses") || has(v->text, different), "miscounts", v->text);
  check(!has(v->text, " 1 sectors") && !has(v->text, " 1 lanes") && !has(v->text, " 1 lines") &&
          !has(v->text, " 1 wavefronts") && strncmp(v->text, "1 lanes", 7) != 0,
        "is no English", v->text);
}

/* Every figure has a rule that decided it, and evidence in words. */
static void check_why(struct wl_session *m, const struct wl_step_info *s) {
  for (unsigned f = 0; f < WL_SHOW_GAUGE; f++) {
    struct wl_why w;
    struct wl_figure_text shown;
    if (!wl_figure_show(m, f, &shown)) continue;
    check(wl_why(m, f, &w), "not explained", shown.title);
    check(w.title[0] && w.help[0] && w.rule->sentence[0] && w.rule->source[0], "empty", w.title);
    check(w.rule != &wl_rules[WL_RULE_NONE], "no rule", w.title);
    check(shown.unknown == (w.certainty == WL_NOT_KNOWN), "unknown, or not", w.title);
    check(w.count > 0 || !s->step.access.mask, "no evidence", w.title);
    unsigned sum = 0, numbers = 0;
    for (size_t i = 0; i < w.count; i++) {
      check(w.row[i].label[0] && (w.row[i].text[0] || w.row[i].value[0]), "empty row", w.title);
      if (w.row[i].sum || !w.row[i].value[0]) continue;
      sum += (unsigned)atoi(w.row[i].value + strcspn(w.row[i].value, "0123456789"));
      numbers++;
    }
    if (!numbers || shown.unknown || f == WL_SHOW_EFFICIENCY) continue;
    const char *digits = w.value + strcspn(w.value, "0123456789");
    check(sum == (unsigned)atoi(digits), "rows do not add up", w.title);
  }
}

static void show(const struct wl_arch *arch, const struct wl_access *a, struct wl_session *m) {
  static struct wl_head h;
  uint8_t packed[WL_STEP_MAX];
  struct wl_trace *trace = wl_trace_create(1, ROOM);
  struct wl_analysis *analysis = wl_analysis_create(wl_target_make(arch, NULL), 1, ROOM);
  struct wl_step step = {.kind = WL_STEP_ACCESS, .array = WL_NO_ARRAY, .live = UINT32_MAX,
                         .iteration = WL_NO_ITERATION, .place = {1, 1, 2}, .access = *a,
                         .type = {WL_FLOAT, 1}};
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}};
  assert_true(wl_trace_set_source(trace, "one.lua", "a[t]\n", 5));
  wl_trace_set_head(trace, &h);
  assert_true(wl_trace_add(trace, 0, step.block, packed, wl_step_pack(&step, packed)));
  assert_true(wl_analysis_add(analysis, 0, &step));
  wl_trace_close(trace, 0);
  wl_analysis_close(analysis, 0);
  wl_session_show(m, trace, analysis);
  const struct wl_step_info *s = wl_session_spot(m);
  assert_non_null(s);
  check_verdict(s, arch);
  check_why(m, s);
  wl_session_show(m, NULL, NULL);
  wl_trace_destroy(trace);
  wl_analysis_destroy(analysis);
}

static struct wl_access access_of(enum wl_space space, enum wl_op op, uint8_t width, unsigned way,
                                  unsigned mask) {
  struct wl_access a = {.space = (uint8_t)space, .op = (uint8_t)op, .width = width,
                        .mask = masks[mask]};
  for (uint32_t t = 0; t < WL_LANES; t++) {
    uint32_t i = ways[way](t);
    a.second[t] = op == WL_COPY ? t * 8 % 64 * width : i / 8 % 64;
    if (space == WL_TEXTURE) a.address[t] = i % 64;
    else a.address[t] = (uint64_t)i * width + (space == WL_GLOBAL ? BASE : 0);
  }
  a.layout = space == WL_TEXTURE && way % 2 ? WL_LAYOUT_PITCH : WL_LAYOUT_ARRAY;
  a.pitch = a.layout == WL_LAYOUT_PITCH ? 64u * width : 0;
  return a;
}

static void test_words(void **state) {
  (void)state;
  unsigned shown[WL_SPACES][WL_OPS] = {{0}};
  struct wl_session *m = wl_session_create();
  struct wl_diag d;
  for (size_t k = 0; k < wl_arch_count; k++)
    for (unsigned n = 0; n < WL_SPACES * WL_OPS * WAYS * MASKS; n++)
      for (uint8_t width = 1; width <= 16; width = (uint8_t)(2 * width)) {
        unsigned mask = n % MASKS, way = n / MASKS % WAYS, kind = n / MASKS / WAYS;
        enum wl_space space = (enum wl_space)(kind % WL_SPACES);
        enum wl_op op = (enum wl_op)(kind / WL_SPACES);
        struct wl_access a = access_of(space, op, width, way, mask);
        if (!wl_access_check(&wl_archs[k], &a, &d)) continue;
        snprintf(where, sizeof where, "cc %s, %s %s of %u bytes, way %u, lanes %08x",
                 wl_archs[k].cc, wl_space_names[space], wl_op_names[op], width, way, a.mask);
        show(&wl_archs[k], &a, m);
        shown[space][op]++;
      }
  wl_session_destroy(m);
  for (enum wl_op op = WL_LOAD; op <= WL_COPY; op++) assert_true(shown[WL_GLOBAL][op] > 0);
  for (enum wl_space s = 0; s < WL_SPACES; s++) assert_true(shown[s][WL_LOAD] > 0);
  assert_true(shown[WL_SHARED][WL_MATRIX_LOAD] > 0 && shown[WL_SHARED][WL_MATRIX_STORE] > 0);
}

/* Lanes that have no room one by one: as steps, where they are evenly apart, and only there. */
static void test_lanes(void **state) {
  (void)state;
  static const struct { uint32_t mask; const char *set, *brief; } rows[] = {
    {0x55555555, "lanes 0–30 in steps of 2", "0, 2 … 30"},
    {0x11111110, "lanes 4–28 in steps of 4", "4, 8 … 28"},
    {0x15555555, "lanes 0–28 in steps of 2", "0, 2 … 28"},
    {0x55555515, NULL, "15 lanes"},
    {0x80008000, "lanes 15, 31", "15, 31"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[28];
    wl_format_lane_set(rows[i].mask, text, sizeof text);
    if (rows[i].set) assert_string_equal(text, rows[i].set);
    else assert_string_equal(text + strlen(text) - strlen("…"), "…");
    char brief[160];
    bool named = wl_format_lanes_short(rows[i].mask, 10, brief, sizeof brief);
    assert_string_equal(brief, rows[i].brief);
    assert_int_equal(named, strstr(brief, "lane") == NULL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_lanes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
