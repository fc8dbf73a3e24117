/* Objects outside of the kernel that it uses: numbers, arrays, functions, tables. None of them
 * changes while blocks run (outside_state.h). */
#include <stdlib.h>

#include "core/base/grow.h"
#include "script/language/api_functions.h"
#include "script/language/math_rows.h"
#include "script/language/sandbox.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/sealed_tables.h"
#include "script/simt/simt_lanes.h"

static bool same_string(lua_State *L, const struct wl_object *o) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, o->reference);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 1);
  return same;
}

static bool is_index(lua_State *L, const void *identity, uint8_t *which) {
  static const char *const names[WL_INDICES] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  bool found = false;
  wl_sandbox_push(L);
  for (uint8_t i = 0; i < WL_INDICES && !found; i++) {
    lua_getfield(L, -1, names[i]);
    found = lua_topointer(L, -1) == identity;
    lua_pop(L, 1);
    *which = i;
  }
  lua_pop(L, 1);
  return found;
}

/* Whether the function on top of the stack is one of math's, but for random(). */
static bool is_math(lua_State *L) {
  static const char *const names[] = {"abs", "ceil", "cos", "exp", "floor", "fmod", "log", "max",
                                      "min", "sin", "sqrt", "tan", "tointeger", "ult"};
  bool found = false;
  wl_sandbox_push(L);
  lua_getfield(L, -1, "math");
  for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
    lua_getfield(L, -1, names[i]);
    found = lua_rawequal(L, -1, -4);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  return found;
}

static enum wl_object_kind function_kind(lua_State *L) {
  static const struct { lua_CFunction function; enum wl_object_kind kind; } rows[] = {
    {wl_hook_enter, WL_OBJECT_ENTER}, {wl_hook_turn, WL_OBJECT_TURN},
    {wl_hook_test, WL_OBJECT_TEST},
    {wl_hook_call, WL_OBJECT_CALL}, {wl_hook_leave, WL_OBJECT_LEAVE},
    {wl_hook_label, WL_OBJECT_LABEL},
    {wl_api_syncthreads, WL_OBJECT_BARRIER}, {wl_api_lane_id, WL_OBJECT_LANE_ID},
    {wl_api_warp_id, WL_OBJECT_WARP_ID}, {wl_api_fence, WL_OBJECT_FENCE},
    {wl_api_syncwarp, WL_OBJECT_SYNCWARP}, {wl_api_shuffle, WL_OBJECT_SHUFFLE},
    {wl_api_vote, WL_OBJECT_VOTE}, {wl_api_match, WL_OBJECT_COLLECT},
    {wl_api_reduce, WL_OBJECT_COLLECT}, {wl_api_ldg, WL_OBJECT_LDG},
    {wl_api_atomic, WL_OBJECT_ATOMIC}, {wl_api_bits, WL_OBJECT_PURE},
    {wl_api_math, WL_OBJECT_PURE}, {wl_api_extreme, WL_OBJECT_PURE}, {wl_api_abs, WL_OBJECT_PURE},
    {wl_api_to_whole, WL_OBJECT_PURE}, {wl_api_cast, WL_OBJECT_PURE},
  };
  lua_CFunction f = lua_tocfunction(L, -1);
  if (f == NULL) return WL_OBJECT_CLOSURE;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].function == f) return rows[i].kind;
  return is_math(L) ? WL_OBJECT_PURE : WL_OBJECT_OTHER;
}

/* Float operations of the function on top of the stack, if what it gives is one: bits and types
 * that change are none. */
static uint8_t flops_of(lua_State *L, const struct wl_object *o) {
  bool fused = lua_tocfunction(L, -1) == wl_api_math &&
               (o->number == WL_MATH_fma || o->number == WL_MATH_fmaf);
  if (o->kind != WL_OBJECT_PURE || lua_tocfunction(L, -1) == wl_api_cast) return 0;
  return fused ? 2 : 1;
}

