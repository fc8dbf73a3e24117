/* r.arrays: what arrays hold at the end, and same(), which compares them. */
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "script/judge/check_process.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"
#include "script/results/check_state.h"
#include "script/results/result_figures.h"

enum { SHOWN = 4 /* differences that same() lists */ };
static const char kind[] = "final array";

struct wl_part *wl_part_at(lua_State *L, int arg) { return luaL_testudata(L, arg, kind); }

/* Elements that one step of index `level` skips. */
static uint64_t step_of(const struct wl_array *a, unsigned level) {
  uint64_t n = 1;
  for (unsigned d = level + 1; d < a->dimensions; d++) n *= a->extent[d];
  return n;
}

uint64_t wl_part_elements(const struct wl_part *p) {
  return p->level == 0 ? p->array->bytes / p->array->element_bytes
                       : step_of(p->array, p->level - 1);
}

static void push_part(lua_State *L, struct wl_part p) {
  *(struct wl_part *)lua_newuserdatauv(L, sizeof p, 0) = p;
  luaL_setmetatable(L, kind);
}

const uint8_t *wl_part_element(lua_State *L, const struct wl_part *p, uint64_t index) {
  if (p->memory == NULL)
    wl_judge_stop(L, "\"%s\" is in %s memory, whose values are not kept\n"
                     "  store what is to be checked in global memory", p->array->name,
                  wl_space_names[p->array->space]);
  return p->memory + index * p->array->element_bytes;
}

void wl_part_name(const struct wl_array *a, uint64_t index, char *buffer, size_t size) {
  size_t used = (size_t)snprintf(buffer, size, "%s", a->name);
  for (unsigned d = 0; d < a->dimensions && used < size; d++) {
    uint64_t step = step_of(a, d);
    used += (size_t)snprintf(buffer + used, size - used, "[%llu]",
                             (unsigned long long)(index / step));
    index %= step;
  }
}

static int part_field(lua_State *L, const struct wl_part *p) {
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  char type[16];
  if (strcmp(key, "space") == 0) lua_pushstring(L, wl_space_names[p->array->space]);
  else if (strcmp(key, "bytes") == 0) lua_pushinteger(L, (lua_Integer)p->array->bytes);
  else if (strcmp(key, "dimensions") == 0) lua_pushinteger(L, p->array->dimensions);
  else if (strcmp(key, "type") == 0 && p->array->type.scalar == WL_STRUCT)
    lua_pushstring(L, wl_lane_of(L)->vm->head.structure[p->array->type.components].name);
  else if (strcmp(key, "type") == 0) {
    wl_type_name(p->array->type, type);
    lua_pushstring(L, type);
  } else
    return wl_raise(L, WL_SOURCE_SPAN_INDEX,
                    "it has space, type, bytes, dimensions, and numbers from 0",
                    "an array of r.arrays has no \"%.40s\"", key);
  return 1;
}

static int part_index(lua_State *L) {
  const struct wl_part *p = wl_part_at(L, 1);
  const struct wl_array *a = p->array;
  int whole;
  lua_Integer i = lua_tointegerx(L, 2, &whole);
  if (!whole || lua_type(L, 2) != LUA_TNUMBER) return part_field(L, p);
  if (i < 0 || i >= (lua_Integer)a->extent[p->level])
    return wl_judge_stop(L, "%s has no element %lld: there are %u%s", a->name, (long long)i,
                         a->extent[p->level], p->level > 0 ? " in a row" : "");
  struct wl_part inner = *p;
  inner.first += (uint64_t)i * step_of(a, p->level);
  if (++inner.level < a->dimensions) {
    push_part(L, inner);
    return 1;
  }
  wl_lane_of(L)->vm->judge->looked = true;
  wl_value_push(L, a->type, wl_part_element(L, p, inner.first));
  return 1;
}

static int part_length(lua_State *L) {
  const struct wl_part *p = wl_part_at(L, 1);
  lua_pushinteger(L, p->array->extent[p->level]);
  return 1;
}

