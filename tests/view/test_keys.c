/* Lines of a recording, and that what wl_key_name() writes is read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "view/keymap.h"
#include "view/keys.h"

static void test_lines(void **state) {
  (void)state;
  static const struct { const char *line; enum wl_keys_kind kind; uint32_t value; } rows[] = {
    {"", WL_KEYS_NOTHING, 0}, {"#", WL_KEYS_NOTHING, 0}, {"# wait 5", WL_KEYS_NOTHING, 0},
    {"  ", WL_KEYS_NOTHING, 0}, {"\r", WL_KEYS_NOTHING, 0}, {"Right", WL_KEYS_KEY, WL_KEY_RIGHT},
    {" Right\r", WL_KEYS_KEY, WL_KEY_RIGHT}, {"wait 0", WL_KEYS_WAIT, 0},
    {"wait 1500", WL_KEYS_WAIT, 1500}, {"wait", WL_KEYS_UNKNOWN, 0},
    {"wait -1", WL_KEYS_UNKNOWN, 0}, {"wait 1.5", WL_KEYS_UNKNOWN, 0},
    {"wait 99999999999", WL_KEYS_UNKNOWN, 0}, {"w", WL_KEYS_KEY, 'w'}, {"F5", WL_KEYS_KEY, WL_KEY_F1 + 4},
    {"Rihgt", WL_KEYS_UNKNOWN, 0}, {"a b", WL_KEYS_UNKNOWN, 0}, {"\033[A", WL_KEYS_UNKNOWN, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint32_t value = 0;
    if (wl_keys_line(rows[i].line, &value) != rows[i].kind) fail_msg("'%s'", rows[i].line);
    if (rows[i].kind == WL_KEYS_KEY || rows[i].kind == WL_KEYS_WAIT)
      assert_int_equal(value, rows[i].value);
  }
}

static void test_names(void **state) {
  (void)state;
  char name[16];
  uint32_t value;
  for (uint32_t key = 1; key <= WL_KEY_LAST; key++) {
    if (key > 0x7f && key < WL_KEY_SPECIAL) continue;
    if (key == '#' || key == 0x1b || key == 0x7f) continue; /* "#" begins a comment */
    wl_key_name(key, name);
    if (wl_keys_line(name, &value) != WL_KEYS_KEY || value != key)
      fail_msg("key %x is written as '%s'", (unsigned)key, name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
