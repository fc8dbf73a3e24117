/* a ^ b, which is a power in Lua and an exclusive or in C. */
#ifndef WL_SCRIPT_LANGUAGE_CARET_OPERATOR_H
#define WL_SCRIPT_LANGUAGE_CARET_OPERATOR_H

#include <lua.h>
#include <stdbool.h>

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
