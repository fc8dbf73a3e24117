#include "script/language/environment.h"

#include <math.h>
#include <stdio.h>

#include "script/language/array_ref.h"
#include "script/language/thread_index.h"
#include "script/process/api_table.h"

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
