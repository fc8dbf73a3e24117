/* Global memory: sectors and lines, tag wavefronts, and the banks of L1's data. */
#include <string.h>

#include "core/count/affine.h"
#include "core/count/count_common.h"
#include "core/count/count_spaces.h"
#include "core/count/tag_sets.h"

enum { SETS = WL_SETS, BLOCK = WL_TAG_BLOCK, PLACES = WL_LANES / 4 * BLOCK, GROUPS = 4 };

struct table {
  struct wl_tag_places at;
  /* The words of the line that the lanes of each group touch, a bit per bank;
   * cleared for the places up to `wavefronts`, rounded up to a block. */
  uint32_t words[GROUPS][PLACES];
};

static unsigned used_places(const struct table *t) { return (t->at.wavefronts + 3) / 4 * BLOCK; }

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
      uint32_t *words = &t->words[j >> group_shift][t->at.place[j]];
      uint8_t *at = &load[(j >> group_shift << group_shift) + column];
      *at = (uint8_t)(*at + (alone || (bits & ~*words) != 0));
      *words = alone ? bits : *words | bits;
    }
}

static void enter_words(const struct wl_access *a, uint32_t lanes, struct table *t,
                        uint8_t load[WL_LANES]) {
  bool alone = lanes == UINT32_MAX && t->at.lines == WL_LANES;
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
  wl_tag_places(arch, a, &t.at);
  unsigned columns = 1u << wl_group_shift(a->width, false), groups = WL_LANES / columns;
  for (unsigned g = 0; g < groups; g++)
    memset(t.words[g], 0, used_places(&t) * sizeof t.words[g][0]);

  /* The lanes of the first tag wavefronts pass the banks together. */
  unsigned together = wl_tags_together(a);
  uint32_t early = 0;
  for (unsigned i = 0; i < WL_LANES && together > 0; i++)
    early |= (uint32_t)(t.at.place[i] < together * SETS) << i & a->mask;
  if (early != 0) enter_words(a, early, &t, load);
  unsigned data = wl_fullest_columns(load, columns).wavefronts;
  if (early != a->mask) enter_words(a, a->mask & ~early, &t, load);

  out->sectors = (uint16_t)(t.at.lines == WL_LANES ? WL_LANES : count_sectors(&t, groups));
  out->lines = (uint16_t)t.at.lines;
  out->tag_wavefronts = (uint16_t)t.at.wavefronts;
  out->wavefronts = (uint16_t)(data + count_alone(&t, groups, together));
  out->ways = (uint16_t)wl_fullest_columns(load, columns).ways;
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

unsigned wl_local_rows(unsigned width) { return width <= 4 ? 1 : width / 4; }

void wl_local_row(const struct wl_access *local, unsigned row, struct wl_access *global) {
  *global = *local;
  global->space = WL_GLOBAL;
  global->hit |= local->op == WL_LOAD; /* the banks do it in one go: see WL_RULE_DATA_LOCAL */
  global->width = local->width < 4 ? local->width : 4;
  global->even = false;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    uint64_t offset = local->address[lane] + 4 * row;
    global->address[lane] = (offset / 4 * WL_LANES + lane) * 4 + offset % 4;
  }
}

void wl_count_local(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out) {
  unsigned sectors = 0;
  for (unsigned row = 0; row < wl_local_rows(a->width); row++) {
    struct wl_access global;
    struct wl_counts c = {0};
    wl_local_row(a, row, &global);
    if (arch->family != WL_COALESCED) wl_count_global(arch, &global, &c);
    else wl_count_transactions((enum wl_coalescing)arch->local, &global, &c);
    sectors += c.sectors;
    out->transactions = (uint16_t)(out->transactions + c.transactions);
    out->lines = (uint16_t)(out->lines + c.lines);
    out->tag_wavefronts = (uint16_t)(out->tag_wavefronts + c.tag_wavefronts);
    out->wavefronts = (uint16_t)(out->wavefronts + c.wavefronts);
    if (c.ways > out->ways) out->ways = c.ways;
  }
  out->requests = (uint16_t)(out->requests * wl_local_rows(a->width));
  wl_set_moved(out, sectors);
}
