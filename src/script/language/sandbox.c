/* The environment of a script: an allow-list. */
#include "script/language/sandbox.h"

#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/language/array_ref.h"
#include "script/machine/errors.h"
#include "script/machine/sealed_tables.h"
#include "script/machine/value.h"
#include "script/prelude.h"

void wl_sandbox_protect(lua_State *L, const char *name, lua_CFunction refuse) {
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_rotate(L, -3, -1);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, refuse, 1);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
}

static const char environment_key = 'e', own_key = 'o';

void wl_sandbox_push(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &environment_key); }

void wl_sandbox_push_own(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &own_key); }

/* Names taken from Lua's libraries as they are. NULL ends a list. */
static const char *const base_names[] = {"assert", "error", "ipairs", "select", "tonumber", "type",
                                         NULL};
static const char *const math_names[] = {
  "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
  "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan",
  "tointeger", "type", "ult", NULL};
static const char *const string_names[] = {"byte", "char", "len", "lower", "reverse", "sub",
                                           "upper", NULL};
static const char *const table_names[] = {"concat", "insert", "pack", "remove", "sort", "unpack",
                                          NULL};
static const char *const iterators[] = {"ipairs", NULL};
static const char *const of_tables[] = {"concat", "insert", "remove", "sort", "unpack", NULL};

/* Copies fields of the table at `from` to the table on top of the stack. */
static void copy_names(lua_State *L, int from, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, -2, *names);
  }
}

static int sandbox_of_table(lua_State *L);

/* Has the functions `names` of the table on top of the stack, which is called `prefix`, refuse
 * what is no table. */
static void need_tables(lua_State *L, const char *prefix, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_pushfstring(L, "%s%s", prefix, *names);
    lua_pushcclosure(L, sandbox_of_table, 2);
    lua_setfield(L, -2, *names);
  }
}

/* The rest is what Lua's own function does, upvalue 1: in its place, so that its errors name it. */
static int as_lua(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* What a value is called in text: like tostring, but never with an address. */
static void push_text(lua_State *L, int arg) {
  int type = lua_type(L, arg);
  if (type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD)
    lua_pushstring(L, lua_typename(L, type));
  else
    luaL_tolstring(L, arg, NULL);
}

static int sandbox_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  push_text(L, 1);
  return 1;
}

/* string.format without addresses; upvalue 1 is Lua's own. */
static int sandbox_format(lua_State *L) {
  const char *format = luaL_checkstring(L, 1);
  for (const char *p = format; (p = strchr(p, '%')) != NULL; p++) {
    p += 1 + strspn(p + 1, "-+ #0123456789.");
    if (*p == 'p') return luaL_error(L, "'%%p' would show an address; it is not available");
    if (*p == '\0') break;
  }
  int top = lua_gettop(L);
  for (int i = 2; i <= top; i++) {
    int type = lua_type(L, i);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION && type != LUA_TTHREAD) continue;
    push_text(L, i);
    lua_replace(L, i);
  }
  return as_lua(L);
}

/* string.rep that does not count to infinity over nothing. */
static int sandbox_rep(lua_State *L) {
  size_t size, separator = 0;
  luaL_checklstring(L, 1, &size);
  luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator);
  if (size + separator == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  return as_lua(L);
}

/* A function of Lua that needs a table, but would index an array from 1 to its length; upvalue 1
 * is Lua's own, 2 its name. */
static int sandbox_of_table(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(2));
  bool figures = lua_type(L, 1) == LUA_TUSERDATA && strcmp(name, "ipairs") == 0;
  if (lua_islightuserdata(L, 1) || figures) {
    const char *hint = wl_ref_loop(L, 1), *kind = wl_value_kind(L, 1);
    return wl_raise(L, WL_SOURCE_SPAN_CALL, hint, "%s() needs a table, and this is %s", name, kind);
  }
  return as_lua(L);
}

/* math.random: the same numbers in every run. Each thread of a kernel has its
 * own sequence, so that their order of execution cannot be seen. splitmix64,
 * public domain, S. Vigna. */
static int sandbox_random(lua_State *L) {
  struct wl_lane *lane = wl_lane_of(L);
  uint64_t z = lane->random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  if (lua_gettop(L) == 0) {
    lua_pushnumber(L, (lua_Number)(z >> 11) * 0x1p-53);
    return 1;
  }
  lua_Integer low = lua_gettop(L) > 1 ? luaL_checkinteger(L, 1) : 1;
  lua_Integer high = luaL_checkinteger(L, lua_gettop(L) > 1 ? 2 : 1);
  luaL_argcheck(L, low <= high, lua_gettop(L) > 1 ? 2 : 1, "interval is empty");
  uint64_t range = (uint64_t)high - (uint64_t)low + 1;
  lua_pushinteger(L, (lua_Integer)((uint64_t)low + (range == 0 ? z : z % range)));
  return 1;
}

