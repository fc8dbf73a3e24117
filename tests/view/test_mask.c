/* No figure leaks while it is masked.
 *
 * What leaks is told from what does not by change: two models that differ in nothing
 * but what is hidden must give the same pictures, cell by cell, glyph and style; and
 * without the mask they must not. Every view is held to that, at every size and on
 * both kinds of canvas, so that a new view that leaks fails here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/trace/question.h"
#include "core/trace/trace.h"
#include "core/trace/trace_head.h"
#include "masked.h"
#include "scene_make.h"
#include "session/compare/figure_text.h"
#include "session/course/presentation.h"
#include "session/playback.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/search/cost_peaks.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/layout.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/keys/actions.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "view/screen/view_functions.h"
#include "words/figures.h"

/* What the hardware makes of a step, put in the place of the truth: of another access
 * altogether. Nothing that the script says is changed. */
static void forge_step(struct wl_session *m) {
  struct wl_step_info *s = &m->spot;
  snprintf(m->poll.right, sizeof m->poll.right, "77");
  struct wl_access a = {.space = s->step.access.space, .op = WL_LOAD, .width = 4, .mask = 0xfffff};
  if (s->step.kind == WL_STEP_ACCESS) {
    if (a.space == WL_TEXTURE) a.pitch = 512;
    for (unsigned l = 0; l < WL_LANES; l++) a.address[l] = l * 52, a.second[l] = l;
    wl_explain(wl_session_arch(m), &a, &s->explain);
    s->explain.counts.requests += 3;
  }
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool shuffle = s->step.kind == WL_STEP_SHUFFLE || s->step.kind == WL_STEP_VOTE;
    if (shuffle) s->step.source[l] = (uint8_t)(31 - s->step.source[l]), s->step.result[l] ^= 5;
  }
  if (s->step.kind == WL_STEP_MARK || s->step.kind == WL_STEP_BARRIER) return; /* not judged */
  s->verdict.grade = s->verdict.grade == WL_GRADE_GOOD ? WL_GRADE_BAD : WL_GRADE_GOOD;
  s->verdict.rule = WL_RULE_QUAD;
  snprintf(s->verdict.text, sizeof s->verdict.text, "something else");
}

static void forge(struct wl_session *m, const struct wl_analysis *other) {
  assert_non_null(wl_session_bare(m));
  m->analysis = other;
  wl_peaks_again(m->peaks);
  forge_step(m);
  wl_predict_settle(m);
}

/* Pictures that differ between the truth and a forgery, of a view and, with the first, of what is
 * presented; and what is said of them. */
static unsigned differ(struct scene s, struct scene other, size_t step, unsigned view,
                       enum masked mask) {
  struct wl_session *m = masked_at(s, step, view, mask), *n = masked_at(s, step, view, mask);
  forge(n, other.analysis);
  unsigned found = masked_differ(m, n, mask ? wl_views[view].name : NULL);
  for (unsigned fact = 1; fact <= WL_FACTS && view == 0; fact++) {
    m->present = n->present = true;
    wl_present_go(m, fact);
    wl_present_go(n, fact);
    found += masked_differ(m, n, mask ? "present" : NULL);
  }
  wl_session_destroy(m);
  wl_session_destroy(n);
  return found;
}

/* The mask that asks for a figure: another for each number. */
static enum masked asking(unsigned n) {
  return (enum masked)(FIGURE + n % (WL_SHOW_EFFICIENCY + 1));
}

/* No cell depends on what is known of the hardware: not on the explanation of the
 * step, nor its verdict, nor the sums of the recording. */
