/* Outside text becomes harmless: nothing shown can move a cursor or a grid. */
#include "core/base/text.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/unicode.h"
#include "test.h"

struct row {
  const char *in, *out, *ascii;
  size_t cells;
};

#define FFFD "\xef\xbf\xbd"

static const struct row rows[] = {
  {"", "", "", 0},
  {"plain ASCII ~", "plain ASCII ~", "plain ASCII ~", 13},
  /* Controls: escape sequences, cursor movement, C1, DEL. */
  {"\x1b[2J", "␛[2J", "?[2J", 4},
  {"a\r\n\tb\b", "a␍␊␉b␈", "a???b?", 6},
  {"\x7f", "␡", "?", 1},
  {"\xc2\x9b" "31m", FFFD "31m", "?31m", 4},
  {"\xc2\x80\xc2\x9f", FFFD FFFD, "??", 2},
  /* Not UTF-8: one stand-in per run. */
  {"\xff\xfe\xfd", FFFD, "?", 1},
  {"\x80", FFFD, "?", 1},
  {"a\xe9z", "a" FFFD "z", "a?z", 3},
  {"\xc0\xaf", FFFD, "?", 1},                 /* overlong '/' */
  {"\xe0\x80\xaf", FFFD, "?", 1},             /* overlong '/' */
  {"\xf0\x80\x80\xaf", FFFD, "?", 1},         /* overlong '/' */
  {"\xc1\xbf", FFFD, "?", 1},                 /* overlong DEL */
  {"\xed\xa0\x80", FFFD, "?", 1},             /* surrogate D800 */
  {"\xed\xb0\x80\xed\xbf\xbf", FFFD, "?", 1}, /* surrogates */
  {"\xf4\x90\x80\x80", FFFD, "?", 1},         /* U+110000 */
  {"\xf8\x88\x80\x80\x80", FFFD, "?", 1},     /* five bytes */
  {"\xe2\x82", FFFD, "?", 1},                 /* cut short */
  {"\xe2\x82" "A", FFFD "A", "?A", 2},
  {"\xe2\x82\xe2\x82\xac", FFFD "€", "??", 2},
  {"\xf0\x9f\x98", FFFD, "?", 1},
  /* Bidi, zero width, joiners, BOM, soft hyphen, noncharacters, private use. */
  {"a\u202eb\u2066c", "a" FFFD "b" FFFD "c", "a?b?c", 5},
  {"\u200b\u200d\ufeff\u00ad", FFFD FFFD FFFD FFFD, "????", 4},
  {"\u2028\u2029", FFFD FFFD, "??", 2},
  {"\xef\xbf\xbf\xef\xb7\x90", FFFD FFFD, "??", 2},
  {"\uf8ff\U000f0000", FFFD FFFD, "??", 2},
  {"\u061c\u180e\u3164\uffa0", FFFD FFFD FFFD FFFD, "????", 4},
  {"\U000e0041", FFFD, "?", 1},
  /* Marks: dropped from a base, one stand-in without one. */
  {"e\u0301", "e", "e", 1},
  {"e\u0301\u0302\u0303\u20dd!", "e!", "e!", 2},
  {"\u0301\u0302", FFFD, "?", 1},
  {"\u2764\ufe0f", "\u2764", "?", 1},
  {"\u0e01\u0e34", "\u0e01", "?", 1},
  /* Widths. */
  {"é", "é", "?", 1},
  {"漢字", "漢字", "????", 4},
  {"ｆ", "ｆ", "??", 2},
  {"ｱ", "ｱ", "?", 1},
  {"한글", "한글", "????", 4},
  {"😀", "😀", "??", 2},
  {"👩\u200d💻", "👩" FFFD "💻", "?????", 5},
  {"👍\U0001f3fd", "👍" FFFD, "???", 3},
  {"\U0001f1e9\U0001f1ea", FFFD FFFD, "??", 2},
  {"─│█▁░▒●→", "─│█▁░▒●→", "????????", 8},
  {"αβγ Ж א ع", "αβγ Ж א ع", "??? ? ? ?", 9},
  {"\U00020000\U0003fffd", "\U00020000\U0003fffd", "????", 4},
};

static void rows_agree(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char text[200];
    size_t size = strlen(rows[i].in);
    assert_int_equal(wl_text_clean(rows[i].in, size, false, text, sizeof text),
                     strlen(rows[i].out));
    assert_string_equal(text, rows[i].out);
    assert_int_equal(wl_text_clean(rows[i].in, size, true, text, sizeof text),
                     strlen(rows[i].ascii));
    assert_string_equal(text, rows[i].ascii);
    assert_int_equal(wl_text_cells(rows[i].in, size), rows[i].cells);
    assert_int_equal(strlen(rows[i].ascii), rows[i].cells);
    size_t simple = wl_text_simple(rows[i].in, rows[i].in + size); /* as glyph for glyph */
    const char *at = rows[i].in;
    struct wl_glyph glyph;
    while (at < rows[i].in + simple) {
      uint32_t byte = (unsigned char)*at;
      assert_true(wl_text_next(&at, rows[i].in + size, &glyph));
      assert_int_equal(glyph.code, byte);
      assert_int_equal(glyph.cells, 1);
    }
    assert_ptr_equal(at, rows[i].in + simple);
  }
}

static void nul_is_shown(void **state) {
  (void)state;
  char text[16];
  assert_int_equal(wl_text_clean("a\0b", 3, false, text, sizeof text), 5);
  assert_string_equal(text, "a␀b");
}

