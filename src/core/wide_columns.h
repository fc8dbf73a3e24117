/* Columns of banks, each as many banks as an element of a lane takes: which lanes are in
 * which, and how many wavefronts that makes. Internal to src/core. */
#ifndef WL_CORE_WIDE_COLUMNS_H
#define WL_CORE_WIDE_COLUMNS_H

#include "core/wide_sets.h"

/* The column of banks of each lane, counted through all groups: 32 of them. The
 * lower half has the lanes in order, the upper half every 8 of them backwards. */
static inline WIDE __m512i find_columns(struct pair low, unsigned width, bool merged) {
  /* Bit matrices: bits 2, 3 or 4 to 6 of a byte, moved down. */
  static const uint64_t take[] = {0x0408102040000000, 0x0810204000000000, 0x1020400000000000};
  static const uint8_t first[64] = {
    0,  4,  8,  12, 16, 20, 24, 28, 32, 36, 40,  44,  48,  52,  56,  60,
    64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124,
    28, 24, 20, 16, 12, 8,  4,  0,  60, 56, 52,  48,  44,  40,  36,  32,
    92, 88, 84, 80, 76, 72, 68, 64, 124, 120, 116, 112, 108, 104, 100, 96,
  };
  static const uint8_t eights[64] = {
    0,  0,  0,  0,  0,  0,  0,  0,  8,  8,  8,  8,  8,  8,  8,  8,
    16, 16, 16, 16, 16, 16, 16, 16, 24, 24, 24, 24, 24, 24, 24, 24,
    0,  0,  0,  0,  0,  0,  0,  0,  8,  8,  8,  8,  8,  8,  8,  8,
    16, 16, 16, 16, 16, 16, 16, 16, 24, 24, 24, 24, 24, 24, 24, 24,
  };
  unsigned element_shift = wl_element_shift(width), columns = 128u >> element_shift;
  __m512i byte = _mm512_permutex2var_epi8(low.half[0], _mm512_loadu_si512(first), low.half[1]);
  __m512i matrix = _mm512_set1_epi64((int64_t)take[element_shift - 2]);
  __m512i column = _mm512_gf2p8affine_epi64_epi8(byte, matrix, 0);
  __m512i group = _mm512_loadu_si512(eights);
  if (merged) group = _mm512_srli_epi16(group, 1);
  group = _mm512_and_si512(group, _mm512_set1_epi8((char)(uint8_t)-columns));
  return _mm512_or_si512(column, group);
}

/* Those of some lanes that have column 0, 1 … 31: a bit matrix turned over. */
static inline WIDE struct pair lanes_of_columns(__m512i column, uint32_t lanes) {
  static const uint8_t places[16] = {
    32, 40, 48, 56, 32, 40, 48, 56, 32, 40, 48, 56, 32, 40, 48, 56,
  };
#define YES UINT32_MAX
  static const uint32_t number_has[4][16] = {
    {0, YES, 0, YES, 0, YES, 0, YES, 0, YES, 0, YES, 0, YES, 0, YES},
    {0, 0, YES, YES, 0, 0, YES, YES, 0, 0, YES, YES, 0, 0, YES, YES},
    {0, 0, 0, 0, YES, YES, YES, YES, 0, 0, 0, 0, YES, YES, YES, YES},
    {0, 0, 0, 0, 0, 0, 0, 0, YES, YES, YES, YES, YES, YES, YES, YES},
  };
#undef YES
  /* Byte b of every 8: bit b of 8 lanes. */
  __m512i unit = _mm512_set1_epi64((int64_t)0x8040201008040201);
  __m512i planes = _mm512_gf2p8affine_epi64_epi8(unit, column, 0);
  __m512i place = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)places));
  __m512i of = _mm512_set1_epi32((int)lanes), one = _mm512_set1_epi8(1);
  for (unsigned bit = 0; bit < 4; bit++) {
    __m512i has = _mm512_permutexvar_epi8(place, planes);
    /* of & ~(has ^ wants) */
    of = _mm512_ternarylogic_epi32(of, has, _mm512_loadu_si512(number_has[bit]), 0x90);
    place = _mm512_add_epi8(place, one);
  }
  __m512i has = _mm512_permutexvar_epi8(place, planes);
  return (struct pair){{_mm512_andnot_si512(has, of), _mm512_and_si512(has, of)}};
}

