/* The line behind ':': typing it, and what it does to the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/trace/trace.h"
#include "press.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/line_editor.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/view_table.h"
#include "view/keys/actions.h"
#include "view/keys/input.h"
#include "view/help/prompt.h"

static void type(struct wl_typing *l, const char *text) {
  for (; *text; text++) wl_typing_key(l, (unsigned char)*text);
}

static void key(struct wl_typing *l, const char *name) {
  assert_int_equal(wl_typing_key(l, wl_key_parse(name)), WL_TYPING_OPEN);
}

static void holds(const struct wl_typing *l, const char *before, const char *behind) {
  char text[2 * WL_TYPING_BYTES];
  snprintf(text, sizeof text, "%s%s", before, behind);
  assert_string_equal(l->text, text);
  assert_int_equal(l->cursor, strlen(before));
}

static void editing(void **state) {
  (void)state;
  struct wl_typing l = {.kept = 0};
  wl_typing_begin(&l);
  key(&l, "Left"), key(&l, "Delete"), key(&l, "Ctrl-W"), key(&l, "Up"), key(&l, "Down");
  holds(&l, "", "");
  type(&l, "abc def");
  key(&l, "Left"), key(&l, "Left");
  holds(&l, "abc d", "ef");
  key(&l, "Backspace");
  holds(&l, "abc ", "ef");
  key(&l, "Delete");
  holds(&l, "abc ", "f");
  key(&l, "Ctrl-W");
  holds(&l, "", "f");
  key(&l, "End");
  type(&l, "g");
  key(&l, "Home");
  type(&l, "e");
  holds(&l, "e", "fg");
  key(&l, "Ctrl-U");
  holds(&l, "", "fg");
  key(&l, "PageUp"), key(&l, "F1"), key(&l, "Tab"); /* no characters */
  holds(&l, "", "fg");
}

static void characters(void **state) {
  (void)state;
  struct wl_typing l = {.kept = 0};
  wl_typing_begin(&l);
  wl_typing_key(&l, 0xfc), wl_typing_key(&l, 0x6570), wl_typing_key(&l, 0x1f600);
  holds(&l, "ü数😀", "");
  key(&l, "Left"), key(&l, "Left");
  holds(&l, "ü", "数😀");
  key(&l, "Delete");
  holds(&l, "ü", "😀");
  key(&l, "Backspace");
  holds(&l, "", "😀");
  key(&l, "Right");
  holds(&l, "😀", "");
  /* Never half a character, and never more than there is room for. */
  enum wl_typing_event last = WL_TYPING_OPEN;
  for (int i = 0; i < 200; i++) last = wl_typing_key(&l, 0x6570);
  assert_int_equal(last, WL_TYPING_FULL);
  assert_int_equal(strlen(l.text), 4 + 3 * 83);
}

static void history(void **state) {
  (void)state;
  struct wl_typing l = {.kept = 0};
  static const char *const lines[] = {"one", "two", "two", "three"};
  for (int i = 0; i < 4; i++) {
    wl_typing_begin(&l);
    type(&l, lines[i]);
    assert_int_equal(wl_typing_key(&l, WL_KEY_ENTER), WL_TYPING_ENTERED);
  }
  wl_typing_begin(&l);
  type(&l, "dra");
  key(&l, "Up");
  holds(&l, "three", "");
  key(&l, "Up"), key(&l, "Up"), key(&l, "Up"), key(&l, "Up"); /* two is there once */
  holds(&l, "one", "");
  key(&l, "Down"), key(&l, "Down"), key(&l, "Down"), key(&l, "Down");
  holds(&l, "dra", "");
  assert_int_equal(wl_typing_key(&l, WL_KEY_ESCAPE), WL_TYPING_LEFT);
  wl_typing_begin(&l);
  assert_int_equal(wl_typing_key(&l, WL_KEY_BACKSPACE), WL_TYPING_LEFT);
  assert_int_equal(wl_typing_key(&l, WL_KEY_ENTER), WL_TYPING_LEFT);
  for (int i = 0; i < 100; i++) { /* the oldest go */
    wl_typing_begin(&l);
    wl_typing_key(&l, (uint32_t)('a' + i % 26));
    wl_typing_key(&l, WL_KEY_ENTER);
  }
  assert_int_equal(l.kept, WL_TYPING_KEPT);
}

static struct wl_session *m;
static struct scene scene;

static unsigned enter(const char *text) {
  wl_session_requests(m);
  wl_session_key(m, ':');
  for (; *text; text++) wl_session_key(m, (unsigned char)*text);
  wl_session_key(m, WL_KEY_ENTER);
  return wl_session_requests(m) & ~(unsigned)WL_REQUEST_DRAW;
}

static void fails(const char *text, const char *what, const char *hint) {
  assert_int_equal(enter(text), 0);
  assert_true(wl_panel_on(m, WL_PANEL_ERROR));
  assert_non_null(strstr(m->diag.what, what));
  assert_non_null(strstr(m->diag.hint, hint));
}

/* What is wrong with a line is read by the next key; what is wrong with the script stays. */
static void errors_go(void **state) {
  (void)state;
  struct wl_diag d;
  scene = scene_create("transpose", 0);
  m = showing(scene);
  fails("pat=1", "no parameter", "");
  wl_session_key(m, WL_KEY_RIGHT);
  assert_false(wl_panel_on(m, WL_PANEL_ERROR));
  wl_diag_fail(&d, WL_SCRIPT, "it cannot be");
  wl_session_fail(m, &d);
  wl_session_key(m, WL_KEY_RIGHT);
  assert_true(wl_panel_on(m, WL_PANEL_ERROR));
  wl_session_key(m, WL_KEY_ESCAPE);
  assert_false(wl_panel_on(m, WL_PANEL_ERROR));
  wl_session_destroy(m);
  scene_destroy(scene);
}

