/* The one error type: cutting, placing and laying out. */
#include "core/base/diag.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

static void fail_clears_the_rest(void **state) {
  (void)state;
  struct wl_diag d;
  memset(&d, 'x', sizeof d);
  assert_false(wl_diag_fail(&d, WL_SCRIPT, "lane %d wants %s", 3, "much"));
  assert_int_equal(d.status, WL_SCRIPT);
  assert_string_equal(d.what, "lane 3 wants much");
  assert_int_equal(d.line, 0);
  assert_string_equal(d.file, "");
  assert_string_equal(d.hint, "");
  assert_false(wl_diag_hint(&d, "take %s", "less"));
  assert_string_equal(d.hint, "take less");
  assert_false(wl_diag_fail(&d, WL_INPUT, "again: %s", d.what));
  assert_string_equal(d.what, "again: lane 3 wants much");
  assert_false(wl_diag_fail(NULL, WL_INPUT, "nobody listens"));
  assert_false(wl_diag_hint(NULL, "nobody listens"));
}

static void long_text_ends_in_an_ellipsis(void **state) {
  (void)state;
  struct wl_diag d;
  char text[1000];
  memset(text, 'a', sizeof text);
  text[999] = '\0';
  wl_diag_fail(&d, WL_SCRIPT, "%s", text);
  assert_int_equal(strlen(d.what), sizeof d.what - 1);
  assert_string_equal(d.what + strlen(d.what) - 4, "a…");
  for (size_t i = 0; i + 3 < sizeof text; i += 3) memcpy(text + i, "漢", 3);
  wl_diag_hint(&d, "%s", text);
  assert_true(strlen(d.hint) < sizeof d.hint);
  assert_string_equal(d.hint + strlen(d.hint) - 6, "漢…");
}

static const char script[] = "grid(1)\n\tlocal x = a[tid]\r\nlast";

static void layout_with_a_caret(void **state) {
  (void)state;
  struct wl_diag d;
  char text[4096];
  wl_diag_fail(&d, WL_SCRIPT, "no array named a");
  wl_diag_hint(&d, "declare it with global()");
  snprintf(d.where, sizeof d.where, "lane 17 of warp 3, block (0, 1, 0)");
  wl_diag_place(&d, "k.lua", script, sizeof script - 1, (struct wl_span){2, 12, 18});
  static const char want[] = "warplens: k.lua:2: no array named a\n"
                             "        local x = a[tid]\n"
                             "                  ^~~~~~\n"
                             "  lane 17 of warp 3, block (0, 1, 0)\n"
                             "  declare it with global()\n";
  assert_int_equal(wl_diag_format(&d, false, text, sizeof text), sizeof want - 1);
  assert_string_equal(text, want);
  for (size_t size = 0; size < sizeof want + 2; size++) { /* any buffer is enough */
    memset(text, 'x', sizeof text);
    assert_int_equal(wl_diag_format(&d, false, text, size), sizeof want - 1);
    if (size == 0) continue;
    size_t fits = size < sizeof want ? size - 1 : sizeof want - 1;
    assert_int_equal(strlen(text), fits);
    assert_memory_equal(text, want, fits);
    assert_int_equal(text[size], 'x');
  }
}

struct caret {
  const char *source;
  uint32_t column, end;
  const char *utf8, *ascii;
};

static const struct caret carets[] = {
  {"abc", 1, 2, "    abc\n    ^\n", NULL},
  {"abc", 2, 4, "    abc\n     ^~\n", NULL},
  {"abc", 2, 5, "    abc\n     ^~\n", NULL},   /* ends behind the line */
  {"abc", 2, 99, "    abc\n     ^~\n", NULL},
  {"abc", 4, 9, "    abc\n       ^\n", NULL},  /* just behind the end */
  {"abc", 99, 0, "    abc\n       ^\n", NULL}, /* far behind */
  {"abc", 2, 0, "    abc\n     ^\n", NULL},    /* no end */
  {"abc", 0, 0, "    abc\n", NULL},
  {"漢字x", 7, 8, "    漢字x\n        ^\n", "    ????x\n        ^\n"},
  {"漢字x", 1, 4, "    漢字x\n    ^~\n", "    ????x\n    ^~\n"},
  {"é\tx", 4, 5, "    é   x\n        ^\n", "    ?   x\n        ^\n"},
  {"\t\tx", 3, 4, "            x\n            ^\n", NULL},
  {"\x1b[2J x", 6, 7, "    ␛[2J x\n         ^\n", "    ?[2J x\n         ^\n"},
};

static void carets_stand_under_their_column(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof carets / sizeof carets[0]; i++) {
    const struct caret *c = &carets[i];
    struct wl_diag d;
    char text[400];
    wl_diag_fail(&d, WL_SCRIPT, "x");
    wl_diag_place(&d, "f", c->source, strlen(c->source),
                  (struct wl_span){1, c->column, c->end});
    assert_true(d.end_column <= strlen(c->source) + 1);
    wl_diag_format(&d, false, text, sizeof text);
    assert_string_equal(strchr(text, '\n') + 1, c->utf8);
    wl_diag_format(&d, true, text, sizeof text);
    assert_string_equal(strchr(text, '\n') + 1, c->ascii ? c->ascii : c->utf8);
  }
}

