#include "script/machine/call_site.h"

#include <string.h>

#include "script/machine/vm.h"
#include "script/syntax/instrument.h"

uint32_t wl_call_site_direct(lua_State *L) {
  lua_Debug ar;
  if (!lua_getstack(L, 1, &ar)) return 0;
  lua_getinfo(L, "l", &ar);
  return wl_instrument_instruction(wl_lane_of(L)->vm->source, ar.currentline);
}

uint32_t wl_call_site(lua_State *L) {
  lua_Debug ar;
  uint32_t here = 0;
  for (int level = 1; here == 0 && lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "l", &ar);
    here = wl_instrument_instruction(wl_lane_of(L)->vm->source, ar.currentline);
  }
  return here;
}

const char *wl_call_site_caller(lua_State *L) {
  lua_Debug ar;
  if (!lua_getstack(L, 1, &ar)) return "Lua";
  lua_getinfo(L, "n", &ar);
  return ar.name != NULL && strcmp(ar.name, "for iterator") != 0
             ? lua_pushfstring(L, "%s()", ar.name) : "another function";
}