static void test_nothing_known_shows(void **state) {
  (void)state;
  static const struct { const char *name; int value, other; } scenes[] = {
    {"zoo", 2, 8}, {"transpose", 0, 1}, {"stride", 32, 1}, {"spaces", 0, 0},
  };
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    struct scene s = scene_create(scenes[i].name, scenes[i].value);
    struct scene other = scene_create(scenes[i].name, scenes[i].other);
    size_t count = wl_trace_count(s.trace) < 64 ? wl_trace_count(s.trace) : 64;
    for (size_t step = 0; step < count; step += count > 40 ? 7 : 1)
      for (unsigned v = 0; v < WL_VIEWS; v++) {
        assert_int_equal(differ(s, other, step, v, KEY), 0);
        assert_int_equal(differ(s, other, step, v, asking((unsigned)step + v)), 0);
        struct wl_step told;
        wl_trace_get(s.trace, step, &told);
        if (told.kind != WL_STEP_ACCESS || !told.access.mask) continue;
        assert_int_not_equal(differ(s, other, step, v, NOTHING), 0); /* it can be told apart */
      }
    scene_destroy(s);
    scene_destroy(other);
  }
}

/* One access of each memory, `stride` elements from lane to lane, without parameters:
 * two such recordings differ in addresses and in what follows from them. */
static struct scene strided(uint32_t stride) {
  static const char text[] = "a[t * n], a[t * n] = 1, s[t * n], s[t * n] = 1, c[t * n]\n";
  static const struct { uint8_t array, op; const char *at; } rows[] = {
    {0, WL_LOAD, "a[t * n]"}, {0, WL_STORE, "a[t * n]"}, {0, WL_REDUCE, "a[t * n]"},
    {1, WL_LOAD, "s[t * n]"}, {1, WL_STORE, "s[t * n]"}, {2, WL_LOAD, "c[t * n]"},
  };
  static struct wl_head h;
  h = masked_head("A stride");
  h.arrays = 3;
  h.shared_bytes = 8192;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 65536);
  h.array[1] = scene_array("s", WL_SHARED, scene_float, 0, 1, 2048);
  h.array[2] = scene_array("c", WL_CONSTANT, scene_float, 0, 1, 2048);
  struct scene s = scene_begin("stride.lua", text, &h);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_step step = masked_step(&h, rows[i].array, (enum wl_op)rows[i].op,
                                      scene_place(text, 1, rows[i].at), stride);
    scene_add(s, &step);
  }
  return scene_end(s);
}

/* Whichever figure is asked for, of each memory, no view tells it. */
static void test_no_figure_tells_another(void **state) {
  (void)state;
  struct scene s = strided(32), other = strided(1);
  unsigned asked = 0;
  for (unsigned f = 0; f <= WL_SHOW_EFFICIENCY; f++)
    for (size_t step = 0; step < wl_trace_count(s.trace); step++)
      for (unsigned v = 0; v < WL_VIEWS; v++) {
        struct wl_session *m = masked_at(s, step, v, (enum masked)(FIGURE + f));
        assert_true(wl_session_masked(m));
        asked += m->poll.question.asked == f;
        wl_session_destroy(m);
        assert_int_equal(differ(s, other, step, v, (enum masked)(FIGURE + f)), 0);
      }
  assert_true(asked > 40 * WL_VIEWS);
  scene_destroy(s);
  scene_destroy(other);
}

/* The view that a row is the head of, in the column of views that begins at `x`; WL_VIEWS: of
 * none. The row of the tabs is that of the chosen view. */
static unsigned headed(const struct wl_session *m, const struct wl_canvas *c, int x, int y,
                       int tabs) {
  char text[256], name[32];
  if (x == 0 && y == tabs) return m->view;
  if (wl_canvas_cell(c, x, y)->style != WL_STYLE_TAB) return WL_VIEWS;
  masked_row(c, y, text);
  for (unsigned v = 0; v < WL_VIEWS; v++) {
    int n = snprintf(name, sizeof name, "%u %s ", (v + 1) % 10, wl_views[v].name);
    if (strncmp(text + x + 1, name, (size_t)n) == 0) return v;
  }
  return WL_VIEW_TIMELINE; /* some other head */
}