/* A script without the array does not meet the check. */
static int missing_array(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  return wl_judge_stop(L, "the script has no array \"%.40s\"", name);
}

void wl_result_push_arrays(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  const struct wl_head *h = wl_trace_head(j->trace);
  if (luaL_newmetatable(L, kind)) {
    static const luaL_Reg rows[] = {{"__index", part_index}, {"__len", part_length}, {NULL, NULL}};
    luaL_setfuncs(L, rows, 0);
  }
  lua_pop(L, 1);
  lua_createtable(L, 0, h->arrays);
  for (unsigned i = 0; i < h->arrays; i++) {
    push_part(L, (struct wl_part){&h->array[i], wl_judge_values(j, &h->array[i]), 0, 0});
    lua_setfield(L, -2, h->array[i].name);
  }
  wl_result_strict(L, missing_array, 0, "it goes by names: r.arrays.output");
}

bool wl_is_near(double actual, double expected, double tolerance) {
  if (actual == expected || (isnan(actual) && isnan(expected))) return true;
  return isfinite(actual) && isfinite(expected) &&
         fabs(actual - expected) <= tolerance * fmax(1, fabs(expected));
}

/* Where a value differs first from what is expected, and the number expected there. */
struct difference {
  bool found, held;        /* held: the type can hold that number */
  uint32_t offset;
  enum wl_scalar scalar;
  const char *component;   /* of a vector; NULL: it is none */
  struct { enum wl_scalar scalar; uint64_t bits; } expected;
};

/* The number on top of the stack as the type holds it. False where the type cannot, as
 * a char 200 and a half 70000: were it made to fit, a script could choose a type in which
 * wrong is right. What a floating type merely rounds it holds, as 0.1. */
static bool hold(lua_State *L, enum wl_scalar s, uint64_t *bits) {
  wl_value_scalar(L, -1, s, bits);
  double kept = wl_scalar_to_double(s, *bits);
  if (wl_scalars[s].kind == WL_FLOATING) return isfinite(kept) || !isfinite(lua_tonumber(L, -1));
  int whole;
  lua_Integer n = lua_tointegerx(L, -1, &whole); /* a ulonglong is a negative number from 2^63 on */
  return whole ? wl_scalar_to_integer(s, *bits) == n : kept == lua_tonumber(L, -1);
}

/* One scalar against the number on top of the stack: unrounded, where there is a tolerance. */
static void compare_scalar(lua_State *L, enum wl_scalar s, uint32_t offset, const uint8_t *memory,
                           double tolerance, struct difference *out) {
  uint64_t actual = wl_value_bits(s, memory), expected;
  bool held = hold(L, s, &expected), floating = wl_scalars[s].kind == WL_FLOATING;
  double x = wl_scalar_to_double(s, actual);
  if (held &&
      (actual == expected || (floating && wl_is_near(x, wl_scalar_to_double(s, expected), 0))))
    return;
  if (tolerance > 0 && (held || !floating) && wl_is_near(x, lua_tonumber(L, -1), tolerance)) return;
  *out = (struct difference){true, held, offset, s, NULL, {s, expected}};
  if (held) return;
  out->expected.scalar = lua_isinteger(L, -1) ? WL_LONGLONG : WL_DOUBLE;
  wl_value_scalar(L, -1, out->expected.scalar, &out->expected.bits);
}

