/* Lines of a recording, and that what wl_key_name() writes is read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "session/state/keymap.h"

static void test_lines(void **state) {
  (void)state;
  static const struct { const char *line; enum wl_keys_kind kind; uint32_t value; } rows[] = {
    {"", WL_KEYS_NOTHING, 0}, {"#", WL_KEYS_NOTHING, 0}, {"# wait 5", WL_KEYS_NOTHING, 0},
    {"  ", WL_KEYS_NOTHING, 0}, {"\r", WL_KEYS_NOTHING, 0}, {"Right", WL_KEYS_KEY, WL_KEY_RIGHT},
    {" Right\r", WL_KEYS_KEY, WL_KEY_RIGHT}, {"wait 0", WL_KEYS_WAIT, 0},
    {"wait 1500", WL_KEYS_WAIT, 1500}, {"wait", WL_KEYS_UNKNOWN, 0},
    {"wait -1", WL_KEYS_UNKNOWN, 0}, {"wait 1.5", WL_KEYS_UNKNOWN, 0},
    {"wait 99999999999", WL_KEYS_UNKNOWN, 0}, {"w", WL_KEYS_KEY, 'w'},
    {"F5", WL_KEYS_KEY, WL_KEY_F1 + 4},
    {"Rihgt", WL_KEYS_UNKNOWN, 0}, {"a b", WL_KEYS_UNKNOWN, 0}, {"\033[A", WL_KEYS_UNKNOWN, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint32_t value = 0;
    if (wl_keys_line(rows[i].line, &value) != rows[i].kind) fail_msg("'%s'", rows[i].line);
    if (rows[i].kind != WL_KEYS_NOTHING && rows[i].kind != WL_KEYS_UNKNOWN)
      assert_int_equal(value, rows[i].value);
  }
}

static void test_names(void **state) {
  (void)state;
  char name[WL_KEY_NAME];
  uint32_t value;
  for (int i = 0; i < 3; i++) {
    static const enum wl_key kinds[] = {WL_KEY_CLICK, WL_KEY_WHEEL_UP, WL_KEY_WHEEL_DOWN};
    static const int places[][2] = {{0, 0}, {12, 5}, {4095, 4095}, {223, 0}};
    for (int k = 0; k < 4; k++) {
      uint32_t key = wl_key_at(kinds[i], places[k][0], places[k][1]);
      wl_key_name(key, name);
      if (wl_keys_line(name, &value) != WL_KEYS_KEY || value != key) fail_msg("'%s'", name);
      int x, y;
      assert_int_equal(wl_key_place(key, &x, &y), kinds[i]);
      assert_true(x == places[k][0] && y == places[k][1]);
    }
    assert_int_equal(wl_key_at(kinds[i], 4096, 0), WL_KEY_NONE);
    assert_int_equal(wl_key_at(kinds[i], 0, -1), WL_KEY_NONE);
  }
  static const char *const bad[] = {"Click-", "Click-1", "Click-1,", "Click-,1", "Click-1,2,3",
                                    "Click-1,99999", "Click-4096,1", "Click-a,b", "Wheel-1,1"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    if (wl_keys_line(bad[i], &value) != WL_KEYS_UNKNOWN) fail_msg("'%s' is no key", bad[i]);
  for (uint32_t key = 1; key <= WL_KEY_LAST; key++) {
    if (key > 0x7f && key < WL_KEY_SPECIAL) continue;
    if (key == '#' || key == 0x1b || key == 0x7f) continue; /* "#" begins a comment */
    wl_key_name(key, name);
    if (wl_keys_line(name, &value) != WL_KEYS_KEY || value != key)
      fail_msg("key %x is written as '%s'", (unsigned)key, name);
  }
}

/* Keys are found by their names: those of the table are written as wl_key_name() writes them. */
static void test_actions(void **state) {
  (void)state;
  char names[64], name[WL_KEY_NAME];
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    snprintf(names, sizeof names, "%s", wl_actions[a].keys);
    for (char *s = strtok(names, " "); s; s = strtok(NULL, " ")) {
      uint32_t key = wl_key_parse(s);
      assert_string_equal(wl_key_name(key, name), s);
      assert_int_equal(wl_keymap_find(key), a);
    }
  }
  static const uint32_t none[] = {WL_KEY_NONE, '#', '6' + 0x100, 'G', WL_KEY_INSERT, WL_KEY_F12,
                                  0xe9, 0x1d11e};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    assert_int_equal(wl_keymap_find(none[i]), WL_ACTION_COUNT);
  assert_int_equal(wl_keymap_find(wl_key_at(WL_KEY_CLICK, 1, 2)), WL_ACTION_COUNT);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_actions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
