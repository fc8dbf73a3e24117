/* The environment of a script, with all names of the language. */
#ifndef WL_SCRIPT_LANGUAGE_ENVIRONMENT_H
#define WL_SCRIPT_LANGUAGE_ENVIRONMENT_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "script/machine/vm.h"

/* Registers all functions and values in the table on top of the stack. */
void wl_api_register(lua_State *L);

/* Sets threadIdx (or blockIdx …) to what the kernel should see; pushes the table
 * behind the name, which the script can only read through another. */
enum wl_index {
  WL_INDEX_THREAD, WL_INDEX_BLOCK, WL_INDEX_BLOCK_DIM, WL_INDEX_GRID_DIM, WL_INDICES
};
void wl_api_index(struct wl_vm *vm, enum wl_index which, const uint32_t xyz[3]);
void wl_api_index_push(lua_State *L, enum wl_index which);

/* Adds the four to the table on top of the stack. */
void wl_index_register(lua_State *L);

/* Whether a ^ b cannot be told from an exclusive or: a whole number of threads, indices or
 * counts to the power of a whole value. Powers of 2 are left alone, as nobody flips the
 * bits of a 2. */
static inline bool wl_caret_doubted(lua_Integer base, lua_Number exponent) {
  return base != 2 && exponent >= -0x1p53 && exponent <= 0x1p53 &&
         exponent == (lua_Number)(lua_Integer)exponent;
}

/* Pushes what stands behind every ^ of the script that runs, a ^ it ^ b: Lua works from the
 * right, so that it is told b first, and a then. */
void wl_caret_push(lua_State *L);

#endif
