/* Which lanes agree, all 32 side by side. Internal to src/core. */
#ifndef WL_CORE_WIDE_EQUAL_H
#define WL_CORE_WIDE_EQUAL_H

#include "core/wide_lanes.h"

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

#endif