/* The number of the object on top of the stack, which it takes off. */
static size_t find_object(struct wl_simt *m) {
  lua_State *L = m->vm->L;
  const void *identity = lua_topointer(L, -1);
  int type = lua_type(L, -1);
  for (size_t i = 0; i < m->objects; i++) {
    const struct wl_object *o = &m->object[i];
    bool string = type == LUA_TSTRING && o->kind == WL_OBJECT_STRING;
    if (string ? !same_string(L, o) : o->identity != identity) continue;
    lua_pop(L, 1);
    return i;
  }
  if (m->objects == m->object_capacity)
    m->object = wl_alloc_or_die(wl_grow(m->object, sizeof *m->object, &m->object_capacity, 32));
  struct wl_object o = {.identity = identity, .kind = WL_OBJECT_OTHER};
  if (type == LUA_TSTRING) o.kind = WL_OBJECT_STRING;
  else if (type == LUA_TUSERDATA) o.kind = WL_OBJECT_POWER; /* no other is to be had */
  else if (type == LUA_TFUNCTION) o.kind = (uint8_t)function_kind(L);
  if (type == LUA_TFUNCTION && lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 1) != NULL) {
    o.number = (unsigned)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  if (type == LUA_TFUNCTION) o.flops = flops_of(L, &o);
  if (type == LUA_TTABLE) o.kind = is_index(L, identity, &o.index) ? WL_OBJECT_INDEX
                                                                        : WL_OBJECT_TABLE;
  wl_sealed_open(L, -1);
  o.reference = luaL_ref(L, LUA_REGISTRYINDEX);
  m->object[m->objects] = o;
  return m->objects++;
}

/* The value on top of the stack, which it takes off. */
static enum wl_tag take(struct wl_simt *m, uint64_t *bits) {
  lua_State *L = m->vm->L;
  enum wl_tag tag = WL_V_NIL;
  *bits = 0;
  switch (lua_type(L, -1)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN: tag = lua_toboolean(L, -1) ? WL_V_TRUE : WL_V_FALSE; break;
    case LUA_TNUMBER:
      tag = lua_isinteger(L, -1) ? WL_V_INTEGER : WL_V_FLOAT;
      *bits = tag == WL_V_INTEGER ? (uint64_t)lua_tointeger(L, -1)
                                  : wl_as_bits(lua_tonumber(L, -1));
      break;
    case LUA_TLIGHTUSERDATA:
      tag = WL_V_REF;
      *bits = (uint64_t)(uintptr_t)lua_touserdata(L, -1);
      break;
    default:
      *bits = find_object(m);
      return WL_V_OBJECT;
  }
  lua_pop(L, 1);
  return tag;
}

void wl_simt_take(struct wl_simt *m, struct wl_lanes *out) {
  uint64_t bits;
  enum wl_tag tag = take(m, &bits);
  wl_spread(out, tag, bits);
}

struct wl_object *wl_simt_object(struct wl_simt *m, const struct wl_lanes *r) {
  if (!wl_all_are(m, r, WL_V_OBJECT)) return NULL;
  uint64_t number = r->v[wl_first(m)];
  for (uint32_t left = wl_is_same(r) ? 0 : m->group; left; left &= left - 1)
    if (r->v[__builtin_ctz(left)] != number) return NULL;
  return &m->object[number];
}

static void push_constant(lua_State *L, const struct wl_constant *k) {
  switch (k->type) {
    case LUA_TBOOLEAN: lua_pushboolean(L, (int)k->bits); break;
    case LUA_TNUMBER:
      if (k->integer) lua_pushinteger(L, (lua_Integer)k->bits);
      else lua_pushnumber(L, wl_as_float(k->bits));
      break;
    case LUA_TSTRING: lua_pushlstring(L, k->text, k->size); break;
    default: lua_pushnil(L);
  }
}

