/* Addresses at equal distances, by 32 lanes side by side: what has no closed form. */
#include "core/wide.h"

#if defined __x86_64__ && !defined WL_PORTABLE

#include "core/affine_row.h"
#include "core/wide_columns.h"

static const uint16_t numbers_16[WL_LANES] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

static const uint8_t numbers_8[WL_LANES] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

/* Lanes in an order in which those that share a column fold upon each other, by element of
 * 4, 8, 16 bytes: a lane of the first half has a column, where only two share it, with the
 * one 16 places on; where four do, with those 8 on, too. Groups are side by side. */
static const uint32_t folding[3][WL_LANES] = {
  {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
  {0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
   8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31},
  {0, 8,  16, 24, 1, 9,  17, 25, 2, 10, 18, 26, 3, 11, 19, 27,
   4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31},
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

/* The tag wavefront of each of 32 lines, by their sets in the order of lanes: its bit. */
static inline WIDE struct pair wavefronts_of_lines(struct wl_wide_sets sets) {
  static const uint32_t up_to[WL_LANES] = {
    0x1,       0x3,       0x7,       0xf,       0x1f,       0x3f,       0x7f,       0xff,
    0x1ff,     0x3ff,     0x7ff,     0xfff,     0x1fff,     0x3fff,     0x7fff,     0xffff,
    0x1ffff,   0x3ffff,   0x7ffff,   0xfffff,   0x1fffff,   0x3fffff,   0x7fffff,   0xffffff,
    0x1ffffff, 0x3ffffff, 0x7ffffff, 0xfffffff, 0x1fffffff, 0x3fffffff, 0x7fffffff, 0xffffffff,
  };
  __m512i low = _mm512_set1_epi32((int)sets.low), high = _mm512_set1_epi32((int)sets.high);
  __m512i all = _mm512_set1_epi32(-1);
  struct pair p;
  for (unsigned h = 0; h < 2; h++) {
    /* The lines of the same set, up to this one. */
    __m512i x = _mm512_mask_xor_epi32(low, (__mmask16)(~sets.low >> 16 * h), low, all);
    __m512i y = _mm512_mask_xor_epi32(high, (__mmask16)(~sets.high >> 16 * h), high, all);
    x = _mm512_ternarylogic_epi32(x, y, _mm512_loadu_si512(up_to + 16 * h), 0x80);
    p.half[h] = _mm512_rolv_epi32(_mm512_set1_epi32(INT32_MIN), _mm512_popcnt_epi32(x));
  }
  return p;
}

/* Tag wavefronts by place, a bit each: how many each group has, over its places; `a` and
 * `b` added up. */
static inline WIDE unsigned sum_groups(__m256i a, __m256i b, unsigned shift) {
  __m256i v = _mm256_or_si256(_mm256_permute2x128_si256(a, b, 0x20),
                              _mm256_permute2x128_si256(a, b, 0x31));
  if (shift < 4) v = _mm256_or_si256(v, _mm256_shuffle_epi32(v, 0x4e));
  if (shift < 3) v = _mm256_or_si256(v, _mm256_shuffle_epi32(v, 0xb1));
  v = _mm256_popcnt_epi64(v);
  __m128i sum = _mm_add_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  sum = _mm_add_epi64(sum, _mm_unpackhi_epi64(sum, sum));
  return (unsigned)_mm_cvtsi128_si32(sum) >> (4 - shift); /* each group is there so often */
}

/* Wavefronts of the data stage of a load, no line in L1, of lanes with elements of their
 * own of which up to four share a column: for every group, and tag wavefront that it has
 * lanes of, the most of them that share one. `order`: the line of each lane of folding[]. */
static inline WIDE unsigned folded_data(const struct affine *f, struct wl_wide_sets sets,
                                        struct pair order) {
  struct pair line = wavefronts_of_lines(sets);
  __m512i a = _mm512_permutex2var_epi32(line.half[0], order.half[0], line.half[1]);
  __m512i b = _mm512_permutex2var_epi32(line.half[0], order.half[1], line.half[1]);
  __m512i any = _mm512_or_si512(a, b), both = _mm512_and_si512(a, b);
  __m256i one = _mm512_castsi512_si256(any), other_one = _mm512_extracti64x4_epi64(any, 1);
  __m256i two = _mm512_castsi512_si256(both), other_two = _mm512_extracti64x4_epi64(both, 1);
  __m256i all_one = _mm256_or_si256(one, other_one), all_two = _mm256_or_si256(two, other_two);
  if (f->ways <= 2) return sum_groups(all_one, all_two, f->shift);
  __m256i three = _mm256_and_si256(one, other_two);
  three = _mm256_or_si256(three, _mm256_and_si256(two, other_one));
  all_two = _mm256_or_si256(all_two, _mm256_and_si256(one, other_one));
  return sum_groups(all_one, all_two, f->shift) +
         sum_groups(three, _mm256_and_si256(two, other_two), f->shift);
}

/* Whether folded_data() is the faster way for lanes that share columns. */
static inline bool folds(const struct affine *f) { return f->ways == 2 || f->shift == 4; }

static inline WIDE struct pair folding_order(unsigned shift) {
  const uint32_t *lane = folding[shift - WL_WORD_SHIFT];
  return (struct pair){{_mm512_loadu_si512(lane), _mm512_loadu_si512(lane + 16)}};
}

/* The same of lanes with lines of their own in up to 16 tag wavefronts that do not fold. A
 * function of its own, so that the others have less to save. */
__attribute__((noinline)) static WIDE unsigned unfolded_data(unsigned shift, unsigned ways,
                                                             struct wl_wide_sets sets) {
  /* Lanes share a column when their numbers are equal in the bits below these: which
   * column it is does not matter. */
  unsigned columns_shift = WL_LINE_SHIFT - shift, columns = 1u << columns_shift;
  uint8_t unlike = (uint8_t)~(columns - (columns >> __builtin_ctz(ways)));
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
    if (wl_tags_together(a) > 0) return false;
    if (f->ways == 1) data = free_data(f, lanes);
    else if (folds(f)) data = folded_data(f, sets, folding_order(f->shift));
    else if (tags > 16) return false;
    else data = unfolded_data(f->shift, f->ways, sets);
  }
  set_figures(out, f, WL_LANES, WL_LANES, tags, data);
  return true;
}

/* free_data() of lanes up to a line apart, upwards: by the lines of each set, the first line
 * the lowest bit. */
static inline WIDE unsigned free_row_data(const struct affine *f, __m128i sets) {
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

  __m512i each = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
  __m512i lines = _mm512_permutexvar_epi32(each, _mm512_castsi128_si512(sets));
  /* A set's lines go in tag wavefronts 0, 1 …: those from the first on, and behind the last. */
  __m512i all = _mm512_set1_epi32(-1);
  from = _mm512_sllv_epi32(all, _mm512_popcnt_epi32(_mm512_andnot_si512(from, lines)));
  behind = _mm512_sllv_epi32(all, _mm512_popcnt_epi32(_mm512_andnot_si512(behind, lines)));
  return groups_served(_mm512_andnot_si512(behind, from));
}

/* folded_data() of such lanes. */
static inline WIDE unsigned folded_row_data(const struct affine *f, struct wl_wide_sets sets) {
  __m512i by = _mm512_set1_epi32((int)f->by), offset = _mm512_set1_epi32((int)f->low & 127);
  struct pair order = folding_order(f->shift);
  for (unsigned h = 0; h < 2; h++) {
    order.half[h] = _mm512_add_epi32(_mm512_mullo_epi32(order.half[h], by), offset);
    order.half[h] = _mm512_srli_epi32(order.half[h], WL_LINE_SHIFT);
  }
  return folded_data(f, sets, order);
}

/* A function of its own, so that the others have less to save. */
__attribute__((noinline)) static WIDE bool count_short_row(const struct wl_arch *arch,
                                                              const struct wl_access *a,
                                                              int64_t step,
                                                              struct wl_counts *out) {
  return count_row(arch, a, step, out);
}

/* The tag wavefronts of a row, and its data. */
static inline WIDE bool count_row_lines(const struct wl_arch *arch, const struct wl_access *a,
                                        const struct affine *f, unsigned lines, unsigned *tags,
                                        unsigned *data) {
  *tags = 1;
  if (lines == 1) return simple_data(a, f, *tags, lines, data);
  __m512i line = _mm512_set1_epi16((short)(f->low >> WL_LINE_SHIFT));
  line = _mm512_add_epi16(line, _mm512_loadu_si512(numbers_16));
  struct wl_wide_sets sets = find_near_sets(arch, f, line);
  __m128i of_sets = _mm_and_si128(lanes_of_sets(sets),
                                  _mm_set1_epi32((int)(UINT32_MAX >> (32 - lines))));
  *tags = fullest(of_sets);
  if (simple_data(a, f, *tags, lines, data)) return true;
  if (wl_tags_together(a) > 0 || f->step < 0) return false;
  *data = f->ways == 1 ? free_row_data(f, of_sets) : folded_row_data(f, sets);
  return true;
}

/* Counts lanes up to a line apart where that is faster than count_row(). */
__attribute__((noinline)) static WIDE bool count_near(const struct wl_arch *arch,
                                                      const struct wl_access *a, int64_t step,
                                                      struct wl_counts *out) {
  struct affine f;
  unsigned tags, data;
  if (!find_affine(a, step, &f)) return false;
  unsigned lines = row_lines(&f);
  if (!count_row_lines(arch, a, &f, lines, &tags, &data)) return false;
  set_figures(out, &f, row_sectors(&f), lines, tags, data);
  return true;
}

WIDE bool wl_wide_affine(const struct wl_arch *arch, const struct wl_access *a,
                         struct wl_counts *out) {
  struct affine f;
  int64_t step;
  if (!find_step(a, &step)) return false;
  uint64_t by = distance(step), odd = ((uint64_t)2 << wl_element_shift(a->width)) - 1;
  if (by <= 128) {
    bool power = (by & (by - 1)) == 0; /* has a short form, whether lanes share columns or not */
    if (!power && (a->width == 16 || (by & odd) != 0)) return count_near(arch, a, step, out);
    _mm256_zeroupper(); /* a jump to a function without vectors: compilers leave it out */
    return count_short_row(arch, a, step, out);
  }
  return find_affine(a, step, &f) && count_apart(arch, a, &f, out);
}

#endif
