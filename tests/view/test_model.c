/* The model: where keys lead, parameters, replay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/arch_name.h"
#include "scene.h"
#include "view/act.h"
#include "view/canvas.h"
#include "view/format.h"
#include "view/input.h"
#include "view/keymap.h"
#include "view/model.h"
#include "view/model_param.h"
#include "view/model_play.h"
#include "view/model_undo.h"
#include "view/picture.h"
#include "view/reanalyze.h"
#include "view/set.h"
#include "view/setting.h"
#include "view/state.h"
#include "view/views.h"
#include "view/want.h"

static void keys(struct wl_model *m, const char *names) {
  char text[256];
  strcpy(text, names);
  for (char *name = strtok(text, " "); name; name = strtok(NULL, " ")) {
    assert_int_not_equal(wl_key_parse(name), WL_KEY_NONE);
    wl_model_key(m, wl_key_parse(name));
  }
}

static struct wl_model *showing(struct scene s) {
  struct wl_model *m = wl_model_create();
  wl_model_show(m, s.trace, s.analysis);
  return m;
}

static struct wl_step selected(const struct wl_model *m, struct scene s) {
  struct wl_step step;
  assert_true(wl_trace_get(s.trace, wl_model_selected(m), &step));
  return step;
}

/* The text of the whole screen, for what can only be seen. */
static bool on_screen(struct wl_model *m, const char *text) {
  struct wl_canvas *c = wl_canvas_create(120, 40, true);
  bool found = false;
  wl_model_draw(m, c);
  for (int y = 0; y < 40 && !found; y++) {
    char row[121] = "";
    for (int x = 0; x < 120; x++) row[x] = (char)wl_canvas_cell(c, x, y)->code;
    found = strstr(row, text) != NULL;
  }
  wl_canvas_destroy(c);
  return found;
}

static void test_keymap(void **state) {
  (void)state;
  char name[WL_KEY_NAME];
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    uint32_t key = wl_keymap_key(a);
    assert_int_not_equal(key, WL_KEY_NONE);
    assert_int_equal(wl_keymap_find(key), a); /* no key means two things */
    assert_int_equal(wl_key_parse(wl_key_name(key, name)), key);
  }
  assert_int_equal(wl_key_parse("F12"), WL_KEY_F12);
  assert_int_equal(wl_key_parse("F13"), WL_KEY_NONE);
  assert_int_equal(wl_key_parse("Ctrl-L"), 12);
  assert_string_equal(wl_key_name(0x202e, name), "U+202E"); /* turns text around */
  assert_int_equal(wl_key_parse("U+202e"), 0x202e);
  assert_int_equal(wl_key_parse("U+41"), WL_KEY_NONE);
  assert_int_equal(wl_key_parse("U+110000"), WL_KEY_NONE);
  assert_int_equal(wl_key_parse("é"), 0xe9);
  assert_int_equal(wl_key_parse(""), WL_KEY_NONE);
  assert_int_equal(wl_keymap_find(WL_KEY_NONE), WL_ACTION_COUNT);
}

static void test_move(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  keys(m, "Right Right");
  assert_int_equal(wl_model_selected(m), 2);
  keys(m, "Down Down");
  assert_int_equal(selected(m, s).warp, 2);
  assert_int_equal(selected(m, s).iteration, 1);
  keys(m, "b");
  assert_int_equal(selected(m, s).block, 1);
  assert_int_equal(selected(m, s).warp, 2);
  keys(m, "PageDown");
  assert_int_equal(selected(m, s).kind, WL_STEP_BARRIER);
  keys(m, "Right"); /* stays with the warp, though others come first */
  assert_int_equal(selected(m, s).warp, 2);
  assert_int_equal(selected(m, s).phase, 1);
  keys(m, "End Right");
  assert_int_equal(selected(m, s).warp, 3);
  keys(m, "Left");
  assert_int_equal(selected(m, s).warp, 2);
  keys(m, "Home Home");
  assert_int_equal(wl_model_selected(m), 0);
  keys(m, "Left Up B");
  assert_int_equal(wl_model_selected(m), 0);
  keys(m, "End End Right");
  assert_int_equal(wl_model_selected(m), wl_trace_count(s.trace) - 1);
  keys(m, "w");
  size_t worst = wl_model_selected(m);
  assert_int_equal(wl_cost_excess(wl_analysis_cost(s.analysis, worst)), 31);
  keys(m, "w");
  assert_true(wl_model_selected(m) > worst);
  assert_int_equal(wl_cost_excess(wl_analysis_cost(s.analysis, wl_model_selected(m))), 31);
  wl_model_destroy(m);
  scene_destroy(s);
}

