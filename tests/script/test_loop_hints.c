/* Loops as C writes them, in all ways: the code that the advice has must be Lua, and count as
 * the loop does; where it is not sure there is none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

#include "script.h"

/* A part of the head, and what it is worth in Lua. */
struct part { const char *c, *lua; };

static const struct part starts[] = {
  {"0", "0"}, {"n", "n"}, {"3u", "3"}, {"0x10", "16"}, {"a[k]", "a[k]"},
};
static const struct part limits[] = {
  {"8", "8"}, {"8u", "8"}, {"0", "0"}, {"0x20", "32"}, {"0x1fUL", "31"}, {"n + 1", "n + 1"},
  {"2 << k", "2 << k"}, {"-1", "-1"}, {"(n)", "n"}, {"f(n, k)", "f(n, k)"}, {"1.5f", "1.5"},
  {"9007199254740993", "9007199254740993"},
  {"n + n + n + n + n + n + n + n + n + n + n + n + n + n + n", NULL},
};
static const struct part steps[] = {
  {"i++", "i + 1"}, {"++i", "i + 1"}, {"i--", "i - 1"}, {"--i", "i - 1"}, {"i += k", "i + k"},
  {"i += k + 1", "i + (k + 1)"}, {"i -= k + 1", "i - (k + 1)"}, {"i -= -1", "i + 1"},
  {"i -= 2u", "i - 2"}, {"i += 1.5f", "i + 1.5"}, {"i *= k + 1", "i * (k + 1)"},
  {"i /= k + 1", "i // (k + 1)"}, {"i >>= k + 1", "i >> (k + 1)"}, {"i <<= 1L", "i << 1"},
  {"i = i + 2", "i + 2"}, {"i = i / 2", "i // 2"},
};
/* Of these, the advice is words. */
static const char *const heads[] = {
  "int i = 0, j = 2; i < 8; i++", "int i = 0; i < 8; i++, j++", "int i = 0; i < 8; i++, j--",
  "int i = 0; i < 8 && j < 8; i++", "int i = 010; i < 8; i++", "int i = 0; i < 010; i++",
  "int i = (int)n; i < 8; i++", "int i = 0; i < p->n; i++", "int i = *p; i < 8; i++",
  "int i = 0; i < 8; i = i * 2 + 1", "int i = 0; i < 8; i = i - 1 + k", "int i = 0; i < n ^ k; i++",
  "int i = 0; i < 0b11; i++", "int i = 0; i < 8; i = 1 - i", "int i = 0; i < 8; f(i)",
  "int i = 0; i < 8;", "int i = 0; i < (8; i++", "int i = 0; i < 8]; i++",
};

static unsigned bad, coded; /* coded: loops that code was given for */

/* What is said of `head` in a loop of a kernel. */
static void ask(const char *head, bool brackets, char *hint, size_t size) {
  char script[512];
  snprintf(script, sizeof script, brackets ? "local x = 1\nfunction kernel()\n  local n = 5\n"
           "  for (%s) {\n  }\nend\n" : "local x = 1\nfunction kernel()\n  local n = 5\n"
           "  for %s do\n  end\nend\n", head);
  struct wl_run *run = run_text(script, NULL, 1);
  snprintf(hint, size, "%s", expect_failure(run)->hint);
  wl_run_destroy(run);
}

/* The code of a piece of advice, its … as `body`; false: it has none. */
static bool code_of(const char *hint, const char *body, char *code, size_t size) {
  const char *at = strncmp(hint, "Lua", 3) == 0 ? strstr(hint, "  ") : NULL;
  if (at == NULL) return false;
  size_t used = 0;
  for (bool in_body = false; *at != '\0';) {
    in_body = strncmp(at, "…", strlen("…")) == 0 ? in_body : strncmp(at, "o ", 2) == 0 ||
              (in_body && *at == ' ');
    bool gap = strncmp(at, "…", strlen("…")) == 0;
    used += (size_t)snprintf(code + used, size - used, gap ? "%s" : "%.1s",
                             !gap ? at : in_body ? body : "x");
    at += gap ? strlen("…") : 1;
  }
  return true;
}