/* The fullest column of each group: see wl_fullest_columns(). */
static inline WIDE struct wl_bank_count fullest_columns(struct pair load, unsigned columns_shift) {
  __m256i most = to_8_bits(load);
  most = _mm256_max_epu8(most, _mm256_srli_epi64(most, 32));
  most = _mm256_max_epu8(most, _mm256_srli_epi64(most, 16));
  most = _mm256_max_epu8(most, _mm256_srli_epi64(most, 8));
  uint32_t of_8 = (uint32_t)_mm_cvtsi128_si32(_mm256_cvtepi64_epi8(most));
  unsigned a = of_8 & 0xff, b = of_8 >> 8 & 0xff, c = of_8 >> 16 & 0xff, d = of_8 >> 24;
  unsigned ab = a > b ? a : b, cd = c > d ? c : d, all = ab > cd ? ab : cd;
  return (struct wl_bank_count){
    .wavefronts = columns_shift == 5 ? all : columns_shift == 4 ? ab + cd : a + b + c + d,
    .ways = all,
  };
}

static inline WIDE struct pair count_bits(struct pair p) {
  return (struct pair){{_mm512_popcnt_epi32(p.half[0]), _mm512_popcnt_epi32(p.half[1])}};
}

/* Groups of columns, over 16 tag wavefronts, with a column in use. */
static inline WIDE unsigned count_groups(__m512i columns, unsigned columns_shift) {
  if (columns_shift == 5) return popcount(_mm512_test_epi32_mask(columns, columns));
  if (columns_shift == 4) return popcount(_mm512_test_epi16_mask(columns, columns));
  return (unsigned)__builtin_popcountll(_mm512_test_epi8_mask(columns, columns));
}

/* Columns that several of four lines use: two of them or more, three, all. */
struct shared { __m512i one, two, three, four; };

static inline WIDE struct shared share_columns(const __m512i line[WL_SETS]) {
  __m512i ab = _mm512_and_si512(line[0], line[1]), cd = _mm512_and_si512(line[2], line[3]);
  __m512i either = _mm512_or_si512(line[0], line[1]), other = _mm512_or_si512(line[2], line[3]);
  return (struct shared){
    .one = _mm512_or_si512(either, other),
    .two = _mm512_or_si512(_mm512_or_si512(ab, cd), _mm512_and_si512(either, other)),
    .three = _mm512_or_si512(_mm512_and_si512(ab, other), _mm512_and_si512(cd, either)),
    .four = _mm512_and_si512(ab, cd),
  };
}

/* Wavefronts of 16 tag wavefronts that are each served on their own, from the
 * columns in use in the line of each tag set: in how many of the four one column is
 * in use is how many wavefronts its group needs. */
static inline WIDE unsigned serve_alone(const __m512i line[WL_SETS], unsigned columns_shift) {
  struct shared s = share_columns(line);
  return count_groups(s.one, columns_shift) + count_groups(s.two, columns_shift) +
         count_groups(s.three, columns_shift) + count_groups(s.four, columns_shift);
}

/* The column in use in the k-th line of each tag set, k < 16 or from 16 on, of lanes
 * with lines of their own. */
static inline WIDE void lines_of_lanes(__m512i column, struct wl_wide_sets sets, uint32_t lanes,
                                       bool upper, __m512i line[WL_SETS]) {
  __m256i columns = _mm512_castsi512_si256(column), none = _mm256_set1_epi8(-1);
  for (unsigned s = 0; s < WL_SETS; s++) {
    __m256i v = _mm256_mask_compress_epi8(none, in_set(sets, lanes, s), columns);
    __m128i half = upper ? _mm256_extracti128_si256(v, 1) : _mm256_castsi256_si128(v);
    line[s] = _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_cvtepu8_epi32(half));
  }
}

#endif
