/* Tokens, and what is told from them: lines, columns, loops, calls, statements. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "script/language/environment.h"
#include "script/machine/vm.h"
#include "script/syntax/instrument.h"
#include "script/syntax/redact.h"
#include "script/syntax/tokens.h"

static struct wl_source lex(const char *text) {
  struct wl_source s = {.name = "t", .text = text, .size = strlen(text)};
  struct wl_diag d;
  uint32_t wrong;
  if (!wl_source_lex(&s, &d) || !wl_source_structure(&s, &d) || !wl_source_scopes(&s, &wrong, &d))
    fail_msg("%s: %s", text, d.what);
  return s;
}

static void expect_tokens(const char *text, const char *tokens) {
  struct wl_source s = lex(text);
  char found[1024] = "";
  size_t n = 0;
  for (uint32_t i = 1; i <= s.tokens; i++)
    n += (size_t)snprintf(found + n, sizeof found - n, "%s%.*s", i > 1 ? " " : "",
                          (int)s.token[i].size, text + s.token[i].offset);
  assert_string_equal(found, tokens);
  wl_source_finish(&s);
}

static void test_tokens(void **state) {
  (void)state;
  expect_tokens("a=b//c..d...e", "a = b // c .. d ... e");
  expect_tokens("x<=y<<z<w>=v>>u>t==s~=r~q", "x <= y << z < w >= v >> u > t == s ~= r ~ q");
  expect_tokens("::l::goto l;a.b:c{}[1]#t%2^3&4|5",
                ":: l :: goto l ; a . b : c { } [ 1 ] # t % 2 ^ "
                "3 & 4 | 5");
  expect_tokens("0x1p-3 3e+5 .5 3. 0xA.8 1e5 7..", "0x1p-3 3e+5 .5 3. 0xA.8 1e5 7..");
  expect_tokens("'a\\'b' \"c\\\"d\" [[e]] [==[f]]]==]", "'a\\'b' \"c\\\"d\" [[e]] [==[f]]]==]");
  expect_tokens("a--comment\nb--[[long\ncomment]]c--[==[x]]y]==]d", "a b c d");
  expect_tokens("and andy _end end1 function_", "and andy _end end1 function_");
  expect_tokens("a[b[c]]", "a [ b [ c ] ]");
  expect_tokens("", "");
  expect_tokens("-- nothing", "");
}

static void test_lines_and_columns(void **state) {
  (void)state;
  struct wl_source s = lex("a\n  b\r\n\tc --[[x\ny]] d\re '\\\n' f");
  static const unsigned places[][3] = {{1, 1, 2}, {2, 3, 4}, {3, 2, 3}, {4, 5, 6},
                                       {5, 1, 2}, {5, 3, 4}, {6, 3, 4}};
  assert_int_equal(s.tokens, 7);
  for (uint32_t i = 1; i <= 7; i++) {
    assert_int_equal(s.token[i].line, places[i - 1][0]);
    assert_int_equal(s.token[i].column, places[i - 1][1]);
    assert_int_equal(s.token[i].end_column, places[i - 1][2]);
  }
  wl_source_finish(&s);
}

/* Whatever the script is, its chunk means the same to Lua. */
static void test_chunk_means_the_same(void **state) {
  (void)state;
  static const char *const scripts[] = {
    "return 1 + 2 * 3 ^ 2 // 4 % 5, 2 ^ 3 ^ 2, -2 ^ 2, 2 ^ -3 ^ 2, (2 ^ 3) ^ 2",
    "return 'a\\z   \n  b\\\nc\\65\\x41\\u{20AC}' .. [[\n\nx\r\ny\\n\"]] .. [=[ ]] ]=]",
    "local s = 0 for i = 1, 10 do if i % 2 == 0 then goto skip end s = s + i ::skip:: end\n"
    "return s",
    "local t = {} for k = 3, 1, -1 do t[#t + 1] = k end return table.concat(t, ',')",
    "local n = 0 repeat local m = n n = n + 1 until m >= 4 return n",
    "local n = 0 while true do n = n + 1 if n > 7 then break end end return n",
    "local function f(...) return select('#', ...), ... end return (f(nil, 2))",
    "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end\n"
    "return fib(12)",
    "local n = 0 ::top:: n = n + 1 if n < 5 then goto top end return n",
    "local a <const>, b <close> = 3, nil; return a",
    "local f = function(x) return function() return x end end return f(4)()",
    "do local x = 1; do local x = 2 end return x end",
    "local s = '' for _, w in ipairs({'x', 'y'}) do for i = 1, 2 do s = s .. w .. i end end\n"
    "return s",
    "local t = {f = function(self, x) return x end} return t:f(5), t.f(t, 6), #'abc', not nil",
    "local n = 0 for i = 1, 3 do repeat n = n + 1 if n == 2 then break end until n > 9 end\n"
    "return n",
    "local n, t = 0, {} local function f() n, t[1] = n + 1, n function n() return 5 end end\n"
    "f() return n(), t[1]",
    "local n = 1 local function f() goto on ::on:: n = n + 1; (f)(1) end\n"
    "local function g() f = function() n = n * 2 end repeat n = 5 local n = 7 until n f() end\n"
    "g() return n",
  };
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
    char *results[2];
    for (int way = 0; way < 2; way++) {
      lua_State *L = luaL_newstate();
      struct wl_lane host = {.host = true};
      *(struct wl_lane **)lua_getextraspace(L) = &host;
      luaL_requiref(L, "_G", luaopen_base, 1);
      luaL_requiref(L, "table", luaopen_table, 1);
      lua_settop(L, 0);
      struct wl_source s = lex(scripts[i]);
      size_t size = strlen(scripts[i]);
      char *text = way == 0 ? strdup(scripts[i]) : wl_instrument_make(&s, WL_INSTRUMENT_RUN, false,
                                                                      &size);
      assert_int_equal(luaL_loadbufferx(L, text, size, "=c", "t"), LUA_OK);
      int arguments = 0;
      for (; way == 1 && wl_instrument_names[arguments] != NULL; arguments++)
        if (strcmp(wl_instrument_names[arguments], "__wl_power") == 0) wl_caret_push(L);
        else luaL_loadstring(L, "return ...");
      if (lua_pcall(L, arguments, LUA_MULTRET, 0) != LUA_OK)
        fail_msg("%s: %s", scripts[i], lua_tostring(L, -1));
      luaL_Buffer b;
      int top = lua_gettop(L);
      luaL_buffinit(L, &b);
      for (int n = 1; n <= top; n++) {
        luaL_tolstring(L, n, NULL);
        luaL_addvalue(&b);
        luaL_addchar(&b, '|');
      }
      luaL_pushresult(&b);
      results[way] = strdup(lua_tostring(L, -1));
      free(text);
      wl_source_finish(&s);
      lua_close(L);
    }
    assert_string_equal(results[0], results[1]);
    free(results[0]);
    free(results[1]);
  }
}

