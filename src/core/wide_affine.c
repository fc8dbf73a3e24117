/* Addresses at equal distances, by 32 lanes side by side: what has no closed form. */
#include "core/wide.h"

#if defined __x86_64__ && !defined WL_PORTABLE

#include "core/wide_lanes.h"

static const uint8_t lanes[WL_LANES] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

WIDE bool wl_wide_step(const struct wl_access *a, int64_t *step) {
  const uint64_t *at = a->address;
  __m512i by = _mm512_set1_epi64((int64_t)(at[1] - at[0]));
  __mmask8 differ = 0;
  for (unsigned k = 0; k < 4; k++) { /* the distances from lanes 0, 8, 16, 23 on */
    const uint64_t *from = at + (k < 3 ? 8 * k : 23);
    __m512i distance = _mm512_sub_epi64(_mm512_loadu_si512(from + 1), _mm512_loadu_si512(from));
    differ |= _mm512_cmpneq_epi64_mask(distance, by);
  }
  *step = (int64_t)(at[1] - at[0]);
  return differ == 0;
}

WIDE unsigned wl_wide_fullest_set(const struct wl_arch *arch, uint64_t low, uint32_t by,
                                  struct wl_wide_sets *sets) {
  __m512i step = _mm512_set1_epi32((int)by), offset = _mm512_set1_epi32((int)low & 127);
  __m512i first = _mm512_set1_epi32((int)(uint32_t)(low >> WL_LINE_SHIFT));
  struct pair line;
  for (unsigned h = 0; h < 2; h++) {
    __m512i at = _mm512_mullo_epi32(_mm512_loadu_si512(numbers + 16 * h), step);
    at = _mm512_srli_epi32(_mm512_add_epi32(at, offset), WL_LINE_SHIFT);
    line.half[h] = _mm512_add_epi32(at, first);
  }
  *sets = find_sets(arch, line);
  return fullest_set(*sets, UINT32_MAX);
}

static inline uint32_t backwards(uint32_t bits) {
  bits = (bits >> 1 & 0x55555555) | (bits & 0x55555555) << 1;
  bits = (bits >> 2 & 0x33333333) | (bits & 0x33333333) << 2;
  bits = (bits >> 4 & 0x0f0f0f0f) | (bits & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(bits);
}

WIDE unsigned wl_wide_apart_data(const struct wl_access *a, int64_t step,
                                 struct wl_wide_sets sets, unsigned tags) {
  if (step < 0) sets = (struct wl_wide_sets){backwards(sets.low), backwards(sets.high)};
  /* Lanes share a column when their numbers are equal in the bits below these: which
   * column it is does not matter. */
  unsigned shift = wl_element_shift(a->width), columns_shift = WL_LINE_SHIFT - shift, data = 0;
  unsigned columns = 1u << columns_shift, apart = (unsigned)step >> shift;
  unsigned turns = (apart & -apart) < columns ? apart & -apart : columns;
  uint8_t unlike = (uint8_t)~(columns - columns / turns);
  __m512i column = _mm512_and_si512(_mm512_castsi256_si512(_mm256_loadu_si256((const void *)lanes)),
                                    _mm512_set1_epi8((char)unlike)), line[WL_SETS];
  for (unsigned first = 0; first < tags; first += 16) {
    lines_of_lanes(column, sets, UINT32_MAX, first > 0, line);
    data += serve_alone(line, columns_shift);
  }
  return data;
}

#endif
