/* CUDA's conversions between types, and between numbers and their bits. */
#include <math.h>
#include <string.h>

#include "core/access/type.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/math_rows.h"

/* What whole numbers a type has, and what a NaN becomes there. Source: PTX ISA, cvt. */
static const struct { const char *name; double least, beyond; bool nan_is_zero; } whole[] = {
#define INT32 -0x1p31, 0x1p31
#define UINT32 0, 0x1p32
#define INT64 -0x1p63, 0x1p63
#define UINT64 0, 0x1p64
  [WL_MATH_float2int] = {"__float2int", INT32, true},
  [WL_MATH_float2uint] = {"__float2uint", UINT32, true},
  [WL_MATH_float2ll] = {"__float2ll", INT64, false},
  [WL_MATH_float2ull] = {"__float2ull", UINT64, false},
  [WL_MATH_double2int] = {"__double2int", INT32, false},
  [WL_MATH_double2uint] = {"__double2uint", UINT32, false},
  [WL_MATH_double2ll] = {"__double2ll", INT64, false},
  [WL_MATH_double2ull] = {"__double2ull", UINT64, false},
};
_Static_assert(sizeof whole / sizeof *whole == WL_TO_WHOLES, "a row for every type");

static double rounded(double x, enum wl_rounding how) {
  switch (how) {
  case WL_TO_NEAREST: return rint(x);
  case WL_TO_ABOVE: return ceil(x);
  case WL_TO_BELOW: return floor(x);
  default: return trunc(x);
  }
}

/* What lies beyond the type becomes its first or last number. */
static lua_Integer clamped(double r, double least, double beyond) {
  bool is_signed = least < 0;
  if (r < least) r = least;
  if (r < beyond) return is_signed ? (lua_Integer)r : (lua_Integer)(uint64_t)r;
  return beyond == 0x1p64 ? -1 : (lua_Integer)((uint64_t)beyond - 1);
}

int wl_api_to_whole(lua_State *L) {
  static const char *const ways[WL_ROUNDINGS] = {"_rn", "_rz", "_ru", "_rd"};
  int number = wl_api_number(L), type = number / WL_ROUNDINGS;
  char name[32];
  snprintf(name, sizeof name, "%s%s", whole[type].name, ways[number % WL_ROUNDINGS]);
  double x = wl_api_float(L, 1, name), least = whole[type].least, beyond = whole[type].beyond;
  if (type < WL_MATH_double2int) x = (double)(float)x;
  lua_Integer result;
  if (!isnan(x)) result = clamped(rounded(x, (enum wl_rounding)(number % WL_ROUNDINGS)), least,
                                  beyond);
  else if (whole[type].nan_is_zero) result = 0;
  else if (beyond > 0x1p32) result = INT64_MIN;
  else result = least < 0 ? INT32_MIN : (lua_Integer)1 << 31;
  lua_pushinteger(L, result);
  return 1;
}

/* A NaN that arithmetic made has the sign of the machine that made it: no sign, here. */
static uint32_t float_bits(double x) {
  uint64_t bits = wl_scalar_from_double(WL_FLOAT, x);
  return (uint32_t)((bits & 0x7fffffff) == 0x7fc00000 ? 0x7fc00000 : bits);
}

static uint64_t double_bits(double x) {
  uint64_t bits = wl_scalar_from_double(WL_DOUBLE, x);
  return (bits & INT64_MAX) == 0x7ff8ull << 48 ? 0x7ff8ull << 48 : bits;
}

static void integer(lua_State *L, int64_t v) { lua_pushinteger(L, v); }
static void real(lua_State *L, enum wl_scalar s, double v) {
  lua_pushnumber(L, wl_scalar_to_double(s, wl_scalar_from_double(s, v)));
}

/* From whole numbers, or from bits. */
static void int_float(lua_State *L, uint64_t v) { real(L, WL_FLOAT, (int32_t)(uint32_t)v); }
static void uint_float(lua_State *L, uint64_t v) { real(L, WL_FLOAT, (uint32_t)v); }
static void ll_float(lua_State *L, uint64_t v) { lua_pushnumber(L, (double)(float)(int64_t)v); }
static void ull_float(lua_State *L, uint64_t v) { lua_pushnumber(L, (double)(float)v); }
static void int_double(lua_State *L, uint64_t v) { lua_pushnumber(L, (int32_t)(uint32_t)v); }
static void uint_double(lua_State *L, uint64_t v) { lua_pushnumber(L, (uint32_t)v); }
static void ll_double(lua_State *L, uint64_t v) { lua_pushnumber(L, (double)(int64_t)v); }
static void ull_double(lua_State *L, uint64_t v) { lua_pushnumber(L, (double)v); }
static void bits_as_float(lua_State *L, uint64_t v) {
  lua_pushnumber(L, wl_scalar_to_double(WL_FLOAT, (uint32_t)v));
}
static void ll_as_double(lua_State *L, uint64_t v) {
  lua_pushnumber(L, wl_scalar_to_double(WL_DOUBLE, v));
}
static void ushort_as_half(lua_State *L, uint64_t v) {
  lua_pushnumber(L, wl_scalar_to_double(WL_HALF, (uint16_t)v));
}

/* From floats and doubles. */
static void to_float(lua_State *L, double x) { real(L, WL_FLOAT, x); }
static void to_half(lua_State *L, double x) { real(L, WL_HALF, x); }
static void float_as_int(lua_State *L, double x) { integer(L, (int32_t)float_bits(x)); }
static void float_as_uint(lua_State *L, double x) { integer(L, float_bits(x)); }
static void double_as_ll(lua_State *L, double x) { integer(L, (int64_t)double_bits(x)); }
static void double_hi(lua_State *L, double x) { integer(L, (int32_t)(double_bits(x) >> 32)); }
static void double_lo(lua_State *L, double x) {
  integer(L, (int32_t)(uint32_t)double_bits(x));
}
static void half_as_ushort(lua_State *L, double x) {
  integer(L, (int64_t)wl_scalar_from_double(WL_HALF, isnan(x) ? fabs(x) : x));
}

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
