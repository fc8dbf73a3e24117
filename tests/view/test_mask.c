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

#include "core/head.h"
#include "core/question.h"
#include "core/trace.h"
#include "scene_make.h"
#include "view/act.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/input.h"
#include "view/keymap.h"
#include "view/layout.h"
#include "view/mask.h"
#include "view/model.h"
#include "view/model_play.h"
#include "view/peaks.h"
#include "view/picture.h"
#include "view/present.h"
#include "view/selection.h"
#include "view/set.h"
#include "view/shown.h"
#include "view/state.h"
#include "view/view.h"
#include "view/want.h"

static const struct { int width, height; } sizes[] = {
  {20, 5}, {30, 8}, {40, 12}, {60, 16}, {70, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60},
};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void draw(struct wl_model *m, struct wl_canvas *c) {
  wl_canvas_clear(c);
  wl_model_draw(m, c);
}

static void row_text(const struct wl_canvas *c, int y, char *text) {
  for (int x = 0; x < wl_canvas_width(c); x++) {
    uint32_t code = wl_canvas_cell(c, x, y)->code;
    *text++ = code < 128 ? (char)code : '*';
  }
  *text = '\0';
}

/* Whether two pictures are the same outside `except`; says where they part. */
static bool same(const struct wl_canvas *a, const struct wl_canvas *b, const struct wl_rect *except,
                 size_t count, const char *what) {
  for (int y = 0; y < wl_canvas_height(a); y++)
    for (int x = 0; x < wl_canvas_width(a); x++) {
      bool skip = false;
      for (size_t i = 0; i < count; i++)
        skip |= x >= except[i].x && x < except[i].x + except[i].w && y >= except[i].y &&
                y < except[i].y + except[i].h;
      const struct wl_cell *p = wl_canvas_cell(a, x, y), *q = wl_canvas_cell(b, x, y);
      if (skip || (p->code == q->code && p->style == q->style)) continue;
      char one[256], two[256];
      row_text(a, y, one);
      row_text(b, y, two);
      if (what) print_error("%s %dx%d row %d:\n%s\n%s\n", what, wl_canvas_width(a),
                            wl_canvas_height(a), y, one, two);
      return false;
    }
  return true;
}

/* What the hardware makes of a step, put in the place of the truth: of another access
 * altogether. Nothing that the script says is changed. */
static void forge(struct wl_model *m, const struct wl_analysis *other) {
  struct wl_spot *s = &m->spot;
  assert_non_null(wl_model_bare(m));
  m->analysis = other;
  wl_peaks_again(m->peaks);
  m->mask.cover.valid = false;
  snprintf(m->poll.right, sizeof m->poll.right, "77");
  struct wl_access a = {.space = s->step.access.space, .op = WL_LOAD, .width = 4, .mask = 0xfffff};
  if (s->step.kind == WL_STEP_ACCESS) {
    if (a.space == WL_TEXTURE) a.pitch = 512;
    for (unsigned l = 0; l < WL_LANES; l++) a.address[l] = l * 52, a.second[l] = l;
    wl_explain(wl_model_arch(m), &a, &s->explain);
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

/* What hides the figures: nothing, the key, or a question of the script. */
enum hide { NOTHING, KEY, QUESTION };

static struct wl_model *at(struct scene s, size_t step, unsigned view, enum hide hide) {
  struct wl_model *m = wl_model_create();
  wl_model_show(m, s.trace, s.analysis);
  wl_model_mask(m, hide == KEY);
  wl_model_pose(m, hide == QUESTION);
  assert_true(wl_model_select(m, step));
  assert_true(wl_model_set_view(m, wl_views[view].name));
  return m;
}

/* Cells that differ between the truth and a forgery, summed over sizes. */
static unsigned differ(struct scene s, struct scene other, size_t step, unsigned view,
                       enum hide mask) {
  unsigned found = 0;
  struct wl_model *m = at(s, step, view, mask), *n = at(s, step, view, mask);
  forge(n, other.analysis);
  for (unsigned i = 0; i < SIZES; i++)
    for (int ascii = 0; ascii < 2; ascii++) {
      struct wl_canvas *a = wl_canvas_create(sizes[i].width, sizes[i].height, ascii);
      struct wl_canvas *b = wl_canvas_create(sizes[i].width, sizes[i].height, ascii);
      draw(m, a);
      draw(n, b);
      found += !same(a, b, NULL, 0, mask ? wl_views[view].name : NULL);
      for (unsigned fact = 1; fact <= WL_FACTS && view == 0; fact++) {
        m->present = n->present = true;
        wl_present_go(m, fact);
        wl_present_go(n, fact);
        draw(m, a);
        draw(n, b);
        found += !same(a, b, NULL, 0, mask ? "present" : NULL);
      }
      m->present = n->present = false;
      wl_canvas_destroy(a);
      wl_canvas_destroy(b);
    }
  wl_model_destroy(m);
  wl_model_destroy(n);
  return found;
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
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 3, .shared_bytes = 8192};
  snprintf(h.title, sizeof h.title, "A stride");
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 65536);
  h.array[1] = scene_array("s", WL_SHARED, scene_float, 0, 1, 2048);
  h.array[2] = scene_array("c", WL_CONSTANT, scene_float, 0, 1, 2048);
  struct scene s = scene_begin("stride.lua", text, &h);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_step step = scene_access(&h, rows[i].array, (enum wl_op)rows[i].op,
                                       scene_place(text, 1, rows[i].at));
    step.has_values = false;
    for (uint32_t t = 0; t < WL_LANES; t++) scene_element(&step, &h, t, 0, t * stride);
    scene_add(s, &step);
  }
  return scene_end(s);
}

