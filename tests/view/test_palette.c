/* Help that does what it tells: what typing finds, and what Enter does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canvas/canvas.h"
#include "canvas/theme.h"
#include "core/explain/metric.h"
#include "scene.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/search/cost_peaks.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/keys/input.h"
#include "view/help/help_list.h"
#include "view/picture.h"

static struct scene scene;
static struct wl_session *m;

static int open_model(void **state) {
  (void)state;
  m = wl_session_create();
  wl_session_show(m, scene.trace, scene.analysis);
  return 0;
}

static int close_model(void **state) {
  (void)state;
  wl_session_destroy(m);
  return 0;
}

static void type(const char *text) {
  for (; *text; text++) wl_session_key(m, (unsigned char)*text);
}

static struct wl_tip chosen(void) {
  struct wl_tip tips[WL_MAX_TIPS];
  size_t at, count = wl_palette_list(m, tips, &at);
  assert_in_range(count, 1, WL_MAX_TIPS);
  return at < count ? tips[at] : tips[0];
}

/* The name of every action finds it, and so does every key that can be typed. */
static void test_finds(void **state) {
  (void)state;
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    wl_session_key(m, '?');
    type(wl_actions[a].name);
    assert_int_equal(chosen().kind, WL_TIP_ACTION);
    assert_int_equal(chosen().index, a);
    wl_session_key(m, WL_KEY_ESCAPE);
    assert_false(wl_panel_on(m, WL_PANEL_HELP));
    uint32_t key = wl_keymap_key(a);
    if (key <= ' ' || key > '~' || key == '?') continue;
    wl_session_key(m, '?');
    wl_session_key(m, key);
    assert_true(wl_panel_on(m, WL_PANEL_HELP)); /* it is text here */
    assert_int_equal(chosen().kind, WL_TIP_ACTION);
    assert_int_equal(chosen().index, a);
    wl_session_key(m, WL_KEY_F1);
  }
}

/* So do words that our texts do not have. */
static void test_words(void **state) {
  (void)state;
  static const struct { const char *word; enum wl_action action; } rows[] = {
    {"padding", WL_ACT_PARAM_NEXT}, {"svg", WL_ACT_BOOKMARK}, {"export", WL_ACT_BOOKMARK},
    {"search", WL_ACT_FIND},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    wl_session_key(m, '?');
    type(rows[i].word);
    assert_int_equal(chosen().kind, WL_TIP_ACTION);
    assert_int_equal(chosen().index, rows[i].action);
    wl_session_key(m, WL_KEY_ESCAPE);
  }
}

/* While presenting keys of a clicker are told as what they do then, and letters that vote not. */
static void test_slides(void **state) {
  (void)state;
  struct wl_tip tips[WL_MAX_TIPS];
  size_t at, rows = 0;
  wl_session_key(m, WL_KEY_F1 + 4);
  wl_session_key(m, '?');
  for (size_t i = 0, n = wl_palette_list(m, tips, &at); i < n; i++) {
    if (tips[i].kind != WL_TIP_ACTION) continue;
    const char *keys = tips[i].name;
    assert_false(keys[0] >= 'A' && keys[0] <= 'H' && !keys[1]);
    rows += tips[i].text != wl_actions[tips[i].index].help;
  }
  assert_true(rows >= 3);
  type("black");
  assert_int_equal(chosen().index, WL_ACT_BLOCK_NEXT);
  wl_session_key(m, WL_KEY_ENTER);
  assert_true(wl_panel_on(m, WL_PANEL_BLANK));
  wl_session_key(m, ' ');
  wl_session_key(m, WL_KEY_F1 + 4);
  assert_false(m->present || wl_panel_on(m, WL_PANEL_BLANK));
  wl_session_key(m, '?');
  type("black");
  assert_int_equal(chosen().index, WL_ACT_PRESENT);
  wl_session_key(m, WL_KEY_ESCAPE);
}

/* A whole line is what Enter does: nothing else looks as if it were chosen, until a key says so. */
static void test_line(void **state) {
  (void)state;
  struct wl_tip tips[WL_MAX_TIPS];
  size_t at;
  wl_session_key(m, '?');
  type("lane 5");
  assert_int_equal(wl_palette_list(m, tips, &at), 0);
  wl_session_key(m, WL_KEY_DOWN);
  assert_true(wl_palette_list(m, tips, &at) > 1 && tips[at].kind == WL_TIP_FIGURE);
  wl_session_key(m, WL_KEY_BACKSPACE);
  wl_session_key(m, '5');
  wl_session_key(m, WL_KEY_ENTER);
  assert_true(!wl_panel_on(m, WL_PANEL_HELP) && m->lane == 5);
}

