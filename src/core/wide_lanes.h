/* Lanes and columns of banks as vectors of 64 bytes: what the files wide_*.c share.
 * Internal to src/core. */
#ifndef WL_CORE_WIDE_LANES_H
#define WL_CORE_WIDE_LANES_H

#include <immintrin.h>

#include "core/tagset.h"
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

static const uint16_t numbers_16[WL_LANES] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

static inline WIDE uint32_t popcount(uint32_t bits) { return (uint32_t)__builtin_popcount(bits); }

static inline WIDE uint32_t join(__mmask16 low, __mmask16 high) {
  return (uint32_t)low | (uint32_t)high << 16;
}

static inline WIDE uint32_t parities(struct pair line, uint64_t bits) {
  __m512i hash = _mm512_set1_epi32((int)(uint32_t)bits);
  __m512i a = _mm512_popcnt_epi32(_mm512_and_si512(line.half[0], hash));
  __m512i b = _mm512_popcnt_epi32(_mm512_and_si512(line.half[1], hash));
  return join(_mm512_movepi32_mask(_mm512_slli_epi32(a, 31)),
              _mm512_movepi32_mask(_mm512_slli_epi32(b, 31)));
}

static inline WIDE struct wl_wide_sets find_sets(const struct wl_arch *arch, struct pair line) {
  uint32_t low = parities(line, arch->tag_hash[0]), high = parities(line, arch->tag_hash[1]);
  return (struct wl_wide_sets){low, high};
}

static inline WIDE uint32_t parities_16(__m512i line, uint64_t bits) {
  __m512i count = _mm512_popcnt_epi16(_mm512_and_si512(line, _mm512_set1_epi16((short)bits)));
  return _mm512_movepi16_mask(_mm512_slli_epi16(count, 15));
}

/* The same by the low 16 bits of the lines' indices: bits above that they have in common
 * only change the names of the sets. */
static inline WIDE struct wl_wide_sets find_sets_16(const struct wl_arch *arch, __m512i line) {
  return (struct wl_wide_sets){parities_16(line, arch->tag_hash[0]),
                               parities_16(line, arch->tag_hash[1])};
}

/* Those of some lanes that are in tag set s. */
static inline WIDE uint32_t in_set(struct wl_wide_sets sets, uint32_t lanes, unsigned s) {
  return lanes & (s & 1 ? sets.low : ~sets.low) & (s & 2 ? sets.high : ~sets.high);
}

static inline unsigned set_of(struct wl_wide_sets sets, unsigned lane) {
  return (sets.low >> lane & 1) | (sets.high >> lane & 1) << 1;
}

static inline WIDE unsigned fullest_set(struct wl_wide_sets sets, uint32_t lanes) {
  uint32_t most = 0;
  for (unsigned s = 0; s < WL_SETS; s++) {
    uint32_t count = popcount(in_set(sets, lanes, s));
    most = count > most ? count : most;
  }
  return most;
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

static inline WIDE __m512i turn_by_one(__m512i key) {
  return _mm512_shrdi_epi32(key, _mm512_alignr_epi32(key, key, 1), 16);
}

/* Calls EACH(n, turned) for n = 1 … 16 with the keys turned by n lanes: every two
 * lanes meet. */
#define FOR_ALL_TURNS(key, EACH)                                                       \
  do {                                                                                 \
    __m512i odd = turn_by_one(key);                                                    \
    EACH(1, odd);                                                                      \
    EACH(2, _mm512_alignr_epi32(key, key, 1));                                         \
    EACH(3, _mm512_alignr_epi32(odd, odd, 1));                                         \
    EACH(4, _mm512_alignr_epi32(key, key, 2));                                         \
    EACH(5, _mm512_alignr_epi32(odd, odd, 2));                                         \
    EACH(6, _mm512_alignr_epi32(key, key, 3));                                         \
    EACH(7, _mm512_alignr_epi32(odd, odd, 3));                                         \
    EACH(8, _mm512_alignr_epi32(key, key, 4));                                         \
    EACH(9, _mm512_alignr_epi32(odd, odd, 4));                                         \
    EACH(10, _mm512_alignr_epi32(key, key, 5));                                        \
    EACH(11, _mm512_alignr_epi32(odd, odd, 5));                                        \
    EACH(12, _mm512_alignr_epi32(key, key, 6));                                        \
    EACH(13, _mm512_alignr_epi32(odd, odd, 6));                                        \
    EACH(14, _mm512_alignr_epi32(key, key, 7));                                        \
    EACH(15, _mm512_alignr_epi32(odd, odd, 7));                                        \
    EACH(16, _mm512_alignr_epi32(key, key, 8));                                        \
  } while (0)

static inline WIDE bool all_differ(__m512i key) {
  __m512i least = key, other = key;
#define LEAST(n, turned)                                                               \
  do {                                                                                 \
    __m512i differ = _mm512_xor_si512(key, turned);                                    \
    if ((n) == 1) least = differ;                                                      \
    else if ((n) == 2) other = differ;                                                 \
    else if ((n) % 2) least = _mm512_min_epu16(least, differ);                         \
    else other = _mm512_min_epu16(other, differ);                                      \
  } while (0)
  FOR_ALL_TURNS(key, LEAST);
  least = _mm512_min_epu16(least, other);
  return _mm512_testn_epi16_mask(least, least) == 0;
}

/* The lanes without an equal active lane before them. */
static inline WIDE uint32_t first_lanes(__m512i key, uint32_t mask) {
  uint32_t later = 0;
#define LATER(n, turned)                                                               \
  do {                                                                                 \
    uint32_t equal = _mm512_cmpeq_epi16_mask(key, turned); /* lanes i and i + n */     \
    later |= (equal & mask) << n;                                                      \
    later |= equal & mask << (32 - n);                                                 \
  } while (0)
  FOR_ALL_TURNS(key, LATER);
  return ~later;
}

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
