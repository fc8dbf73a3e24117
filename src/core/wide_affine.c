/* Addresses at equal distances, by 32 lanes side by side: what has no closed form. */
#include "core/wide.h"

#if defined __x86_64__ && !defined WL_PORTABLE

#include "core/affine_row.h"
#include "core/wide_lanes.h"

static const uint8_t numbers_8[WL_LANES] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

static inline WIDE bool find_step(const struct wl_access *a, int64_t *step) {
  const uint64_t *at = a->address;
  __m512i by = _mm512_set1_epi64((int64_t)(at[1] - at[0])), differ = _mm512_setzero_si512();
  for (unsigned k = 0; k < 4; k++) { /* the distances from lanes 0, 8, 16, 23 on */
    const uint64_t *from = at + (k < 3 ? 8 * k : 23);
    __m512i distance = _mm512_sub_epi64(_mm512_loadu_si512(from + 1), _mm512_loadu_si512(from));
    differ = _mm512_ternarylogic_epi64(differ, distance, by, 0xf6); /* differ | distance ^ by */
  }
  *step = (int64_t)(at[1] - at[0]);
  return _mm512_test_epi64_mask(differ, differ) == 0;
}

WIDE bool wl_wide_step(const struct wl_access *a, int64_t *step) { return find_step(a, step); }

/* The low 16 bits of the index of each lane's line. */
static inline WIDE __m512i lines_of(const struct wl_access *a, int64_t step) {
  /* So many lines on from lane to lane, and the rest of the distance. */
  __m512i whole = _mm512_set1_epi16((short)(step >> WL_LINE_SHIFT));
  __m512i rest = _mm512_set1_epi16((short)(step & 127)), lane = _mm512_loadu_si512(numbers_16);
  __m512i first = _mm512_set1_epi16((short)(a->address[0] >> WL_LINE_SHIFT));
  __m512i offset = _mm512_set1_epi16((short)(a->address[0] & 127));
  offset = _mm512_add_epi16(offset, _mm512_mullo_epi16(lane, rest));
  first = _mm512_add_epi16(first, _mm512_mullo_epi16(lane, whole));
  return _mm512_add_epi16(first, _mm512_srli_epi16(offset, WL_LINE_SHIFT));
}

/* The tag sets of lines that lie within 2^16 of each other. */
static inline WIDE struct wl_wide_sets find_near_sets(const struct wl_arch *arch,
                                                      const struct affine *f, __m512i line) {
  struct wl_wide_sets sets = find_sets_16(arch, line);
  uint64_t change = (f->low ^ f->high) >> WL_LINE_SHIFT & ~(uint64_t)0xffff;
  if (change != 0) {
    /* The lines from a multiple of 2^16 on: their sets change alike. */
    __m512i low = _mm512_set1_epi16((short)(f->low >> WL_LINE_SHIFT));
    uint32_t above = _mm512_cmplt_epu16_mask(line, low);
    unsigned by = wl_tag_set(arch, change);
    sets.low ^= by & 1 ? above : 0;
    sets.high ^= by & 2 ? above : 0;
  }
  return sets;
}

/* The lanes of each tag set, 32 bits a set. */
static inline WIDE __m128i lanes_of_sets(struct wl_wide_sets sets) {
  __m128i low = _mm_xor_si128(_mm_set1_epi32((int)sets.low), _mm_set_epi32(0, -1, 0, -1));
  __m128i high = _mm_set1_epi32((int)sets.high), unlike = _mm_set_epi32(0, 0, -1, -1);
  return _mm_ternarylogic_epi32(low, high, unlike, 0x60); /* low & (high ^ unlike) */
}

static inline WIDE unsigned fullest(__m128i lanes) {
  __m128i count = _mm_popcnt_epi32(lanes);
  count = _mm_max_epu32(count, _mm_shuffle_epi32(count, 0x4e));
  count = _mm_max_epu32(count, _mm_shuffle_epi32(count, 0xb1));
  return (unsigned)_mm_cvtsi128_si32(count);
}

/* Over all tag wavefronts, how many groups each has lanes of. By tag set and group, the tag
 * wavefronts with lanes of both, a bit each. */
static inline WIDE unsigned groups_served(__m512i wavefronts) {
  __m256i two = _mm256_or_si256(_mm512_castsi512_si256(wavefronts),
                                _mm512_extracti64x4_epi64(wavefronts, 1));
  __m128i any = _mm_or_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
  any = _mm_popcnt_epi64(any);
  return (unsigned)_mm_cvtsi128_si32(_mm_add_epi32(any, _mm_unpackhi_epi64(any, any)));
}

/* Wavefronts of the data stage of a load, no line in L1, whose lanes have lines of their
 * own, and a column of their own in their group: every group that a tag wavefront has
 * lanes of takes one. */
