/* What a script itself tells of an answer is not to be seen while that is asked: its comments,
 * its lessons and questions, how many lanes are active. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/diag.h"
#include "core/trace/question.h"
#include "core/trace/trace_head.h"
#include "masked.h"
#include "scene_make.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/search/search.h"
#include "view/keys/input.h"
#include "view/screen/view_functions.h"
#include "words/figures.h"

/* Where it is asked how many lanes are active, that does not show either. */
static struct scene masked(uint32_t mask) {
  static const char text[] = "a[t]\n";
  static struct wl_head h;
  h = masked_head("");
  h.arrays = 1;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  struct wl_question q = {.array = WL_NO_ARRAY, .asked = WL_ASK_LANES,
                          .text = "How many lanes are active?"};
  struct scene s = scene_begin("lanes.lua", text, &h);
  struct wl_step step = masked_step(&h, 0, WL_LOAD, scene_place(text, 1, "a[t]"), 1);
  step.access.mask = mask;
  step.question = scene_ask(s, &q);
  scene_add(s, &step);
  return scene_end(s);
}

/* Sizes at which a view of two scenes differs, and what is said of it. */
static unsigned differ(struct scene s, struct scene other, unsigned view, enum masked hide) {
  struct wl_session *m = masked_at(s, 0, view, hide), *n = masked_at(other, 0, view, hide);
  unsigned found = masked_differ(m, n, hide ? wl_views[view].name : NULL);
  wl_session_destroy(m);
  wl_session_destroy(n);
  return found;
}

static void test_active_lanes(void **state) {
  (void)state;
  struct scene s = masked(0xff), other = masked(0xffff0001);
  for (unsigned v = 0; v < WL_VIEWS; v++) assert_int_equal(differ(s, other, v, QUESTION), 0);
  for (unsigned v = 0; v < WL_VIEWS; v++)
    assert_int_equal(differ(s, other, v, (enum masked)(FIGURE + WL_SHOW_LANES)), 0);
  assert_int_equal(differ(s, other, WL_VIEW_LANES, NOTHING), 2 * MASKED_SIZES + 1);
  scene_destroy(s);
  scene_destroy(other);
}

/* Two scripts that differ in nothing but what they tell of the answer. */
static struct scene telling(const char *text, const char *about) {
  static struct wl_head h;
  h = masked_head("");
  h.arrays = 1;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  snprintf(h.about, sizeof h.about, "%s", about);
  struct scene s = scene_begin("telling.lua", text, &h);
  struct wl_step step = masked_step(&h, 0, WL_LOAD, scene_place(text, 6, "a[t]"), 1);
  scene_add(s, &step);
  return scene_end(s);
}

static void test_the_script_tells_nothing(void **state) {
  (void)state;
  struct scene s = telling("lesson{ topic = 'a, }', flip = 'k=1' } -- }\n"
                           "measured({ x = {1, 2} })\n"
                           "at('x', { notes = f(1, 2, 'tell them 32') })\n"
                           "at('y', { answer = '32 times', -- }\n  because = [=[ ]] 32 }]=] })\n"
                           "  b = a[t] -- 32 of them\n"
                           "function kernel() local k <const> = 1 end\n"
                           "local w <const> = ({ 32 })[1]\n", "it takes 32");
  struct scene other = telling("lesson{ topic = 'b, }', flip = 'k=2' } -- }\n"
                               "measured({ x = {3, 4} })\n"
                               "at('x', { notes = f(1, 2, 'say them 123') })\n"
                               "at('y', { answer = '17 times', -- }\n"
                               "  because = [=[ ]] 17 }]=] })\n"
                               "  b = a[t] -- 17 of them\n"
                               "function kernel() local k <const> = 1 end\n"
                               "local w <const> = ({ 17 })[1]\n", "it takes 17");
  unsigned told = 0;
  for (unsigned v = 0; v < WL_VIEWS; v++) {
    assert_int_equal(differ(s, other, v, KEY), 0);
    told += differ(s, other, v, NOTHING);
  }
  assert_true(told > 2 * WL_VIEWS);
  scene_destroy(s);
  scene_destroy(other);
}

/* A word that stands in sight and in a comment is found by the step of the comment's line only
 * while that is in sight, too. */
static void test_search(void **state) {
  (void)state;
  struct scene s = telling("local w\nlocal rows = 3\n\n\n\n  b = a[t] -- Rows 32 apart\n", "");
  struct wl_session *m = masked_at(s, 0, WL_VIEW_LINES, NOTHING);
  struct wl_diag d;
  size_t found;
  const char *text;
  assert_true(wl_find_set(m, "rows", &d));
  for (unsigned shown = 1; shown < 6; shown++) {
    assert_true(wl_found(m, &found, &text));
    assert_int_equal(found, shown & 1);
    assert_int_equal(wl_found_step(m, 0), shown & 1);
    wl_session_mask(m, shown & 1);
  }
  wl_session_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_active_lanes), cmocka_unit_test(test_the_script_tells_nothing),
    cmocka_unit_test(test_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