static void test_runs(void **state) {
  (void)state;
  wl_session_key(m, '?');
  type("COSTLIEST"); /* a word of the help */
  wl_session_key(m, WL_KEY_ENTER);
  assert_false(wl_panel_on(m, WL_PANEL_HELP));
  assert_int_equal(wl_session_excess(m, m->selected), wl_session_peak(m));
  wl_session_key(m, '?');
  type("banks drain");
  wl_session_key(m, WL_KEY_ENTER);
  assert_int_equal(m->view, 2);
  wl_session_key(m, '?');
  type("lane 5"); /* a line as behind ':' */
  wl_session_key(m, WL_KEY_ENTER);
  assert_false(wl_panel_on(m, WL_PANEL_HELP) || wl_panel_on(m, WL_PANEL_PROMPT));
  assert_int_equal(m->lane, 5);
  wl_session_key(m, '?');
  type("quit");
  wl_session_requests(m);
  wl_session_key(m, WL_KEY_ENTER);
  assert_true(wl_session_requests(m) & WL_REQUEST_QUIT);
}

/* What is no action leads to where it is used. */
static void test_leads(void **state) {
  (void)state;
  wl_session_key(m, '?');
  type("arch CC");
  wl_session_key(m, WL_KEY_ENTER);
  assert_true(wl_panel_on(m, WL_PANEL_PROMPT) && !m->searching && !wl_panel_on(m, WL_PANEL_HELP));
  assert_string_equal(m->line.text, "arch ");
  wl_session_key(m, WL_KEY_ESCAPE);
  wl_session_key(m, '?');
  type("space=");
  wl_session_key(m, WL_KEY_ENTER);
  assert_true(wl_panel_on(m, WL_PANEL_PROMPT) && m->searching);
  assert_string_equal(m->search.text, "space=shared");
  wl_session_key(m, WL_KEY_ESCAPE);
  wl_session_key(m, '?');
  type("rounds tag stage");
  assert_int_equal(chosen().kind, WL_TIP_FIGURE);
  wl_session_key(m, WL_KEY_ENTER);
  assert_true(wl_panel_on(m, WL_PANEL_WHY));
  assert_int_equal(m->why_figure, WL_TAG_WAVEFRONTS);
  wl_session_mask(m, true);
  wl_session_key(m, '?');
  type("rounds tag stage");
  wl_session_key(m, WL_KEY_ENTER);
  assert_false(wl_panel_on(m, WL_PANEL_WHY));
}

static void test_chooses(void **state) {
  (void)state;
  struct wl_tip tips[WL_MAX_TIPS];
  size_t at, count;
  wl_session_key(m, '?');
  assert_int_equal(chosen().index, 0);
  wl_session_key(m, WL_KEY_UP);
  assert_int_equal(chosen().index, 0);
  wl_session_key(m, WL_KEY_DOWN);
  assert_int_equal(chosen().index, 1);
  for (int i = 0; i < WL_MAX_TIPS; i++) wl_session_key(m, WL_KEY_DOWN);
  count = wl_palette_list(m, tips, &at);
  assert_int_equal(at, count - 1); /* all of it can be reached */
  wl_session_key(m, WL_KEY_PAGE_UP);
  assert_true(wl_palette_list(m, tips, &at) == count && at < count - 1);
  size_t here = at;
  wl_session_requests(m);
  wl_session_key(m, 'L' & 31); /* draws anew what is there */
  assert_true(wl_session_requests(m) & WL_REQUEST_REPAINT);
  assert_true(wl_palette_list(m, tips, &at) == count && at == here);
  type("zzz");
  assert_int_equal(wl_palette_list(m, tips, &at), 0);
  wl_session_key(m, WL_KEY_ENTER); /* nothing to do */
  assert_true(wl_panel_on(m, WL_PANEL_HELP));
  for (int i = 0; i < 5; i++) wl_session_key(m, WL_KEY_BACKSPACE);
  assert_true(wl_panel_on(m, WL_PANEL_HELP));
  assert_int_equal(wl_palette_list(m, tips, &at), count);
  wl_session_key(m, '?');
  assert_false(wl_panel_on(m, WL_PANEL_HELP));
  wl_session_key(m, ':'); /* … and in a line */
  wl_session_requests(m);
  wl_session_key(m, 'L' & 31);
  assert_true(wl_panel_on(m, WL_PANEL_PROMPT) && wl_session_requests(m) & WL_REQUEST_REPAINT);
  assert_string_equal(m->line.text, "");
}

/* Whether a tip of the list is the action. */
static bool lists(enum wl_action action) {
  struct wl_tip tips[WL_MAX_TIPS];
  size_t at, count = wl_palette_list(m, tips, &at);
  for (size_t i = 0; i < count; i++)
    if (tips[i].kind == WL_TIP_ACTION && tips[i].index == action) return true;
  return false;
}

/* What takes another action back is found with it. */
static void test_pairs(void **state) {
  (void)state;
  static const struct { const char *word; enum wl_action action, other; } rows[] = {
    {"undo", WL_ACT_UNDO, WL_ACT_REDO}, {"redo", WL_ACT_REDO, WL_ACT_UNDO},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    wl_session_key(m, '?');
    type(rows[i].word);
    assert_int_equal(chosen().index, rows[i].action);
    assert_true(lists(rows[i].other));
    wl_session_key(m, WL_KEY_ESCAPE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_finds, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_words, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_pairs, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_slides, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_line, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_runs, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_leads, open_model, close_model),
    cmocka_unit_test_setup_teardown(test_chooses, open_model, close_model),
  };
  scene = scene_create("transpose", 0);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  scene_destroy(scene);
  return failed;
}
