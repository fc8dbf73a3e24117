#include "script/here.h"

#include "script/chunk.h"
#include "script/vm.h"

uint32_t wl_here(lua_State *L) {
  lua_Debug ar;
  if (!lua_getstack(L, 1, &ar)) return 0;
  lua_getinfo(L, "l", &ar);
  return wl_chunk_instruction(wl_lane_of(L)->vm->source, ar.currentline);
}
