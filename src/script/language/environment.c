#include "script/language/environment.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/array_ref.h"
#include "script/language/sandbox.h"
#include "script/machine/errors.h"
#include "script/syntax/operand.h"

static void register_types(lua_State *L) {
  for (unsigned s = 0; s < WL_SCALARS; s++)
    for (unsigned n = 1; n <= (s == WL_HALF ? 2u : 4u); n++) {
      struct wl_type t = {(uint8_t)s, (uint8_t)n};
      char name[16], maker[24];
      wl_type_name(t, name);
      wl_type_push(L, t);
      if (n > 1) {
        snprintf(maker, sizeof maker, "make_%s", name);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, maker);
      }
      lua_setfield(L, -2, name);
    }
}

static void register_numbers(lua_State *L) {
  static const struct { const char *name; lua_Integer v; } whole[] = {
    {"warpSize", WL_LANES}, {"INT_MAX", INT32_MAX}, {"INT_MIN", INT32_MIN},
    {"UINT_MAX", UINT32_MAX},
  };
  static const struct { const char *name; lua_Number v; } real[] = {
    {"INFINITY", (lua_Number)INFINITY}, {"NAN", (lua_Number)NAN}, {"FLT_MAX", 0x1.fffffep127},
    {"DBL_MAX", 0x1.fffffffffffffp1023},
  };
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
    lua_pushinteger(L, whole[i].v);
    lua_setfield(L, -2, whole[i].name);
  }
  for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
    lua_pushnumber(L, real[i].v);
    lua_setfield(L, -2, real[i].name);
  }
}

void wl_api_register(lua_State *L) {
  const struct wl_vm *vm = wl_lane_of(L)->vm;
  for (size_t i = 0; i < vm->api_count; i++) {
    if (vm->api[i].fn == NULL) continue;
    lua_pushinteger(L, vm->api[i].number);
    lua_pushcclosure(L, vm->api[i].fn, 1);
    lua_setfield(L, -2, vm->api[i].name);
  }
  wl_index_register(L);
  register_numbers(L);
  register_types(L);
  wl_ref_register(L);
}

/* threadIdx and its kin live in the registry, keyed by enum wl_index. */
static const char *const index_names[WL_INDICES] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};

static int index_outside(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1)), *field = lua_tostring(L, 2);
  if (field == NULL) field = "?";
  if (wl_lane_of(L)->host)
    return wl_raise(L, WL_SOURCE_SPAN_INDEX,
                    "warplens calls kernel() for every thread: read it there",
                    "%s.%.20s has a value only inside the kernel", name, field);
  bool capital = strlen(field) == 1 && strchr("XYZ", *field) != NULL;
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, capital ? "x, y and z are small letters" : NULL,
                  "%s has no field \"%.20s\", only x, y and z", name, field);
}

/* Assigning to a field; upvalue 1 is the name. */
static int index_fixed(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1)), *field = lua_tostring(L, 2);
  const char *hint = "put the value into a local variable";
  if (wl_lane_of(L)->host && strcmp(name, "blockDim") == 0) hint = "write  block(x, y, z)";
  if (wl_lane_of(L)->host && strcmp(name, "gridDim") == 0) hint = "write  grid(x, y, z)";
  return wl_raise(L, WL_SOURCE_SPAN_STORE, hint, "%s.%.20s is set by the hardware", name,
                  field != NULL ? field : "?");
}

static void add(lua_State *L, enum wl_index which) {
  lua_createtable(L, 0, 3);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, index_names[which]);
  lua_pushcclosure(L, index_outside, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &index_names[which]);
  wl_sandbox_protect(L, index_names[which], index_fixed);
  lua_setfield(L, -2, index_names[which]);
}

void wl_api_index_push(lua_State *L, enum wl_index which) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &index_names[which]);
}

void wl_api_index(struct wl_vm *vm, enum wl_index which, const uint32_t xyz[3]) {
  static const char names[3][2] = {"x", "y", "z"};
  wl_api_index_push(vm->L, which);
  for (int d = 0; d < 3; d++) {
    lua_pushstring(vm->L, names[d]);
    lua_pushinteger(vm->L, xyz[d]);
    lua_rawset(vm->L, -3);
  }
  lua_pop(vm->L, 1);
}

void wl_index_register(lua_State *L) {
  for (unsigned which = 0; which < WL_INDICES; which++) add(L, which);
}

static int doubted(lua_State *L) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  uint32_t token = wl_call_site(L);
  char a[WL_OPERAND_TEXT], b[WL_OPERAND_TEXT], hint[4 * WL_OPERAND_TEXT + 64];
  if (!wl_operand_text(s, wl_operand_start(s, token - 1), token - 1, a) ||
      !wl_operand_text(s, token + 1, wl_operand_end(s, token + 1), b))
    snprintf(hint, sizeof hint, "exclusive or is  a ~ b; a power is  float(a) ^ b");
  else
    snprintf(hint, sizeof hint, "exclusive or is  %s ~ %s; a power is  float%s%s%s ^ %s", a, b,
             *a == '(' ? "" : "(", a, *a == '(' ? "" : ")", b);
  return wl_raise_token(L, token, hint, "^ is a power in Lua, and this is a whole number");
}

/* Called as it ^ b, which keeps b, and right behind as a ^ it. */
static int power(lua_State *L) {
  if (lua_type(L, 1) == LUA_TUSERDATA) {
    lua_setiuservalue(L, 1, 1);
    return 1;
  }
  lua_getiuservalue(L, 2, 1);
  bool numbers = lua_isinteger(L, 1) && lua_type(L, 3) == LUA_TNUMBER;
  if (numbers && !wl_lane_of(L)->host &&
      wl_caret_doubted(lua_tointeger(L, 1), lua_tonumber(L, 3)))
    return doubted(L);
  lua_replace(L, 2);
  lua_arith(L, LUA_OPPOW);
  return 1;
}

void wl_caret_push(lua_State *L) {
  lua_newuserdatauv(L, 0, 1);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, power);
  lua_setfield(L, -2, "__pow");
  lua_setmetatable(L, -2);
}
