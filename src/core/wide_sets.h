/* The tag sets of lines, by 32 lanes side by side. Internal to src/core. */
#ifndef WL_CORE_WIDE_SETS_H
#define WL_CORE_WIDE_SETS_H

#include "core/tagset.h"
#include "core/wide_lanes.h"

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
  return _mm512_test_epi16_mask(count, _mm512_set1_epi16(1));
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

#endif
