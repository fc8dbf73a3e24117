/* Script text: tokens, structure, what Lua compiles, and what it has compiled it to. */
#include <lauxlib.h>

#include "fuzz.h"
#include "script/advice/c_habits.h"
#include "script/advice/indentation.h"
#include "script/machine/errors.h"
#include "script/process/run.h"
#include "script/simt/bytecode.h"
#include "script/syntax/instrument.h"
#include "script/syntax/tokens.h"

static lua_State *lua;

static bool loads(const struct wl_source *s, enum wl_instrument_use use) {
  size_t size;
  char *text = wl_instrument_make(s, use, false, &size);
  if (text == NULL) abort();
  bool fine = luaL_loadbufferx(lua, text, size, WL_INSTRUMENT_NAME, "t") == LUA_OK;
  free(text);
  return fine;
}

/* Every token can be asked for the expression that it is part of. */
static void ask_places(const struct wl_source *s) {
  for (uint32_t i = 1; i <= s->tokens; i++)
    for (int kind = WL_SOURCE_SPAN_INDEX; kind <= WL_SOURCE_SPAN_TOKEN; kind++) {
      struct wl_source_span p = wl_source_span_find(s, i, (enum wl_source_span_kind)kind);
      uint32_t first, last;
      wl_source_span_tokens(s, i, (enum wl_source_span_kind)kind, &first, &last);
      FUZZ_PROMISE(p.line >= 1 && first >= 1 && first <= last && last <= s->tokens + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  struct wl_diag d;
  if (text == NULL || size > 1 << 20) return free(text), 0;
  if (lua == NULL) lua = luaL_newstate();
  memcpy(text, data, size);
  text[size] = '\0';
  struct wl_source s = {.name = "fuzz.lua", .text = text, .size = size};
  wl_script_target(text, size);
  if (!wl_source_lex(&s, &d)) {
    char shown[8192];
    size_t n = wl_diag_format(&d, false, shown, sizeof shown);
    FUZZ_PROMISE(d.status == WL_SCRIPT && n < sizeof shown);
    fuzz_check(FUZZ_TEXT, shown, n);
  } else if (loads(&s, WL_INSTRUMENT_CHECK)) {
    uint32_t wrong;
    if (wl_source_structure(&s, &d) && wl_source_scopes(&s, &wrong, &d)) {
      FUZZ_PROMISE(wrong <= s.tokens);
      wl_condition_find(&s);
      wl_source_arch(&s);
      ask_places(&s);
      bool whole = loads(&s, WL_INSTRUMENT_RUN); /* what is added takes room, and is constant */
      FUZZ_PROMISE(whole || strstr(lua_tostring(lua, -1), "too ") != NULL ||
                   strstr(lua_tostring(lua, -1), "limit") != NULL ||
                   strstr(lua_tostring(lua, -1), "const variable") != NULL);
      if (whole) wl_bytecode_free(wl_bytecode_read(lua, &s));
    }
  } else {
    char hint[512];
    for (uint32_t i = 1; i <= s.tokens; i++) wl_c_habit_hint(&s, &(uint32_t){i}, hint, sizeof hint);
    uint32_t line, open = wl_indent_open(&s, &line);
    FUZZ_PROMISE(!open || (open <= s.tokens && s.token[open].line < line));
    FUZZ_PROMISE(wl_indent_end(&s) <= s.tokens);
    for (uint32_t i = 1; i <= s.tokens + 1; i++) {
      FUZZ_PROMISE(wl_indent_split(&s, i) <= s.tokens);
      FUZZ_PROMISE(wl_indent_else(&s, i) < i);
    }
  }
  lua_settop(lua, 0);
  wl_source_finish(&s);
  free(text);
  return 0;
}
