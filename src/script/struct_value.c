/* Structs between memory and the script, where they are tables of their members. */
#include <stdio.h>
#include <string.h>

#include "script/error.h"
#include "script/ref.h"
#include "script/value.h"

static const struct wl_struct *structs_of(lua_State *L) {
  return wl_lane_of(L)->vm->head.structure;
}

void wl_struct_push(lua_State *L, struct wl_type t, const uint8_t *memory) {
  const struct wl_struct *all = structs_of(L), *l = &all[t.components];
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, 0, l->members);
  for (unsigned i = 0; i < l->members; i++) {
    const struct wl_member *m = &l->member[i];
    uint32_t bytes = wl_sizeof(all, m->type);
    if (m->count == 0) wl_value_push(L, m->type, memory + m->offset);
    else lua_createtable(L, m->count, 1);
    for (unsigned k = 0; k < m->count; k++) {
      wl_value_push(L, m->type, memory + m->offset + k * bytes);
      lua_rawseti(L, -2, k);
    }
    lua_setfield(L, -2, m->name);
  }
}

static const char *assign(lua_State *L, int index, struct wl_type t, uint8_t *memory, bool braces);

/* Writes the value on top of the stack. In braces, what is left out is 0, as in C. */
static const char *assign_one(lua_State *L, struct wl_type t, uint8_t *memory, bool braces) {
  if (braces && lua_isnil(L, -1)) return NULL;
  if (t.scalar == WL_STRUCT) return assign(L, lua_gettop(L), t, memory, braces);
  return wl_value_write(L, -1, t, memory) ? NULL : wl_value_trouble(L, -1, t);
}

/* The elements of an array member: from [0] on, or a list in braces. */
static const char *assign_array(lua_State *L, const struct wl_member *m, uint8_t *memory,
                                bool braces) {
  uint32_t bytes = wl_sizeof(structs_of(L), m->type);
  int table = lua_gettop(L);
  if (braces && lua_isnil(L, table)) return NULL;
  if (!lua_istable(L, table)) return wl_value_kind(L, table);
  lua_Integer first = lua_geti(L, table, 0) == LUA_TNIL;
  lua_pop(L, 1);
  for (lua_Integer k = 0; k <= m->count; k++) {
    bool behind = k == m->count;
    lua_geti(L, table, first + k);
    if (behind && !lua_isnil(L, -1)) return lua_pushfstring(L, "longer than %d", (int)m->count);
    const char *trouble = behind ? NULL : assign_one(L, m->type, memory + k * bytes, braces);
    if (trouble != NULL) return lua_pushfstring(L, "a table with %s at %d", trouble, (int)k);
    lua_settop(L, table);
  }
  return NULL;
}

/* What a table may have; `braces`: by number, too. */
struct members { const struct wl_struct *of; bool braces; };

static bool is_member(lua_State *L, const void *members) {
  const struct members *m = members;
  if (m->braces && lua_isinteger(L, -1))
    return lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= m->of->members;
  for (unsigned i = 0; i < m->of->members && lua_type(L, -1) == LUA_TSTRING; i++)
    if (strcmp(lua_tostring(L, -1), m->of->member[i].name) == 0) return true;
  return false;
}

/* A key of the table at `index` that is no member; NULL: there is none. */
static const char *stranger(lua_State *L, int index, const struct wl_struct *l, bool braces) {
  if (!wl_value_stranger(L, index, is_member, &(struct members){l, braces})) return NULL;
  return lua_pushfstring(L, "a table with a field %s, which %s does not have",
                         lua_tostring(L, -1) != NULL ? lua_tostring(L, -1) : "?", l->name);
}

/* Writes the table at `index`. NULL, or what is wrong with it, kept by a string on
 * the stack. */
static const char *assign(lua_State *L, int index, struct wl_type t, uint8_t *memory,
                          bool braces) {
  const struct wl_struct *all = structs_of(L), *l = &all[t.components];
  int top = lua_gettop(L);
  luaL_checkstack(L, 8, NULL);
  if (!lua_istable(L, index)) return wl_value_kind(L, index);
  const char *trouble = stranger(L, index, l, braces);
  for (unsigned i = 0; i < l->members && trouble == NULL; i++) {
    const struct wl_member *m = &l->member[i];
    if (lua_getfield(L, index, m->name) == LUA_TNIL && braces) {
      lua_pop(L, 1);
      lua_geti(L, index, i + 1);
    }
    trouble = m->count > 0 ? assign_array(L, m, memory + m->offset, braces)
                           : assign_one(L, m->type, memory + m->offset, braces);
    if (trouble != NULL) trouble = lua_pushfstring(L, "a table whose .%s is %s", m->name, trouble);
    else lua_settop(L, top);
  }
  if (trouble == NULL) return NULL;
  lua_pushstring(L, trouble);
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
  return lua_tostring(L, top + 1);
}

bool wl_struct_write(lua_State *L, int index, struct wl_type t, uint8_t *memory) {
  int top = lua_gettop(L);
  bool good = assign(L, lua_absindex(L, index), t, memory, false) == NULL;
  lua_settop(L, top);
  return good;
}

const char *wl_struct_trouble(lua_State *L, int index, struct wl_type t) {
  uint8_t scratch[WL_MAX_STRUCT_BYTES];
  const char *trouble = assign(L, lua_absindex(L, index), t, scratch, false);
  return trouble != NULL ? trouble : "a table";
}

int wl_struct_construct(lua_State *L, struct wl_type t, int first) {
  const char *name = structs_of(L)[t.components].name;
  uint8_t memory[WL_MAX_STRUCT_BYTES] = {0};
  if (lua_gettop(L) > first || !lua_istable(L, first))
    return wl_raise(L, WL_PLACE_CALL, "its members stand in braces, as in C",
                    "write %s{...}, with the members in order or by name", name);
  const char *trouble = assign(L, first, t, memory, true);
  if (trouble != NULL) return wl_raise(L, WL_PLACE_CALL, NULL, "%s: it is %s", name, trouble);
  wl_struct_push(L, t, memory);
  return 1;
}