/* The assignments to variables of functions around, as "LINE:NAME", with the statement's first
 * token where that is another. */
static void expect_outer(const char *text, const char *outer) {
  struct wl_source s = lex(text);
  char found[256] = "";
  size_t n = 0;
  uint32_t start = 0;
  for (uint32_t i = 1; i <= s.tokens; i++) {
    const struct wl_token *t = &s.token[i], *from = &s.token[start];
    if (t->flags & WL_OUTER_BEFORE) start = i, from = t;
    if (!(t->flags & WL_SETS_OUTER)) continue;
    n += (size_t)snprintf(found + n, sizeof found - n, "%s%u:%.*s", n > 0 ? " " : "", t->line,
                          (int)t->size, text + t->offset);
    if (from != t)
      n += (size_t)snprintf(found + n, sizeof found - n, "<%.*s", (int)from->size,
                            text + from->offset);
  }
  assert_string_equal(found, outer);
  wl_source_finish(&s);
}

static void test_outer_variables(void **state) {
  (void)state;
  expect_outer("local n = 0\nn = 1\nfunction f() n = 2 end\nn = 3", "3:n");
  expect_outer("local n function f()\nlocal n n = 1\nend\nfunction g(n) n = 2 end", "");
  expect_outer("local n function f() for n = 1, 2 do n = 3 end\nn = 4 end", "2:n");
  expect_outer("local n function f() for a, n in g() do n = 3 end\nn = 4 end", "2:n");
  expect_outer("local n function f() repeat local n n = 1 until n\nn = 4 end", "2:n");
  expect_outer("local n function f() if x then local n n = 1 elseif y then\nn = 2 else\n"
               "n = 3 end end", "2:n 3:n");
  expect_outer("local n function f() do local n <const>, m <close> = 1 m = 2 end\nn = 1 end",
               "2:n");
  expect_outer("local n, m, t function f() t[n], n, t.m, m = m, 1 end", "1:n<t 1:m<t");
  expect_outer("local n function f() local t = {n = 1, [n] = 2, function() n = 1 end} end", "1:n");
  expect_outer("local n function f() g(function(n) n = 1 end, function()\nn = 2 end) end", "2:n");
  expect_outer("local n function f() local function n() n = nil end n = 1 end", "1:n");
  expect_outer("local n function f() local n = n n = n end", "");
  expect_outer("local n function f() function n() end function n.a.b() end end", "1:n<function");
  expect_outer("local t function t.f(a) a = 1 t = 2 self = 3 end", "1:t 1:self");
  expect_outer("local n function f() n.x = 1 n[1] = 2 n() n:m() (n).x = 3 end", "");
  expect_outer("local n = function() return (function() n = 1 end)() end", "1:n");
  expect_outer("x = 1 function f() x = 2 end", "1:x");
  expect_outer("function f() local x = (function() x = 1 end)() x = 2 end", "1:x");
  expect_outer("local t function t:f() self = 1 end function t.g() self = 2 end", "1:self");
  /* what the kernel declares is its threads', where nobody else can call it */
  expect_outer("local n function kernel() local m local function f() m, n = 1, 2 end end", "1:n<m");
  expect_outer("function kernel() local n function n() n = function() n = 1 end end end", "");
  expect_outer("local n function kernel() local n = (function() n = 1 end)() end", "1:n");
  expect_outer("function kernel() for i = 1, 2 do f(function() i = 1 end) end end", "");
  expect_outer("local i function kernel() for i = 1, (function() i = 1 end)() do end end", "1:i");
  expect_outer("function kernel() local m function f() m = 1 end end kernel()", "1:f<function 1:m");
  expect_outer("function f() local m function kernel() m = 1 end end", "1:kernel<function 1:m");
  expect_outer("local n function f() while n do n = 1 break end goto e\n::e:: n = 2 end",
               "1:n 2:n");
  expect_outer("local n function f() local x <const>\nn = 1 end", "2:n");
  expect_outer("local n function f() local x = -#n .. not n\nn = 1; return n end", "2:n");
  expect_outer("local n function f() f'x' f{n} n = 1 end", "1:n");
}