/* Where the list of addresses is drawn: large screens have several views. */
static struct wl_rect lanes_place(const struct wl_session *m, const struct wl_canvas *c,
                                  const struct wl_layout *l) {
  struct wl_rect r = l->part[WL_PART_VIEW];
  int columns = l->size == WL_SIZE_WALL ? 2 : 1;
  if (l->size < WL_SIZE_FULL) return m->view == WL_VIEW_LANES ? r : (struct wl_rect){0};
  for (int k = 0; k < columns; k++) {
    int x = k * r.w / 2, from = 0;
    for (int y = r.y - 1; y <= r.y + r.h; y++) {
      unsigned view = y < r.y + r.h ? headed(m, c, x + k, y, r.y - 1) : WL_VIEW_TIMELINE;
      if (from && view != WL_VIEWS) return (struct wl_rect){x, from, r.w / columns, y - from};
      if (view == WL_VIEW_LANES) from = y + 1;
    }
  }
  return (struct wl_rect){0};
}

/* Views that are no list of addresses do not depend on the addresses either, so that
 * nothing is worked out from them while drawing. The picked lane tells its own. */
static void test_nothing_is_worked_out(void **state) {
  (void)state;
  struct scene s = strided(1), other = strided(32);
  unsigned told = 0;
  for (size_t step = 0; step < wl_trace_count(s.trace); step++)
    for (unsigned v = 0; v < WL_VIEWS; v++)
      for (unsigned i = 0; i < MASKED_SIZES; i++) {
        if (strcmp(wl_views[v].name, "lanes") == 0) continue;
        struct wl_canvas *a = masked_canvas(i, false);
        struct wl_canvas *b = masked_canvas(i, false);
        for (int mask = 2; mask >= 0; mask--) {
          enum masked hide = mask == 2 ? asking((unsigned)step + v + i) : mask ? KEY : NOTHING;
          struct wl_session *m = masked_at(s, step, v, hide), *n = masked_at(other, step, v, hide);
          masked_draw(m, a);
          masked_draw(n, b);
          const struct wl_layout *l = &m->drawn.layout;
          struct wl_rect open[] = {l->part[WL_PART_LANE], lanes_place(m, a, l)};
          bool equal = masked_same(a, b, open, 2, mask ? wl_views[v].name : NULL);
          if (mask) assert_true(equal);
          else told += !equal;
          wl_session_destroy(m);
          wl_session_destroy(n);
        }
        wl_canvas_destroy(a);
        wl_canvas_destroy(b);
      }
  assert_true(told > 100);
  scene_destroy(s);
  scene_destroy(other);
}

/* The list of addresses names no bank, line, sector or pass, and colours no lane by
 * who serves it. */
static void test_lanes_only_ask(void **state) {
  (void)state;
  static const char *const words[] = {"bank", "sector", "pass", "trans", "wave "};
  struct scene s = strided(32);
  for (size_t step = 0; step < wl_trace_count(s.trace); step++)
    for (unsigned i = 0; i < MASKED_SIZES; i++) {
      struct wl_session *m = masked_at(s, step, 0, KEY);
      struct wl_layout l;
      wl_layout(masked_sizes[i].width, masked_sizes[i].height, 0, &l);
      struct wl_canvas *c = masked_canvas(i, false);
      wl_session_key(m, '.');
      assert_true(wl_session_select(m, step));
      wl_session_key(m, ' ');
      wl_session_tick(m, 100);
      masked_draw(m, c);
      struct wl_rect chosen = lanes_place(m, c, &l), *r = &chosen;
      assert_true(r->h > 4);
      for (int y = r->y; y < r->y + r->h; y++) {
        char text[256];
        masked_row(c, y, text);
        text[r->x + r->w] = '\0';
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
          if (strstr(text, words[w])) fail_msg("%d columns: %s", wl_canvas_width(c), text);
        for (int x = r->x; x < r->x + r->w; x++) {
          uint8_t style = wl_canvas_cell(c, x, y)->style;
          assert_true(style != WL_STYLE_NOW && style != WL_STYLE_DONE && style != WL_STYLE_BAD &&
                      style != WL_STYLE_WARN && style != WL_STYLE_CLASH &&
                      style != WL_STYLE_WASTE && style != WL_STYLE_GOOD);
        }
      }
      wl_canvas_destroy(c);
      wl_session_destroy(m);
    }
  scene_destroy(s);
}

