/* Lanes as vectors of 64 bytes: their addresses and lines. What the files wide_*.c share, as
 * wide_equal.h, wide_sets.h and wide_columns.h. Internal to src/core. */
#ifndef WL_CORE_WIDE_LANES_H
#define WL_CORE_WIDE_LANES_H

#include <immintrin.h>

#include "core/wide.h"

#define WIDE                                                                        \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,"         \
                        "avx512vpopcntdq,avx512bitalg,avx512dq,gfni,bmi,bmi2,popcnt")))

/* Lanes, and columns of banks, 16 to a vector: two make a warp. */
struct pair { __m512i half[2]; };

static const uint32_t numbers[WL_LANES] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

static inline WIDE uint32_t popcount(uint32_t bits) { return (uint32_t)__builtin_popcount(bits); }

static inline WIDE uint32_t join(__mmask16 low, __mmask16 high) {
  return (uint32_t)low | (uint32_t)high << 16;
}

/* The low 32 bits of the addresses, and of the lines; inactive lanes are filled with
 * the lowest active one. False if the lines differ in more than their low 32 bits. */
static inline WIDE bool load_lanes(const struct wl_access *a, struct pair *low,
                                   struct pair *line) {
  __m512i some = _mm512_set1_epi64((int64_t)a->address[__builtin_ctz(a->mask)]);
  __m512i v[4], differ = _mm512_setzero_si512();
  for (unsigned k = 0; k < 4; k++) {
    v[k] = _mm512_mask_loadu_epi64(some, (__mmask8)(a->mask >> 8 * k), a->address + 8 * k);
    differ = _mm512_or_si512(differ, _mm512_xor_si512(v[k], some));
  }
  __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  for (unsigned h = 0; h < 2; h++) {
    __m512i first = _mm512_srli_epi64(v[2 * h], WL_LINE_SHIFT);
    __m512i second = _mm512_srli_epi64(v[2 * h + 1], WL_LINE_SHIFT);
    low->half[h] = _mm512_permutex2var_epi32(v[2 * h], even, v[2 * h + 1]);
    line->half[h] = _mm512_permutex2var_epi32(first, even, second);
  }
  differ = _mm512_srli_epi64(differ, 32 + WL_LINE_SHIFT);
  return _mm512_test_epi64_mask(differ, differ) == 0;
}

/* The low 32 bits of the addresses of a full warp. */
static inline WIDE struct pair load_low(const struct wl_access *a) {
  __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  struct pair low;
  for (unsigned h = 0; h < 2; h++)
    low.half[h] = _mm512_permutex2var_epi32(_mm512_loadu_si512(a->address + 16 * h), even,
                                            _mm512_loadu_si512(a->address + 16 * h + 8));
  return low;
}

/* Numbers of 16 bits, by lane. */
static inline WIDE __m512i to_16_bits(struct pair p) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(p.half[0])),
                            _mm512_cvtepi32_epi16(p.half[1]), 1);
}

/* Numbers of 8 bits, by lane. */
static inline WIDE __m256i to_8_bits(struct pair p) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm512_cvtepi32_epi8(p.half[0])),
                                 _mm512_cvtepi32_epi8(p.half[1]), 1);
}

#endif