static void test_lines_of_chunk(void **state) {
  (void)state;
  struct wl_source s = {.tokens = 5000};
  for (uint32_t i = 1; i <= 5000; i++) {
    assert_int_equal(wl_instrument_token(&s, (int)wl_instrument_line(i)), i);
    if (i > 1) assert_true(wl_instrument_line(i) > wl_instrument_line(i - 1));
  }
  assert_int_equal(wl_instrument_token(&s, -1), 0);
  assert_int_equal(wl_instrument_token(&s, WL_LINE_GROUP), 0); /* in a gap */
}

/* Wherever a release of Lua has the line of a call, it is its first token. By token: which one
 * that is, 0 for what is no place of a call. */
static void test_lines_of_calls(void **state) {
  (void)state;
  static const struct { const char *text; const uint32_t head[16]; } rows[] = {
    {"error ( { } )", {0, 1}},
    {"f ( 1 ) ( 2 )", {0, 1, 0, 0, 1}},
    {"x = a . b . c ( d [ 1 ] )", {0, 0, 0, 3, 0, 3, 0, 3, 0, 9}},
    {"s : upper ( )", {0, 1, 0, 1}},
    {"mark 'x' 'y'", {0, 1, 1}},
    {"x = ( f ) ( 1 )", {0, 0, 0, 0, 0, 3}},
    {"t = { f ( 1 ) , g { 2 } }", {0, 0, 0, 0, 4, 0, 0, 0, 0, 9}},
    {"goto x ( f ) ( )", {0, 0, 0, 0, 0, 3}},
    {"x = 1 + ( y )", {0}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_source s = lex(rows[i].text);
    for (uint32_t t = 1; t <= s.tokens; t++) {
      uint32_t head = rows[i].head[t - 1], line = wl_instrument_line(t);
      if (s.token[t].head != head) fail_msg("%s: token %u: %u", rows[i].text, t, s.token[t].head);
      assert_int_equal(wl_instrument_instruction(&s, (int)line), head ? head : t);
      assert_int_equal(wl_instrument_token(&s, (int)line), t);
    }
    wl_source_finish(&s);
  }
}

/* Which tokens begin statements: marked by a bar. */
static void test_statements(void **state) {
  (void)state;
  static const char *const texts[] = {
    "|a = b |c ( d ) |e . f = g [ 1 ] |h : i ( )",
    "|local x |y = 3 |local z = x |z ( )",
    "|if a then |b ( ) else |c ( ) end |d ( )",
    "|x = a ( b ) ( c ) |y = 1",
    "|do |( a or b ) ( ) end |( c ) ( )",
    "|f { 1 } |g 'x' |h ( )",
    "|t = { a ; b , f ( ) } |x = 1",
    "|goto l |:: l :: |x = 1",
    "|local f = function ( a ) |return a end |g ( )",
    "|function f ( ) |( g ) ( ) end |return f ( )",
    "|repeat |x = 1 until y |z ( )",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char plain[256], found[256] = "";
    size_t n = 0;
    for (const char *p = texts[i]; *p; p++)
      if (*p != '|') plain[n++] = *p;
    plain[n] = '\0';
    struct wl_source s = lex(plain);
    n = 0;
    for (uint32_t k = 1; k <= s.tokens; k++)
      n += (size_t)snprintf(found + n, sizeof found - n, "%s%s%.*s", k > 1 ? " " : "",
                            s.token[k].flags & WL_STARTS_STATEMENT ? "|" : "",
                            (int)s.token[k].size, plain + s.token[k].offset);
    assert_string_equal(found, texts[i]);
    wl_source_finish(&s);
  }
}

static void expect_redacted(bool (*redact)(struct wl_trace *), const char *text,
                            const char *expected) {
  struct wl_trace *t = wl_trace_create(1, 1);
  char seen[256];
  assert_true(wl_trace_set_source(t, "t", text, strlen(text)));
  assert_true(redact(t));
  snprintf(seen, sizeof seen, "%s", expected);
  for (char *s = seen; *s; s++)
    if (*s == '~') *s = ' ';
  assert_string_equal(wl_trace_words(t)->redacted, seen);
  wl_trace_destroy(t);
}

/* A CUDA file: comments and what is in strings are hidden. */
static void test_redacted_code(void **state) {
  (void)state;
  static const struct { const char *text, *seen; } rows[] = {
    {"a[i] = 1; // 32 ways\nb = c / d;", "a[i] = 1; ~~~~~~~~~~\nb = c / d;"},
    {"x /* 4\n 5 */ y", "x ~~~~\n~~~~~ y"},
    {"p(\"4 \\\" // 5\", n);", "p(\"~~~~~~~~~\", n);"},
    {"c = '\"'; d = '\\''; e = \"/*\"; f", "c = '\"'; d = '\\''; e = \"~~\"; f"},
    {"s = \"open\nt = 1;", "s = \"~~~~\nt = 1;"},
    {"/", "/"},
    {"/* open", "~~~~~~~"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    expect_redacted(wl_redact_code, rows[i].text, rows[i].seen);
}

/* While questions are open the kernel is seen, and what it names; `~` is a blank below. */
static void test_redaction(void **state) {
  (void)state;
  static const struct { const char *text, *seen; } rows[] = {
    {"a[t] = 'x = 3' -- 32", "a[t] = '...'~~~~~~~~"},
    {"local w = 32\nlocal v = w -- 3\nfunction kernel() a[v] = 1 end",
     "local w = 32\nlocal v = w~~~~~\nfunction kernel() a[v] = 1 end"},
    {"local u = 32\nlocal t = u\nfunction kernel() a[1] = 1 end",
     "...~~~~~~~~~\n~~~~~~~~~~~\nfunction kernel() a[1] = 1 end"},
    {"for k = 1, 3 do f(k) end\nfunction kernel()\n  a[k] = [[32]]\nend",
     "...~~~~~~~~~~~~~~~~~~~~~\nfunction kernel()\n  a[k] = [~~~~]\nend"},
    {"grid(4)\ntitle 'it costs 32'\nkernel = function()\n  a[1] = 'name'\nend\nreturn 32",
     "grid(4)\n...~~~~~~~~~~~~~~~~\nkernel = function()\n  a[1] = 'name'\nend\n...~~~~~~"},
    {"local n = 7\nfunction kernel()\n  at{ n, '32' }\n  mark('32', n)\nend",
     "...~~~~~~~~\nfunction kernel()\n  at{...}~~~~~~\n  mark(...)~~~~\nend"},
    {"local f <const> = 1\nlocal g\n  = const\nconst = 32\nfunction kernel() g(f) end",
     "local f <const> = 1\nlocal g\n  = const\nconst = 32\nfunction kernel() g(f) end"},
    {"function kernel() a[1] = 1 end\nlocal s = \"", "...~~~~~~~~~~~~~~~~~~~~~~~~~~~\n~~~~~~~~~~~"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    expect_redacted(wl_redact, rows[i].text, rows[i].seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_tokens), cmocka_unit_test(test_lines_and_columns),
    cmocka_unit_test(test_chunk_means_the_same), cmocka_unit_test(test_outer_variables),
    cmocka_unit_test(test_lines_of_chunk), cmocka_unit_test(test_lines_of_calls),
    cmocka_unit_test(test_statements), cmocka_unit_test(test_redaction),
    cmocka_unit_test(test_redacted_code),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
