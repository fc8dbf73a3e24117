/* What a script says by itself: its marks and questions, and where the warp is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "press.h"
#include "scene_make.h"
#include "session/predict/script_stops.h"
#include "session/select/setters.h"
#include "view/keys/actions.h"
#include "view/keys/input.h"

static const char text[] =
  "title \"Two marks\"\n"
  "mark(\"first\") for i = 0, 99 do mark(\"turn \" .. i) end\n";

static void add_mark(struct scene s, uint16_t column, uint16_t warp, const char *says) {
  struct wl_step step = {.kind = WL_STEP_MARK, .array = WL_NO_ARRAY, .warp = warp,
                         .iteration = WL_NO_ITERATION, .live = 0xffffffff};
  step.access.mask = 0xffffffff;
  step.place = (struct wl_source_span){2, column, (uint16_t)(column + 4)};
  snprintf(step.text, sizeof step.text, "%s", says);
  scene_add(s, &step);
}

/* Two warps that say the same; then a loop that says something else each time. */
static struct scene marks(unsigned turns) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {64, 1, 1}};
  snprintf(h.title, sizeof h.title, "Two marks");
  struct scene s = scene_begin("marks.lua", text, &h);
  for (uint16_t warp = 0; warp < 2; warp++) {
    add_mark(s, 1, warp, "first");
    for (unsigned i = 0; i < turns; i++) {
      char says[32];
      snprintf(says, sizeof says, "turn %u", i);
      add_mark(s, 33, warp, says);
    }
  }
  return scene_end(s);
}

static bool on_screen(struct wl_session *m, int height, const char *want) {
  return has_text(m, 80, height, want);
}

static void test_stops(void **state) {
  (void)state;
  struct scene s = marks(3);
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  const struct wl_stops *l = wl_lesson(m);
  assert_int_equal(l->count, 4); /* each once, though both warps come to it */
  assert_false(l->more);
  for (size_t i = 0; i < 4; i++) assert_int_equal(l->stop[i].step, i);
  for (size_t step = 0; step < 8; step++) {
    wl_session_select(m, step);
    assert_int_equal(wl_lesson_here(m), step % 4);
  }
  wl_session_key(m, '0');
  assert_true(on_screen(m, 24, "Two marks"));
  wl_session_select(m, 2);
  assert_true(on_screen(m, 24, "> turn 1"));
  wl_session_destroy(m);
  scene_destroy(s);
}

/* More than are listed are told of, and the one that the warp is at stays in sight. */
static void test_many(void **state) {
  (void)state;
  struct scene s = marks(99);
  struct wl_session *m = wl_session_create();
  wl_session_show(m, s.trace, s.analysis);
  wl_session_key(m, '0');
  assert_int_equal(wl_lesson(m)->count, WL_STOPS);
  assert_true(wl_lesson(m)->more);
  for (size_t step = 0; step < WL_STOPS; step++) {
    char want[32];
    wl_session_select(m, step);
    snprintf(want, sizeof want, step ? "> turn %zu" : "> first", step - 1);
    if (!on_screen(m, 24, want)) fail_msg("no '%s'", want);
  }
  wl_session_select(m, 90);
  assert_int_equal(wl_lesson_here(m), -1);
  for (int i = 0; i < 200; i++) wl_session_do(m, WL_ACT_SCROLL_DOWN, 1), on_screen(m, 24, "");
  assert_true(on_screen(m, 24, "and more"));
  struct scene few = marks(1);
  wl_session_show(m, few.trace, few.analysis);
  assert_int_equal(wl_lesson(m)->count, 2);
  assert_false(wl_lesson(m)->more);
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(few);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stops), cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
