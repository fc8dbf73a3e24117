/* The banks of shared memory, by 32 lanes side by side. */
#include "core/wide.h"

#if defined __x86_64__ && !defined WL_PORTABLE

#include "core/wide_columns.h"
#include "core/wide_equal.h"

WIDE bool wl_wide_banks(const struct wl_access *a, bool merged, bool apart,
                        struct wl_bank_count *banks) {
  unsigned element_shift = wl_element_shift(a->width);
  unsigned group_shift = wl_group_shift(a->width, merged);
  struct pair low, line, key;
  bool near = load_lanes(a, &low, &line);
  __m512i used = _mm512_or_si512(low.half[0], low.half[1]);
  used = _mm512_srli_epi32(used, 18);
  if (!near || _mm512_test_epi32_mask(used, used) != 0) return false;
  struct pair of_column = lanes_of_columns(find_columns(low, a->width, merged), a->mask);
  if (!apart) {
    /* Elements of 256 KB and groups are 16 bits. */
    for (unsigned h = 0; h < 2; h++) {
      __m512i group = _mm512_srli_epi32(_mm512_loadu_si512(numbers + 16 * h), group_shift);
      key.half[h] = _mm512_or_si512(_mm512_srli_epi32(low.half[h], element_shift),
                                    _mm512_slli_epi32(group, 18 - element_shift));
    }
    __m512i element = to_16_bits(key);
    if (!all_differ(element)) {
      __m512i first = _mm512_set1_epi32((int)first_lanes(element, a->mask));
      for (unsigned h = 0; h < 2; h++)
        of_column.half[h] = _mm512_and_si512(of_column.half[h], first);
    }
  }
  *banks = fullest_columns(count_bits(of_column), WL_LINE_SHIFT - element_shift);
  return true;
}

WIDE bool wl_wide_merges(const struct wl_access *a) {
  uint32_t odd = 0, far = 0; /* lanes whose partner at distance 1, 2 differs */
  for (unsigned k = 0; k < 4; k++) {
    __m512i v = _mm512_loadu_si512(a->address + 8 * k);
    __m512i one = _mm512_permutex_epi64(v, 0xb1), two = _mm512_permutex_epi64(v, 0x4e);
    odd |= (uint32_t)_mm512_cmpneq_epi64_mask(v, one) << 8 * k;
    far |= (uint32_t)_mm512_cmpneq_epi64_mask(v, two) << 8 * k;
  }
  uint32_t m = a->mask, by_one = (m >> 1 & 0x55555555) | (m & 0x55555555) << 1;
  uint32_t by_two = (m >> 2 & 0x33333333) | (m & 0x33333333) << 2;
  return (odd & m & by_one) == 0 || (far & m & by_two) == 0;
}

#endif
