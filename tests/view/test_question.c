/* Questions: posed where they are met, answered by keys, shown once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analysis/other_generation.h"
#include "core/gpu/target.h"
#include "press.h"
#include "session/course/presentation.h"
#include "session/playback.h"
#include "session/predict/question.h"
#include "session/predict/vote_history.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "view/screen/view_functions.h"

/* Scene "ask" has two steps on one line: a load, how many sectors, to be typed; and a
 * store, how many wavefronts: 1, 2 or 32. */
static struct wl_session *asking(struct scene s) {
  struct wl_session *m = wl_session_create();
  wl_session_pose(m, true);
  wl_session_show(m, s.trace, s.analysis);
  return m;
}

static bool on_screen(struct wl_session *m, const char *text) {
  return has_text(m, 80, 24, text);
}

/* An error stands above all: Escape closes it first, as the last row says. */
static void test_error_first(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  press(m, "a / z z z Enter Escape");
  assert_false(wl_panel_on(m, WL_PANEL_ERROR));
  assert_string_equal(m->poll.typed, "1"); /* not let go of yet */
  press(m, "Enter Enter / z z z Enter");
  assert_true(wl_panel_on(m, WL_PANEL_ERROR) && m->poll.state == WL_PREDICT_REVEALED);
  assert_true(on_screen(m, "Escape close"));
  press(m, "Escape");
  assert_true(!wl_panel_on(m, WL_PANEL_ERROR) && m->poll.state == WL_PREDICT_REVEALED);
  press(m, "Escape y / z z z Enter Escape");
  assert_true(!wl_panel_on(m, WL_PANEL_ERROR) && wl_panel_on(m, WL_PANEL_WHY));
  press(m, "Escape");
  assert_false(wl_panel_on(m, WL_PANEL_WHY));
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_choices(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  assert_true(wl_session_masked(m));
  assert_true(on_screen(m, "? How many wavefronts does this load need?"));
  press(m, "Enter"); /* nothing to commit */
  assert_true(wl_session_masked(m) && m->poll.count == 0);
  assert_true(on_screen(m, "answer by a letter"));
  press(m, "a b Enter");
  assert_int_equal(m->poll.count, 1);
  assert_int_equal(m->poll.said[1].count, 1);
  assert_true(wl_session_masked(m) && on_screen(m, "1 answer"));
  assert_false(wl_session_spot(m)->explain.counts.wavefronts);
  press(m, "Enter");
  assert_false(wl_session_masked(m));
  assert_true(on_screen(m, "not 2; the answer is 32 (H200 counters: 32)"));
  assert_true(on_screen(m, "of bank 0"));
  assert_int_equal(m->poll.lit, 0xffffffff);
  press(m, "Enter");
  assert_int_equal(m->poll.state, WL_PREDICT_FREE);
  press(m, "Left Right"); /* it is not asked twice */
  assert_int_equal(m->selected, 1);
  assert_false(wl_session_masked(m));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* m shows what is hidden and hides what is seen, each time, whoever hid it. */
static void test_mask_turns(void **state) {
  (void)state;
  static const char *const before[] = {"", "c Enter Enter", "m m"};
  struct scene s = scene_create("ask", 2);
  for (int i = 0; i < 3; i++) {
    struct wl_session *m = asking(s);
    wl_session_select(m, 1);
    assert_true(wl_session_masked(m));
    press(m, before[i]);
    bool masked = wl_session_masked(m);
    for (int k = 0; k < 6; k++) {
      assert_int_equal(on_screen(m, "m show the figures"), masked);
      press(m, "m");
      assert_int_equal(wl_session_masked(m), !masked);
      masked = !masked;
    }
    wl_session_destroy(m);
  }
  scene_destroy(s);
}

/* Capital letters count hands; nobody sees how many before the end. */
static void test_hands(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 2);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  press(m, "A B B C B");
  assert_int_equal(m->poll.count, 5);
  assert_true(on_screen(m, "5 answers"));
  press(m, "d z"); /* no such choice: other keys, or none */
  assert_int_equal(m->poll.count, 5);
  wl_session_select(m, 1);
  press(m, "Enter");
  assert_true(on_screen(m, "answer: 2 (H200 counters: 2), 3 of 5 correct"));
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_typed(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 2);
  struct wl_session *m = asking(s);
  press(m, "2"); /* still a view */
  assert_int_equal(m->view, 1);
  press(m, "1 A a"); /* hands are for letters, and nothing else happens */
  assert_true(m->view == 0 && m->arch_turns == 0 && m->poll.count == 0);
  press(m, "Enter 1 2 Backspace 3 Enter");
  assert_string_equal(m->poll.said[0].answer, "13");
  press(m, "0 8 Enter + + Enter");
  assert_string_equal(m->poll.said[1].answer, "8");
  assert_string_equal(m->poll.said[2].answer, "2");
  assert_true(m->view == 0 && wl_session_masked(m)); /* digits chose no view */
  press(m, "Tab Enter");
  assert_int_equal(m->view, 1);
  assert_true(on_screen(m, "answer: 8, 1 of 3 correct"));
  press(m, "3");
  assert_int_equal(m->view, 2);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Nothing plays past a question, and playing stops at one. */
static void test_play_stops(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  press(m, "5 Space");
  assert_int_equal(wl_session_tick(m, 1000), -1);
  assert_true(on_screen(m, "or press m: then this plays"));
  press(m, "m Space");
  for (int i = 0; i < 99; i++) wl_session_tick(m, 1000);
  assert_int_equal(m->selected, 1);
  assert_true(wl_session_masked(m) && !m->playing);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* m shows without an answer; then m hides all, and asks by itself. */
static void test_mask_key(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  press(m, "m");
  assert_false(wl_session_masked(m));
  assert_int_equal(m->poll.state, WL_PREDICT_FREE);
  press(m, "Left m");
  assert_false(wl_session_masked(m));
  press(m, "m Right");
  assert_true(wl_session_masked(m) && m->poll.question.choices == 3); /* its own question again */
  press(m, "C Enter Enter");
  assert_false(wl_session_masked(m)); /* answered */
  press(m, "Left");
  assert_true(wl_session_masked(m));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Once shown it stays shown, whatever is changed; m asks anew. */
static void test_asked_again(void **state) {
  (void)state;
  struct scene a = scene_create("ask", 32), same = scene_create("ask", 32),
               b = scene_create("ask", 1);
  struct wl_diag d;
  struct wl_analysis *other = wl_reanalyze(b.trace, wl_target_make(wl_arch_find("7.0"), NULL), &d);
  struct wl_session *m = asking(a);
  wl_session_select(m, 1);
  press(m, "C Enter");
  wl_session_show(m, same.trace, same.analysis);
  assert_false(wl_session_masked(m));
  wl_session_show(m, b.trace, b.analysis);
  assert_false(wl_session_masked(m));
  wl_session_show(m, b.trace, other);
  assert_false(wl_session_masked(m));
  wl_session_show(m, b.trace, b.analysis);
  press(m, "m");
  assert_true(wl_session_masked(m));
  assert_string_equal(m->poll.right, "1");
  assert_int_equal(m->poll.count, 0);
  press(m, "A Enter");
  assert_true(on_screen(m, "right: 1"));
  wl_session_destroy(m);
  wl_analysis_destroy(other);
  scene_destroy(a);
  scene_destroy(b);
  scene_destroy(same);
}

/* An answer can be taken back until the right one is shown; then all can be asked again. */
static void test_taken_back(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  press(m, "Backspace");
  assert_true(on_screen(m, "there is no answer yet"));
  press(m, "A C b Backspace"); /* what is not committed goes first */
  assert_true(m->poll.count == 2 && !m->poll.typed[0]);
  press(m, "B Backspace");
  assert_true(on_screen(m, "the last answer is taken back: 2 are left"));
  assert_int_equal(m->poll.said[1].count, 0);
  press(m, "Left Right Backspace"); /* also behind other steps */
  assert_true(m->poll.count == 1 && m->poll.said[0].count == 1);
  press(m, "Backspace");
  char *rows = wl_session_tally(m);
  assert_string_equal(rows, "");
  free(rows);
  press(m, "A A C Enter Backspace");
  assert_int_equal(m->poll.count, 3);
  assert_int_equal(m->poll.state, WL_PREDICT_REVEALED);
  press(m, "Q");
  assert_true(wl_session_masked(m) && m->poll.count == 0);
  press(m, "Q");
  assert_true(on_screen(m, "the question is open"));
  press(m, "C C Enter");
  rows = wl_session_tally(m);
  assert_non_null(strstr(rows, ",\"1\",2,no\n"));
  assert_non_null(strstr(rows, ",\"32\",1,yes\n"));
  assert_non_null(strstr(rows, ",\"32\",2,yes\n")); /* both times it was asked */
  free(rows);
  wl_session_select(m, 0);
  press(m, "Enter 7 Enter 8 Enter Backspace 9 Enter Backspace Backspace");
  assert_int_equal(m->poll.rows, 0);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* With other values, and on another generation, it is another question, even where the
 * answer is the same; what was said to each stays with it. */
static void test_other_setting(void **state) {
  (void)state;
  struct scene a = scene_create("ask", 32), b = scene_create("ask", 32);
  struct wl_diag d;
  struct wl_analysis *other = wl_reanalyze(a.trace, wl_target_make(wl_arch_find("7.0"), NULL), &d);
  struct wl_session *m = asking(a);
  ((struct wl_head *)wl_trace_head(b.trace))->block[1]++;
  wl_session_select(m, 1);
  press(m, "A C");
  wl_session_show(m, b.trace, b.analysis);
  assert_true(wl_session_masked(m) && m->poll.count == 0);
  assert_string_equal(m->poll.right, "32");
  press(m, "B");
  wl_session_show(m, a.trace, other);
  assert_true(wl_session_masked(m) && m->poll.count == 0);
  wl_session_show(m, a.trace, a.analysis);
  assert_true(wl_session_masked(m) && m->poll.count == 2);
  press(m, "Enter");
  assert_int_equal(m->poll.state, WL_PREDICT_REVEALED);
  wl_session_show(m, b.trace, b.analysis);
  assert_false(wl_session_masked(m)); /* asked once */
  assert_int_equal(m->poll.count, 0); /* and not what was said of the other */
  press(m, "Q");
  assert_true(wl_session_masked(m) && m->poll.count == 1);
  char *rows = wl_session_tally(m);
  assert_non_null(strstr(rows, ",\"1\",1,no\n"));
  assert_non_null(strstr(rows, ",\"2\",1,\n"));
  free(rows);
  wl_session_destroy(m);
  wl_analysis_destroy(other);
  scene_destroy(a);
  scene_destroy(b);
}

/* What was counted, and the reason that the script has, are of its own generation. */
static void test_elsewhere(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_diag d;
  struct wl_analysis *other = wl_reanalyze(s.trace, wl_target_make(wl_arch_find("3.5"), NULL), &d);
  struct wl_session *m = asking(s);
  wl_session_show(m, s.trace, other);
  wl_session_select(m, 1);
  press(m, "C Enter");
  assert_true(on_screen(m, "not 32; the answer is 16"));
  assert_false(on_screen(m, "as many as words of bank 0"));
  assert_true(on_screen(m, "lanes want bank"));
  wl_session_destroy(m);
  wl_analysis_destroy(other);
  scene_destroy(s);
}

/* None of the choices may be right; the mask asks where the script does not; a model
 * that does not pose questions has none. */
static void test_odd_ones(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 8), zoo = scene_create("zoo", 2);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  assert_true(wl_session_masked(m));
  assert_string_equal(m->poll.right, "8");
  press(m, "C Enter");
  assert_true(on_screen(m, "not 32; the answer is 8"));
  wl_session_show(m, zoo.trace, zoo.analysis);
  wl_session_select(m, 12);
  assert_false(wl_session_masked(m));
  press(m, "] ] ] m");
  assert_true(on_screen(m, "? What does lane 3 get?"));
  press(m, "]"); /* as the line has it that comes back */
  assert_true(on_screen(m, "? What does lane 4 get?"));
  press(m, "[");
  assert_true(on_screen(m, "? What does lane 3 get?"));
  press(m, "Enter 2 ]"); /* what is begun was not meant for this one */
  assert_true(on_screen(m, "? What does lane 4 get?"));
  assert_string_equal(m->poll.typed, "");
  press(m, "[ Enter 2 8 . 5 Enter Enter"); /* 19 * 1.5 */
  press(m, "] ]"); /* once it is shown it stays: what explains it is in sight */
  assert_true(m->poll.state == WL_PREDICT_REVEALED && m->poll.question.lane == 3 && m->poll.lit);
  press(m, "[ [");
  assert_true(on_screen(m, "right: 28.5; look at lanes 3, 19"));
  wl_session_destroy(m);
  m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  wl_session_select(m, 1);
  assert_false(wl_session_masked(m));
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(zoo);
}

static void expect_tally(struct wl_session *m, const char *want) {
  char *text = wl_session_tally(m);
  assert_string_equal(text, want);
  free(text);
}

/* Every answer is kept; the right one is told when it is shown; a question that was
 * left goes on where it was. */
static void test_tally(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  expect_tally(m, "");
  wl_session_select(m, 1);
  wl_session_requests(m);
  press(m, "A C");
  assert_true(wl_session_requests(m) & WL_REQUEST_TALLY);
  press(m, "Left Enter 9 Enter");
#define ROW(answer, count, right) VOTE("1", answer, count, right)
#define VOTE(vote, answer, count, right) \
  "\"stride.lua\",1,\"stride=32\",\"9.0\"," answer "," count "," right "\n"
#define WAVES "\"How many wavefronts does this load need?\",1,"
#define AGAIN "\"How many wavefronts does this load need?\",2,"
#define LOAD "\"How many sectors does the load move?\",1,"
  expect_tally(m, ROW(WAVES "\"1\"", "1", "") ROW(WAVES "\"2\"", "0", "")
                  ROW(WAVES "\"32\"", "1", "") ROW(LOAD "\"9\"", "1", ""));
  press(m, "Right C");
  assert_int_equal(m->poll.count, 3);
  wl_session_requests(m);
  press(m, "Enter");
  assert_true(wl_session_requests(m) & WL_REQUEST_TALLY);
  expect_tally(m, ROW(WAVES "\"1\"", "1", "no") ROW(WAVES "\"2\"", "0", "no")
                  ROW(WAVES "\"32\"", "2", "yes") ROW(LOAD "\"9\"", "1", ""));
  press(m, "Q C"); /* a second vote has a number of its own */
  expect_tally(m, ROW(WAVES "\"1\"", "1", "no") ROW(WAVES "\"2\"", "0", "no")
                  ROW(WAVES "\"32\"", "2", "yes") ROW(LOAD "\"9\"", "1", "")
                  ROW(AGAIN "\"1\"", "0", "") ROW(AGAIN "\"2\"", "0", "")
                  ROW(AGAIN "\"32\"", "1", ""));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* While presenting letters vote, small or capital, and do nothing else; '.' makes the screen black
 * at a question, too, and b elsewhere. */
static void test_presented(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = asking(s);
  wl_session_select(m, 1);
  press(m, "F5 A b B");
  assert_int_equal(m->poll.count, 3);
  assert_int_equal(m->poll.said[1].count, 2);
  press(m, ".");
  assert_true(wl_panel_on(m, WL_PANEL_BLANK));
  press(m, "C"); /* comes back, and is no vote */
  assert_false(wl_panel_on(m, WL_PANEL_BLANK));
  assert_int_equal(m->poll.count, 3);
  for (const char *k = "DEFGHdefgh"; *k; k++) {
    wl_session_key(m, (unsigned char)*k);
    assert_non_null(strstr(m->message, "first: A to C"));
    assert_true(m->poll.count == 3 && m->selected == 1);
  }
  wl_session_requests(m);
  press(m, "%"); /* nobody knows of it, but the remark has been read */
  assert_string_equal(m->message, "");
  assert_true(wl_session_requests(m) & WL_REQUEST_DRAW);
  press(m, "p Enter"); /* the answers come before the parameter */
  assert_int_equal(m->poll.state, WL_PREDICT_REVEALED);
  wl_session_requests(m);
  for (const char *k = "ABCDEFGHacdefgh"; *k; k++) {
    wl_session_key(m, (unsigned char)*k);
    assert_non_null(strstr(m->message, "votes count again after Q"));
    assert_int_equal(m->poll.state, WL_PREDICT_REVEALED); /* the slide stays */
    assert_int_equal(m->selected, 1);
    assert_int_equal(wl_session_requests(m) & ~(unsigned)WL_REQUEST_DRAW, 0);
  }
  press(m, "b");
  assert_true(wl_panel_on(m, WL_PANEL_BLANK));
  press(m, "b Enter"); /* goes on as PageDown does, which leaves the answer behind it */
  assert_int_not_equal(wl_present_fact(m, &(unsigned){0}, &(unsigned){0}), WL_FACT_ASK);
  press(m, "PageUp");
  assert_int_equal(wl_present_fact(m, &(unsigned){0}, &(unsigned){0}), WL_FACT_ASK);
  assert_int_equal(m->poll.state, WL_PREDICT_REVEALED);
  press(m, "Q C");
  assert_int_equal(m->poll.count, 1);
  press(m, "F5 Enter Enter A"); /* the generation, as elsewhere */
  assert_true(wl_session_requests(m) & WL_REQUEST_ARCH);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Lanes named for sectors are those that need more of them than would do; all, where none is
 * worse than the others, or nothing is too much. */
static void test_lanes(void **state) {
  (void)state;
  static const struct { int stride; uint32_t lanes; } loads[] = {
    {1, 0xffffffff}, {2, 0xffffffff}, {32, 0xffffffff},
  };
  for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
    struct scene s = scene_create("ask", loads[i].stride);
    struct wl_session *m = asking(s);
    wl_session_select(m, 0);
    press(m, "F5 PageDown");
    assert_int_equal(m->poll.state, WL_PREDICT_REVEALED);
    assert_int_equal(m->poll.lit, loads[i].lanes);
    wl_session_destroy(m);
    scene_destroy(s);
  }
}

/* Any keys in any order do no harm, at any size. */
static void test_wander(void **state) {
  (void)state;
  static const char some[] = "aabbccABC0123459\r\r\r\r\x1b\x7f+-mm12378.,wysuupP[]?";
  struct scene scene[] = {scene_create("ask", 32), scene_create("ask", 1), scene_create("zoo", 3)};
  struct wl_session *m = asking(scene[0]);
  unsigned seed = 7;
  for (int i = 0; i < 30000; i++) {
    seed = seed * 1103515245 + 12345;
    unsigned r = seed >> 12;
    if (r % 53 == 0) wl_session_show(m, scene[r / 53 % 3].trace, scene[r / 53 % 3].analysis);
    else if (r % 7 == 0) wl_session_key(m, WL_KEY_UP + r / 7 % 6);
    else wl_session_key(m, (uint32_t)some[r % (sizeof some - 1)]);
    if (i % 10) continue;
    struct wl_canvas *c = wl_canvas_create(1 + (int)(r % 130), 1 + (int)(r / 130 % 45), false);
    wl_session_draw(m, c);
    wl_canvas_destroy(c);
  }
  wl_session_destroy(m);
  for (int i = 0; i < 3; i++) scene_destroy(scene[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_error_first),
    cmocka_unit_test(test_choices),  cmocka_unit_test(test_hands), cmocka_unit_test(test_typed),
    cmocka_unit_test(test_mask_key), cmocka_unit_test(test_taken_back),
    cmocka_unit_test(test_mask_turns),
    cmocka_unit_test(test_other_setting),
    cmocka_unit_test(test_asked_again),
    cmocka_unit_test(test_odd_ones), cmocka_unit_test(test_tally), cmocka_unit_test(test_presented),
    cmocka_unit_test(test_lanes),
    cmocka_unit_test(test_wander),   cmocka_unit_test(test_play_stops),
    cmocka_unit_test(test_elsewhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
