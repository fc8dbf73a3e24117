/* Global memory: any addresses, by 32 lanes side by side. */
#include "core/wide.h"

#if defined __x86_64__ && !defined WL_PORTABLE

#include "core/wide_columns.h"
#include "core/wide_equal.h"

/* What a tag wavefront takes of the line of each tag set: the columns in use in the
 * k-th line of set s. */
struct table {
  unsigned tags;
  uint32_t columns[WL_SETS][WL_LANES];
};

/* Adds the wavefronts of the tag wavefronts from `together` on. */
static inline WIDE unsigned serve_table(const struct table *t, unsigned together,
                                        unsigned columns_shift) {
  unsigned data = 0;
  for (unsigned first = together & 16; first < t->tags; first += 16) {
    __mmask16 rest = (__mmask16)(first < together ? 0xffffull << (together - first) : 0xffff);
    __m512i line[WL_SETS];
    for (unsigned s = 0; s < WL_SETS; s++)
      line[s] = _mm512_maskz_loadu_epi32(rest, &t->columns[s][first]);
    data += serve_alone(line, columns_shift);
  }
  return data;
}

/* Sectors in use in 16 lines. */
static inline WIDE unsigned count_sectors(__m512i columns, unsigned columns_shift) {
  if (columns_shift == 5)
    return (unsigned)__builtin_popcountll(_mm512_test_epi8_mask(columns, columns));
  __m512i v = _mm512_or_si512(columns, _mm512_srli_epi32(columns, 16));
  if (columns_shift == 3) v = _mm512_or_si512(v, _mm512_srli_epi32(v, 8));
  else v = _mm512_or_si512(v, _mm512_srli_epi32(v, 2));
  v = _mm512_or_si512(v, _mm512_srli_epi32(v, 1));
  v = _mm512_and_si512(v, _mm512_set1_epi32(columns_shift == 3 ? 0x55 : 0x1111));
  return (unsigned)_mm512_reduce_add_epi32(_mm512_popcnt_epi32(v));
}

static inline WIDE unsigned sectors_of(const struct table *t, unsigned columns_shift) {
  unsigned sectors = 0;
  for (unsigned first = 0; first < t->tags; first += 16)
    for (unsigned s = 0; s < WL_SETS; s++)
      sectors += count_sectors(_mm512_loadu_si512(&t->columns[s][first]), columns_shift);
  return sectors;
}

/* Up to so many it is faster to go by lines than by lanes that share one. */
enum { FEW_LINES = 12 };

/* A load or store as the lanes show it. */
struct warp {
  unsigned columns_shift, together;
  uint32_t mask;
  struct wl_wide_sets sets;
  __m512i column, key; /* key: tells the lines of lanes apart */
};

/* Enters the lanes that have lines of their own in the table. */
static inline WIDE void enter_lanes(const struct warp *w, uint32_t lanes, struct table *t) {
  __m512i line[WL_SETS];
  t->tags = fullest_set(w->sets, lanes);
  for (unsigned first = 0; first < t->tags; first += 16) {
    lines_of_lanes(w->column, w->sets, lanes, first > 0, line);
    for (unsigned s = 0; s < WL_SETS; s++) _mm512_storeu_si512(&t->columns[s][first], line[s]);
  }
}

/* Those of lanes with lines of their own whose tag wavefronts pass together. */
static inline WIDE uint32_t early_lanes(const struct warp *w, uint32_t lanes) {
  uint32_t early = 0;
  for (unsigned s = 0; s < WL_SETS; s++)
    early |= _pdep_u32((uint32_t)((1ull << w->together) - 1), in_set(w->sets, lanes, s));
  return early;
}

/* What the banks have to serve to some lanes. */
static inline WIDE struct wl_bank_count serve_together(struct pair of_column, uint32_t lanes,
                                                       unsigned columns_shift) {
  __m512i some = _mm512_set1_epi32((int)lanes);
  struct pair p;
  for (unsigned h = 0; h < 2; h++) p.half[h] = _mm512_and_si512(of_column.half[h], some);
  return fullest_columns(count_bits(p), columns_shift);
}

