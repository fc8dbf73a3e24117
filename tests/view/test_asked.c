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
#include "press.h"
#include "view/asked.h"
#include "view/bookmark.h"
#include "view/figures.h"
#include "view/input.h"
#include "view/mask.h"
#include "view/selection.h"
#include "view/set.h"
#include "view/shown.h"
#include "view/spot.h"
#include "view/state.h"

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
      struct wl_spot cover = {.covered = true};
      cover.step.access = a;
      wl_asked_uncover(&wl_archs[k], wl_asked_leaves(WL_SECTORS), &cover);
      const struct wl_counts *seen = &cover.explain.counts;
      assert_int_equal(seen->requests, truth.requests);
      assert_int_equal(seen->bytes_asked, truth.bytes_asked);
      for (enum wl_figure f = 0; f < WL_FIGURES; f++)
        if (f != WL_REQUESTS && f != WL_BYTES_ASKED) assert_int_equal(wl_figure_get(seen, f), 0);
    }
}

static void test_nothing_leaves_itself(void **state) {
  (void)state;
  for (unsigned f = 0; f < FIGURES; f++) assert_false(wl_asked_leaves(f) >> f & 1);
  assert_int_equal(wl_asked_leaves(WL_SHOW_LANES), 0);
  assert_int_equal(wl_asked_leaves(WL_ASK_NOTHING), 0);
}

static const char *question(struct wl_model *m) {
  return wl_model_bare(m) ? m->poll.question.text : "";
}

static const char *value(struct wl_model *m, unsigned figure) {
  static struct wl_shown shown;
  return wl_figure_show(m, figure, &shown) ? shown.value : "";
}

static void to_global(struct wl_model *m) {
  size_t step = 0;
  do assert_true(wl_model_select(m, step++));
  while (wl_model_bare(m)->step.kind != WL_STEP_ACCESS ||
         wl_model_bare(m)->step.access.space != WL_GLOBAL);
}

/* The key asks for what the step is judged by, then for one figure after the other, and back;
 * the answer shows them all, and the next step is asked for the same. */
static void test_the_key_chooses(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  assert_true(wl_model_select(m, 72));
  press(m, "i");
  assert_true(wl_model_masked(m));
  assert_string_equal(question(m), "How many wavefronts?");
  assert_string_equal(value(m, WL_REQUESTS), "1");
  assert_string_equal(value(m, WL_BYTES_ASKED), "128");
  assert_string_equal(value(m, WL_WAVEFRONTS), "?");
  assert_string_equal(value(m, WL_SHOW_EXCESS), "?");
  press(m, "i");
  assert_string_equal(question(m), "How many wavefronts would do, ideally?");
  assert_string_equal(value(m, WL_BYTES_ASKED), "?");
  press(m, "i");
  assert_string_equal(question(m), "How many wavefronts in excess?");
  press(m, "i");
  assert_string_equal(question(m), "How many ways?");
  press(m, "I I I I");
  assert_string_equal(question(m), "How many bytes moved?");
  press(m, "i Enter 3 2 Enter Enter");
  assert_false(wl_model_masked(m));
  assert_string_equal(value(m, WL_WAVEFRONTS), "32");
  assert_int_equal(m->poll.count, 1);
  to_global(m);
  assert_true(wl_model_masked(m));
  assert_string_equal(question(m), "How many wavefronts?");
  press(m, "m");
  assert_false(wl_model_masked(m));
  press(m, "m"); /* of itself it asks for what a step is judged by, and shows nothing else */
  assert_string_equal(question(m), "How many sectors?");
  assert_string_equal(value(m, WL_REQUESTS), "?");
  press(m, "i");
  assert_string_equal(question(m), "How many wavefronts?");
  wl_model_destroy(m);
  scene_destroy(s);
}

/* Every figure that the panel lists with a number can be asked for, and has that for its answer. */
static void test_every_figure(void **state) {
  (void)state;
  static const char *const scenes[] = {"transpose", "stride", "spaces", "zoo"};
  unsigned asked = 0;
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    struct scene s = scene_create(scenes[i], 2);
    struct wl_model *m = showing(s);
    size_t count = wl_trace_count(s.trace);
    for (size_t step = 0; step < count; step += count > 64 ? 17 : 1)
      for (unsigned f = 0; f < FIGURES; f++) {
        struct wl_shown shown;
        wl_model_mask(m, false);
        assert_true(wl_model_select(m, step));
        bool number = wl_figure_show(m, f, &shown) && !shown.unknown;
        char text[24];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(shown.value, " "), shown.value);
        wl_mask_ask(m, f);
        assert_true(wl_model_masked(m) || !number);
        if (!number) continue;
        assert_int_equal(m->poll.question.asked, f);
        if (f == WL_SHOW_EFFICIENCY) snprintf(text, sizeof text, "%.0f", strtod(text, NULL));
        assert_string_equal(m->poll.right, text + strcspn(text, "0123456789"));
        assert_true(wl_figure_show(m, f, &shown) && shown.hidden);
        asked++;
      }
    wl_model_destroy(m);
    scene_destroy(s);
  }
  assert_true(asked > 300);
}

/* A figure that the step lacks: it is asked for what it is judged by. One that there is not. */
static void test_others(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  struct wl_diag d;
  assert_true(wl_mask_ask_named(m, "transactions", &d));
  to_global(m);
  assert_string_equal(question(m), "How many sectors?");
  wl_model_mask(m, false);
  assert_false(wl_mask_ask_named(m, "sector", &d));
  assert_non_null(strstr(d.hint, "did you mean 'sectors'"));
  assert_false(wl_mask_ask_named(m, "", &d));
  assert_false(wl_model_masked(m));
  press(m, ": a s k Space w a y s Enter");
  assert_true(wl_model_masked(m));
  assert_int_equal(m->mask.figure, WL_WAYS);
  char *line = wl_bookmark_write(m, ' ');
  assert_non_null(strstr(line, " --ask=ways"));
  assert_null(strstr(line, "--mask"));
  free(line);
  press(m, "? l i n e s Space t h a t Enter"); /* in help, by what it tells of itself */
  assert_int_equal(m->mask.figure, WL_LINE_COUNT);
  wl_model_destroy(m);
  scene_destroy(s);
}

/* What the script asks by itself steps back; a step without figures is none to ask for. */
static void test_scripts(void **state) {
  (void)state;
  struct scene s = scene_create("ask", 32);
  struct wl_model *m = showing(s);
  wl_model_pose(m, true);
  wl_model_bare(m);
  char text[WL_QUESTION_TEXT];
  memcpy(text, m->poll.question.text, sizeof text);
  press(m, ": a s k Space e f f i c i e n c y Enter");
  assert_string_equal(question(m), "How efficient is it, in whole percent?");
  press(m, "m");
  wl_model_mask(m, false);
  press(m, "Q");
  wl_model_bare(m);
  assert_string_equal(question(m), text);
  wl_model_destroy(m);
  scene_destroy(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_what_stays_is_true), cmocka_unit_test(test_nothing_leaves_itself),
    cmocka_unit_test(test_the_key_chooses),    cmocka_unit_test(test_every_figure),
    cmocka_unit_test(test_others),             cmocka_unit_test(test_scripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
