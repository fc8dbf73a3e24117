/* A figure that is chosen is asked for wherever a step has it; what stays to be seen meanwhile is
 * the truth, and the same wherever the lanes go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../core/accesses.h"
#include "core/teach/quiz.h"
#include "press.h"
#include "session/compare/figure_text.h"
#include "session/predict/asked_figures.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/step_info.h"
#include "view/keys/input.h"
#include "words/figures.h"

enum { ACCESSES = 2000 /* of each generation */, FIGURES = WL_SHOW_EFFICIENCY + 1 };

static void test_what_stays_is_true(void **state) {
  (void)state;
  uint64_t random = 5;
  for (unsigned k = 0; k < WL_CCS; k++)
    for (int i = 0; i < ACCESSES; i++) {
      struct wl_access a;
      struct wl_counts truth;
      random_access(&random, &wl_archs[k], &a);
      wl_count(&wl_archs[k], &a, &truth);
      for (unsigned asked = 0; asked < FIGURES; asked++) {
        struct wl_step_info cover = {.covered = true};
        cover.step.access = a;
        uint32_t leaves = wl_asked_leaves(asked);
        wl_asked_uncover(&wl_archs[k], leaves, &cover);
        for (enum wl_figure f = 0; f < WL_FIGURES; f++)
          assert_int_equal(wl_figure_get(&cover.explain.counts, f),
                           leaves >> f & 1 ? wl_figure_get(&truth, f) : 0);
      }
    }
}

static void test_nothing_leaves_itself(void **state) {
  (void)state;
  for (unsigned f = 0; f < FIGURES; f++) assert_false(wl_asked_leaves(f) >> f & 1);
  assert_int_equal(wl_asked_leaves(WL_SHOW_LANES), 0);
  assert_int_equal(wl_asked_leaves(WL_ASK_NOTHING), 0);
}

static const char *question(struct wl_session *m) {
  return wl_session_bare(m) ? m->poll.question.text : "";
}

static const char *value(struct wl_session *m, unsigned figure) {
  static struct wl_figure_text shown;
  return wl_figure_show(m, figure, &shown) ? shown.value : "";
}

static void to_global(struct wl_session *m) {
  size_t step = 0;
  do assert_true(wl_session_select(m, step++));
  while (wl_session_bare(m)->step.kind != WL_STEP_ACCESS ||
         wl_session_bare(m)->step.access.space != WL_GLOBAL);
}

/* The key asks for what the step is judged by, then for one figure after the other, and back;
 * the answer shows them all, and the next step is asked for the same. */
static void test_the_key_chooses(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  assert_true(wl_session_select(m, 72));
  press(m, "i");
  assert_true(wl_session_masked(m));
  assert_string_equal(question(m), "How many wavefronts does this load need?");
  assert_string_equal(value(m, WL_REQUESTS), "1");
  assert_string_equal(value(m, WL_BYTES_ASKED), "128");
  assert_string_equal(value(m, WL_WAVEFRONTS), "?");
  assert_string_equal(value(m, WL_SHOW_EXCESS), "?");
  press(m, "i");
  assert_string_equal(question(m), "How many wavefronts are needed at least?");
  assert_string_equal(value(m, WL_BYTES_ASKED), "?");
  press(m, "i");
  assert_string_equal(question(m), "How many wavefronts are wasted?");
  press(m, "i");
  assert_string_equal(question(m), "How many ways?");
  press(m, "I I I I");
  assert_string_equal(question(m), "How many bytes moved?");
  press(m, "i Enter 3 2 Enter Enter");
  assert_false(wl_session_masked(m));
  assert_string_equal(value(m, WL_WAVEFRONTS), "32");
  assert_int_equal(m->poll.count, 1);
  to_global(m);
  assert_true(wl_session_masked(m));
  assert_string_equal(question(m), "How many wavefronts does this load need?");
  press(m, "m");
  assert_false(wl_session_masked(m));
  press(m, "m"); /* of itself it asks for what a step is judged by, and shows nothing else */
  assert_string_equal(question(m), "How many sectors does this load need?");
  assert_string_equal(value(m, WL_REQUESTS), "?");
  press(m, "i");
  assert_string_equal(question(m), "How many wavefronts does this load need?");
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Every figure that the panel lists with a number can be asked for, and has that for its answer. */
static void test_every_figure(void **state) {
  (void)state;
  static const char *const scenes[] = {"transpose", "stride", "spaces", "zoo"};
  unsigned asked = 0;
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    struct scene s = scene_create(scenes[i], 2);
    struct wl_session *m = showing(s);
    size_t count = wl_trace_count(s.trace);
    for (size_t step = 0; step < count; step += count > 64 ? 17 : 1)
      for (unsigned f = 0; f < FIGURES; f++) {
        struct wl_figure_text shown;
        wl_session_mask(m, false);
        assert_true(wl_session_select(m, step));
        bool number = wl_figure_show(m, f, &shown) && !shown.unknown;
        char text[24];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(shown.value, " "), shown.value);
        wl_mask_ask(m, f);
        assert_true(wl_session_masked(m) || !number);
        if (!number) continue;
        assert_int_equal(m->poll.question.asked, f);
        if (f == WL_SHOW_EFFICIENCY)
          assert_true(wl_quiz_agrees(&m->poll.question, text, m->poll.right));
        else assert_string_equal(m->poll.right, text + strcspn(text, "0123456789"));
        assert_true(wl_figure_show(m, f, &shown) && shown.hidden);
        asked++;
      }
    wl_session_destroy(m);
    scene_destroy(s);
  }
  assert_true(asked > 300);
}

