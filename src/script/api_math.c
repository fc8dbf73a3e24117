/* CUDA's functions of bits and numbers. Lua's own are in `math`. */
#include <math.h>

#include "script/api.h"
#include "script/api_functions.h"
#include "script/math_rows.h"
#include "script/argument.h"
#include "script/error.h"
#include "script/value.h"

/* In the order of enum wl_bits; CUDA numbers bits from 1 in __ffs(). */
static lua_Integer bits_of(enum wl_bits which, uint64_t v) {
  uint64_t reversed = 0;
  switch (which) {
  case WL_BITS_POPC: case WL_BITS_POPCLL: return __builtin_popcountll(v);
  case WL_BITS_FFS: case WL_BITS_FFSLL: return v == 0 ? 0 : __builtin_ctzll(v) + 1;
  case WL_BITS_CLZ: return v == 0 ? 32 : __builtin_clzll(v) - 32;
  case WL_BITS_CLZLL: return v == 0 ? 64 : __builtin_clzll(v);
  default: break;
  }
  for (unsigned i = 0; i < 64; i++) reversed |= (v >> i & 1) << (63 - i);
  return (lua_Integer)(which == WL_BITS_BREV ? reversed >> 32 : reversed);
}

int wl_api_bits(lua_State *L) {
  static const char *const names[WL_BITS] = {"__popc", "__ffs", "__clz", "__brev",
                                             "__popcll", "__ffsll", "__clzll", "__brevll"};
  enum wl_bits which = (enum wl_bits)wl_api_number(L);
  lua_Integer v = wl_api_integer(L, 1, names[which], "the value", INT64_MIN, INT64_MAX);
  lua_pushinteger(L, bits_of(which, which < WL_BITS_POPCLL ? (uint32_t)v : (uint64_t)v));
  return 1;
}

static lua_Number number_at(lua_State *L, int arg, const char *function) {
  if (lua_type(L, arg) != LUA_TNUMBER) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, function), "%s(): argument %d is %s, not a number",
             function, arg, kind);
  }
  return lua_tonumber(L, arg);
}

/* min() and max() keep integers as they are. */
int wl_api_extreme(lua_State *L) {
  bool max = wl_api_number(L) != 0;
  const char *function = max ? "max" : "min";
  for (int arg = 1; arg <= 2; arg++) number_at(L, arg, function);
  lua_pushvalue(L, lua_compare(L, 1, 2, LUA_OPLT) != max ? 1 : 2);
  return 1;
}

int wl_api_abs(lua_State *L) {
  if (!lua_isinteger(L, 1)) {
    lua_pushnumber(L, fabs(number_at(L, 1, "abs")));
    return 1;
  }
  lua_Integer v = lua_tointeger(L, 1);
  lua_pushinteger(L, v < 0 ? (lua_Integer)(0 - (lua_Unsigned)v) : v);
  return 1;
}

/* 1 / sqrt(x); the hardware's own is off by 2 units in the last place. */
static double rsqrt(double x) { return 1 / sqrt(x); }

/* Functions of doubles. With an f behind the name the arguments are floats and so
 * is the result; rounding a double's result gives that of the float function, or
 * its neighbour. */
static const struct {
  const char *name, *single;
  double (*one)(double), (*two)(double, double), (*three)(double, double, double);
} rows[WL_MATHS] = {
  [WL_MATH_SQRT] = {"sqrt", "sqrtf", sqrt, NULL, NULL},
  [WL_MATH_RSQRT] = {"rsqrt", "rsqrtf", rsqrt, NULL, NULL},
  [WL_MATH_FABS] = {"fabs", "fabsf", fabs, NULL, NULL},
  [WL_MATH_FLOOR] = {"floor", "floorf", floor, NULL, NULL},
  [WL_MATH_CEIL] = {"ceil", "ceilf", ceil, NULL, NULL},
  [WL_MATH_EXP] = {"exp", "expf", exp, NULL, NULL},
  [WL_MATH_LOG] = {"log", "logf", log, NULL, NULL},
  [WL_MATH_SIN] = {"sin", "sinf", sin, NULL, NULL},
  [WL_MATH_COS] = {"cos", "cosf", cos, NULL, NULL},
  [WL_MATH_POW] = {"pow", "powf", NULL, pow, NULL},
  [WL_MATH_FMIN] = {"fmin", "fminf", NULL, fmin, NULL},
  [WL_MATH_FMAX] = {"fmax", "fmaxf", NULL, fmax, NULL},
  [WL_MATH_FMA] = {"fma", "fmaf", NULL, NULL, fma},
};

int wl_api_math(lua_State *L) {
  int which = wl_api_number(L);
  bool single = which >= WL_MATHS;
  if (single) which -= WL_MATHS;
  const char *name = single ? rows[which].single : rows[which].name;
  double v[3] = {0};
  int count = rows[which].one ? 1 : rows[which].two ? 2 : 3;
  for (int i = 0; i < count; i++) {
    v[i] = number_at(L, i + 1, name);
    if (single) v[i] = (double)(float)v[i];
  }
  double r = rows[which].one   ? rows[which].one(v[0])
             : rows[which].two ? rows[which].two(v[0], v[1])
             : single          ? (double)fmaf((float)v[0], (float)v[1], (float)v[2])
                               : rows[which].three(v[0], v[1], v[2]);
  lua_pushnumber(L, single ? (lua_Number)(float)r : r);
  return 1;
}