static void names_and_messages_are_harmless(void **state) {
  (void)state;
  struct wl_diag d;
  char text[400];
  wl_diag_fail(&d, WL_SCRIPT, "bad \x1b]0;x\x07 \xff");
  wl_diag_place(&d, "a\nb.lua", NULL, 0, (struct wl_span){7, 1, 1});
  wl_diag_format(&d, false, text, sizeof text);
  assert_string_equal(text, "warplens: a␊b.lua:7: bad ␛]0;x␇ \ufffd\n");
  wl_diag_file(&d, "f", 0);
  wl_diag_format(&d, true, text, sizeof text);
  assert_string_equal(text, "warplens: f: bad ?]0;x? ?\n");
  wl_diag_fail(&d, WL_USAGE, "index 9 is outside 0 … 7");
  wl_diag_hint(&d, "end …");
  wl_diag_format(&d, true, text, sizeof text);
  assert_string_equal(text, "warplens: index 9 is outside 0 ... 7\n  end ...\n");
  wl_diag_format(&d, false, text, sizeof text);
  assert_string_equal(text, "warplens: index 9 is outside 0 … 7\n  end …\n");
  wl_diag_fail(&d, WL_USAGE, "no place");
  wl_diag_format(&d, true, text, sizeof text);
  assert_string_equal(text, "warplens: no place\n");
}

static void a_long_line_is_cut_around_the_column(void **state) {
  (void)state;
  struct wl_diag d;
  char line[3000], name[600];
  for (size_t i = 0; i < sizeof line; i++) line[i] = (char)('a' + i % 26);
  wl_diag_fail(&d, WL_SCRIPT, "x");
  for (uint32_t column = 1; column <= sizeof line; column += 7) {
    wl_diag_place(&d, "f", line, sizeof line, (struct wl_span){1, column, column + 3});
    size_t length = strlen(d.source);
    bool from = column > 253, to = column + 252 < sizeof line; /* cut before it, behind it */
    assert_in_range(length, from && to ? 511 : 256, from == to ? 511 : 508);
    assert_int_equal(memcmp(d.source, "…", 3) == 0, from);
    assert_int_equal(memcmp(d.source + length - 3, "…", 3) == 0, to);
    assert_true(d.column <= length);
    assert_int_equal(d.source[d.column - 1], line[column - 1]);
    uint32_t end = (uint32_t)(to ? length - 3 : length) + 1;
    assert_int_equal(d.end_column, d.column + 3 < end ? d.column + 3 : end);
    wl_diag_place(&d, "f", line, sizeof line, (struct wl_span){1, column, 9999});
    assert_int_equal(d.end_column, end); /* up to what is kept of the line */
  }
  for (size_t i = 0; i + 3 <= sizeof line; i += 3) memcpy(line + i, "漢", 3);
  for (uint32_t column = 1501; column < 1504; column++) { /* never through a character */
    wl_diag_place(&d, "f", line, sizeof line, (struct wl_span){1, column, column + 3});
    assert_memory_equal(d.source, "…漢", 6);
    assert_memory_equal(d.source + strlen(d.source) - 6, "漢…", 6);
    assert_memory_equal(d.source + d.column - 1, &"漢漢"[column - 1501], 3);
  }
  memset(name, 'd', sizeof name);
  strcpy(name + 590, "/file.lua");
  wl_diag_place(&d, name, NULL, 0, (struct wl_span){1, 1, 1});
  assert_true(strlen(d.file) < sizeof d.file);
  assert_memory_equal(d.file, "…d", 4);
  assert_string_equal(d.file + strlen(d.file) - 9, "/file.lua");
}

static void lines_outside_the_text_have_no_source(void **state) {
  (void)state;
  struct wl_diag d;
  wl_diag_fail(&d, WL_SCRIPT, "x");
  wl_diag_place(&d, "f", script, sizeof script - 1, (struct wl_span){4, 1, 2});
  assert_string_equal(d.source, "");
  wl_diag_place(&d, "f", script, sizeof script - 1, (struct wl_span){3, 1, 2});
  assert_string_equal(d.source, "last");
  wl_diag_place(&d, "f", script, sizeof script - 1, (struct wl_span){2, 1, 2});
  assert_string_equal(d.source, "\tlocal x = a[tid]");
  wl_diag_place(&d, "f", script, sizeof script - 1, (struct wl_span){0, 1, 2});
  assert_string_equal(d.source, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(fail_clears_the_rest),
    cmocka_unit_test(long_text_ends_in_an_ellipsis),
    cmocka_unit_test(layout_with_a_caret),
    cmocka_unit_test(carets_stand_under_their_column),
    cmocka_unit_test(names_and_messages_are_harmless),
    cmocka_unit_test(a_long_line_is_cut_around_the_column),
    cmocka_unit_test(lines_outside_the_text_have_no_source),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
