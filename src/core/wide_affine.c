/* Addresses at equal distances, by 32 lanes side by side: what has no closed form. */
#include "core/wide.h"

#if defined __x86_64__ && !defined WL_PORTABLE

#include "core/wide_lanes.h"

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

WIDE unsigned wl_wide_fullest_set(const struct wl_arch *arch, uint32_t first, uint32_t offset,
                                  uint32_t step, uint32_t count, struct wl_wide_sets *sets) {
  struct pair line;
  for (unsigned h = 0; h < 2; h++) {
    __m512i at = _mm512_loadu_si512(numbers + 16 * h);
    if (step != 1u << WL_LINE_SHIFT) {
      at = _mm512_mullo_epi32(at, _mm512_set1_epi32((int)step));
      at = _mm512_add_epi32(at, _mm512_set1_epi32((int)offset));
      at = _mm512_srli_epi32(at, WL_LINE_SHIFT);
    }
    line.half[h] = _mm512_add_epi32(at, _mm512_set1_epi32((int)first));
    if (count <= 16) line.half[1] = line.half[0]; /* only the first half has a meaning */
    if (count <= 16) break;
  }
  *sets = find_sets(arch, line);
  return fullest_set(*sets, UINT32_MAX >> (WL_LANES - count));
}

/* Bit k × i of number k, for every i. */
static const uint32_t every[WL_LANES] = {
  1,          0xffffffff, 0x55555555, 0x49249249, 0x11111111, 0x42108421, 0x41041041, 0x10204081,
  0x01010101, 0x08040201, 0x40100401, 0x00400801, 0x01001001, 0x04002001, 0x10004001, 0x40008001,
  0x00010001, 0x00020001, 0x00040001, 0x00080001, 0x00100001, 0x00200001, 0x00400001, 0x00800001,
  0x01000001, 0x02000001, 0x04000001, 0x08000001, 0x10000001, 0x20000001, 0x40000001, 0x80000001,
};

/* Products of numbers below 2^15: one multiplication of 16 bits. */
static inline WIDE __m512i times(__m512i a, uint32_t b) {
  return _mm512_madd_epi16(a, _mm512_set1_epi32((int)b));
}

/* Lanes `by` bytes apart, from `offset` on in line 0. */
struct row { unsigned offset, by, element_shift; };

/* The first lane in each of the lines j: (bytes + by - 1) / by, exact as long as
 * bytes × by < 2^22. Lines past the last have no meaning. */
static inline WIDE __m512i first_in_lines(const struct row *r, __m512i j) {
  __m512i inverse = _mm512_set1_epi32((int)((1u << 22) / r->by + 1));
  __m512i start = _mm512_sub_epi32(_mm512_slli_epi32(j, 7), _mm512_set1_epi32((int)r->offset));
  start = _mm512_max_epi32(start, _mm512_setzero_si512());
  start = _mm512_add_epi32(start, _mm512_set1_epi32((int)r->by - 1));
  return _mm512_srli_epi32(_mm512_mullo_epi32(start, inverse), 22);
}

/* The columns in use in the lines j; `first`, `next`: first lanes in these and the
 * lines after them. */
static inline WIDE __m512i columns_of_lines(const struct row *r, __m512i j, __m512i first,
                                            __m512i next) {
  unsigned columns_shift = WL_LINE_SHIFT - r->element_shift, apart = r->by >> r->element_shift;
  __m512i one = _mm512_set1_epi32(1), offset = _mm512_set1_epi32((int)r->offset);
  __m128i shift = _mm_cvtsi32_si128((int)r->element_shift);

  /* The column of the first lane, and bits from there on up to the last. */
  __m512i byte = _mm512_add_epi32(times(first, r->by), offset);
  __m512i column = _mm512_srl_epi32(_mm512_sub_epi32(byte, _mm512_slli_epi32(j, 7)), shift);
  __m512i end = _mm512_add_epi32(column, times(_mm512_sub_epi32(next, first), apart));
  __m512i bits = _mm512_sllv_epi32(_mm512_set1_epi32((int)every[apart]), column);
  bits = _mm512_and_si512(bits, _mm512_sub_epi32(_mm512_sllv_epi32(one, end), one));
  if (columns_shift == 5) return bits;

  /* Lanes of the next group have columns of their own. */
  __m512i columns = _mm512_set1_epi32(1 << columns_shift);
  __m512i base = _mm512_andnot_si512(_mm512_sub_epi32(columns, one), first);
  __m512i after = _mm512_add_epi32(base, columns);
  __m512i turn = _mm512_add_epi32(column, times(_mm512_sub_epi32(after, first), apart));
  __m512i here = _mm512_sub_epi32(_mm512_sllv_epi32(one, turn), one);
  return _mm512_or_si512(_mm512_sllv_epi32(_mm512_and_si512(bits, here), base),
                         _mm512_sllv_epi32(_mm512_andnot_si512(here, bits), after));
}

WIDE unsigned wl_wide_affine_data(const struct wl_access *a, unsigned by, unsigned lines,
                                  struct wl_wide_sets sets) {
  struct row r = {(unsigned)a->address[0] & 127, by, wl_element_shift(a->width)};
  uint32_t all = UINT32_MAX >> (WL_LANES - lines);
  if (fullest_set(sets, all) > 16) return 0;
  __m512i low = _mm512_loadu_si512(numbers), high = _mm512_loadu_si512(numbers + 16);
  __m512i warp = _mm512_set1_epi32(WL_LANES), first = first_in_lines(&r, low), second = warp;
  if (lines > 16) second = _mm512_min_epi32(first_in_lines(&r, high), warp);
  __m512i next = _mm512_min_epi32(_mm512_alignr_epi32(second, first, 1), warp);
  __m512i columns = columns_of_lines(&r, low, first, next), more = columns;
  if (lines > 16)
    more = columns_of_lines(&r, high, second, _mm512_alignr_epi32(warp, second, 1));

  __m512i line[WL_SETS];
  for (unsigned s = 0; s < WL_SETS; s++) {
    uint32_t some = in_set(sets, all, s);
    line[s] = _mm512_maskz_compress_epi32((__mmask16)some, columns);
    if (lines <= 16) continue;
    __mmask16 after = (__mmask16)(0xffffu << popcount(some & 0xffff));
    __m512i rest = _mm512_maskz_compress_epi32((__mmask16)(some >> 16), more);
    line[s] = _mm512_mask_expand_epi32(line[s], after, rest);
  }
  return serve_alone(line, wl_group_shift(a->width, false));
}

#endif
