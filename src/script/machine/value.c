/* Numbers, vectors and structs between memory and the script. */
#include "script/machine/value.h"

#include <string.h>

#include "script/machine/errors.h"
#include "script/machine/sealed_tables.h"
#include "script/machine/thread_state.h"
#include "script/machine/vm.h"

const char wl_value_fields[4][2] = {"x", "y", "z", "w"};

static void push_scalar(lua_State *L, enum wl_scalar s, const uint8_t *memory) {
  if (s == WL_FLOAT) {
    float v;
    memcpy(&v, memory, sizeof v);
    lua_pushnumber(L, (lua_Number)v);
    return;
  }
  uint64_t bits = wl_value_bits(s, memory);
  if (wl_scalars[s].kind == WL_FLOATING) lua_pushnumber(L, wl_scalar_to_double(s, bits));
  else lua_pushinteger(L, wl_scalar_to_integer(s, bits));
}

static const struct wl_struct *structs_of(lua_State *L) {
  return wl_lane_of(L)->vm->head.structure;
}

static void push_struct(lua_State *L, struct wl_type t, const uint8_t *memory) {
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

static bool write_struct(lua_State *L, int index, struct wl_type t, uint8_t *memory) {
  int top = lua_gettop(L);
  bool good = assign(L, lua_absindex(L, index), t, memory, false) == NULL;
  lua_settop(L, top);
  return good;
}

static const char *struct_trouble(lua_State *L, int index, struct wl_type t) {
  uint8_t scratch[WL_MAX_STRUCT_BYTES];
  const char *trouble = assign(L, lua_absindex(L, index), t, scratch, false);
  return trouble != NULL ? trouble : "a table";
}

static int construct_struct(lua_State *L, struct wl_type t, int first) {
  const char *name = structs_of(L)[t.components].name;
  uint8_t memory[WL_MAX_STRUCT_BYTES] = {0};
  if (lua_gettop(L) > first || !lua_istable(L, first))
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "its members stand in braces, as in C",
                    "write %s{...}, with the members in order or by name", name);
  const char *trouble = assign(L, first, t, memory, true);
  if (trouble != NULL) return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s: it is %s", name, trouble);
  push_struct(L, t, memory);
  return 1;
}

void wl_value_push(lua_State *L, struct wl_type t, const uint8_t *memory) {
  if (t.scalar == WL_STRUCT) {
    push_struct(L, t, memory);
    return;
  }
  if (t.components == 1) {
    push_scalar(L, t.scalar, memory);
    return;
  }
  lua_createtable(L, 0, t.components);
  for (unsigned c = 0; c < t.components; c++) {
    push_scalar(L, t.scalar, memory + c * wl_scalars[t.scalar].bytes);
    lua_setfield(L, -2, wl_value_fields[c]);
  }
}

bool wl_value_scalar(lua_State *L, int index, enum wl_scalar s, uint64_t *bits) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  if (lua_isinteger(L, index)) *bits = wl_scalar_from_integer(s, lua_tointeger(L, index));
  else *bits = wl_scalar_from_double(s, lua_tonumber(L, index));
  return true;
}

/* Whether the key at `a` is told before that at `b`: tables have no order of their own. */
static bool precedes(lua_State *L, int a, int b) {
  int kind = lua_type(L, a), other = lua_type(L, b);
  if (kind != other) return kind < other;
  if (kind == LUA_TSTRING) return strcmp(lua_tostring(L, a), lua_tostring(L, b)) < 0;
  return kind == LUA_TNUMBER && lua_tonumber(L, a) < lua_tonumber(L, b);
}

bool wl_value_stranger(lua_State *L, int index, wl_value_known *known, const void *of) {
  int first = lua_gettop(L) + 1;
  luaL_checkstack(L, 5, NULL);
  lua_pushnil(L); /* the first one; above it the table and the key that is looked at */
  lua_pushvalue(L, index);
  wl_sealed_open(L, -1);
  for (lua_pushnil(L); lua_next(L, first + 1);) {
    lua_pop(L, 1);
    if (known(L, of) || (!lua_isnil(L, first) && !precedes(L, -1, first))) continue;
    lua_pushvalue(L, -1);
    lua_replace(L, first);
  }
  bool found = !lua_isnil(L, first);
  lua_settop(L, found ? first : first - 1);
  return found;
}

static bool is_component(lua_State *L, const void *type) {
  return lua_type(L, -1) == LUA_TSTRING &&
         wl_value_component(*(const struct wl_type *)type, lua_tostring(L, -1)) >= 0;
}

