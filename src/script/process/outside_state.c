#include "script/process/outside_state.h"

#include <string.h>

#include "script/language/sandbox.h"
#include "script/machine/errors.h"
#include "script/machine/sealed_tables.h"

static const char variables_key = 'v'; /* in the registry: the variables of functions, by id */

/* Stack of seal(): the fronts of the tables seen and the functions seen; what of them has to be
 * walked through; the variables of functions. */
enum { SEEN = 1, PENDING, VARIABLES };

static void add_pending(lua_State *L) {
  lua_pushvalue(L, -1);
  lua_rawseti(L, PENDING, (lua_Integer)lua_rawlen(L, PENDING) + 1);
}

/* Seals the value on top of the stack. True: a table, which a front is put in the place of. Those
 * with metatables are the language's own, or fronts. */
static bool seal_value(lua_State *L) {
  bool table = lua_istable(L, -1);
  if (!table && (!lua_isfunction(L, -1) || lua_iscfunction(L, -1))) return false;
  lua_pushvalue(L, -1);
  if (lua_rawget(L, SEEN) != LUA_TNIL) {
    lua_remove(L, -2);
    return table;
  }
  lua_pop(L, 1);
  if (table && lua_getmetatable(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  add_pending(L);
  lua_pushvalue(L, -1);
  if (table) wl_sealed_push(L);
  lua_pushvalue(L, -1);
  lua_insert(L, -3);
  lua_rawset(L, SEEN);
  return table;
}

/* Puts fronts in the place of tables that are keys of the table on top of the stack. */
static void seal_keys(lua_State *L) {
  int table = lua_gettop(L), keys = table + 1;
  lua_Integer count = 0;
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_pop(L, 1);
    if (!lua_istable(L, -1)) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, ++count);
  }
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, keys, i);
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    lua_rawset(L, table);
    lua_insert(L, -2);
    seal_value(L);
    lua_insert(L, -2);
    lua_rawset(L, table);
  }
  lua_pop(L, 1);
}

static void walk_table(lua_State *L) {
  int table = lua_gettop(L);
  bool keys = false;
  for (lua_pushnil(L); lua_next(L, table);) {
    if (seal_value(L)) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, table);
    } else {
      lua_pop(L, 1);
    }
    if (lua_istable(L, -1)) keys = true;
    else if (lua_isfunction(L, -1)) seal_value(L);
  }
  if (keys) seal_keys(L);
}

static void walk_function(lua_State *L) {
  int function = lua_gettop(L);
  for (int i = 1; lua_getupvalue(L, function, i) != NULL; i++) {
    lua_pushboolean(L, true);
    lua_rawsetp(L, VARIABLES, lua_upvalueid(L, function, i));
    if (seal_value(L)) lua_setupvalue(L, function, i);
    else lua_pop(L, 1);
  }
}

static int seal(lua_State *L) {
  for (int i = SEEN; i <= VARIABLES; i++) lua_newtable(L);
  lua_pushvalue(L, VARIABLES);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &variables_key);
  wl_sandbox_push(L);
  add_pending(L); /* it has no front: whoever assigns a global comes to wl_hook_write() */
  for (lua_Integer n; (n = (lua_Integer)lua_rawlen(L, PENDING)) > 0; lua_settop(L, VARIABLES)) {
    lua_rawgeti(L, PENDING, n);
    lua_pushnil(L);
    lua_rawseti(L, PENDING, n);
    if (lua_istable(L, -1)) walk_table(L);
    else walk_function(L);
  }
  return 0;
}

bool wl_outside_seal(struct wl_vm *vm) {
  lua_pushcfunction(vm->L, seal);
  int status = lua_pcall(vm->L, 0, 0, 0);
  if (status == LUA_OK) return true;
  wl_error_take(vm, vm->L, status);
  return false;
}

int wl_hook_write(lua_State *L) {
  const struct wl_lane *lane = wl_lane_of(L);
  lua_Debug ar;
  if (lane->host || !lua_getstack(L, 1, &ar)) return 0;
  uint32_t token = (uint32_t)lua_tointeger(L, 1);
  const struct wl_token *t = &lane->vm->source->token[token];
  const char *text = lane->vm->source->text + t->offset, *name;
  lua_settop(L, 0);
  lua_getinfo(L, "f", &ar);
  for (int i = 1; (name = lua_getupvalue(L, 1, i)) != NULL; i++) {
    lua_pop(L, 1);
    if (strlen(name) != t->size || memcmp(name, text, t->size) != 0) continue;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &variables_key);
    if (lua_rawgetp(L, -1, lua_upvalueid(L, 1, i)) != LUA_TNIL) wl_sealed_refuse(L, token, name);
    return 0;
  }
  name = lua_pushlstring(L, text, t->size);
  wl_sandbox_push(L);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNIL) wl_sealed_refuse(L, token, name);
  return 0; /* a global that is not there: new_global() */
}