/* The view that a row is the head of, in the column of views that begins at `x`; WL_VIEWS: of
 * none. The row of the tabs is that of the chosen view. */
static unsigned headed(const struct wl_model *m, const struct wl_canvas *c, int x, int y,
                       int tabs) {
  char text[256], name[32];
  if (wl_canvas_cell(c, x, y)->style != WL_STYLE_TAB) return WL_VIEWS;
  if (x == 0 && y == tabs) return m->view;
  row_text(c, y, text);
  for (unsigned v = 0; v < WL_VIEWS; v++) {
    int n = snprintf(name, sizeof name, "%u %s ", (v + 1) % 10, wl_views[v].name);
    if (strncmp(text + x + 1, name, (size_t)n) == 0) return v;
  }
  return WL_VIEW_TIMELINE; /* some other head */
}

/* Where the list of addresses is drawn: large screens have several views. */
static struct wl_rect lanes_place(const struct wl_model *m, const struct wl_canvas *c,
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
      for (unsigned i = 0; i < SIZES; i++) {
        if (strcmp(wl_views[v].name, "lanes") == 0) continue;
        struct wl_layout l;
        wl_layout(sizes[i].width, sizes[i].height, 0, &l);
        struct wl_canvas *a = wl_canvas_create(sizes[i].width, sizes[i].height, false);
        struct wl_canvas *b = wl_canvas_create(sizes[i].width, sizes[i].height, false);
        for (int mask = 1; mask >= 0; mask--) {
          enum hide hide = mask ? KEY : NOTHING;
          struct wl_model *m = at(s, step, v, hide), *n = at(other, step, v, hide);
          draw(m, a);
          draw(n, b);
          struct wl_rect open[] = {l.part[WL_PART_LANE], lanes_place(m, a, &l)};
          bool equal = same(a, b, open, 2, mask ? wl_views[v].name : NULL);
          if (mask) assert_true(equal);
          else told += !equal;
          wl_model_destroy(m);
          wl_model_destroy(n);
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
    for (unsigned i = 0; i < SIZES; i++) {
      struct wl_model *m = at(s, step, 0, KEY);
      struct wl_layout l;
      wl_layout(sizes[i].width, sizes[i].height, 0, &l);
      struct wl_canvas *c = wl_canvas_create(sizes[i].width, sizes[i].height, false);
      wl_model_key(m, '.');
      assert_true(wl_model_select(m, step));
      wl_model_key(m, ' ');
      wl_model_tick(m, 100);
      draw(m, c);
      struct wl_rect chosen = lanes_place(m, c, &l), *r = &chosen;
      assert_true(l.size <= WL_SIZE_TINY || r->h > 4);
      for (int y = r->y; y < r->y + r->h; y++) {
        char text[256];
        row_text(c, y, text);
        text[r->x + r->w] = '\0';
        for (size_t w = 0; l.size > WL_SIZE_TINY && w < sizeof words / sizeof words[0]; w++)
          if (strstr(text, words[w])) fail_msg("%dx%d: %s", sizes[i].width, sizes[i].height, text);
        for (int x = r->x; x < r->x + r->w; x++) {
          uint8_t style = wl_canvas_cell(c, x, y)->style;
          assert_true(style != WL_STYLE_NOW && style != WL_STYLE_DONE && style != WL_STYLE_BAD &&
                      style != WL_STYLE_WARN && style != WL_STYLE_CLASH &&
                      style != WL_STYLE_WASTE && style != WL_STYLE_GOOD);
        }
      }
      wl_canvas_destroy(c);
      wl_model_destroy(m);
    }
  scene_destroy(s);
}

/* No key gets at a figure: whatever is pressed, truth and forgery look the same. Keys
 * that take the mask off are left out, and those that ask for another recording. */
static void test_no_key_tells(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), other = scene_create("transpose", 1);
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    if (a == WL_ACT_MASK) continue;
    for (unsigned v = 0; v < WL_VIEWS; v++) {
      struct wl_model *m = at(s, 72, v, KEY), *n = at(s, 72, v, KEY);
      struct wl_canvas *x = wl_canvas_create(120, 40, false), *y = wl_canvas_create(120, 40, false);
      forge(n, other.analysis);
      wl_model_do(m, a, 0);
      wl_model_do(n, a, 0);
      draw(m, x);
      draw(n, y);
      assert_true(same(x, y, NULL, 0, wl_actions[a].name));
      assert_true(wl_model_selected(m) == wl_model_selected(n));
      assert_false(wl_model_wants(m) & WL_WANT_SUGGEST);
      wl_canvas_destroy(x);
      wl_canvas_destroy(y);
      wl_model_destroy(m);
      wl_model_destroy(n);
    }
  }
  scene_destroy(s);
  scene_destroy(other);
}

