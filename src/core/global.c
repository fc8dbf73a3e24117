/* Global memory: sectors and lines, tag wavefronts, and the banks of L1's data. */
#include <string.h>

#include "core/affine.h"
#include "core/tagset.h"
#include "core/spaces.h"
#include "core/words.h"

/* A tag wavefront takes one line of each of the 4 tag sets, in lane order: the
 * k-th line of a set goes in wavefront k. So every line has a place of its own in
 * a table of wavefronts × sets. Four wavefronts stand side by side in a vector:
 * place = wavefront / 4, set, wavefront % 4. */
enum { SETS = WL_SETS, BLOCK = 4 * SETS, PLACES = WL_LANES / 4 * BLOCK, GROUPS = 4 };

struct table {
  unsigned lines, wavefronts;
  uint32_t place[WL_LANES]; /* of each lane's line */
  /* The words of the line that the lanes of each group touch, a bit per bank;
   * cleared for the places up to `wavefronts`, rounded up to a block. */
  uint32_t words[GROUPS][PLACES];
};

/* The tag set of each lane's line, and the first lane that has the same line. */
static void find_lines(const struct wl_arch *arch, const struct wl_access *a,
                       uint32_t set[WL_LANES], uint32_t first[WL_LANES]) {
  uint64_t buffer[WL_LANES], differ = 0;
  uint32_t line[WL_LANES];
  const uint64_t *address = wl_fill_lanes(a, 5, buffer);
  for (unsigned i = 0; i < WL_LANES; i++) {
    differ |= address[i] ^ address[0];
    line[i] = (uint32_t)(address[i] >> WL_LINE_SHIFT);
  }
  if (differ >> (32 + WL_LINE_SHIFT) == 0) {
    wl_tag_sets(arch, line, set);
    wl_first_lanes(line, first);
    return;
  }
  for (unsigned i = 0; i < WL_LANES; i++) {
    set[i] = wl_tag_set(arch, address[i] >> WL_LINE_SHIFT);
    first[i] = 0;
    while (((address[first[i]] ^ address[i]) >> WL_LINE_SHIFT) != 0) first[i]++;
  }
}

static void find_places(const struct wl_arch *arch, const struct wl_access *a, struct table *t) {
  uint32_t set[WL_LANES], first[WL_LANES], lines[WL_LANES], place[WL_LANES], all = 0;
  find_lines(arch, a, set, first);

  /* Lines so far in each set, a byte each. */
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t one = set[i] & 1 ? 0x100 : 1;
    one = set[i] & 2 ? one << 16 : one;
    lines[i] = first[i] == i ? one : 0;
  }
  for (unsigned i = 0; i < WL_LANES; i += 8)
    for (unsigned j = i; j < i + 8; j++) lines[j] = all += lines[j];
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t rank = set[i] & 2 ? lines[i] >> 16 : lines[i];
    rank = ((set[i] & 1 ? rank >> 8 : rank) - 1) & 0xff;
    place[i] = (rank & ~3u) * SETS + set[i] * 4 + (rank & 3);
  }
  for (unsigned i = 0; i < WL_LANES; i += 8)
    for (unsigned j = i; j < i + 8; j++) t->place[j] = place[first[j]];

  t->lines = t->wavefronts = 0;
  for (unsigned s = 0; s < SETS; s++) {
    unsigned count = all >> 8 * s & 0xff;
    t->lines += count;
    if (count > t->wavefronts) t->wavefronts = count;
  }
}

static unsigned used_places(const struct table *t) { return (t->wavefronts + 3) / 4 * BLOCK; }

/* Enters the words of some lanes in the table, and adds what each column of banks
 * has to serve to `load`: a line has one word of each bank, so a lane adds to its
 * column when its words are new. Inlined with constants; `alone` says that every
 * lane has a line of its own. */
static inline void enter_lanes(const struct wl_access *a, uint32_t lanes, unsigned element_shift,
                               bool alone, struct table *t, uint8_t load[WL_LANES]) {
  unsigned group_shift = WL_LINE_SHIFT - element_shift, columns = 1u << group_shift;
  unsigned words_shift = element_shift - WL_WORD_SHIFT;
  uint32_t element = (1u << (1u << words_shift)) - 1;
  for (unsigned i = 0; i < WL_LANES; i += 8)
    for (unsigned j = i; j < i + 8; j++) {
      unsigned column = (unsigned)(a->address[j] >> element_shift) & (columns - 1);
      uint32_t bits = (element & -(lanes >> j & 1)) << (column << words_shift);
      uint32_t *words = &t->words[j >> group_shift][t->place[j]];
      uint8_t *at = &load[(j >> group_shift << group_shift) + column];
      *at = (uint8_t)(*at + (alone || (bits & ~*words) != 0));
      *words = alone ? bits : *words | bits;
    }
}

