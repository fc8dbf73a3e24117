/* CUDA's functions of whole numbers and their bits. */
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/math_rows.h"

/* Numbers of scripts have 64 bits; these take as many of them as CUDA's type has. */
static int64_t int_of(uint64_t v) { return (int32_t)(uint32_t)v; }
static uint64_t uint_of(uint64_t v) { return (uint32_t)v; }

/* Bit fields of 8, 16 and 24 bits, with their sign. */
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
static int64_t umulhi(const uint64_t *v) {
  return (int64_t)(uint_of(v[0]) * uint_of(v[1]) >> 32);
}

static int64_t mul64hi(const uint64_t *v) {
  return (int64_t)((__int128)(int64_t)v[0] * (int64_t)v[1] >> 64);
}

static int64_t umul64hi(const uint64_t *v) {
  return (int64_t)((unsigned __int128)v[0] * v[1] >> 64);
}

static int64_t sad(const uint64_t *v) {
  int64_t d = int_of(v[0]) - int_of(v[1]);
  return (int64_t)uint_of((uint64_t)(d < 0 ? -d : d) + v[2]);
}

static int64_t usad(const uint64_t *v) {
  uint64_t x = uint_of(v[0]), y = uint_of(v[1]);
  return (int64_t)uint_of((x < y ? y - x : x - y) + v[2]);
}

/* Three bits of a selector count: the compiler masks the fourth away. */
static int64_t byte_perm(const uint64_t *v) {
  uint64_t bytes = uint_of(v[0]) | v[1] << 32, result = 0;
  for (unsigned i = 0; i < 4; i++)
    result |= (bytes >> 8 * (v[2] >> 4 * i & 7) & 0xff) << 8 * i;
  return (int64_t)result;
}

static uint64_t joined(const uint64_t *v) { return uint_of(v[0]) | v[1] << 32; }
static unsigned at_most_32(uint64_t n) { return uint_of(n) > 32 ? 32 : (unsigned)n; }
static int64_t funnel_l(const uint64_t *v) { return (int64_t)(joined(v) << (v[2] & 31) >> 32); }
static int64_t funnel_lc(const uint64_t *v) {
  return (int64_t)(joined(v) << at_most_32(v[2]) >> 32);
}
static int64_t funnel_r(const uint64_t *v) { return (int64_t)uint_of(joined(v) >> (v[2] & 31)); }
static int64_t funnel_rc(const uint64_t *v) {
  return (int64_t)uint_of(joined(v) >> at_most_32(v[2]));
}

static int64_t dp4a(const uint64_t *v) {
  int64_t sum = int_of(v[2]);
  for (unsigned i = 0; i < 4; i++) sum += field(v[0], 8 * i, 8) * field(v[1], 8 * i, 8);
  return int_of((uint64_t)sum);
}

static int64_t dp2a(const uint64_t *v, unsigned byte) {
  int64_t sum = int_of(v[2]);
  for (unsigned i = 0; i < 2; i++) sum += field(v[0], 16 * i, 16) * field(v[1], 8 * (byte + i), 8);
  return int_of((uint64_t)sum);
}
static int64_t dp2a_lo(const uint64_t *v) { return dp2a(v, 0); }
static int64_t dp2a_hi(const uint64_t *v) { return dp2a(v, 2); }

static const struct {
  const char *name;
  int arguments;
  int64_t (*function)(const uint64_t *v);
} rows[WL_BITS] = {
#define ROW(name, count, function, ...) [WL_MATH_##name] = {#name, count, function},
  WL_BITS_ROWS(ROW)
#undef ROW
};

int wl_api_bits(lua_State *L) {
  enum wl_bits which = (enum wl_bits)wl_api_number(L);
  static const char *const places[] = {"the value", "argument 2", "argument 3"};
  uint64_t v[3] = {0};
  if (which == WL_MATH___dp4a || which == WL_MATH___dp2a_lo || which == WL_MATH___dp2a_hi)
    wl_api_need(L, NULL, WL_HAS_DOT);
  for (int i = 0; i < rows[which].arguments; i++)
    v[i] = (uint64_t)wl_api_integer(L, i + 1, rows[which].name, places[i], INT64_MIN, INT64_MAX);
  lua_pushinteger(L, rows[which].function(v));
  return 1;
}