static inline WIDE unsigned free_data(const struct affine *f, __m128i lanes) {
  /* Quarters of the warp that end a group of 16 lanes, or of 8, in each set. */
  static const uint8_t ends[2][16] = {
    {1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
  };
  /* A set's lanes go in tag wavefronts 0, 1 …; with which one has a group come to its end? */
  __m128i until = _mm_mullo_epi32(_mm_popcnt_epi8(lanes), _mm_set1_epi32(0x01010101));
  until = _mm_shuffle_epi8(until, _mm_loadu_si128((const void *)ends[f->shift == 4]));
  /* The wavefronts from there on, a bit each; those that the group before leaves. */
  __m512i all = _mm512_set1_epi32(-1);
  __m512i later = _mm512_sllv_epi32(all, _mm512_cvtepu8_epi32(until));
  return groups_served(_mm512_andnot_si512(later, _mm512_alignr_epi8(later, all, 12)));
}

/* The same where lanes share columns, of up to 16 tag wavefronts. */
static inline WIDE unsigned clashing_data(const struct affine *f, struct wl_wide_sets sets) {
  /* Lanes share a column when their numbers are equal in the bits below these: which
   * column it is does not matter. */
  unsigned columns_shift = WL_LINE_SHIFT - f->shift, columns = 1u << columns_shift;
  uint8_t unlike = (uint8_t)~(columns - (columns >> __builtin_ctz(f->ways)));
  __m512i column = _mm512_castsi256_si512(_mm256_and_si256(
            _mm256_loadu_si256((const void *)numbers_8), _mm256_set1_epi8((char)unlike)));
  __m512i line[WL_SETS];
  lines_of_lanes(column, sets, UINT32_MAX, false, line);
  return serve_alone(line, columns_shift);
}

/* Counts lanes more than a line apart; false if there is no closed form. */
static inline WIDE bool count_apart(const struct wl_arch *arch, const struct wl_access *a,
                                    const struct affine *f, struct wl_counts *out) {
  unsigned data;
  if (f->by > 1u << 18) return false; /* 31 such distances are less than 2^16 lines */
  struct wl_wide_sets sets = find_near_sets(arch, f, lines_of(a, f->step));
  __m128i lanes = lanes_of_sets(sets);
  unsigned tags = fullest(lanes);
  if (!simple_data(a, f, tags, WL_LANES, &data)) {
    if (wl_tags_together(a) > 0 || tags > 16) return false;
    data = f->ways == 1 ? free_data(f, lanes) : clashing_data(f, sets);
  }
  set_figures(out, f, WL_LANES, WL_LANES, tags, data);
  return true;
}

/* row_data() of lanes with a column of their own in their group: see free_data(). */
static inline WIDE unsigned free_row_data(const struct row *row, const struct affine *f) {
  /* The first and the last lane of each group; groups that 16 lanes leave over end first. */
  static const uint32_t begin[2][4] = {{0, 16, 31, 31}, {0, 8, 16, 24}};
  static const uint32_t end[2][4] = {{15, 31, 0, 0}, {7, 15, 23, 31}};
  __m128i by = _mm_set1_epi32((int)f->by), offset = _mm_set1_epi32((int)f->low & 127);
  __m128i first = _mm_loadu_si128((const void *)begin[f->shift == 4]);
  __m128i last = _mm_loadu_si128((const void *)end[f->shift == 4]);
  first = _mm_srli_epi32(_mm_add_epi32(_mm_mullo_epi32(first, by), offset), WL_LINE_SHIFT);
  last = _mm_srli_epi32(_mm_add_epi32(_mm_mullo_epi32(last, by), offset), WL_LINE_SHIFT);
  /* The lines from a group's first on, and those behind its last. */
  __m512i from = _mm512_broadcast_i32x4(_mm_sllv_epi32(_mm_set1_epi32(-1), first));
  __m512i behind = _mm512_broadcast_i32x4(_mm_sllv_epi32(_mm_set1_epi32(-2), last));

  uint32_t low = (uint32_t)(row->low >> row->first), high = (uint32_t)(row->high >> row->first);
  __m128i sets = lanes_of_sets((struct wl_wide_sets){low, high});
  __m512i each = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
  __m512i lines = _mm512_permutexvar_epi32(each, _mm512_castsi128_si512(sets));
  /* A set's lines go in tag wavefronts 0, 1 …: those from the first on, and behind the last. */
  __m512i all = _mm512_set1_epi32(-1);
  from = _mm512_sllv_epi32(all, _mm512_popcnt_epi32(_mm512_andnot_si512(from, lines)));
  behind = _mm512_sllv_epi32(all, _mm512_popcnt_epi32(_mm512_andnot_si512(behind, lines)));
  return groups_served(_mm512_andnot_si512(behind, from));
}

/* Functions of their own, so that the others have less to save. */
__attribute__((noinline)) static WIDE unsigned clashing_row_data(const struct row *row,
                                                                 const struct affine *f) {
  return row_data(row, f);
}

static inline WIDE unsigned wide_row_data(const struct row *row, const struct affine *f) {
  return f->ways == 1 ? free_row_data(row, f) : clashing_row_data(row, f);
}

__attribute__((noinline)) static WIDE bool count_near(const struct wl_arch *arch,
                                                      const struct wl_access *a, int64_t step,
                                                      struct wl_counts *out) {
  return count_row(arch, a, step, wide_row_data, out);
}

WIDE bool wl_wide_affine(const struct wl_arch *arch, const struct wl_access *a,
                         struct wl_counts *out) {
  struct affine f;
  int64_t step;
  if (!find_step(a, &step)) return false;
  if (distance(step) <= 128) {
    _mm256_zeroupper(); /* a jump to a function without vectors: compilers leave it out */
    return count_near(arch, a, step, out);
  }
  return find_affine(a, step, &f) && count_apart(arch, a, &f, out);
}

#endif
