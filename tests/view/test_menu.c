/* The menu: what is listed, selected and found, in a list with headings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "canvas/canvas.h"
#include "session/state/keymap.h"
#include "view/screen/lesson_menu.h"

static const struct wl_menu_item items[] = {
  {"alpha", "First of all", "about sectors", "One", "x=1", 1, 5},
  {"beta", "The second", "about banks", "One", "offset=1, offset=32 type=float4", 2, 4},
  {"gamma", "A \033[31mthird", "about lanes", "Two", "y=2", 1, 3},
  {"delta", "Not a lesson", "", "", "", 0, 0},
};
enum { ITEMS = sizeof items / sizeof *items };

static struct wl_menu *menu;

static int set_up(void **state) {
  (void)state;
  return (menu = wl_menu_create(items, ITEMS)) ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  wl_menu_destroy(menu);
  return 0;
}

static void press(const char *keys) {
  for (; *keys; keys++) assert_int_equal(wl_menu_key(menu, (uint32_t)*keys), WL_MENU_STAYS);
}

/* Row `y` of the picture, without blanks at its end. */
static const char *row(struct wl_canvas *c, int y) {
  static char text[512];
  size_t n = 0, end = 0;
  for (int x = 0; x < wl_canvas_width(c); x++) {
    uint32_t code = wl_canvas_cell(c, x, y)->code;
    text[n++] = (char)(code < 128 ? code : '?');
    if (code != ' ') end = n;
  }
  text[end] = '\0';
  return text;
}

static void expect_row(int width, int height, int y, const char *wanted) {
  struct wl_canvas *c = wl_canvas_create(width, height, true);
  assert_non_null(c);
  wl_menu_draw(menu, c);
  assert_string_equal(row(c, y), wanted);
  wl_canvas_destroy(c);
}

static void test_moving(void **state) {
  (void)state;
  assert_int_equal(wl_menu_selected(menu), 0);
  wl_menu_key(menu, WL_KEY_DOWN);
  assert_int_equal(wl_menu_selected(menu), 1);
  wl_menu_key(menu, WL_KEY_END);
  assert_int_equal(wl_menu_selected(menu), 3);
  wl_menu_key(menu, WL_KEY_DOWN); /* there is no further */
  wl_menu_next(menu);
  assert_int_equal(wl_menu_selected(menu), 3);
  press("kk");
  assert_int_equal(wl_menu_selected(menu), 1);
  wl_menu_key(menu, WL_KEY_HOME);
  assert_int_equal(wl_menu_selected(menu), 0);
  wl_menu_next(menu);
  assert_int_equal(wl_menu_selected(menu), 1);
}

static void test_levels(void **state) {
  (void)state;
  wl_menu_key(menu, WL_KEY_DOWN);
  press("1"); /* what was selected is not listed now */
  assert_int_equal(wl_menu_selected(menu), 2);
  wl_menu_key(menu, WL_KEY_UP);
  assert_int_equal(wl_menu_selected(menu), 0);
  expect_row(60, 16, 0, " warplens                     level 1: 2 lessons, 8 minutes");
  press("3"); /* there is none */
  assert_int_equal(wl_menu_selected(menu), ITEMS);
  assert_int_equal(wl_menu_key(menu, WL_KEY_ENTER), WL_MENU_STAYS);
  assert_int_equal(wl_menu_key(menu, WL_KEY_F1 + 4), WL_MENU_STAYS);
  wl_menu_next(menu);
  press("3"); /* again: all */
  assert_int_equal(wl_menu_selected(menu), 0);
  expect_row(60, 16, 0, " warplens                             4 lessons, 12 minutes");
}

static void test_finding(void **state) {
  (void)state;
  press("/BANKS"); /* in the text, whatever the case; letters are no commands */
  assert_int_equal(wl_menu_selected(menu), 1);
  expect_row(60, 16, 15, " /BANKS#                          Enter choose   Escape all");
  assert_int_equal(wl_menu_key(menu, WL_KEY_ENTER), WL_MENU_STAYS); /* ends the typing */
  assert_int_equal(wl_menu_key(menu, WL_KEY_ENTER), WL_MENU_OPENS);
  assert_int_equal(wl_menu_key(menu, WL_KEY_ESCAPE), WL_MENU_STAYS); /* all again */
  expect_row(60, 16, 0, " warplens                             4 lessons, 12 minutes");
  assert_int_equal(wl_menu_selected(menu), 1);
  press("/zzz");
  assert_int_equal(wl_menu_selected(menu), ITEMS);
  expect_row(60, 16, 1, " no lesson has this; Escape shows all");
  wl_menu_key(menu, WL_KEY_ESCAPE);
  assert_int_equal(wl_menu_key(menu, WL_KEY_ESCAPE), WL_MENU_LEAVES);
}

static void test_leaving(void **state) {
  (void)state;
  assert_int_equal(wl_menu_key(menu, 'q'), WL_MENU_LEAVES);
  assert_int_equal(wl_menu_key(menu, 'C' & 31), WL_MENU_LEAVES);
  assert_int_equal(wl_menu_key(menu, WL_KEY_F1 + 4), WL_MENU_PRESENTS);
  assert_int_equal(wl_menu_key(menu, 't'), WL_MENU_THEME);
  assert_int_equal(wl_menu_key(menu, '?'), WL_MENU_STAYS);
  assert_int_equal(wl_menu_key(menu, 'L' & 31), WL_MENU_REPAINT); /* and help stays */
  assert_int_equal(wl_menu_key(menu, WL_KEY_ENTER), WL_MENU_STAYS); /* closes it */
  assert_int_equal(wl_menu_key(menu, WL_KEY_ENTER), WL_MENU_OPENS);
}

static void test_picture(void **state) {
  (void)state;
  expect_row(60, 16, 1, " One");
  expect_row(60, 16, 2, " > alpha               First of all        level 1   5 min");
  expect_row(60, 16, 4, " Two");
  expect_row(60, 16, 5, "   gamma               A ?[31mthird        level 1   3 min");
  expect_row(60, 16, 6, " Other scripts");
  expect_row(60, 16, 7, "   delta               Not a lesson");
  expect_row(60, 16, 10, " about sectors");
  expect_row(60, 16, 12, " warplens alpha  then try x=1");
  wl_menu_key(menu, WL_KEY_DOWN); /* what has no room behind the command stands below it */
  expect_row(42, 16, 12, " warplens beta");
  expect_row(42, 16, 13, " then try offset=1, offset=32 type=float4");
  expect_row(42, 11, 1, "42x12 at least");
}

/* Whatever the size, it draws inside of it, and shows what is selected. */
static void test_sizes(void **state) {
  (void)state;
  wl_menu_key(menu, WL_KEY_END);
  for (int width = 1; width <= 140; width += width < 20 ? 1 : 17)
    for (int height = 1; height <= 50; height += height < 14 ? 1 : 9) {
      struct wl_canvas *c = wl_canvas_create(width, height, true);
      bool seen = false;
      wl_menu_draw(menu, c);
      for (int y = 1; y < height - 1; y++) seen |= strchr(row(c, y), '>') != NULL;
      assert_true(seen || width < 42 || height < 12);
      wl_canvas_destroy(c);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_moving, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_levels, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_finding, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_leaving, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_picture, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_sizes, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