/* The mask hides the figures of the setting before, and shows all of them again. */
static void test_before_and_after(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), other = scene_create("transpose", 1);
  struct wl_model *m = at(s, 72, 2, NOTHING);
  struct wl_shown f;
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "32");
  wl_model_mask(m, true);
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "?");
  wl_model_show(m, other.trace, other.analysis);
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "?");
  assert_string_equal(f.before, "");
  wl_model_key(m, 'm');
  assert_true(wl_figure_show(m, WL_WAVEFRONTS, &f));
  assert_string_equal(f.value, "1");
  assert_string_equal(f.before, "32"); /* what was hidden is not lost */
  wl_model_destroy(m);
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
      struct wl_model *m = at(s, step, v, QUESTION), *n = at(s, step, v, QUESTION);
      struct wl_canvas *a = wl_canvas_create(120, 40, false), *b = wl_canvas_create(120, 40, false);
      for (const char *one = step ? "BBA" : "\r1\r8\r1\r", *two = step ? "CCC" : "\r9\r9\r9\r";
           *one;)
        wl_model_key(m, (uint32_t)*one++), wl_model_key(n, (uint32_t)*two++);
      assert_true(m->poll.count == 3 && n->poll.count == 3);
      draw(m, a);
      draw(n, b);
      assert_true(same(a, b, NULL, 0, "what was said"));
      wl_canvas_destroy(a);
      wl_canvas_destroy(b);
      wl_model_destroy(m);
      wl_model_destroy(n);
    }
  scene_destroy(s);
  scene_destroy(other);
}

/* Where it is asked how many lanes are active, that does not show either. */
static struct scene masked(uint32_t mask) {
  static const char text[] = "a[t]\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 1, .questions = 1};
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  h.question[0] = (struct wl_question){.line = 1, .array = WL_NO_ARRAY, .asked = WL_ASK_LANES,
                                       .text = "How many lanes are active?"};
  struct scene s = scene_begin("lanes.lua", text, &h);
  struct wl_step step = scene_access(&h, 0, WL_LOAD, scene_place(text, 1, "a[t]"));
  step.access.mask = mask;
  for (uint32_t t = 0; t < WL_LANES; t++) scene_element(&step, &h, t, 0, t);
  scene_add(s, &step);
  return scene_end(s);
}