/* Most lanes have lines of their own: the others join them one by one. */
static inline WIDE void count_joined(const struct warp *w, uint32_t first, struct wl_counts *out) {
  uint32_t fresh = w->mask; /* lanes whose column is not in use in their line yet */
  uint32_t early = w->together > 0 ? early_lanes(w, first) : 0, others = w->mask & ~first;
  struct table t;
  enter_lanes(w, first, &t);
  if (others != 0) {
    uint16_t key[WL_LANES];
    uint8_t column[64];
    _mm512_storeu_si512(key, w->key);
    _mm512_storeu_si512(column, w->column);
    for (; others != 0; others &= others - 1) {
      unsigned i = (unsigned)__builtin_ctz(others), set = set_of(w->sets, i);
      uint32_t same = _mm512_cmpeq_epi16_mask(w->key, _mm512_set1_epi16((short)key[i])) & first;
      uint32_t before = in_set(w->sets, first, set) & (same - 1);
      uint32_t *columns = &t.columns[set][popcount(before)];
      if (*columns >> column[i] & 1) fresh &= ~(1u << i);
      if (early & same) early |= 1u << i;
      *columns |= 1u << column[i];
    }
  }
  struct pair of_column = lanes_of_columns(w->column, fresh);
  unsigned data = serve_table(&t, w->together, w->columns_shift);
  if (early != 0) data += serve_together(of_column, early, w->columns_shift).wavefronts;
  out->lines = (uint16_t)popcount(first);
  out->sectors = fresh == first ? out->lines : (uint16_t)sectors_of(&t, w->columns_shift);
  out->tag_wavefronts = (uint16_t)t.tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)fullest_columns(count_bits(of_column), w->columns_shift).ways;
}

/* All lanes have lines of their own, and no tag wavefronts pass together: no table, up to
 * 16 of them. */
static inline WIDE void count_alone(const struct warp *w, struct wl_counts *out) {
  unsigned tags = fullest_set(w->sets, UINT32_MAX);
  if (tags > 16) {
    count_joined(w, UINT32_MAX, out);
    return;
  }
  __m512i line[WL_SETS];
  lines_of_lanes(w->column, w->sets, UINT32_MAX, false, line);
  struct pair of_column = lanes_of_columns(w->column, UINT32_MAX);
  out->lines = out->sectors = WL_LANES;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)serve_alone(line, w->columns_shift);
  out->ways = (uint16_t)fullest_columns(count_bits(of_column), w->columns_shift).ways;
}

/* A few lines: one by one, in the order of first lanes. */
static inline WIDE void count_lines(const struct warp *w, uint32_t first, struct wl_counts *out) {
  struct pair of_column = lanes_of_columns(w->column, w->mask);
  struct pair all = {{_mm512_setzero_si512(), _mm512_setzero_si512()}}, early = all;
  struct table t = {.tags = fullest_set(w->sets, first)};
  uint16_t key[WL_LANES];
  _mm512_storeu_si512(key, w->key);
  for (unsigned s = 0; s < WL_SETS; s++) _mm512_storeu_si512(t.columns[s], all.half[0]);
  for (uint32_t rest = first; rest != 0; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest), set = set_of(w->sets, i);
    unsigned tag = popcount(in_set(w->sets, first, set) & ((1u << i) - 1));
    uint32_t same = _mm512_cmpeq_epi16_mask(w->key, _mm512_set1_epi16((short)key[i]));
    __m512i lanes = _mm512_set1_epi32((int)same);
    __mmask16 use[2];
    for (unsigned h = 0; h < 2; h++) {
      use[h] = _mm512_test_epi32_mask(of_column.half[h], lanes);
      __m512i one = _mm512_maskz_set1_epi32(use[h], 1);
      all.half[h] = _mm512_add_epi32(all.half[h], one);
      if (tag < w->together) early.half[h] = _mm512_add_epi32(early.half[h], one);
    }
    t.columns[set][tag] = join(use[0], use[1]);
  }
  unsigned data = serve_table(&t, w->together, w->columns_shift);
  if (w->together > 0) data += fullest_columns(early, w->columns_shift).wavefronts;
  out->sectors = (uint16_t)sectors_of(&t, w->columns_shift);
  out->lines = (uint16_t)popcount(first);
  out->tag_wavefronts = (uint16_t)t.tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)fullest_columns(all, w->columns_shift).ways;
}