struct wl_closure *wl_simt_closure(struct wl_simt *m, struct wl_object *o) {
  if (o->closure != NULL) return o->closure;
  lua_State *L = m->vm->L;
  size_t number = (size_t)(o - m->object); /* objects move when there are more of them */
  lua_checkstack(L, 8);
  lua_rawgeti(L, LUA_REGISTRYINDEX, o->reference);
  struct wl_proto *p = wl_bytecode_read(L, m->vm->source);
  struct wl_closure *c = NULL;
  if (p != NULL) {
    c = wl_alloc_or_die(calloc(1, sizeof *c));
    c->proto = p;
    c->upvalue = wl_alloc_or_die(calloc(p->upvalues + 1u, sizeof *c->upvalue));
    c->constant = wl_alloc_or_die(calloc(p->constants + 1u, sizeof *c->constant));
    c->field = wl_alloc_or_die(calloc(p->codes, sizeof *c->field));
    for (int i = 0; i < p->upvalues; i++)
      if (lua_getupvalue(L, -1, i + 1) != NULL) wl_simt_take(m, &c->upvalue[i]);
    for (uint32_t i = 0; i < p->constants; i++) {
      push_constant(L, &p->constant[i]);
      wl_simt_take(m, &c->constant[i]);
    }
  }
  lua_pop(L, 1);
  m->object[number].closure = c;
  return c;
}

static int get_field(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

bool wl_simt_index(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                   const struct wl_constant *key) {
  if (key->size != 1 || *key->text < 'x' || *key->text > 'z') return false;
  int d = *key->text - 'x';
  *out = o->index == WL_INDEX_THREAD ? m->now->thread[d] : m->index[o->index][d];
  return true;
}

bool wl_simt_field(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                   const struct wl_constant *key) {
  lua_State *L = m->vm->L;
  if (o->kind != WL_OBJECT_TABLE) return false;
  lua_checkstack(L, 8);
  lua_pushcfunction(L, get_field);
  lua_rawgeti(L, LUA_REGISTRYINDEX, o->reference);
  push_constant(L, key);
  if (lua_pcall(L, 2, 1, 0) != LUA_OK) {
    m->vm->failed = false; /* it will be told by who runs the block next */
    lua_pop(L, 1);
    return false;
  }
  wl_simt_take(m, out);
  return true;
}

bool wl_simt_lookup(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                    const struct wl_lanes *key) {
  lua_State *L = m->vm->L;
  if (o->kind != WL_OBJECT_TABLE || !wl_all_are(m, key, WL_V_INTEGER)) return false;
  lua_checkstack(L, 8);
  lua_rawgeti(L, LUA_REGISTRYINDEX, o->reference);
  bool plain = !lua_getmetatable(L, -1);
  out->even = false;
  if (!plain) lua_pop(L, 1);
  for (uint32_t left = plain ? m->group : 0; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    lua_rawgeti(L, -1, (lua_Integer)key->v[i]);
    out->tag[i] = (uint8_t)take(m, &out->v[i]);
  }
  lua_pop(L, 1);
  return plain;
}

static bool push_number(lua_State *L, const struct wl_lanes *r, unsigned i) {
  if (r->tag[i] == WL_V_INTEGER) lua_pushinteger(L, (lua_Integer)r->v[i]);
  else if (r->tag[i] == WL_V_FLOAT) lua_pushnumber(L, wl_as_float(r->v[i]));
  else return false;
  return true;
}

bool wl_simt_pure(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                  const struct wl_lanes *arguments, unsigned count) {
  lua_State *L = m->vm->L;
  int top = lua_gettop(L);
  bool fine = count <= 8;
  out->even = false;
  lua_checkstack(L, 16);
  for (uint32_t left = fine ? m->group : 0; left && fine; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    lua_rawgeti(L, LUA_REGISTRYINDEX, o->reference);
    for (unsigned n = 0; n < count && fine; n++) fine = push_number(L, &arguments[n], i);
    fine = fine && lua_pcall(L, (int)count, 1, 0) == LUA_OK;
    if (fine) out->tag[i] = (uint8_t)take(m, &out->v[i]);
    if (fine && out->tag[i] == WL_V_FLOAT) m->flops[m->token] += o->flops;
  }
  if (!fine) m->vm->failed = false;
  lua_settop(L, top);
  return fine;
}
