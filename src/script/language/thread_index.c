/* threadIdx, blockIdx, blockDim and gridDim, as a script sees them. */
#include "script/language/thread_index.h"

#include <string.h>

#include "script/language/sandbox.h"
#include "script/machine/errors.h"

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