static void test_walk(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  size_t count = wl_trace_count(s.trace);
  uint8_t *seen = calloc(count, 1);
  size_t *path = calloc(count, sizeof *path);
  for (size_t i = 0; i < count; i++) { /* Right goes through every step once */
    path[i] = wl_model_selected(m);
    assert_int_equal(seen[path[i]]++, 0);
    keys(m, "Right");
  }
  for (size_t i = count; i-- > 0;) { /* and Left the same way back */
    assert_int_equal(wl_model_selected(m), path[i]);
    keys(m, "Left");
  }
  free(seen);
  free(path);
  wl_model_destroy(m);
  scene_destroy(s);
}

static void test_params(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_model *m = showing(s);
  size_t count, step;
  wl_model_settings(m, &count);
  assert_int_equal(count, 0); /* the script's own default */
  keys(m, "PageDown Right Down p -");
  assert_false(wl_model_wants(m) & WL_WANT_RUN); /* below its minimum */
  keys(m, "+");
  assert_true(wl_model_wants(m) & WL_WANT_RUN);
  const char *const *list = wl_model_settings(m, &count);
  assert_int_equal(count, 1);
  assert_string_equal(list[0], "pad=1");
  step = wl_model_selected(m);
  wl_model_show(m, t.trace, t.analysis);
  assert_int_equal(wl_model_selected(m), step); /* the same instruction again */
  assert_true(on_screen(m, "pad 0 > 1"));
  assert_true(on_screen(m, "32>1"));
  keys(m, "u");
  assert_true(wl_model_wants(m) & WL_WANT_RUN);
  list = wl_model_settings(m, &count);
  assert_int_equal(count, 1); /* back at the default: says so */
  assert_string_equal(list[0], "pad=0");
  keys(m, "u");
  assert_false(wl_model_wants(m) & WL_WANT_RUN); /* nothing left to undo */
  for (int i = 0; i < 100; i++) keys(m, "+");
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=8");
  wl_model_show(m, NULL, NULL);
  keys(m, "+ u p Right");
  wl_model_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* Undo and redo: values, shapes and generations, in the order in which they changed. */
static void test_undo(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  struct wl_diag d;
  size_t count;
  const struct wl_arch *old = wl_arch_find("9.0"), *other = wl_arch_find("8.0");
  struct wl_analysis *on_other = wl_reanalyze(s.trace, other, &d);
  keys(m, "U");
  assert_true(on_screen(m, "no change to make again"));
  keys(m, "p + +");
  wl_model_turned(m, old, other);
  wl_model_show(m, s.trace, on_other); /* the generation changes */
  assert_true(wl_param_set(m, "block", "16,4", &d));
  assert_false(wl_param_set(m, "block", "16,", &d));
  assert_false(wl_param_set(m, "block", "0", &d));
  assert_false(wl_param_set(m, "blocks", "1", &d));
  assert_string_equal(wl_model_settings(m, &count)[1], "block=16,4");

  keys(m, "u");
  assert_string_equal(wl_model_settings(m, &count)[1], "block=32,8");
  wl_model_wants(m);
  keys(m, "u");
  assert_true(wl_model_wants(m) & WL_WANT_ARCH);
  assert_ptr_equal(wl_model_arch_wanted(m), old);
  wl_model_turned(m, other, old);
  wl_model_show(m, s.trace, s.analysis);
  keys(m, "u");
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=1");
  keys(m, "U");
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=2");
  wl_model_wants(m);
  keys(m, "U");
  assert_ptr_equal(wl_model_arch_wanted(m), other);
  wl_model_turned(m, old, other);
  wl_model_show(m, s.trace, on_other);
  keys(m, "U");
  assert_string_equal(wl_model_settings(m, &count)[1], "block=16,4");
  keys(m, "U");
  assert_true(on_screen(m, "no change to make again"));
  keys(m, "u + U"); /* a new change ends what could be made again */
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=3");
  assert_string_equal(wl_model_settings(m, &count)[1], "block=32,8");
  keys(m, "u u u u u u");
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=0");
  wl_model_destroy(m);
  wl_analysis_destroy(on_other);
  scene_destroy(s);
}

/* Changes are taken back in their order while none of them has been shown yet; what comes
 * to nothing leaves neither its values nor its changes. */
static void test_undo_meanwhile(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_model *m = showing(s);
  const struct wl_arch *old = wl_arch_find("3.5"), *mode = wl_arch_next_mode(old, 1);
  struct wl_diag d;
  size_t count;
  wl_model_begun(m);
  wl_model_made(m);
  keys(m, "PageDown Right Down p +");
  wl_model_begun(m);
  wl_model_turned(m, old, mode);
  keys(m, "+ +");
  assert_true(wl_undo_awaited(m));
  keys(m, "u u");
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=1");
  wl_model_wants(m);
  keys(m, "u");
  assert_true(wl_model_wants(m) & WL_WANT_ARCH);
  assert_ptr_equal(wl_model_arch_wanted(m), old); /* and not the one that is shown */
  wl_model_turned(m, mode, old);
  wl_model_passed(m, wl_arch_find("5.0")); /* no change of the generation is left: nothing */
  keys(m, "U");
  wl_model_turned(m, old, mode);
  wl_model_passed(m, wl_arch_find("5.0"));
  keys(m, "u");
  wl_model_turned(m, wl_arch_find("5.0"), old);
  keys(m, "U"); /* to the one that it came to */
  assert_ptr_equal(wl_model_arch_wanted(m), wl_arch_find("5.0"));
  wl_model_turned(m, old, wl_arch_find("5.0"));
  keys(m, "u");
  wl_model_turned(m, wl_arch_find("5.0"), old);
  keys(m, "u");
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=0");
  assert_false(wl_undo_awaited(m));
  keys(m, "u");
  assert_true(on_screen(m, "no change to take back"));
  keys(m, "U");
  wl_model_show(m, t.trace, t.analysis); /* some of the run for pad=1, and then no more of it */
  assert_true(on_screen(m, "pad 0 > 1"));
  wl_model_show(m, s.trace, s.analysis);
  assert_false(on_screen(m, "pad 0 > 1"));
  keys(m, "+ +");
  assert_true(wl_param_set(m, "block", "16,4", &d));
  assert_string_equal(wl_model_settings(m, &count)[0], "pad=3");
  wl_model_show(m, t.trace, t.analysis);
  assert_string_equal(m->past.step.change, "pad 0 → 3, block 32,8 → 16,4");
  wl_model_show(m, s.trace, s.analysis);
  wl_model_take_back(m);
  wl_model_settings(m, &count);
  assert_int_equal(count, 0);
  keys(m, "u");
  assert_true(on_screen(m, "no change to take back"));
  wl_model_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* Another generation: the same recording, and figures before and after. */
static void test_arch(void **state) {
  (void)state;
  struct scene s = scene_create("stride", 2);
  struct wl_model *m = showing(s);
  struct wl_diag d;
  keys(m, "a a A");
  assert_true(wl_model_wants(m) & WL_WANT_ARCH);
  assert_int_equal(wl_model_arch_turns(m), 1);
  assert_int_equal(wl_model_arch_turns(m), 0);
  keys(m, "c"); /* another chip counts nothing again */
  assert_false(wl_model_wants(m) & WL_WANT_ARCH);
  assert_true(on_screen(m, "cc 9.0 GH200"));
  assert_true(on_screen(m, "GH200: 4 of 4 chips of cc 9.0"));
  keys(m, "c 7");
  assert_true(on_screen(m, "cc 9.0 H100"));
  assert_true(on_screen(m, "834 m"));
  keys(m, "C C 1 o");
  assert_true(wl_model_wants(m) & WL_WANT_ARCH);
  assert_ptr_equal(wl_model_arch_wanted(m), wl_arch_in_mode(wl_arch_default(), WL_CG, 0));
  struct wl_analysis *early = wl_reanalyze(s.trace, wl_arch_find("1.0"), &d);
  assert_non_null(early);
  keys(m, "Right Left");
  wl_model_show(m, s.trace, early);
  assert_int_equal(wl_model_selected(m), 0);
  assert_true(on_screen(m, "cc 9.0 > 1.0"));
  assert_true(on_screen(m, "in 32 transactions: 1024 moved, 128 would do"));
  assert_true(on_screen(m, "8>32")); /* sectors; what only one of them has stands alone */
  assert_false(on_screen(m, "tag wavefronts"));
  struct wl_analysis *unknown = wl_reanalyze(s.trace, wl_arch_find("5.2"), &d);
  wl_model_show(m, s.trace, unknown);
  assert_true(on_screen(m, "tag wavefronts             ?"));
  assert_false(wl_model_ask_why(m, "transactions"));
  assert_true(wl_model_ask_why(m, "tag_wavefronts"));
  assert_true(on_screen(m, "32 lanes of 4 bytes on cc 5.2"));
  wl_model_show(m, s.trace, s.analysis);
  wl_analysis_destroy(early);
  wl_analysis_destroy(unknown);
  wl_model_destroy(m);
  scene_destroy(s);
}

static void test_replay(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  assert_int_equal(wl_model_tick(m, 10000), -1); /* nothing moves unless asked */
  assert_int_equal(wl_model_selected(m), 0);
  keys(m, "PageDown Right 3");
  for (int i = 0; i < 32; i++) keys(m, ".");
  assert_true(on_screen(m, "wavefront 32 of 32: bank 0 serves word 992 to lane 31"));
  keys(m, ".");
  assert_true(on_screen(m, "STORE global"));
  keys(m, ",");
  assert_true(on_screen(m, "wavefront 32 of 32"));
  for (int i = 0; i < 32; i++) keys(m, ",");
  assert_false(on_screen(m, "wavefront 1 of 32"));
  keys(m, "Space");
  assert_in_range(wl_model_tick(m, 0), 1, 10000);
  for (int i = 0; i < 6; i++) keys(m, "+");
  assert_true(wl_model_tick(m, 0) >= 334); /* at most three pictures a second */
  wl_model_wants(m);
  wl_model_tick(m, 333);
  assert_false(wl_model_wants(m) & WL_WANT_DRAW);
  wl_model_tick(m, 1);
  assert_true(wl_model_wants(m) & WL_WANT_DRAW);
  assert_true(on_screen(m, "wavefront 8 of 32"));
  wl_model_tick(m, 1 << 30); /* a long sleep is one frame */
  assert_true(on_screen(m, "wavefront 16 of 32"));
  keys(m, "Space");
  assert_int_equal(wl_model_tick(m, 1000), -1);
  wl_model_destroy(m);
  scene_destroy(s);
}

static void test_mark_pauses(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_model *m = showing(s);
  keys(m, "5 Space"); /* the timeline plays instructions, not wavefronts */
  int ticks = 0;
  while (wl_model_tick(m, 5000) >= 0 && ++ticks < 100) continue;
  assert_int_equal(selected(m, s).kind, WL_STEP_MARK);
  wl_model_destroy(m);
  scene_destroy(s);
}

static void test_select(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_model *m = showing(s);
  assert_true(wl_model_set_view(m, "banks"));
  assert_false(wl_model_set_view(m, "nonsense"));
  assert_true(wl_model_select(m, 4));
  assert_false(wl_model_select(m, wl_trace_count(s.trace)));
  assert_int_equal(wl_model_selected(m), 4);
  assert_true(wl_model_pick(m, 31));
  assert_false(wl_model_pick(m, 32));
  assert_true(wl_model_wave(m, 2));
  assert_false(wl_model_wave(m, 3));
  wl_model_destroy(m);
  scene_destroy(s);
}

static void test_wants(void **state) {
  (void)state;
  struct wl_model *m = wl_model_create();
  assert_true(wl_model_wants(m) & WL_WANT_DRAW);
  assert_int_equal(wl_model_wants(m), 0);
  keys(m, "q r x t Ctrl-L");
  assert_int_equal(wl_model_wants(m), WL_WANT_DRAW | WL_WANT_QUIT | WL_WANT_RUN | WL_WANT_CANCEL |
                                        WL_WANT_THEME | WL_WANT_REPAINT | WL_WANT_READ);
  wl_model_destroy(m);
  wl_model_destroy(NULL);
}

/* Nobody may be shown more than three flashes in a second (WCAG 2.3.1), whatever the
 * clock does: no two pictures that nobody asked for are closer than a third of one. */
static void test_flashes(void **state) {
  (void)state;
  static const char *const plays[] = {"Space", "<", "5 Space", "5 <", "3 Space"};
  uint32_t seed = 7;
  for (size_t p = 0; p < sizeof plays / sizeof plays[0]; p++) {
    struct scene s = scene_create("transpose", 0);
    struct wl_model *m = showing(s);
    wl_model_select(m, 250);
    keys(m, plays[p]);
    for (int i = 0; i < 10; i++) keys(m, "+"); /* as fast as it goes */
    wl_model_wants(m);
    long now = 0, last = 0;
    int pictures = 0;
    while (now < 60000 && wl_model_tick(m, 0) >= 0) {
      seed = seed * 1664525 + 1013904223;
      int ms = seed % 4 ? (int)(seed >> 8) % 40 : (int)(seed >> 8) % 900;
      now += ms;
      wl_model_tick(m, ms);
      if (!(wl_model_wants(m) & WL_WANT_DRAW)) continue;
      if (now - last < 334) fail_msg("%s: a picture after %ld ms", plays[p], now - last);
      last = now;
      pictures++;
    }
    assert_in_range(pictures, 10, 180);
    wl_model_destroy(m);
    scene_destroy(s);
  }
}

/* Backwards goes through all that forwards went through. */
static void test_backwards(void **state) {
  (void)state;
  enum { MOST = 4096 };
  static size_t there[MOST][2];
  struct scene s = scene_create("transpose", 0);
  struct wl_model *m = showing(s);
  int count = 0;
  wl_model_select(m, 60);
  keys(m, "Space");
  while (count < 500) {
    there[count][0] = wl_model_selected(m), there[count][1] = m->wave;
    count++;
    wl_model_tick(m, 5000);
    assert_true(m->playing);
  }
  keys(m, "<");
  assert_true(m->playing && m->backwards);
  while (count-- > 0) {
    wl_model_tick(m, 5000);
    assert_int_equal(wl_model_selected(m), there[count][0]);
    assert_int_equal(m->wave, there[count][1]);
  }
  keys(m, "Space"); /* pauses, whichever way it plays */
  assert_false(m->playing);
  assert_int_equal(wl_model_tick(m, 10000), -1);
  keys(m, "Home Home <");
  wl_model_tick(m, 5000);
  assert_false(m->playing); /* there is nothing before the first */
  keys(m, "< <");
  assert_false(m->playing);
  wl_model_destroy(m);
  scene_destroy(s);
}

/* Lanes of local memory lie side by side: the line of a word holds it for all. */
static void test_local_address(void **state) {
  (void)state;
  struct wl_access a = {.space = WL_LOCAL, .width = 4, .mask = UINT32_MAX};
  for (unsigned lane = 0; lane < WL_LANES; lane++) a.address[lane] = 60;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    assert_int_equal(wl_lane_address(&a, lane), 15 * 128 + lane * 4);
    assert_int_equal(wl_sector_of(wl_arch_default(), wl_lane_address(&a, lane)), lane / 8);
  }
  a.space = WL_GLOBAL;
  assert_int_equal(wl_lane_address(&a, 3), 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_keymap), cmocka_unit_test(test_move), cmocka_unit_test(test_walk),
    cmocka_unit_test(test_params), cmocka_unit_test(test_undo),
    cmocka_unit_test(test_undo_meanwhile),
    cmocka_unit_test(test_arch), cmocka_unit_test(test_replay),
    cmocka_unit_test(test_flashes), cmocka_unit_test(test_backwards),
    cmocka_unit_test(test_mark_pauses), cmocka_unit_test(test_select),
    cmocka_unit_test(test_wants), cmocka_unit_test(test_local_address),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