/* No lines but four, the first a multiple of 4: all in one tag wavefront, in whatever order. */
static inline WIDE void count_quad(const struct warp *w, struct wl_counts *out) {
  struct pair of_column = lanes_of_columns(w->column, w->mask);
  __m512i line[WL_SETS], all = _mm512_setzero_si512();
  unsigned lines = 0;
  for (unsigned k = 0; k < 4; k++) {
    uint32_t same = _mm512_cmpeq_epi16_mask(w->key, _mm512_set1_epi16((short)k));
    __m512i lanes = _mm512_set1_epi32((int)same);
    uint32_t use = join(_mm512_test_epi32_mask(of_column.half[0], lanes),
                        _mm512_test_epi32_mask(of_column.half[1], lanes));
    lines += use != 0;
    line[k] = _mm512_maskz_set1_epi32(1, (int)use);
    all = _mm512_mask_set1_epi32(all, (__mmask16)(1u << k), (int)use);
  }
  struct shared s = share_columns(line);
  out->sectors = (uint16_t)count_sectors(all, w->columns_shift);
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = 1;
  out->wavefronts = (uint16_t)serve_alone(line, w->columns_shift);
  out->ways = (uint16_t)(1 + (_mm512_test_epi32_mask(s.two, s.two) != 0) +
                         (_mm512_test_epi32_mask(s.three, s.three) != 0) +
                         (_mm512_test_epi32_mask(s.four, s.four) != 0));
}

WIDE bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                             struct wl_counts *out) {
  struct pair low, line, key;
  if (!load_lanes(a, &low, &line)) return false;
  struct warp w = {
    .columns_shift = wl_group_shift(a->width, false),
    .together = wl_tags_together(a),
    .mask = a->mask,
    .column = find_columns(low, a->width, false),
  };
  __m512i some = _mm512_broadcastd_epi32(_mm512_castsi512_si128(line.half[0]));
  for (unsigned h = 0; h < 2; h++) key.half[h] = _mm512_xor_si512(line.half[h], some);
  __m512i used = _mm512_or_si512(key.half[0], key.half[1]);
  __m512i above = _mm512_srli_epi32(used, 16);
  bool far = _mm512_test_epi32_mask(above, above) != 0;
  above = _mm512_srli_epi32(used, 2);
  bool near = _mm512_test_epi32_mask(above, above) == 0;
  if (far) {
    /* By 16 bits of a product: different ones are different lines, equal ones may be. */
    __m512i factor = _mm512_set1_epi32((int)0x9e3779b1);
    for (unsigned h = 0; h < 2; h++)
      key.half[h] = _mm512_srli_epi32(_mm512_mullo_epi32(key.half[h], factor), 16);
  }
  w.key = to_16_bits(key);
  if (far && (a->mask != UINT32_MAX || !all_differ(w.key))) return false;
  if (near && arch->tag_sets == 4) {
    count_quad(&w, out);
    return true;
  }
  /* Keys are line indices but for bits that all have in common. */
  w.sets = far ? find_sets(arch, line) : find_sets_16(arch, w.key);
  uint32_t first = UINT32_MAX;
  if (!far && (a->mask != UINT32_MAX || !all_differ(w.key)))
    first = first_lanes(w.key, a->mask) & a->mask;
  if (first == UINT32_MAX && w.together == 0) count_alone(&w, out);
  else if (popcount(first) <= FEW_LINES) count_lines(&w, first, out);
  else count_joined(&w, first, out);
  return true;
}

#endif
