/* CUDA's functions on floats, doubles, whole numbers and bits, and conversions. Lua's own are in
 * `math`. */
#include <math.h>
#include <stdio.h>

#include "core/access/type.h"
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

/* Hardware is off by up to 2 units in the last place. */
static double reciprocal_root(double x) { return 1 / sqrt(x); }

/* cbrt() of some libraries is off by a unit in the last place, also of cubes. */
static double cube_root(double x) { return (double)cbrtl(x); }
static double ten_to(double x) { return pow(10, x); }

/* The hardware multiplies by 1 / y, which is 0 there. Source: CUDA C++ Programming Guide,
 * intrinsic functions. */
static double divide_fast(double x, double y) {
  return fabs(y) > 0x1p126 && fabs(y) < 0x1p128 ? x * copysign(0, y) : x / y;
}

static double saturate(double x) { return x > 0 ? fmin(x, 1) : 0; }

static bool is_nan(double x) { return isnan(x); }
static bool is_infinite(double x) { return isinf(x); }
static bool is_finite(double x) { return isfinite(x); }

/* With an f behind the name the arguments are floats and so is the result; rounding a
 * double's result gives that of the float function, or its neighbour. */
static const struct {
  const char *name;
  bool single;
  double (*one)(double), (*two)(double, double), (*three)(double, double, double);
  bool (*test)(double);
} maths[WL_MATHS] = {
#define PAIR(name, count, function, ...) \
  [WL_MATH_##name] = {#name, false, .count = function}, \
  [WL_MATH_##name##f] = {#name "f", true, .count = function},
#define FLOATS(name, count, function, ...) [WL_MATH_##name] = {#name, true, .count = function},
#define TESTS(name, count, function, ...) [WL_MATH_##name] = {#name, false, .count = function},
  WL_MATH_PAIRS(PAIR) WL_MATH_FLOATS(FLOATS) WL_MATH_TESTS(TESTS)
};

int wl_api_math(lua_State *L) {
  int which = wl_api_number(L);
  bool single = maths[which].single;
  double v[3] = {0};
  int count = maths[which].three ? 3 : maths[which].two ? 2 : 1;
  for (int i = 0; i < count; i++) {
    v[i] = wl_api_float(L, i + 1, maths[which].name);
    if (single) v[i] = (double)(float)v[i];
  }
  if (maths[which].test) {
    lua_pushboolean(L, maths[which].test(v[0]));
    return 1;
  }
  double r = maths[which].one   ? maths[which].one(v[0])
             : maths[which].two ? maths[which].two(v[0], v[1])
             : single           ? (double)fmaf((float)v[0], (float)v[1], (float)v[2])
                                : maths[which].three(v[0], v[1], v[2]);
  lua_pushnumber(L, single ? (lua_Number)(float)r : r);
  return 1;
}

/* Numbers of scripts have 64 bits; these take as many of them as CUDA's type has. */
static int64_t int_of(uint64_t v) { return (int32_t)(uint32_t)v; }
static uint64_t uint_of(uint64_t v) { return (uint32_t)v; }

/* Bit fields of 8 and 24 bits, with their sign. */
static int64_t field(uint64_t v, unsigned first, unsigned bits) {
  return (int64_t)(v << (64 - first - bits)) >> (64 - bits);
}

static uint64_t reverse(uint64_t v) {
  uint64_t reversed = 0;
  for (unsigned i = 0; i < 64; i++) reversed |= (v >> i & 1) << (63 - i);
  return reversed;
}

/* CUDA numbers bits from 1 in __ffs(). */
static int64_t ffsll_of(const uint64_t *v) { return *v ? __builtin_ctzll(*v) + 1 : 0; }
static int64_t ffs_of(const uint64_t *v) { return ffsll_of((uint64_t[]){uint_of(*v)}); }
static int64_t popcll(const uint64_t *v) { return __builtin_popcountll(*v); }
static int64_t popc(const uint64_t *v) { return __builtin_popcountll(uint_of(*v)); }
static int64_t clzll(const uint64_t *v) { return *v ? __builtin_clzll(*v) : 64; }
static int64_t clz(const uint64_t *v) { return clzll((uint64_t[]){uint_of(*v)}) - 32; }
static int64_t brevll(const uint64_t *v) { return (int64_t)reverse(*v); }
static int64_t brev(const uint64_t *v) { return (int64_t)(reverse(uint_of(*v)) >> 32); }
static int64_t mul24(const uint64_t *v) {
  return int_of((uint64_t)(field(v[0], 0, 24) * field(v[1], 0, 24)));
}
static int64_t umul24(const uint64_t *v) {
  return (int64_t)uint_of((v[0] & 0xffffff) * (v[1] & 0xffffff));
}
static int64_t mulhi(const uint64_t *v) { return int_of(v[0]) * int_of(v[1]) >> 32; }
static int64_t umulhi(const uint64_t *v) { return (int64_t)(uint_of(v[0]) * uint_of(v[1]) >> 32); }

/* Three bits of a selector count: the compiler masks the fourth away. */
static int64_t byte_perm(const uint64_t *v) {
  uint64_t bytes = uint_of(v[0]) | v[1] << 32, result = 0;
  for (unsigned i = 0; i < 4; i++)
    result |= (bytes >> 8 * (v[2] >> 4 * i & 7) & 0xff) << 8 * i;
  return (int64_t)result;
}

static uint64_t joined(const uint64_t *v) { return uint_of(v[0]) | v[1] << 32; }
static int64_t funnel_l(const uint64_t *v) { return (int64_t)(joined(v) << (v[2] & 31) >> 32); }
static int64_t funnel_r(const uint64_t *v) { return (int64_t)uint_of(joined(v) >> (v[2] & 31)); }

static int64_t dp4a(const uint64_t *v) {
  int64_t sum = int_of(v[2]);
  for (unsigned i = 0; i < 4; i++) sum += field(v[0], 8 * i, 8) * field(v[1], 8 * i, 8);
  return int_of((uint64_t)sum);
}

static const struct {
  const char *name;
  int arguments;
  int64_t (*function)(const uint64_t *v);
} bits[WL_BITS] = {
#define ROW(name, count, function, ...) [WL_MATH_##name] = {#name, count, function},
  WL_BITS_ROWS(ROW)
#undef ROW
};

int wl_api_bits(lua_State *L) {
  enum wl_bits which = (enum wl_bits)wl_api_number(L);
  static const char *const places[] = {"the value", "argument 2", "argument 3"};
  uint64_t v[3] = {0};
  if (which == WL_MATH___dp4a) wl_api_need(L, NULL, WL_HAS_DOT);
  for (int i = 0; i < bits[which].arguments; i++)
    v[i] = (uint64_t)wl_api_integer(L, i + 1, bits[which].name, places[i], INT64_MIN, INT64_MAX);
  lua_pushinteger(L, bits[which].function(v));
  return 1;
}

/* Which whole numbers a type has, and what a NaN becomes there. Source: PTX ISA, cvt. */
static const struct { const char *name; double least, most; lua_Integer of_nan; } whole[] = {
  [WL_MATH_float2int] = {"__float2int", INT32_MIN, INT32_MAX, 0},
  [WL_MATH_float2uint] = {"__float2uint", 0, UINT32_MAX, 0},
  [WL_MATH_double2int] = {"__double2int", INT32_MIN, INT32_MAX, INT32_MIN},
};
_Static_assert(sizeof whole / sizeof *whole == WL_TO_WHOLES, "a row for every type");

/* What lies beyond the type becomes its first or last number. */
int wl_api_to_whole(lua_State *L) {
  static const struct { const char *name; double (*round)(double); } ways[WL_ROUNDINGS] = {
    {"_rn", rint}, {"_rz", trunc}, {"_ru", ceil}, {"_rd", floor}};
  int type = wl_api_number(L) / WL_ROUNDINGS, way = wl_api_number(L) % WL_ROUNDINGS;
  char name[32];
  snprintf(name, sizeof name, "%s%s", whole[type].name, ways[way].name);
  double x = wl_api_float(L, 1, name);
  if (type != WL_MATH_double2int) x = (double)(float)x;
  double inside = fmin(fmax(ways[way].round(x), whole[type].least), whole[type].most);
  lua_pushinteger(L, isnan(x) ? whole[type].of_nan : (lua_Integer)inside);
  return 1;
}

/* A NaN that arithmetic made has the sign of the machine that made it: no sign, here. */
static uint32_t float_bits(double x) {
  uint64_t v = wl_scalar_from_double(WL_FLOAT, x);
  return (uint32_t)((v & 0x7fffffff) == 0x7fc00000 ? 0x7fc00000 : v);
}

static uint64_t double_bits(double x) {
  uint64_t v = wl_scalar_from_double(WL_DOUBLE, x);
  return (v & INT64_MAX) == 0x7ff8ull << 48 ? 0x7ff8ull << 48 : v;
}

static void real(lua_State *L, enum wl_scalar s, double v) {
  lua_pushnumber(L, wl_scalar_to_double(s, wl_scalar_from_double(s, v)));
}

/* From whole numbers, or from bits. */
static void int_float(lua_State *L, uint64_t v) { real(L, WL_FLOAT, (int32_t)(uint32_t)v); }
static void uint_float(lua_State *L, uint64_t v) { real(L, WL_FLOAT, (uint32_t)v); }
static void int_double(lua_State *L, uint64_t v) { lua_pushnumber(L, (int32_t)(uint32_t)v); }
static void bits_as_float(lua_State *L, uint64_t v) {
  lua_pushnumber(L, wl_scalar_to_double(WL_FLOAT, (uint32_t)v));
}
static void ll_as_double(lua_State *L, uint64_t v) {
  lua_pushnumber(L, wl_scalar_to_double(WL_DOUBLE, v));
}

/* From floats and doubles. */
static void to_float(lua_State *L, double x) { real(L, WL_FLOAT, x); }
static void to_half(lua_State *L, double x) { real(L, WL_HALF, x); }
static void float_as_int(lua_State *L, double x) { lua_pushinteger(L, (int32_t)float_bits(x)); }
static void float_as_uint(lua_State *L, double x) { lua_pushinteger(L, float_bits(x)); }
static void double_as_ll(lua_State *L, double x) { lua_pushinteger(L, (int64_t)double_bits(x)); }

static const struct {
  const char *name;
  void (*bits)(lua_State *L, uint64_t v), (*real)(lua_State *L, double x);
} casts[WL_CASTS] = {
#define ROW(name, from, function, ...) [WL_MATH_##name] = {#name, .from = function},
  WL_CAST_ROWS(ROW)
};

int wl_api_cast(lua_State *L) {
  int which = wl_api_number(L);
  const char *name = casts[which].name;
  if (casts[which].real) casts[which].real(L, wl_api_float(L, 1, name));
  else casts[which].bits(L, (uint64_t)wl_api_integer(L, 1, name, "the value", INT64_MIN,
                                                     INT64_MAX));
  return 1;
}
