/* What is still to be asked is told nowhere before: two runs that differ in nothing else look
 * and sound alike, whatever is pressed, until all is answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/trace/question.h"
#include "masked.h"
#include "press.h"
#include "scene_make.h"
#include "session/course/presentation.h"
#include "session/predict/hide_figures.h"
#include "session/select/setters.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/screen/view_functions.h"

enum { TURNS = 3 };

/* What is asked of line 2: nothing, another thing in every turn of its loop, or the same in all. */
enum asker { NOBODY, TURN, LINE };

/* A load of line 1, then one of line 2 in each turn of a loop, `stride` elements from lane to lane
 * from the second turn on; before a question about line 2 from the first on. */
static struct scene looped(enum asker asker, uint32_t stride) {
  static const char text[] = "x = a[t]\ny = b[t * i]\n";
  static struct wl_head h;
  h = masked_head("A loop");
  h.arrays = 2;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  h.array[1] = scene_array("b", WL_SHARED, scene_float, 0, 1, 2048);
  struct wl_question q = {.array = WL_NO_ARRAY, .asked = WL_WAVEFRONTS, .text = "How many?"};
  struct scene s = scene_begin("loop.lua", text, &h);
  struct wl_lesson_data l = {.measurements = 1};
  l.measured[0] = (struct wl_measured){.chip = "H200", .with = "i=8", .times = 1,
                                       .gbps = 100.0 * stride};
  assert_true(wl_trace_set_lesson(s.trace, &l));
  uint8_t line = asker == LINE ? scene_ask(s, &q) : 0;
  struct wl_step step = masked_step(&h, 0, WL_LOAD, scene_place(text, 1, "a[t]"), 1);
  scene_add(s, &step);
  for (unsigned turn = 0; turn < TURNS; turn++) {
    uint32_t by = turn || asker != TURN ? stride : 1;
    step = masked_step(&h, 1, WL_LOAD, scene_place(text, 2, "b[t * i]"), by);
    step.iteration = turn;
    snprintf(q.text, sizeof q.text, "How many in turn %u?", turn);
    step.question = asker == TURN ? scene_ask(s, &q) : line;
    scene_add(s, &step);
  }
  return scene_end(s);
}

/* How much differs, at the step that both have selected, in all views, and once more where each
 * key is pressed that looks for costs. */
static unsigned differ(struct wl_session *m, struct wl_session *n, bool told) {
  static const char *const keys[] = {"", "s", "/ e x c e s s > 0 Enter", "Escape", "6 e", "e"};
  unsigned found = 0;
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
    press(m, keys[k]);
    press(n, keys[k]);
    for (unsigned v = 0; v < WL_VIEWS; v++) {
      assert_true(wl_session_set_view(m, wl_views[v].name));
      assert_true(wl_session_set_view(n, wl_views[v].name));
      found += masked_differ(m, n, told ? NULL : wl_views[v].name);
    }
    found += m->selected != n->selected;
  }
  return found;
}

static struct wl_session *at(struct scene s, enum masked hide, size_t step) {
  return masked_at(s, step, WL_VIEW_TIMELINE, hide);
}

/* What is asked of a line is about one array: the others of the line are seen, and what the
 * whole line costs is not. */
static void test_one_array_of_a_line(void **state) {
  (void)state;
  static const char text[] = "x = 1\ny = a[t] + b[t]\n";
  static struct wl_head h;
  h = masked_head("A line");
  h.arrays = 2;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  h.array[1] = scene_array("b", WL_SHARED, scene_float, 0, 1, 2048);
  struct wl_question q = {.array = 1, .asked = WL_WAVEFRONTS, .text = "How many?"};
  struct scene s = scene_begin("line.lua", text, &h);
  uint8_t asked = scene_ask(s, &q);
  for (unsigned turn = 0; turn < TURNS; turn++) {
    struct wl_step step = masked_step(&h, 0, WL_LOAD, scene_place(text, 2, "a[t]"), 1);
    step.iteration = turn;
    scene_add(s, &step);
    step = masked_step(&h, 1, WL_LOAD, scene_place(text, 2, "b[t]"), 2);
    step.iteration = turn;
    step.question = asked;
    scene_add(s, &step);
  }
  s = scene_end(s);
  struct wl_session *m = at(s, QUESTION, 0);
  assert_false(wl_session_masked(m));
  assert_true(m->open.count == 1);
  assert_true(wl_session_select(m, 1) && wl_session_masked(m));
  press(m, "Enter 1 Enter Enter");
  assert_false(wl_session_masked(m));
  assert_true(wl_session_select(m, 3) && !wl_session_masked(m)); /* asked once */
  wl_session_destroy(m);
  scene_destroy(s);
}