/* No key gets at a figure: whatever is pressed, truth and forgery look the same. Keys
 * that take the mask off are left out, and those that ask for another recording. */
static void test_no_key_tells(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), other = scene_create("transpose", 1);
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    if (a == WL_ACT_MASK || a == WL_ACT_NO_QUESTIONS) continue; /* these show them */
    for (unsigned v = 0; v < WL_VIEWS; v++) {
      struct wl_session *m = masked_at(s, 72, v, KEY), *n = masked_at(s, 72, v, KEY);
      struct wl_canvas *x = wl_canvas_create(120, 40, false), *y = wl_canvas_create(120, 40, false);
      forge(n, other.analysis);
      wl_session_do(m, a, 0);
      wl_session_do(n, a, 0);
      masked_draw(m, x);
      masked_draw(n, y);
      assert_true(masked_same(x, y, NULL, 0, wl_actions[a].name));
      assert_true(m->selected == n->selected);
      assert_false(wl_session_requests(m) & WL_REQUEST_SUGGEST);
      wl_canvas_destroy(x);
      wl_canvas_destroy(y);
      wl_session_destroy(m);
      wl_session_destroy(n);
    }
  }
  scene_destroy(s);
  scene_destroy(other);
}

/* The mask hides the figures of the setting before, and shows all of them again. */
static void test_before_and_after(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), other = scene_create("transpose", 1);
  struct wl_session *m = masked_at(s, 72, 2, NOTHING);
  struct wl_figure_text f;
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "32");
  wl_session_mask(m, true);
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "?");
  wl_session_show(m, other.trace, other.analysis);
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "?");
  assert_string_equal(f.before, "");
  wl_session_key(m, 'm');
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "1");
  assert_string_equal(f.before, "32"); /* what was hidden is not lost */
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(other);
}

/* A question of the script hides as much, and what is said so far sways nobody. */
static void test_questions_hide_as_much(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32), other = scene_create("ask", 1);
  for (size_t step = 0; step < 2; step++)
    for (unsigned v = 0; v < WL_VIEWS; v++) {
      assert_int_equal(differ(s, other, step, v, QUESTION), 0);
      assert_int_not_equal(differ(s, other, step, v, NOTHING), 0);
      struct wl_session *m = masked_at(s, step, v, QUESTION), *n = masked_at(s, step, v, QUESTION);
      struct wl_canvas *a = wl_canvas_create(120, 40, false), *b = wl_canvas_create(120, 40, false);
      for (const char *one = step ? "BBA" : "\r1\r8\r1\r", *two = step ? "CCC" : "\r9\r9\r9\r";
           *one;)
        wl_session_key(m, (uint32_t)*one++), wl_session_key(n, (uint32_t)*two++);
      assert_true(m->poll.count == 3 && n->poll.count == 3);
      masked_draw(m, a);
      masked_draw(n, b);
      assert_true(masked_same(a, b, NULL, 0, "what was said"));
      wl_canvas_destroy(a);
      wl_canvas_destroy(b);
      wl_session_destroy(m);
      wl_session_destroy(n);
    }
  scene_destroy(s);
  scene_destroy(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_nothing_known_shows), cmocka_unit_test(test_nothing_is_worked_out),
    cmocka_unit_test(test_lanes_only_ask),      cmocka_unit_test(test_no_key_tells),
    cmocka_unit_test(test_before_and_after),
    cmocka_unit_test(test_no_figure_tells_another), cmocka_unit_test(test_questions_hide_as_much),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
