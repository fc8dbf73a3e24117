#include "script/machine/sealed_tables.h"

#include <stdio.h>
#include <string.h>

#include "script/machine/errors.h"

static const char behind_key = 'b'; /* in the metatable of a front: what it stands for */
static const char hint[] = "make it local in the kernel; threads share memory by shared and global "
                           "arrays";

void wl_sealed_open(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return;
  if (lua_rawgetp(L, -1, &behind_key) == LUA_TTABLE) lua_copy(L, -1, index);
  lua_pop(L, 2);
}

static int length(lua_State *L) {
  wl_sealed_open(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

/* Where the write is: a statement, or the call of a function of Lua that writes. */
static uint32_t find_write(lua_State *L, enum wl_source_span_kind *kind) {
  uint32_t token = wl_call_site_direct(L);
  lua_Debug ar;
  *kind = WL_SOURCE_SPAN_STORE;
  for (int level = 2; token == 0 && lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "lS", &ar);
    *kind = WL_SOURCE_SPAN_CALL;
    if (ar.currentline > 0 && strcmp(ar.source, WL_INSTRUMENT_NAME) == 0)
      token = wl_instrument_instruction(wl_lane_of(L)->vm->source, ar.currentline);
  }
  return token;
}

/* Passes a name with fields and indices behind it. Returns the token behind, 0 if here is
 * something else. */
static uint32_t pass_element(const struct wl_source *s, uint32_t i) {
  if (s->token[i].kind != WL_TOKEN_NAME) return 0;
  for (i++; i <= s->tokens;) {
    if (s->token[i].word == WL_W_DOT) i += 2;
    else if (s->token[i].word == WL_W_BRACKET) i = s->token[i].match + 1;
    else break;
  }
  return i;
}

/* The name that all tables written by the statement or call at `token` have in the text; 0 where
 * they have none, or several. */
static uint32_t find_name(const struct wl_source *s, uint32_t token,
                          enum wl_source_span_kind kind) {
  uint32_t first, last, name = 0;
  wl_source_span_tokens(s, token, kind, &first, &last);
  if (kind == WL_SOURCE_SPAN_CALL) { /* table.insert(t, …) */
    uint32_t i = s->token[last].match + 1, end = pass_element(s, i);
    uint8_t word = s->token[end].word;
    return end != 0 && (word == WL_W_COMMA || word == WL_W_PAREN_END) ? i : 0;
  }
  if (s->token[first].word == WL_W_FUNCTION) return first + 1;
  for (uint32_t i = first, end; i <= last; i = end + 1) {
    end = pass_element(s, i);
    bool whole = end != 0 && (end == last + 1 || s->token[end].word == WL_W_COMMA);
    if (!whole) return 0;
    if (name != 0 && !wl_source_same(s, i, name)) return 0;
    name = i;
  }
  return name;
}

static _Noreturn int told(lua_State *L, uint32_t token, enum wl_source_span_kind kind,
                          const char *name) {
  wl_raise_at(L, WL_SCRIPT, token, kind, hint,
              "the kernel changes \"%.40s\", which lives outside of it",
              name);
}

int wl_sealed_refuse(lua_State *L, uint32_t token, const char *name) {
  told(L, token, WL_SOURCE_SPAN_TOKEN, name);
}

static int refuse(lua_State *L) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  enum wl_source_span_kind kind;
  uint32_t token = find_write(L, &kind), name = token != 0 ? find_name(s, token, kind) : 0;
  const struct wl_token *t = &s->token[name];
  if (name != 0) return told(L, token, kind, lua_pushlstring(L, s->text + t->offset, t->size));
  return wl_raise_at(L, WL_SCRIPT, token, kind, hint,
                     "the kernel changes a table that lives outside of it");
}

void wl_sealed_push(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -3);
  lua_rawsetp(L, -2, &behind_key);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, refuse);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, length);
  lua_setfield(L, -2, "__len");
  lua_setmetatable(L, -2);
  lua_replace(L, -2);
}