static void a_short_buffer_never_cuts_a_character(void **state) {
  (void)state;
  for (size_t size = 0; size <= 8; size++) {
    char text[9];
    memset(text, 'x', sizeof text);
    assert_int_equal(wl_text_clean("a€bc", 6, false, text, size), 6);
    const char *want[] = {"", "", "a", "a", "a", "a€", "a€b", "a€bc", "a€bc"};
    if (size > 0) assert_string_equal(text, want[size]);
    for (size_t i = size; i < sizeof text; i++) assert_int_equal(text[i], 'x');
  }
}

/* Every code point: the form shown is a character of the class promised, and
 * what is shown is stable when shown again. */
static void every_code_point_is_harmless(void **state) {
  (void)state;
  for (uint32_t code = 0; code <= 0x10ffff; code++) {
    char bytes[4], text[16], again[16];
    size_t length = wl_text_encode(code, bytes);
    const char *at = bytes;
    struct wl_glyph glyph;
    assert_true(wl_text_next(&at, bytes + length, &glyph));
    assert_ptr_equal(at, bytes + length);
    enum wl_unicode class = wl_unicode_class(glyph.code);
    assert_true(class == WL_UNICODE_NARROW || class == WL_UNICODE_WIDE);
    assert_int_equal(glyph.cells, class == WL_UNICODE_WIDE ? 2 : 1);
    assert_true(glyph.code == code || glyph.code == 0xfffd || glyph.code == 0x2400 + code ||
                glyph.code == 0x2421);
    wl_text_clean(bytes, length, false, text, sizeof text);
    wl_text_clean(text, strlen(text), false, again, sizeof again);
    assert_string_equal(text, again);
  }
}

static void random_bytes_become_utf8(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    char in[40], clean[200], again[200], utf8[200];
    size_t size = test_below(&seed, sizeof in);
    for (size_t i = 0; i < size; i++) {
      /* Mostly lead and continuation bytes, so that sequences form. */
      uint32_t pick = test_below(&seed, 4);
      in[i] = (char)(pick == 0 ? test_below(&seed, 256) : pick == 1 ? 0xe0 + test_below(&seed, 32)
                                                                  : 0x80 + test_below(&seed, 64));
    }
    size_t length = wl_text_clean(in, size, false, clean, sizeof clean);
    assert_true(length < sizeof clean);
    assert_int_equal(wl_text_utf8(clean, length, again, sizeof again), length);
    assert_string_equal(clean, again);
    length = wl_text_utf8(in, size, utf8, sizeof utf8);
    assert_int_equal(wl_text_utf8(utf8, length, again, sizeof again), length);
    assert_memory_equal(utf8, again, length);
  }
}

static void utf8_keeps_what_is_valid(void **state) {
  (void)state;
  char text[32];
  wl_text_utf8("\x1b\u202e" "e\u0301\xff\xc0z", 10, text, sizeof text);
  assert_string_equal(text, "\x1b\u202e" "e\u0301" FFFD "z");
}

static void lines_end_as_in_lua(void **state) {
  (void)state;
  const char text[] = "one\ntwo\r\nthree\rfour\n\rfive";
  static const char *const want[] = {"one", "two", "three", "four", "five"};
  size_t at = 0, size = sizeof text - 1, next;
  for (size_t i = 0; i < 5; i++, at += next) {
    size_t length = wl_text_line(text + at, size - at, &next);
    assert_int_equal(length, strlen(want[i]));
    assert_memory_equal(text + at, want[i], length);
  }
  assert_int_equal(at, size);
  assert_int_equal(wl_text_line("\n\nx", 3, &next), 0);
  assert_int_equal(next, 1);
}

static void distances(void **state) {
  (void)state;
  assert_int_equal(wl_text_distance("", ""), 0);
  assert_int_equal(wl_text_distance("width", "width"), 0);
  assert_int_equal(wl_text_distance("widht", "width"), 1);
  assert_int_equal(wl_text_distance("kitten", "sitting"), 3);
  assert_int_equal(wl_text_distance("abc", ""), 3);
  assert_int_equal(wl_text_distance("ca", "abc"), 3);
  char longest[101];
  memset(longest, 'a', 100);
  longest[100] = '\0';
  assert_int_equal(wl_text_distance(longest, "a"), 100);
}

static void numbers(void **state) {
  (void)state;
  static const uint64_t edges[] = {0, 1, 9, 10, 11, 99, 100, UINT32_MAX, UINT64_MAX / 10,
                                   9999999999999999999u, 10000000000000000000u, UINT64_MAX};
  char text[WL_TEXT_NUMBER], want[32];
  for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
    snprintf(want, sizeof want, "%llu", (unsigned long long)edges[i]);
    assert_int_equal(wl_text_number(edges[i], text), strlen(want));
    assert_string_equal(text, want);
  }
}

int main(void) {
  setlocale(LC_ALL, ""); /* whatever it is, the results are the same */
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(rows_agree),
    cmocka_unit_test(nul_is_shown),
    cmocka_unit_test(a_short_buffer_never_cuts_a_character),
    cmocka_unit_test(every_code_point_is_harmless),
    cmocka_unit_test(random_bytes_become_utf8),
    cmocka_unit_test(utf8_keeps_what_is_valid),
    cmocka_unit_test(lines_end_as_in_lua),
    cmocka_unit_test(distances),
    cmocka_unit_test(numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
