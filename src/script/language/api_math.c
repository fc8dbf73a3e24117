/* CUDA's functions of floats and doubles. Lua's own are in `math`. */
#include <math.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/math_rows.h"

/* min() and max() keep integers as they are; of a NaN and a number the number is meant. */
int wl_api_extreme(lua_State *L) {
  bool max = wl_api_number(L) != 0, nan[2];
  const char *function = max ? "max" : "min";
  for (int arg = 1; arg <= 2; arg++) nan[arg - 1] = isnan(wl_api_float(L, arg, function));
  bool first = lua_compare(L, 1, 2, LUA_OPLT) != max;
  lua_pushvalue(L, nan[0] ? 2 : nan[1] || first ? 1 : 2);
  return 1;
}

int wl_api_abs(lua_State *L) {
  if (!lua_isinteger(L, 1)) {
    lua_pushnumber(L, fabs(wl_api_float(L, 1, "abs")));
    return 1;
  }
  lua_Integer v = lua_tointeger(L, 1);
  lua_pushinteger(L, v < 0 ? (lua_Integer)(0 - (lua_Unsigned)v) : v);
  return 1;
}

/* The hardware's own is off by 2 units in the last place. */
static double reciprocal_root(double x) { return 1 / sqrt(x); }

/* cbrt() of some libraries is off by a unit in the last place, also of cubes. */
static double cube_root(double x) { return (double)cbrtl(x); }
static double reciprocal_cube_root(double x) { return 1 / cube_root(x); }
static double ten_to(double x) { return pow(10, x); }

/* Folded into [-1/2, 1/2] first, which is exact: whole numbers and halves come out so, too. */
static double sine_of_pi(double x) {
  double r = remainder(x, 2);
  if (r > 0.5) r = 1 - r;
  if (r < -0.5) r = -1 - r;
  return sin(M_PI * r);
}
static double cosine_of_pi(double x) { return sine_of_pi(0.5 - fabs(remainder(x, 2))); }

static double log_gamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

static double times_power(double x, double n) {
  return ldexp(x, n < -5000 ? -5000 : n > 5000 ? 5000 : (int)n);
}

static double add(double x, double y) { return x + y; }
static double subtract(double x, double y) { return x - y; }
static double multiply(double x, double y) { return x * y; }
static double divide(double x, double y) { return x / y; }
static double reciprocal(double x) { return 1 / x; }

/* The hardware multiplies by 1 / y, which is 0 there. Source: CUDA C++ Programming Guide,
 * intrinsic functions. */
static double divide_fast(double x, double y) {
  return fabs(y) > 0x1p126 && fabs(y) < 0x1p128 ? x * copysign(0, y) : x / y;
}

static double saturate(double x) { return x > 0 ? fmin(x, 1) : 0; }

static bool is_nan(double x) { return isnan(x); }
static bool is_infinite(double x) { return isinf(x); }
static bool is_finite(double x) { return isfinite(x); }
static bool is_negative(double x) { return signbit(x); }

/* With an f behind the name the arguments are floats and so is the result; rounding a
 * double's result gives that of the float function, or its neighbour. */
static const struct {
  const char *name;
  bool single;
  double (*one)(double), (*two)(double, double), (*three)(double, double, double);
  bool (*test)(double);
} rows[WL_MATHS] = {
#define PAIR(name, count, function, ...) \
  [WL_MATH_##name] = {#name, false, .count = function}, \
  [WL_MATH_##name##f] = {#name "f", true, .count = function},
#define FLOATS(name, count, function, ...) [WL_MATH_##name] = {#name, true, .count = function},
#define DOUBLES(name, count, function, ...) [WL_MATH_##name] = {#name, false, .count = function},
  WL_MATH_PAIRS(PAIR) WL_MATH_FLOATS(FLOATS) WL_MATH_DOUBLES(DOUBLES) WL_MATH_TESTS(DOUBLES)
};

int wl_api_math(lua_State *L) {
  int which = wl_api_number(L);
  bool single = rows[which].single;
  double v[3] = {0};
  int count = rows[which].three ? 3 : rows[which].two ? 2 : 1;
  for (int i = 0; i < count; i++) {
    v[i] = wl_api_float(L, i + 1, rows[which].name);
    if (single) v[i] = (double)(float)v[i];
  }
  if (rows[which].test) {
    lua_pushboolean(L, rows[which].test(v[0]));
    return 1;
  }
  double r = rows[which].one   ? rows[which].one(v[0])
             : rows[which].two ? rows[which].two(v[0], v[1])
             : single          ? (double)fmaf((float)v[0], (float)v[1], (float)v[2])
                               : rows[which].three(v[0], v[1], v[2]);
  lua_pushnumber(L, single ? (lua_Number)(float)r : r);
  return 1;
}