/* One in eight of the bytes is 12.5 %: who rounds it is right, either way, and who is not near it
 * is not. Choices are what their script says. */
static void test_percent(void **state) {
  (void)state;
  struct wl_step s = {.kind = WL_STEP_ACCESS,
                      .access = {.space = WL_GLOBAL, .op = WL_LOAD, .mask = UINT32_MAX,
                                 .width = 4}};
  for (uint64_t lane = 0; lane < WL_LANES; lane++) s.access.address[lane] = 32 * lane;
  struct wl_question q = {.array = WL_NO_ARRAY, .asked = WL_ASK_EFFICIENCY};
  struct wl_counts counts;
  char right[WL_ANSWER_TEXT];
  wl_count(wl_arch_default(), &s.access, &counts);
  assert_true(wl_quiz_right(&q, &s, &counts, wl_arch_default(), right));
  assert_string_equal(right, "12.5");
  static const char *const good[] = {"12", "13", "12.5", "12.50"},
                    *const bad[] = {"11", "14", "12.0", "13.0", "12.6", "", "-12", "12x"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    assert_true(wl_quiz_agrees(&q, good[i], right));
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false(wl_quiz_agrees(&q, bad[i], right));
  q.choices = 2;
  assert_false(wl_quiz_agrees(&q, "12", right));
  struct wl_poll p = {.question = {.asked = WL_ASK_EFFICIENCY}, .right = "12.5", .rows = 3,
                      .said = {{"12", 1}, {"13", 2}, {"14", 4}}, .count = 7};
  assert_int_equal(wl_poll_right(&p), 3);
}

/* A figure that the step lacks: it is asked for what it is judged by. One that there is not. */
static void test_others(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  struct wl_diag d;
  assert_true(wl_mask_ask_named(m, "transactions", &d));
  to_global(m);
  assert_string_equal(question(m), "How many sectors does this load need?");
  wl_session_mask(m, false);
  assert_false(wl_mask_ask_named(m, "sector", &d));
  assert_non_null(strstr(d.hint, "did you mean 'sectors'"));
  assert_false(wl_mask_ask_named(m, "", &d));
  assert_false(wl_session_masked(m));
  press(m, ": a s k Space w a y s Enter");
  assert_true(wl_session_masked(m));
  assert_int_equal(m->mask.figure, WL_WAYS);
  char *line = wl_restore_write(m, ' ');
  assert_non_null(strstr(line, " --ask=ways"));
  assert_null(strstr(line, "--mask"));
  free(line);
  press(m, "? l i n e s Space t h a t Enter"); /* in help, by what it tells of itself */
  assert_int_equal(m->mask.figure, WL_LINE_COUNT);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* What the script asks by itself steps back; a step without figures is none to ask for. */
static void test_scripts(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_session *m = showing(s);
  wl_session_pose(m, true);
  wl_session_bare(m);
  char text[WL_QUESTION_TEXT];
  memcpy(text, m->poll.question.text, sizeof text);
  press(m, ": a s k Space e f f i c i e n c y Enter");
  assert_string_equal(question(m), "How efficient is it, in whole percent?");
  press(m, "m");
  wl_session_mask(m, false);
  press(m, "Q");
  wl_session_bare(m);
  assert_string_equal(question(m), text);
  wl_session_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_what_stays_is_true), cmocka_unit_test(test_nothing_leaves_itself),
    cmocka_unit_test(test_the_key_chooses),    cmocka_unit_test(test_every_figure),
    cmocka_unit_test(test_percent), cmocka_unit_test(test_others),
              cmocka_unit_test(test_scripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
