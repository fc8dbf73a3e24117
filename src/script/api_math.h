/* Which function of api_math.c a row means: its number. */
#ifndef WL_SCRIPT_API_MATH_H
#define WL_SCRIPT_API_MATH_H

#include <lua.h>

/* Of 32 bits first, then the same of 64. */
enum wl_bits {
  WL_BITS_POPC, WL_BITS_FFS, WL_BITS_CLZ, WL_BITS_BREV,
  WL_BITS_POPCLL, WL_BITS_FFSLL, WL_BITS_CLZLL, WL_BITS_BREVLL, WL_BITS
};

/* Of doubles; of floats where WL_MATHS is added. */
enum wl_math {
  WL_MATH_SQRT, WL_MATH_RSQRT, WL_MATH_FABS, WL_MATH_FLOOR, WL_MATH_CEIL, WL_MATH_EXP,
  WL_MATH_LOG, WL_MATH_SIN, WL_MATH_COS, WL_MATH_POW, WL_MATH_FMIN, WL_MATH_FMAX, WL_MATH_FMA,
  WL_MATHS
};

int wl_api_bits(lua_State *L);
int wl_api_math(lua_State *L);
int wl_api_extreme(lua_State *L); /* number: 0 for min, 1 for max */
int wl_api_abs(lua_State *L);

#endif
