/* The model: where keys lead, parameters, generations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analysis/other_generation.h"
#include "core/gpu/target.h"
#include "press.h"
#include "session/select/setters.h"
#include "session/settings/adjust.h"
#include "session/settings/undo.h"
#include "session/state/keymap.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/view_table.h"
#include "session/state/window.h"
#include "words/format.h"

static struct wl_step selected(const struct wl_session *m, struct scene s) {
  struct wl_step step;
  assert_true(wl_trace_get(s.trace, m->selected, &step));
  return step;
}

static bool on_screen(struct wl_session *m, const char *text) {
  return has_text(m, 120, 40, text);
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

/* A screen too small for views says so, and has all of them once it has grown. */
static void test_too_small(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  static const int small[][2] = {{41, 60}, {500, 11}, {20, 5}, {30, 1}};
  for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
    press(m, "Right");
    assert_true(has_text(m, small[i][0], small[i][1], "warplens"));
    assert_true(has_text(m, small[i][0], small[i][1], "42x12 at least"));
    assert_false(has_text(m, 42, 12, "at least"));
  }
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_move(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  press(m, "Right Right");
  assert_int_equal(m->selected, 2);
  press(m, "Down Down");
  assert_int_equal(selected(m, s).warp, 2);
  assert_int_equal(selected(m, s).iteration, 1);
  press(m, "b");
  assert_int_equal(selected(m, s).block, 1);
  assert_int_equal(selected(m, s).warp, 2);
  press(m, "PageDown");
  assert_int_equal(selected(m, s).kind, WL_STEP_BARRIER);
  press(m, "Right"); /* stays with the warp, though others come first */
  assert_int_equal(selected(m, s).warp, 2);
  assert_int_equal(selected(m, s).phase, 1);
  press(m, "End Right");
  assert_int_equal(selected(m, s).warp, 3);
  press(m, "Left");
  assert_int_equal(selected(m, s).warp, 2);
  press(m, "Home Home");
  assert_int_equal(m->selected, 0);
  press(m, "Left Up B");
  assert_int_equal(m->selected, 0);
  press(m, "End End Right");
  assert_int_equal(m->selected, wl_trace_count(s.trace) - 1);
  press(m, "w");
  size_t worst = m->selected;
  assert_int_equal(wl_cost_excess(wl_analysis_cost(s.analysis, worst)), 31);
  press(m, "w");
  assert_true(m->selected > worst);
  assert_int_equal(wl_cost_excess(wl_analysis_cost(s.analysis, m->selected)), 31);
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_walk(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  size_t count = wl_trace_count(s.trace);
  uint8_t *seen = calloc(count, 1);
  size_t *path = calloc(count, sizeof *path);
  for (size_t i = 0; i < count; i++) { /* Right goes through every step once */
    path[i] = m->selected;
    assert_int_equal(seen[path[i]]++, 0);
    press(m, "Right");
  }
  for (size_t i = count; i-- > 0;) { /* and Left the same way back */
    assert_int_equal(m->selected, path[i]);
    press(m, "Left");
  }
  free(seen);
  free(path);
  wl_session_destroy(m);
  scene_destroy(s);
}

/* Steps of one warp, in their order, by the keys that lead there, whatever part of its block is at
 * hand: of more steps than that are. Scene "long" has 8 steps of a warp, then of the next of 8. */
static void test_long_block(void **state) {
  (void)state;
  enum { STEPS = WL_WINDOW + 8000, WARPS = 8, TURN = 8, ROUND = WARPS * TURN };
  struct scene s = scene_long(STEPS, true);
  struct wl_session *m = showing(s);
  size_t last = STEPS - ROUND + TURN - 1, seen = 0;
  press(m, "End");
  assert_int_equal(m->selected, last);
  press(m, "Right"); /* the next warp, from its beginning */
  assert_int_equal(m->selected, TURN);
  press(m, "Left");
  assert_int_equal(m->selected, last);
  for (size_t step = last;; step -= step % ROUND ? 1 : ROUND - TURN + 1, seen++) {
    assert_int_equal(m->selected, step);
    if (step == 0) break;
    press(m, "Left");
  }
  assert_int_equal(seen, STEPS / WARPS - 1);
  press(m, "End Home");
  assert_int_equal(m->selected, 0);
  wl_session_select(m, STEPS / 2); /* from the middle, with a window that is cut at both ends */
  uint16_t warp = selected(m, s).warp;
  press(m, "Home");
  assert_int_equal(m->selected, (size_t)warp * TURN);
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_params(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_session *m = showing(s);
  size_t count, step;
  wl_session_settings(m, &count);
  assert_int_equal(count, 0); /* the script's own default */
  press(m, "PageDown Right Down p -");
  assert_false(wl_session_requests(m) & WL_REQUEST_RUN); /* below its minimum */
  press(m, "+");
  assert_true(wl_session_requests(m) & WL_REQUEST_RUN);
  const char *const *list = wl_session_settings(m, &count);
  assert_int_equal(count, 1);
  assert_string_equal(list[0], "pad=1");
  step = m->selected;
  wl_session_show(m, t.trace, t.analysis);
  assert_int_equal(m->selected, step); /* the same instruction again */
  assert_true(on_screen(m, "pad 0 > 1"));
  assert_true(on_screen(m, "32>1"));
  press(m, "u");
  assert_true(wl_session_requests(m) & WL_REQUEST_RUN);
  list = wl_session_settings(m, &count);
  assert_int_equal(count, 1); /* back at the default: says so */
  assert_string_equal(list[0], "pad=0");
  press(m, "u");
  assert_false(wl_session_requests(m) & WL_REQUEST_RUN); /* nothing left to undo */
  for (int i = 0; i < 100; i++) press(m, "+");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=8");
  wl_session_show(m, NULL, NULL);
  press(m, "+ u p Right");
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* Undo and redo: values, shapes and generations, in the order in which they changed. */
static void test_undo(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  struct wl_diag d;
  size_t count;
  const struct wl_target old = wl_target_make(wl_arch_find("9.0"), NULL);
  const struct wl_target other = wl_target_make(wl_arch_find("8.0"), NULL);
  struct wl_analysis *on_other = wl_reanalyze(s.trace, other, &d);
  press(m, "U");
  assert_true(on_screen(m, "no change to make again"));
  press(m, "p + +");
  wl_session_turned(m, old, other);
  wl_session_show(m, s.trace, on_other); /* the generation changes */
  assert_true(wl_param_set(m, "block", "16,4", &d));
  assert_false(wl_param_set(m, "block", "16,", &d));
  assert_false(wl_param_set(m, "block", "0", &d));
  assert_false(wl_param_set(m, "blocks", "1", &d));
  assert_string_equal(wl_session_settings(m, &count)[1], "block=16,4");

  press(m, "u");
  assert_string_equal(wl_session_settings(m, &count)[1], "block=32,8");
  wl_session_requests(m);
  press(m, "u");
  assert_true(wl_session_requests(m) & WL_REQUEST_ARCH);
  assert_ptr_equal(wl_session_target_wanted(m).arch, old.arch);
  wl_session_turned(m, other, old);
  wl_session_show(m, s.trace, s.analysis);
  press(m, "u");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=1");
  press(m, "U");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=2");
  wl_session_requests(m);
  press(m, "U");
  assert_ptr_equal(wl_session_target_wanted(m).arch, other.arch);
  wl_session_turned(m, old, other);
  wl_session_show(m, s.trace, on_other);
  press(m, "U");
  assert_string_equal(wl_session_settings(m, &count)[1], "block=16,4");
  press(m, "U");
  assert_true(on_screen(m, "no change to make again"));
  press(m, "u + U"); /* a new change ends what could be made again */
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=3");
  assert_string_equal(wl_session_settings(m, &count)[1], "block=32,8");
  press(m, "u u u u u u");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=0");
  wl_session_destroy(m);
  wl_analysis_destroy(on_other);
  scene_destroy(s);
}

/* Changes are taken back in their order while none of them has been shown yet; what comes
 * to nothing leaves neither its values nor its changes. */
static void test_undo_meanwhile(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0), t = scene_create("transpose", 1);
  struct wl_session *m = showing(s);
  const struct wl_target old = wl_target_make(wl_arch_find("3.5"), NULL);
  const struct wl_target mode = wl_target_make(wl_arch_next_mode(old.arch, 1), NULL);
  const struct wl_target fifth = wl_target_make(wl_arch_find("5.0"), NULL);
  struct wl_diag d;
  size_t count;
  wl_session_event(m, WL_EVENT_STARTED);
  wl_session_event(m, WL_EVENT_COMPLETE);
  press(m, "PageDown Right Down p +");
  wl_session_event(m, WL_EVENT_STARTED);
  wl_session_turned(m, old, mode);
  press(m, "+ +");
  assert_true(wl_undo_awaited(m));
  press(m, "u u");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=1");
  wl_session_requests(m);
  press(m, "u");
  assert_true(wl_session_requests(m) & WL_REQUEST_ARCH);
  assert_ptr_equal(wl_session_target_wanted(m).arch, old.arch); /* and not the one that is shown */
  wl_session_turned(m, mode, old);
  wl_session_passed(m, fifth); /* no change of the generation is left: nothing */
  press(m, "U");
  wl_session_turned(m, old, mode);
  wl_session_passed(m, fifth);
  press(m, "u");
  wl_session_turned(m, fifth, old);
  press(m, "U"); /* to the one that it came to */
  assert_ptr_equal(wl_session_target_wanted(m).arch, fifth.arch);
  wl_session_turned(m, old, fifth);
  press(m, "u");
  wl_session_turned(m, fifth, old);
  press(m, "u");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=0");
  assert_false(wl_undo_awaited(m));
  press(m, "u");
  assert_true(on_screen(m, "no change to take back"));
  press(m, "U");
  wl_session_show(m, t.trace, t.analysis); /* some of the run for pad=1, and then no more of it */
  assert_true(on_screen(m, "pad 0 > 1"));
  wl_session_show(m, s.trace, s.analysis);
  assert_false(on_screen(m, "pad 0 > 1"));
  press(m, "+ +");
  assert_true(wl_param_set(m, "block", "16,4", &d));
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=3");
  wl_session_show(m, t.trace, t.analysis);
  assert_string_equal(m->past.last.step.change, "pad 0 → 3, block 32,8 → 16,4");
  wl_session_show(m, s.trace, s.analysis);
  wl_session_event(m, WL_EVENT_FAILED);
  wl_session_settings(m, &count);
  assert_int_equal(count, 0);
  press(m, "u");
  assert_true(on_screen(m, "no change to take back"));
  wl_session_destroy(m);
  scene_destroy(s);
  scene_destroy(t);
}

/* A chip has caches of its own: it waits for its run, as a generation does. */
static void test_chip(void **state) {
  (void)state;
  struct scene s = scene_create("transpose", 0);
  struct wl_session *m = showing(s);
  struct wl_diag d;
  const struct wl_target old = wl_session_target(m);
  press(m, "c");
  assert_true(wl_session_requests(m) & WL_REQUEST_ARCH);
  assert_true(on_screen(m, "cc 9.0 H200"));
  assert_true(on_screen(m, "GH200: 4 of 4 chips of cc 9.0"));
  press(m, "C C"); /* two before the one that is awaited */
  struct wl_target now = wl_session_target_wanted(m);
  assert_string_equal(now.chip->name, "H100 PCIe");
  assert_null(wl_session_target_wanted(m).arch);
  wl_session_turned(m, old, now);
  struct wl_analysis *on_other = wl_reanalyze(s.trace, now, &d);
  wl_session_show(m, s.trace, on_other);
  assert_true(on_screen(m, "cc 9.0 H100 PCIe"));
  press(m, "u u u");
  assert_ptr_equal(wl_session_target_wanted(m).chip, old.chip);
  wl_session_turned(m, now, old);
  wl_session_show(m, s.trace, s.analysis);
  press(m, "u");
  assert_true(on_screen(m, "no change to take back"));
  wl_session_destroy(m);
  wl_analysis_destroy(on_other);
  scene_destroy(s);
}

/* Another generation: the same recording, and figures before and after. */
static void test_arch(void **state) {
  (void)state;
  struct scene s = scene_create("stride", 2);
  struct wl_session *m = showing(s);
  struct wl_diag d;
  press(m, "a a A");
  assert_true(wl_session_requests(m) & WL_REQUEST_ARCH);
  assert_int_equal(wl_session_arch_turns(m), 1);
  assert_int_equal(wl_session_arch_turns(m), 0);
  press(m, "o");
  assert_true(wl_session_requests(m) & WL_REQUEST_ARCH);
  assert_ptr_equal(wl_session_target_wanted(m).arch, wl_arch_in_mode(wl_arch_default(), WL_CG, 0));
  struct wl_analysis *early = wl_reanalyze(s.trace, wl_target_make(wl_arch_find("1.0"), NULL), &d);
  assert_non_null(early);
  press(m, "Right Left");
  wl_session_show(m, s.trace, early);
  assert_int_equal(m->selected, 0);
  assert_true(on_screen(m, "cc 9.0 > 1.0"));
  assert_true(on_screen(m, "in 32 transactions: 1024 moved, 128 needed"));
  assert_true(on_screen(m, "8>32")); /* sectors; what only one of them has stands alone */
  assert_false(on_screen(m, "tag wavefronts"));
  struct wl_target maxwell = wl_target_make(wl_arch_find("5.2"), NULL);
  struct wl_analysis *unknown = wl_reanalyze(s.trace, maxwell, &d);
  wl_session_show(m, s.trace, unknown);
  assert_true(on_screen(m, "tag wavefronts             ?"));
  assert_false(wl_session_ask_why(m, "transactions"));
  assert_true(wl_session_ask_why(m, "tag_wavefronts"));
  assert_true(on_screen(m, "32 lanes of 4 bytes on cc 5.2"));
  wl_session_show(m, s.trace, s.analysis);
  wl_analysis_destroy(early);
  wl_analysis_destroy(unknown);
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_select(void **state) {
  (void)state;
  struct scene s = scene_create("zoo", 2);
  struct wl_session *m = showing(s);
  assert_true(wl_session_set_view(m, "banks"));
  assert_false(wl_session_set_view(m, "nonsense"));
  assert_true(wl_session_select(m, 4));
  assert_false(wl_session_select(m, wl_trace_count(s.trace)));
  assert_int_equal(m->selected, 4);
  assert_true(wl_session_pick(m, 31));
  assert_false(wl_session_pick(m, 32));
  assert_true(wl_session_wave(m, 2));
  assert_false(wl_session_wave(m, 3));
  wl_session_destroy(m);
  scene_destroy(s);
}

static void test_wants(void **state) {
  (void)state;
  struct wl_session *m = wl_session_create();
  assert_true(wl_session_requests(m) & WL_REQUEST_DRAW);
  assert_int_equal(wl_session_requests(m), 0);
  press(m, "q r x t Ctrl-L");
  assert_int_equal(wl_session_requests(m), WL_REQUEST_DRAW | WL_REQUEST_QUIT | WL_REQUEST_RUN |
                   WL_REQUEST_CANCEL |
                                        WL_REQUEST_THEME | WL_REQUEST_REPAINT | WL_REQUEST_READ);
  wl_session_destroy(m);
  wl_session_destroy(NULL);
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
    cmocka_unit_test(test_keymap), cmocka_unit_test(test_too_small),
    cmocka_unit_test(test_move), cmocka_unit_test(test_walk),
    cmocka_unit_test(test_long_block),
    cmocka_unit_test(test_params), cmocka_unit_test(test_undo),
    cmocka_unit_test(test_undo_meanwhile),
    cmocka_unit_test(test_chip), cmocka_unit_test(test_arch),
    cmocka_unit_test(test_select),
    cmocka_unit_test(test_wants), cmocka_unit_test(test_local_address),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