static void enter_words(const struct wl_access *a, uint32_t lanes, struct table *t,
                        uint8_t load[WL_LANES]) {
  bool alone = lanes == UINT32_MAX && t->lines == WL_LANES;
  if (a->width <= 4 && alone) enter_lanes(a, UINT32_MAX, 2, true, t, load);
  else if (a->width <= 4 && lanes == UINT32_MAX) enter_lanes(a, UINT32_MAX, 2, false, t, load);
  else if (a->width <= 4) enter_lanes(a, lanes, 2, false, t, load);
  else if (a->width == 8 && alone) enter_lanes(a, UINT32_MAX, 3, true, t, load);
  else if (a->width == 8) enter_lanes(a, lanes, 3, false, t, load);
  else if (alone) enter_lanes(a, UINT32_MAX, 4, true, t, load);
  else enter_lanes(a, lanes, 4, false, t, load);
}

/* Sectors with a word in use, over all lines. */
static unsigned count_sectors(const struct table *t, unsigned groups) {
  wl_four sectors = {0, 0, 0, 0}; /* a count in each byte, at most 32 in all */
  for (unsigned p = 0; p < used_places(t); p += 4) {
    wl_four words = {0, 0, 0, 0};
    for (unsigned g = 0; g < groups; g++) words |= wl_load_four(&t->words[g][p]);
    sectors += wl_sectors_of(words);
  }
  return wl_sum_of_bytes(sectors);
}

/* Wavefronts of the data stage for the tag wavefronts from `first`, a multiple of
 * 4, when each is served on its own. */
static unsigned count_alone(const struct table *t, unsigned groups, unsigned first) {
  wl_four sum = {0, 0, 0, 0};
  for (unsigned p = first * SETS; p < used_places(t); p += BLOCK)
    for (unsigned g = 0; g < groups; g++) {
      const uint32_t *w = &t->words[g][p];
      sum += wl_most_of(wl_load_four(w), wl_load_four(w + 4), wl_load_four(w + 8),
                        wl_load_four(w + 12));
    }
  return wl_sum_of(sum);
}

static void count_load_store(const struct wl_arch *arch, const struct wl_access *a,
                             struct wl_counts *out) {
  struct table t;
  uint8_t load[WL_LANES] = {0};
  find_places(arch, a, &t);
  unsigned columns = 1u << wl_group_shift(a->width, false), groups = WL_LANES / columns;
  for (unsigned g = 0; g < groups; g++)
    memset(t.words[g], 0, used_places(&t) * sizeof t.words[g][0]);

  /* The lanes of the first tag wavefronts pass the banks together. */
  unsigned together = wl_tags_together(a);
  uint32_t early = 0;
  for (unsigned i = 0; i < WL_LANES && together > 0; i++)
    early |= (uint32_t)(t.place[i] < together * SETS) << i & a->mask;
  if (early != 0) enter_words(a, early, &t, load);
  unsigned data = wl_fullest_columns(load, columns).wavefronts;
  if (early != a->mask) enter_words(a, a->mask & ~early, &t, load);

  out->sectors = (uint16_t)(t.lines == WL_LANES ? WL_LANES : count_sectors(&t, groups));
  out->lines = (uint16_t)t.lines;
  out->tag_wavefronts = (uint16_t)t.wavefronts;
  out->wavefronts = (uint16_t)(data + count_alone(&t, groups, together));
  out->ways = (uint16_t)wl_fullest_columns(load, columns).ways;
}

unsigned wl_tag_lanes(const struct wl_arch *arch, const struct wl_access *a,
                      uint32_t lanes[WL_LANES]) {
  struct table t;
  find_places(arch, a, &t);
  for (unsigned tag = 0; tag < t.wavefronts; tag++) lanes[tag] = 0;
  for (unsigned i = 0; i < WL_LANES; i++)
    if (a->mask >> i & 1) lanes[t.place[i] / BLOCK * 4 + t.place[i] % 4] |= 1u << i;
  return t.wavefronts;
}

/* What has no closed form. A function of its own, for its tables need much room. */
__attribute__((noinline)) static void count_irregular(const struct wl_arch *arch,
                                                      const struct wl_access *a,
                                                      struct wl_counts *out) {
  if (a->op == WL_COPY_CG) wl_count_copy_cg(arch, a, out);
  else if (wl_is_atomic(a) && arch->tag_sets != 0) wl_count_atomic(arch, a, out);
  else count_load_store(arch, a, out);
}

/* What copies and atomics have of their own, and generations without tag wavefronts. */
__attribute__((noinline)) static void correct(const struct wl_arch *arch,
                                              const struct wl_access *a, struct wl_counts *out) {
  if (wl_is_atomic(a)) wl_cap_ideal(a, out);
  if (a->op == WL_COPY) {
    struct wl_copy_wavefront wavefront[WL_LANES];
    out->wavefronts = (uint16_t)wl_copy_wavefronts(arch, a, wavefront);
    out->ways = (uint16_t)wl_copy_ways(a);
  }
  if (arch->tag_sets != 0) return;
  /* No rule is known for the stages of L1. */
  out->tag_wavefronts = out->wavefronts = out->ways = 0;
}

void wl_count_global(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  bool own = a->op == WL_COPY_CG || (wl_is_atomic(a) && arch->tag_sets != 0);
  if (own || !wl_count_affine(arch, a, out)) count_irregular(arch, a, out);
  wl_set_moved(out, out->sectors);
  if ((a->op != WL_LOAD && a->op != WL_STORE) || arch->tag_sets == 0) correct(arch, a, out);
}