bool wl_value_write(lua_State *L, int index, struct wl_type t, uint8_t *memory) {
  uint64_t bits[4];
  if (t.scalar == WL_STRUCT) return write_struct(L, index, t, memory);
  unsigned bytes = wl_scalars[t.scalar].bytes;
  if (t.components == 1) {
    if (t.scalar == WL_FLOAT && lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index)) {
      float v = (float)lua_tonumber(L, index);
      memcpy(memory, &v, sizeof v);
      return true;
    }
    if (!wl_value_scalar(L, index, t.scalar, &bits[0])) return false;
    memcpy(memory, &bits[0], bytes);
    return true;
  }
  if (lua_type(L, index) != LUA_TTABLE) return false;
  index = lua_absindex(L, index);
  for (unsigned c = 0; c < t.components; c++) {
    lua_getfield(L, index, wl_value_fields[c]);
    bool number = wl_value_scalar(L, -1, t.scalar, &bits[c]);
    lua_pop(L, 1);
    if (!number) return false;
  }
  if (wl_value_stranger(L, index, is_component, &t)) {
    lua_pop(L, 1);
    return false;
  }
  for (unsigned c = 0; c < t.components; c++) memcpy(memory + c * bytes, &bits[c], bytes);
  return true;
}

const char *wl_value_kind(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNONE: return "missing";
    case LUA_TNIL: return "nil";
    case LUA_TLIGHTUSERDATA:
      return wl_ref_view((wl_ref)(uintptr_t)lua_touserdata(L, index)) == WL_REF_TYPE ? "a type"
                                                                                     : "an array";
    case LUA_TUSERDATA: /* as Lua's own errors name it */
      if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING)
        return lua_pushfstring(L, "a %s", lua_tostring(L, -1));
      return lua_pushliteral(L, "a userdata");
    default: return lua_pushfstring(L, "a %s", luaL_typename(L, index));
  }
}

const char *wl_value_trouble(lua_State *L, int index, struct wl_type t) {
  if (t.scalar == WL_STRUCT) return struct_trouble(L, index, t);
  if (lua_type(L, index) == LUA_TNUMBER && t.components > 1) return "a plain number";
  if (lua_type(L, index) != LUA_TTABLE || t.components == 1)
    return wl_value_kind(L, index);
  index = lua_absindex(L, index);
  for (unsigned c = 0; c < t.components; c++) {
    bool number = lua_getfield(L, index, wl_value_fields[c]) == LUA_TNUMBER;
    lua_pop(L, 1);
    if (!number) return lua_pushfstring(L, "a vector without a number .%s", wl_value_fields[c]);
  }
  if (!wl_value_stranger(L, index, is_component, &t)) return "a table";
  char name[16];
  wl_type_name(t, name);
  return lua_pushfstring(L, "a table with a field %s, which %s does not have",
                         lua_tostring(L, -1) != NULL ? lua_tostring(L, -1) : "?", name);
}

struct wl_type wl_value_piece(struct wl_type t, uint32_t bytes) {
  uint32_t size = t.scalar < WL_SCALARS ? wl_scalars[t.scalar].bytes : 1;
  if (size > bytes || bytes / size > 4) return (struct wl_type){WL_UINT, (uint8_t)(bytes / 4)};
  return (struct wl_type){t.scalar, (uint8_t)(bytes / size)};
}

int wl_value_component(struct wl_type t, const char *field) {
  for (int c = 0; c < t.components && t.components > 1; c++)
    if (strcmp(wl_value_fields[c], field) == 0) return c;
  return -1;
}

int wl_value_construct(lua_State *L, struct wl_type t, int first) {
  char name[16];
  uint64_t bits[4];
  uint8_t memory[32];
  if (t.scalar == WL_STRUCT) return construct_struct(L, t, first);
  wl_type_name(t, name);
  int given = lua_gettop(L) - first + 1;
  if (given != t.components)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s() takes %u number%s, not %d", name,
                    t.components,
                    t.components == 1 ? "" : "s", given);
  for (unsigned c = 0; c < t.components; c++) {
    if (!wl_value_scalar(L, first + (int)c, t.scalar, &bits[c]))
      return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s(): argument %u is %s, not a number", name,
                      c + 1,
                      wl_value_trouble(L, first + (int)c, (struct wl_type){t.scalar, 1}));
    memcpy(memory + c * wl_scalars[t.scalar].bytes, &bits[c], wl_scalars[t.scalar].bytes);
  }
  wl_value_push(L, t, memory);
  return 1;
}