static void commands(void **state) {
  (void)state;
  size_t count;
  m = wl_session_create();
  scene = scene_create("transpose", 0);
  wl_session_show(m, scene.trace, scene.analysis);
  assert_int_equal(enter("pad=1"), WL_REQUEST_RUN);
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=1");
  wl_session_do(m, WL_ACT_UNDO, 0);
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=0");
  fails("pat=1", "no parameter 'pat'", "pad");
  fails("pad=x", "pad cannot be 'x'", "number from 0 to ");
  fails("pad=99", "pad cannot be '99'", "number from 0 to ");
  fails("pad=", "needs a value", "");
  assert_int_equal(enter("arch 8.0"), WL_REQUEST_ARCH);
  assert_false(wl_panel_on(m, WL_PANEL_ERROR)); /* the error was about the line before */
  assert_string_equal(wl_session_target_wanted(m).arch->cc, "8.0");
  assert_null(wl_session_target_wanted(m).arch);
  assert_int_equal(enter("arch=8.0"), WL_REQUEST_ARCH);
                                    /* as in a shell; no parameter has the name */
  assert_string_equal(wl_session_target_wanted(m).arch->cc, "8.0");
  fails("arch = 9.9", "unknown GPU generation '9.9'", "");
  enter("step=2");
  assert_int_equal(m->selected, 2);
  fails("arch 9.9", "unknown GPU generation '9.9'", "");
  enter("  step 3 ");
  assert_int_equal(m->selected, 3);
  fails("step 1000000", "no step '1000000'", "there are 0 …");
  fails("step", "no step ''", "");
  assert_int_equal(m->selected, 3);
  struct wl_step step;
  wl_trace_get(scene.trace, 9, &step);
  char line[32];
  snprintf(line, sizeof line, "line %u", step.place.line);
  enter(line);
  wl_trace_get(scene.trace, m->selected, &step);
  assert_int_equal(step.place.line, atoi(line + 5));
  fails("line 4444", "line 4444 of the script makes no step", "");
  static const char *const expressions[] = {
    "output[3]", "pad == 1", "stepping", "line[3]", "1 = 2", "pad - 1", "pad", "pad -1", "quitting",
  };
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
    assert_int_equal(enter(expressions[i]), WL_REQUEST_EVALUATE);
    assert_string_equal(wl_session_question(m), expressions[i]);
  }
  assert_int_equal(enter("   "), 0);
  wl_session_answer(m, "4");
  assert_true(wl_panel_on(m, WL_PANEL_ANSWER));
  wl_session_do(m, WL_ACT_DONE, 0);
  assert_false(wl_panel_on(m, WL_PANEL_ANSWER));
  /* Keys are text as long as the line is open. */
  wl_session_key(m, ':'), wl_session_key(m, 'q'), wl_session_key(m, WL_KEY_ESCAPE);
  assert_false(wl_session_requests(m) & WL_REQUEST_QUIT);
  wl_session_key(m, 'q');
  assert_true(wl_session_requests(m) & WL_REQUEST_QUIT);
  wl_session_destroy(m);
  scene_destroy(scene);
}

/* What somebody types who has used other programs. */
static void words(void **state) {
  (void)state;
  size_t count;
  m = wl_session_create();
  scene = scene_create("transpose", 0);
  wl_session_show(m, scene.trace, scene.analysis);
  enter("pad 2");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=2");
  enter("undo");
  assert_string_equal(wl_session_settings(m, &count)[0], "pad=0");
  fails("pad two", "pad cannot be 'two'", "");
  enter("block 16 16");
  assert_string_equal(wl_session_settings(m, &count)[count - 1], "block=16,16");
  enter("block 8, 8");
  assert_string_equal(wl_session_settings(m, &count)[count - 1], "block=8,8");
  enter("view 3");
  assert_int_equal(m->view, WL_VIEW_BANKS);
  enter("view 0");
  assert_int_equal(m->view, WL_VIEW_TEXT);
  enter("view lines");
  assert_int_equal(m->view, WL_VIEW_LINES);
  enter("timeline");
  assert_int_equal(m->view, WL_VIEW_TIMELINE);
  fails("view cubes", "unknown view 'cubes'", "lanes, lines");
  enter("lane 7");
  assert_int_equal(m->lane, 7);
  fails("lane", "no lane ''", "");
  fails("lane x", "no lane 'x'", "");
  enter("find tile");
  assert_true(m->count > 0 && !wl_panel_on(m, WL_PANEL_ERROR));
  enter("help");
  assert_true(wl_panel_on(m, WL_PANEL_HELP));
  wl_session_key(m, WL_KEY_ESCAPE);
  assert_false(wl_panel_on(m, WL_PANEL_HELP));
  enter("mask");
  assert_true(wl_session_masked(m));
  fails("wavefront 2", "the replay is hidden", "mask shows them");
  enter("mask");
  assert_false(wl_session_masked(m));
  assert_true(enter("q") & WL_REQUEST_QUIT);
  assert_true(enter("quit") & WL_REQUEST_QUIT);
  wl_session_destroy(m);
  scene_destroy(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(editing),
    cmocka_unit_test(characters),
    cmocka_unit_test(history),
    cmocka_unit_test(errors_go), cmocka_unit_test(commands),
    cmocka_unit_test(words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