/* A value against what is on top of the stack, which has the shape of the type. */
static void compare(lua_State *L, struct wl_type t, uint32_t offset, const uint8_t *memory,
                    double tolerance, struct difference *out) {
  luaL_checkstack(L, 4, NULL);
  if (t.scalar == WL_STRUCT) {
    const struct wl_struct *all = wl_lane_of(L)->vm->head.structure, *l = &all[t.components];
    for (unsigned i = 0; i < l->members && !out->found; i++) {
      const struct wl_member *m = &l->member[i];
      uint32_t one = wl_sizeof(all, m->type), at = offset + m->offset;
      lua_getfield(L, -1, m->name);
      if (m->count == 0) compare(L, m->type, at, memory, tolerance, out);
      lua_Integer first = m->count > 0 && lua_rawgeti(L, -1, 0) == LUA_TNIL;
      lua_pop(L, m->count > 0);
      for (uint32_t k = 0; k < m->count && !out->found; k++) {
        lua_rawgeti(L, -1, first + k);
        compare(L, m->type, at + k * one, memory, tolerance, out);
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
    }
    return;
  }
  if (t.components == 1) compare_scalar(L, t.scalar, offset, memory + offset, tolerance, out);
  for (unsigned c = 0; t.components > 1 && c < t.components; c++) {
    lua_getfield(L, -1, wl_value_fields[c]);
    compare(L, (struct wl_type){t.scalar, 1}, offset + c * wl_scalars[t.scalar].bytes, memory,
            tolerance, out);
    lua_pop(L, 1);
    if (!out->found) continue;
    out->component = wl_value_fields[c];
    return;
  }
}

/* "output[3].x is 1, expected 2" */
static void note_difference(struct wl_judge *j, const struct wl_array *a, uint64_t index,
                            const struct difference *at, const uint8_t *actual) {
  const struct wl_head *h = wl_trace_head(j->trace);
  char name[96], path[96] = "", is[32], should[32];
  wl_part_name(a, index, name, sizeof name);
  wl_struct_path(h->structure, a->type, at->offset, path, sizeof path);
  wl_scalar_format(at->scalar, wl_value_bits(at->scalar, actual + at->offset), 20, is);
  wl_scalar_format(at->expected.scalar, at->expected.bits, 20, should);
  wl_judge_note(j, "%s%s%s%s is %s, expected %s%s%s%s", name, path, at->component ? "." : "",
                at->component ? at->component : "", is, should,
                at->held ? "" : ", which ", at->held ? "" : wl_scalars[at->scalar].name,
                at->held ? "" : " cannot hold");
}

/* Pushes what element `i` of the part should be. */
static void push_expected(lua_State *L, const struct wl_part *p, uint64_t i) {
  uint8_t unused[WL_MAX_STRUCT_BYTES];
  const struct wl_array *a = p->array;
  bool function = lua_isfunction(L, 2);
  uint64_t rest = i;
  lua_pushvalue(L, 2);
  int indices = 0;
  for (unsigned d = p->level; function && d < a->dimensions; d++, indices++) {
    lua_pushinteger(L, (lua_Integer)(rest / step_of(a, d)));
    rest %= step_of(a, d);
  }
  if (function) lua_call(L, indices, 1);
  if (!wl_value_write(L, -1, a->type, unused)) {
    const char *trouble = wl_value_trouble(L, -1, a->type);
    wl_judge_stop(L, "the elements of %s cannot be compared: %s is expected", a->name, trouble);
  }
}

int wl_api_same(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  if (j == NULL || j->current == NULL)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "call it in the function of expect() or case()",
                    "same() has a meaning only in a check");
  struct wl_part *p = wl_part_at(L, 1);
  double tolerance = lua_isnoneornil(L, 3) ? 0 : lua_tonumber(L, 3);
  if (p == NULL || !(tolerance >= 0) || lua_isnoneornil(L, 2))
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "same"),
                    "same(): it takes an array of r.arrays and what it should hold");
  j->asked = true;
  lua_settop(L, 2);
  uint64_t differ = 0, count = wl_part_elements(p);
  for (uint64_t i = 0; i < count; i++) {
    struct difference at = {.found = false};
    const uint8_t *actual = wl_part_element(L, p, p->first + i);
    push_expected(L, p, i);
    compare(L, p->array->type, 0, actual, tolerance, &at);
    lua_pop(L, 1);
    if (at.found && differ++ < SHOWN) note_difference(j, p->array, p->first + i, &at, actual);
  }
  if (differ > SHOWN)
    wl_judge_note(j, "… and %llu more of its %llu elements differ",
                  (unsigned long long)(differ - SHOWN), (unsigned long long)count);
  lua_pushboolean(L, differ == 0);
  return 1;
}