/* The other access of the array on the same line costs as much: it waits for the answer, too. */
static void test_beside(void **state) {
  (void)state;
  static const char text[] = "x = 1\na[t] = a[t] + b[t]\ny = a[0]\n";
  static struct wl_head h;
  h = masked_head("A line");
  h.arrays = 2;
  h.array[0] = scene_array("a", WL_SHARED, scene_float, 0, 1, 2048);
  h.array[1] = scene_array("b", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  struct wl_question q = {.array = 0, .asked = WL_WAVEFRONTS, .text = "How many?"};
  struct scene s = scene_begin("line.lua", text, &h);
  struct wl_step load = masked_step(&h, 0, WL_LOAD, scene_place(text, 2, "a[t] +"), 2);
  load.question = scene_ask(s, &q);
  scene_add(s, &load);
  struct wl_step other = masked_step(&h, 1, WL_LOAD, scene_place(text, 2, "b[t]"), 1);
  scene_add(s, &other);
  struct wl_step store = masked_step(&h, 0, WL_STORE, scene_place(text, 2, "a[t] ="), 2);
  scene_add(s, &store);
  struct wl_step away = masked_step(&h, 0, WL_LOAD, scene_place(text, 3, "a[0]"), 2);
  scene_add(s, &away); /* on another line */
  s = scene_end(s);
  struct wl_session *m = at(s, QUESTION, 1);
  assert_false(wl_session_masked(m));
  assert_true(wl_session_select(m, 3) && !wl_session_masked(m));
  assert_true(wl_session_select(m, 2) && wl_session_masked(m));
  assert_true(wl_session_select(m, 0) && wl_session_masked(m));
  press(m, "Enter 2 Enter Enter");
  assert_true(wl_session_select(m, 2) && !wl_session_masked(m));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Where no array is named, it is about all accesses of the line, those before it, too. */
static void test_all_beside(void **state) {
  (void)state;
  static const char text[] = "x = 1\ny = a[t] + b[t]\n";
  static struct wl_head h;
  h = masked_head("A line");
  h.arrays = 2;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  h.array[1] = scene_array("b", WL_GLOBAL, scene_float, SCENE_BASE + 1024, 1, 64);
  struct wl_question q = {.array = WL_NO_ARRAY, .asked = WL_SECTORS, .text = "How many?"};
  struct scene s = scene_begin("line.lua", text, &h);
  struct wl_step first = masked_step(&h, 0, WL_LOAD, scene_place(text, 2, "a[t]"), 1);
  scene_add(s, &first);
  struct wl_step asked = masked_step(&h, 1, WL_LOAD, scene_place(text, 2, "b[t]"), 1);
  asked.question = scene_ask(s, &q);
  scene_add(s, &asked);
  s = scene_end(s);
  struct wl_session *m = at(s, QUESTION, 0);
  assert_true(wl_session_masked(m));
  assert_true(wl_session_select(m, 1) && wl_session_masked(m));
  press(m, "Enter 4 Enter Enter");
  assert_true(wl_session_select(m, 0) && !wl_session_masked(m));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* While a script runs that asks, its sums wait: what about is not known before its end. */
static void test_to_come(void **state) {
  (void)state;
  static const struct { const char *text; bool asks; } rows[] = {
    {"x = 1\nat('x', { ask = { figure } })\ny = a[t]\n", true},
    {"at('x', { ask= q })\n\ny = a[t]\n", true}, {"mask = 1\nx = ask\ny = a[t]\n", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    static struct wl_head h;
    h = masked_head("It runs");
    h.arrays = 1;
    h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
    struct scene s = scene_begin("runs.lua", rows[i].text, &h);
    struct wl_step load = masked_step(&h, 0, WL_LOAD, scene_place(rows[i].text, 3, "a[t]"), 1);
    scene_add(s, &load);
    s = scene_end(s);
    struct wl_session *m = at(s, QUESTION, 0);
    assert_true(m->disclosure.totals);
    wl_session_progress(m, 1, 6);
    assert_int_equal(!m->disclosure.totals, rows[i].asks);
    wl_session_progress(m, 0, 0);
    assert_true(m->disclosure.totals);
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

/* The first turn is answered: what the others cost does not show, until they are, too. */
static void test_turns_of_a_loop(void **state) {
  (void)state;
  struct scene s = looped(TURN, 2), other = looped(TURN, 8);
  struct wl_session *m = at(s, QUESTION, 1), *n = at(other, QUESTION, 1);
  press(m, "Enter 1 Enter Enter");
  press(n, "Enter 1 Enter Enter");
  assert_false(wl_session_masked(m));
  assert_int_equal(differ(m, n, false), 0);
  for (size_t turn = 1; turn < TURNS; turn++) {
    assert_true(wl_session_select(m, 1 + turn) && wl_session_select(n, 1 + turn));
    assert_true(wl_session_masked(m));
    assert_int_equal(differ(m, n, true) > 0, true); /* the lanes go elsewhere */
    press(m, "m"), press(n, "m");
  }
  assert_true(wl_session_select(m, 1) && wl_session_select(n, 1));
  assert_true(differ(m, n, true) > WL_VIEWS);
  wl_session_destroy(m), wl_session_destroy(n);
  scene_destroy(s), scene_destroy(other);
}

/* The keys that the status line offers. */
static bool offers(struct wl_session *m, const char *what) {
  char text[512];
  struct wl_canvas *c = wl_canvas_create(80, 24, true);
  masked_draw(m, c);
  masked_row(c, 23, text);
  wl_canvas_destroy(c);
  return strstr(text, what) != NULL;
}

/* Before a line is asked about nothing tells what it costs. */
static void test_before_a_question(void **state) {
  (void)state;
  struct scene s = looped(LINE, 1), other = looped(LINE, 8);
  struct wl_session *m = at(s, QUESTION, 0), *n = at(other, QUESTION, 0);
  assert_false(wl_session_masked(m));
  assert_true(offers(m, "PageDown next stop") && offers(n, "PageDown next stop"));
  assert_int_equal(differ(m, n, false), 0);
  press(m, "s");
  assert_string_equal(m->message, "answer first: line 2 asks; Z: no more questions");
  press(n, "w"); /* which costs most is a rank, and no figure */
  assert_int_equal(n->selected, 1);
  assert_true(wl_session_masked(n));
  press(n, "w");
  assert_string_equal(n->message, "the figures are hidden: m shows them");
  press(n, "m");
  assert_true(wl_session_select(n, 0));
  press(n, "w");
  assert_int_equal(n->selected, 1);
  wl_session_destroy(m), wl_session_destroy(n);
  m = at(s, NOTHING, 0), n = at(other, NOTHING, 0);
  assert_true(differ(m, n, true) > WL_VIEWS);
  wl_session_destroy(m), wl_session_destroy(n);
  scene_destroy(s), scene_destroy(other);
}

/* Questions are turned off for good, and posed again, with all that they hide. */
static void test_no_questions(void **state) {
  (void)state;
  struct scene s = looped(LINE, 8);
  struct wl_session *m = at(s, QUESTION, 0);
  assert_false(m->disclosure.totals);
  press(m, "Z");
  assert_true(m->unasked);
  assert_true(m->disclosure.totals);
  press(m, "s");
  assert_true(wl_session_requests(m) & WL_REQUEST_SUGGEST);
  press(m, "Right");
  assert_false(wl_session_masked(m));
  press(m, "m");
  assert_true(wl_session_masked(m)); /* the mask is another matter */
  press(m, "Z Z");
  assert_false(wl_session_masked(m));
  press(m, "Z");
  assert_true(wl_session_masked(m) && !m->disclosure.totals);
  struct wl_session *next = wl_session_create();
  press(m, "Z");
  wl_present_hand_on(m, next, true);
  assert_true(next->unasked);
  wl_session_destroy(m), wl_session_destroy(next);
  scene_destroy(s);
}

/* What is predicted step by step is told of those that were, and of no other. */
static void test_while_the_mask_is_on(void **state) {
  (void)state;
  struct scene s = looped(NOBODY, 1), other = looped(NOBODY, 8);
  for (int f = -1; f <= WL_WAVEFRONTS; f += WL_WAVEFRONTS + 1) {
    enum masked hide = f < 0 ? KEY : (enum masked)(FIGURE + f);
    struct wl_session *m = at(s, hide, 0), *n = at(other, hide, 0);
    press(m, "Enter 4 Enter Enter Enter");
    press(n, "Enter 4 Enter Enter Enter");
    assert_false(wl_session_masked(m));
    assert_int_equal(differ(m, n, false), 0);
    press(m, "s");
    assert_string_equal(m->message, "answer first: every step asks; Z: no more questions");
    press(n, "w");
    assert_true(n->selected > 0);
    assert_true(wl_session_masked(n));
    wl_session_destroy(m), wl_session_destroy(n);
  }
  scene_destroy(s), scene_destroy(other);
}

/* While a script that asks runs, nobody knows what about: that is said, and nothing of a question
 * that may not be there. */
static void test_while_it_runs(void **state) {
  (void)state;
  static const char text[] = "at('x', { ask = q })\ny = a[t]\n";
  static struct wl_head h;
  h = masked_head("Runs");
  h.arrays = 1;
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 64);
  struct scene s = scene_begin("runs.lua", text, &h);
  struct wl_step step = masked_step(&h, 0, WL_LOAD, scene_place(text, 2, "a[t]"), 1);
  scene_add(s, &step);
  s = scene_end(s);
  struct wl_session *m = at(s, QUESTION, 0);
  wl_session_progress(m, 1, 2);
  press(m, "s");
  assert_string_equal(m->message, "the script still runs: what it asks is still to come");
  wl_session_progress(m, 0, 0);
  press(m, "s");
  assert_null(strstr(m->message, "still"));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* A question that no generation can answer is never posed: nothing waits for it. */
static void test_never_posed(void **state) {
  (void)state;
  struct scene s = looped(LINE, 8);
  struct wl_lesson_data l = *wl_trace_lesson(s.trace);
  l.stop[0].question.asked = WL_TAG_WAVEFRONTS;
  assert_true(wl_trace_set_lesson(s.trace, &l));
  struct wl_session *m = at(s, QUESTION, 0);
  press(m, "w");
  assert_int_equal(m->selected, 1);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* One question at a time: the text has the one that is posed where the script has another, and of
 * those that are still to come nothing that may help to answer it. */
static void test_posed_instead(void **state) {
  (void)state;
  struct scene s = looped(TURN, 2);
  struct wl_session *m = at(s, QUESTION, 1);
  assert_true(wl_session_set_view(m, "text"));
  assert_true(has_text(m, 80, 24, "How many in turn 0?"));
  press(m, "i");
  assert_true(wl_session_masked(m));
  assert_false(has_text(m, 80, 24, "How many in turn 0?"));
  assert_false(has_text(m, 80, 24, "How many in turn 1?"));
  assert_true(has_text(m, 80, 24, "a question that is still to come"));
  wl_session_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_turns_of_a_loop), cmocka_unit_test(test_no_questions),
    cmocka_unit_test(test_before_a_question),
    cmocka_unit_test(test_while_the_mask_is_on), cmocka_unit_test(test_while_it_runs),
    cmocka_unit_test(test_never_posed),
    cmocka_unit_test(test_posed_instead), cmocka_unit_test(test_one_array_of_a_line),
    cmocka_unit_test(test_beside), cmocka_unit_test(test_all_beside),
    cmocka_unit_test(test_to_come),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