static void test_active_lanes(void **state) {
  (void)state;
  struct scene s = masked(0xff), other = masked(0xffff0001);
  for (unsigned v = 0; v < WL_VIEWS; v++)
    for (unsigned i = 0; i < SIZES; i++) {
      struct wl_canvas *a = wl_canvas_create(sizes[i].width, sizes[i].height, false);
      struct wl_canvas *b = wl_canvas_create(sizes[i].width, sizes[i].height, false);
      for (int hide = QUESTION; hide >= NOTHING; hide -= QUESTION) {
        struct wl_model *m = at(s, 0, v, (enum hide)hide), *n = at(other, 0, v, (enum hide)hide);
        draw(m, a);
        draw(n, b);
        bool equal = same(a, b, NULL, 0, hide ? wl_views[v].name : NULL);
        assert_true(equal || !hide);
        if (v == 0) assert_true(equal == (hide == QUESTION));
        wl_model_destroy(m);
        wl_model_destroy(n);
      }
      wl_canvas_destroy(a);
      wl_canvas_destroy(b);
    }
  scene_destroy(s);
  scene_destroy(other);
}

/* Two scripts that differ in nothing but what they tell of the answer. */
static struct scene telling(const char *text, const char *about) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 1};
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  snprintf(h.about, sizeof h.about, "%s", about);
  struct scene s = scene_begin("telling.lua", text, &h);
  struct wl_step step = scene_access(&h, 0, WL_LOAD, scene_place(text, 6, "a[t]"));
  for (uint32_t t = 0; t < WL_LANES; t++) scene_element(&step, &h, t, 0, t);
  scene_add(s, &step);
  return scene_end(s);
}

static void test_the_script_tells_nothing(void **state) {
  (void)state;
  struct scene s = telling("lesson{ topic = 'a, }', flip = 'k=1' } -- }\n"
                           "measured({ x = {1, 2} })\n"
                           "mark(f(1, 2), 'tell them 32')\n"
                           "ask{ answer = '32 times', -- }\n  because = [=[ ]] 32 }]=] }\n"
                           "  b = a[t] -- 32 of them\n", "it takes 32");
  struct scene other = telling("lesson{ topic = 'b, }', flip = 'k=2' } -- }\n"
                               "measured({ x = {3, 4} })\n"
                               "mark(f(1, 2), 'say them 123')\n"
                               "ask{ answer = '17 times', -- }\n  because = [=[ ]] 17 }]=] }\n"
                               "  b = a[t] -- 17 of them\n", "it takes 17");
  unsigned told = 0;
  for (unsigned v = 0; v < WL_VIEWS; v++)
    for (unsigned i = 0; i < SIZES; i++) {
      struct wl_canvas *a = wl_canvas_create(sizes[i].width, sizes[i].height, true);
      struct wl_canvas *b = wl_canvas_create(sizes[i].width, sizes[i].height, true);
      for (int hide = KEY; hide >= NOTHING; hide -= KEY) {
        struct wl_model *m = at(s, 0, v, (enum hide)hide), *n = at(other, 0, v, (enum hide)hide);
        draw(m, a);
        draw(n, b);
        bool equal = same(a, b, NULL, 0, hide ? wl_views[v].name : NULL);
        assert_true(equal || !hide);
        told += !equal;
        wl_model_destroy(m);
        wl_model_destroy(n);
      }
      wl_canvas_destroy(a);
      wl_canvas_destroy(b);
    }
  assert_true(told > WL_VIEWS);
  scene_destroy(s);
  scene_destroy(other);
}

/* On the largest screens other instructions are beside the selected one, but none whose
 * question is still to come. */
static void test_others_keep_their_answers(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  for (int hide = NOTHING; hide <= QUESTION; hide += QUESTION) {
    struct wl_model *m = at(s, 0, WL_VIEW_LINES, (enum hide)hide);
    struct wl_canvas *c = wl_canvas_create(330, 100, true);
    bool found = false;
    if (hide) wl_model_key(m, 'm'); /* answers the question of the first step */
    assert_false(wl_model_masked(m));
    draw(m, c);
    for (int y = 0; y < 100; y++) {
      char text[331];
      row_text(c, y, text);
      found |= strstr(text, " step 1  line ") != NULL;
    }
    assert_int_equal(found, hide == NOTHING);
    wl_canvas_destroy(c);
    wl_model_destroy(m);
  }
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_nothing_known_shows), cmocka_unit_test(test_nothing_is_worked_out),
    cmocka_unit_test(test_lanes_only_ask),      cmocka_unit_test(test_no_key_tells),
    cmocka_unit_test(test_before_and_after), cmocka_unit_test(test_questions_hide_as_much),
    cmocka_unit_test(test_active_lanes), cmocka_unit_test(test_the_script_tells_nothing),
    cmocka_unit_test(test_others_keep_their_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