/* The values that the loop of `code` takes; NULL, and why in `text`, where it is no Lua. */
static const char *values(lua_State *L, const char *code, char text[512]) {
  char chunk[1024];
  snprintf(chunk, sizeof chunk, "local n, k, a, t = 5, 1, {3, 4}, {}\n"
           "local function f(x, y) return x + y end\n"
           "local function body(i) t[#t + 1] = tostring(i) return #t == 40 and error('stop') end\n"
           "pcall(function() %s end)\nreturn table.concat(t, ' ')", code);
  bool good = luaL_dostring(L, chunk) == LUA_OK;
  snprintf(text, 512, "%s", lua_tostring(L, -1));
  lua_settop(L, 0);
  return good ? text : NULL;
}

static void compare(lua_State *L, const char *head, const char *loop, const char *hint) {
  char code[512], has[512], wants[512];
  bool told = code_of(hint, "body(i)", code, sizeof code);
  if (!told && strncmp(hint, "Lua's for has ", strlen("Lua's for has ")) == 0) return;
  coded++;
  bool same = told && values(L, code, has) != NULL;
  if (same && loop != NULL) same = values(L, loop, wants) && strcmp(has, wants) == 0;
  bad += !same;
  if (!same) print_message("%s\nis told as\n%s\n", head, hint);
}

static void test_counted(void **state) {
  static const char *const compares[] = {"<", "<=", ">", ">="};
  lua_State *L = *state;
  char head[256], loop[512], hint[512];
  size_t s = sizeof starts / sizeof *starts, l = sizeof limits / sizeof *limits;
  size_t all = s * l * 4 * (sizeof steps / sizeof *steps);
  for (size_t n = 0; n < all; n++) {
    const struct part *start = &starts[n % s], *limit = &limits[n / s % l];
    const char *than = compares[n / s / l % 4];
    const struct part *step = &steps[n / s / l / 4];
    bool brackets = n % 2 == 0;
    const char *type = brackets ? "unsigned int " : "int ";
    bool real = strchr(limit->c, '.') || strchr(step->c, '.');
    if (real && strpbrk(step->c, "<>&") != NULL) continue;
    snprintf(head, sizeof head, "%si = %s; i %s %s; %s", type, start->c, than, limit->c, step->c);
    snprintf(loop, sizeof loop, "local i = %s while i %s %s do body(i) i = %s end", start->lua,
             than, limit->lua ? limit->lua : "", step->lua);
    ask(head, brackets, hint, sizeof hint);
    compare(L, head, limit->lua ? loop : NULL, hint);
  }
  assert_int_equal(bad, 0);
  assert_true(coded > 40);
}

/* Names that are long stand there whole, or not at all. */
static void test_named(void **state) {
  static const char *const names[] = {"v", "a_variable_whose_name_is_of_forty_seven_letters",
                                      "a_variable_whose_name_takes_more_than_fifty_letters"};
  static const char *const forms[] = {
    "int @ = 0; @ < 8; @++", "int @ = 0; @ <= 8; ++@", "int @ = 0; @ < 8; @ += 2",
  };
  char head[512], hint[512], code[768], text[512];
  for (size_t i = 0; i < 3 * sizeof forms / sizeof *forms; i++) {
    const char *name = names[i % 3];
    size_t used = 0;
    for (const char *at = forms[i / 3]; *at != '\0'; at++)
      used += (size_t)snprintf(head + used, sizeof head - used, *at == '@' ? "%s" : "%.1s",
                               *at == '@' ? name : at);
    ask(head, true, hint, sizeof hint);
    bool code_given = code_of(hint, "", code, sizeof code);
    if (code_given) assert_non_null(values(*state, code, text));
    const char *part = strstr(hint, "a_v");
    for (; part != NULL; part = strstr(part + 1, "a_v"))
      assert_memory_equal(part, name, strlen(name));
    if (i % 3 == 0 && !code_given) print_message("%s\nis told as\n%s\n", head, hint);
    if (i % 3 == 0) assert_true(code_given);
  }
}

static void test_words(void **state) {
  (void)state;
  char hint[512], code[512];
  for (size_t n = 0; n < sizeof heads / sizeof *heads; n++) {
    ask(heads[n], true, hint, sizeof hint);
    bool words = strncmp(hint, "Lua's for ", 10) == 0 && !code_of(hint, "", code, sizeof code);
    if (!words) print_message("%s\nis told as\n%s\n", heads[n], hint);
    assert_true(words);
  }
}

int main(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_counted, L),
                                     cmocka_unit_test_prestate(test_named, L),
                                     cmocka_unit_test_prestate(test_words, L)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  lua_close(L);
  return failed;
}