/* Assigning a name that is not there: a global of the file; never in a kernel. */
static int new_global(lua_State *L) {
  const char *name = lua_tostring(L, 2);
  wl_sandbox_push_own(L);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNIL)
    return wl_raise(L, WL_SOURCE_SPAN_STORE, "choose another name, or write  local in front of it",
                    "\"%.40s\" belongs to the language and cannot be changed",
                    name != NULL ? name : "?");
  lua_pop(L, 2);
  if (!wl_lane_of(L)->host)
    return wl_raise(L, WL_SOURCE_SPAN_STORE, "write  local in front of it",
                    "the kernel makes a global variable \"%.40s\": threads have no common ones",
                    name != NULL ? name : "?");
  lua_rawset(L, 1);
  return 0;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A function that its library does not have here; upvalue 1 is the library. */
static int missing_field(lua_State *L) {
  const char *names[64], *library = lua_tostring(L, lua_upvalueindex(1));
  char hint[512];
  size_t count = 0;
  for (lua_pushnil(L); lua_next(L, 1) && count < sizeof names / sizeof *names; lua_pop(L, 1))
    names[count++] = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
  qsort(names, count, sizeof *names, by_name);
  size_t n = (size_t)snprintf(hint, sizeof hint, "%s has", library);
  for (size_t i = 0; i < count && n < sizeof hint; i++)
    n += (size_t)snprintf(hint + n, sizeof hint - n, "%s %s", i > 0 ? "," : "", names[i]);
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, hint, "there is no %s.%.40s here", library,
                  lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "[…]");
}

/* Assigning a field of a library; upvalue 1 is the library. */
static int fixed_field(lua_State *L) {
  const char *library = lua_tostring(L, lua_upvalueindex(1));
  return wl_raise(L, WL_SOURCE_SPAN_STORE, "put the value into a local variable",
                  "%s.%.40s belongs to the language and cannot be changed", library,
                  lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "[…]");
}

/* Makes a library table of the environment: allowed names of `library`. */
static void add_library(lua_State *L, const char *name, lua_CFunction open,
                        const char *const *names) {
  lua_pushcfunction(L, open);
  lua_call(L, 0, 1);
  int from = lua_gettop(L);
  lua_newtable(L);
  copy_names(L, from, names);
  if (strcmp(name, "string") == 0) {
    lua_getfield(L, from, "format");
    lua_pushcclosure(L, sandbox_format, 1);
    lua_setfield(L, -2, "format");
    lua_getfield(L, from, "rep");
    lua_pushcclosure(L, sandbox_rep, 1);
    lua_setfield(L, -2, "rep");
    lua_pushliteral(L, ""); /* methods of strings come through their metatable */
    lua_newtable(L);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
  } else if (strcmp(name, "math") == 0) {
    lua_pushcfunction(L, sandbox_random);
    lua_setfield(L, -2, "random");
  } else if (strcmp(name, "table") == 0) {
    need_tables(L, "table.", of_tables);
  }
  lua_remove(L, from);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, name);
  lua_pushcclosure(L, missing_field, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  wl_sandbox_protect(L, name, fixed_field);
  lua_setfield(L, -2, name);
}

/* What pairs() goes through. */
static int contents(lua_State *L) {
  wl_sealed_open(L, 1);
  return 1;
}

/* The part of the environment that is written in Lua: functions by name. */
static void add_prelude(lua_State *L) {
  if (luaL_loadbufferx(L, wl_prelude, strlen(wl_prelude), "=prelude", "t") != LUA_OK) {
    lua_pop(L, 1);
    return;
  }
  lua_getglobal(L, "next");
  lua_getglobal(L, "table");
  lua_getfield(L, -1, "sort");
  lua_remove(L, -2);
  lua_getglobal(L, "type");
  lua_getglobal(L, "error");
  lua_pushcfunction(L, contents);
  lua_call(L, 5, 1);
  lua_setfield(L, -2, "pairs");
}

void wl_sandbox_open(struct wl_vm *vm, wl_sandbox_language *language, lua_CFunction unknown) {
  lua_State *L = vm->L;
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  lua_settop(L, 0);
  lua_newtable(L);
  lua_pushglobaltable(L);
  lua_pushvalue(L, 1);
  copy_names(L, 2, base_names);
  need_tables(L, "", iterators);
  lua_pop(L, 2);
  lua_pushcfunction(L, sandbox_tostring);
  lua_setfield(L, -2, "tostring");
  add_prelude(L);
  add_library(L, "math", luaopen_math, math_names);
  add_library(L, "string", luaopen_string, string_names);
  add_library(L, "table", luaopen_table, table_names);
  language(L);

  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, unknown);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, 1);
  lua_pushvalue(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &own_key);
  wl_sandbox_protect(L, "_ENV", new_global);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &environment_key);
}
