/* r.arrays: what arrays hold at the end, and same(), which compares them. */
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "script/api.h"
#include "script/error.h"
#include "script/judge.h"
#include "script/result.h"
#include "script/value.h"

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
    wl_raise(L, WL_PLACE_INDEX, "store what is to be checked in global memory",
             "\"%s\" is in %s memory, whose values are not kept", p->array->name,
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
    return wl_raise(L, WL_PLACE_INDEX, "it has space, type, bytes, dimensions, and numbers from 0",
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
  if (++inner.level == a->dimensions) wl_value_push(L, a->type, wl_part_element(L, p, inner.first));
  else push_part(L, inner);
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
  const struct wl_head *h = wl_trace_head(wl_run_trace(j->run));
  if (luaL_newmetatable(L, kind)) {
    static const luaL_Reg rows[] = {{"__index", part_index}, {"__len", part_length}, {NULL, NULL}};
    luaL_setfuncs(L, rows, 0);
  }
  lua_pop(L, 1);
  lua_createtable(L, 0, h->arrays);
  for (unsigned i = 0; i < h->arrays; i++) {
    push_part(L, (struct wl_part){&h->array[i], wl_run_values(j->run, &h->array[i]), 0, 0});
    lua_setfield(L, -2, h->array[i].name);
  }
  wl_result_strict(L, missing_array, 0);
}

static uint64_t bits_of(enum wl_scalar s, const uint8_t *memory) { return wl_value_bits(s, memory); }

/* Whether two scalars agree: exactly, or within the tolerance. */
static bool agree(enum wl_scalar s, uint64_t actual, uint64_t expected, double tolerance) {
  if (actual == expected) return true;
  double x = wl_scalar_to_double(s, actual), y = wl_scalar_to_double(s, expected);
  if (wl_scalars[s].kind == WL_FLOATING && (x == y || (isnan(x) && isnan(y)))) return true;
  return tolerance > 0 && fabs(x - y) <= tolerance * fmax(1, fabs(y));
}

/* Where two values of a type differ first. */
struct difference { bool found; uint32_t offset; enum wl_scalar scalar; };

static void compare(const struct wl_struct *all, struct wl_type t, uint32_t offset,
                    const uint8_t *actual, const uint8_t *expected, double tolerance,
                    struct difference *out) {
  if (t.scalar == WL_STRUCT) {
    const struct wl_struct *l = &all[t.components];
    for (unsigned m = 0; m < l->members; m++) {
      uint32_t one = wl_sizeof(all, l->member[m].type), count = l->member[m].count;
      for (uint32_t i = 0; i < (count ? count : 1); i++)
        compare(all, l->member[m].type, offset + l->member[m].offset + i * one, actual, expected,
                tolerance, out);
    }
    return;
  }
  enum wl_scalar s = (enum wl_scalar)t.scalar;
  for (unsigned c = 0; c < t.components && !out->found; c++) {
    uint32_t at = offset + c * wl_scalars[s].bytes;
    if (agree(s, bits_of(s, actual + at), bits_of(s, expected + at), tolerance)) continue;
    *out = (struct difference){true, at, s};
  }
}

/* "output[3].x is 1, expected 2" */
static void note_difference(struct wl_judge *j, const struct wl_array *a, uint64_t index,
                            const struct difference *at, const uint8_t *actual,
                            const uint8_t *expected) {
  const struct wl_head *h = wl_trace_head(wl_run_trace(j->run));
  char name[96], path[96] = "", is[32], should[32];
  wl_part_name(a, index, name, sizeof name);
  wl_struct_path(h->structure, a->type, at->offset, path, sizeof path);
  wl_scalar_format(at->scalar, bits_of(at->scalar, actual + at->offset), 16, is);
  wl_scalar_format(at->scalar, bits_of(at->scalar, expected + at->offset), 16, should);
  wl_judge_note(j, "%s%s is %s, expected %s", name, path, is, should);
}

/* Writes what element `i` of the part should be, as its type holds it. */
static void expected_element(lua_State *L, const struct wl_part *p, uint64_t i, uint8_t *out) {
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
  if (!wl_value_write(L, -1, a->type, out)) {
    const char *trouble = wl_value_trouble(L, -1, a->type);
    wl_judge_stop(L, "the elements of %s cannot be compared: %s is expected", a->name, trouble);
  }
  lua_pop(L, 1);
}

int wl_api_same(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  if (j == NULL || j->current == NULL)
    return wl_raise(L, WL_PLACE_CALL, "call it in the function of expect() or case()",
                    "same() has a meaning only in a check");
  struct wl_part *p = wl_part_at(L, 1);
  double tolerance = lua_isnoneornil(L, 3) ? 0 : lua_tonumber(L, 3);
  if (p == NULL || !(tolerance >= 0) || lua_isnoneornil(L, 2))
    return wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, "same"),
                    "same(): it takes an array of r.arrays and what it should hold");
  j->asked = true;
  lua_settop(L, 2);
  const struct wl_struct *all = wl_trace_head(wl_run_trace(j->run))->structure;
  uint64_t differ = 0, count = wl_part_elements(p);
  for (uint64_t i = 0; i < count; i++) {
    uint8_t wanted[WL_MAX_STRUCT_BYTES];
    struct difference at = {.found = false};
    const uint8_t *actual = wl_part_element(L, p, p->first + i);
    expected_element(L, p, i, wanted);
    compare(all, p->array->type, 0, actual, wanted, tolerance, &at);
    if (at.found && differ++ < SHOWN)
      note_difference(j, p->array, p->first + i, &at, actual, wanted);
  }
  if (differ > SHOWN)
    wl_judge_note(j, "… and %llu more of its %llu elements differ",
                  (unsigned long long)(differ - SHOWN), (unsigned long long)count);
  lua_pushboolean(L, differ == 0);
  return 1;
}
