/* What counting has in common: lanes without gaps, and which lanes agree.
 * Internal to src/core. */
#ifndef WL_CORE_TALLY_H
#define WL_CORE_TALLY_H

#include "core/count.h"

/* Every generation since cc 5.0 has lines of 128 bytes in sectors of 32, and 32
 * banks of 4 bytes; arch.c repeats the numbers with their sources. A lane touches
 * one *element*: its word, or its 2 or 4 words. 128 / element bytes lanes make a
 * lane group, and as many *columns* of banks serve it. */
enum { WL_LINE_SHIFT = 7, WL_SECTOR_SHIFT = 5, WL_WORD_SHIFT = 2 };

/* log2 of the bytes of an element: a byte or a half word counts as its word. */
static inline unsigned wl_element_shift(unsigned width) {
  return width == 16 ? 4 : width == 8 ? 3 : 2;
}

/* How many words an element has. */
static inline unsigned wl_element_words(unsigned width) {
  return 1u << (wl_element_shift(width) - WL_WORD_SHIFT);
}

/* The words of an element, a bit each. */
static inline uint32_t wl_element_bits(unsigned width) {
  return width == 16 ? 15 : width == 8 ? 3 : 1;
}

/* log2 of the lanes in a group of the data stage, merged or not. */
static inline unsigned wl_group_shift(unsigned width, bool merged) {
  return WL_LINE_SHIFT - wl_element_shift(width) + merged;
}

/* Lane masks of the groups of 2^shift lanes, first group. */
static inline uint32_t wl_group_mask(unsigned shift) {
  return shift == 5 ? UINT32_MAX : (1u << (1u << shift)) - 1;
}

/* Sets first[i] to the lowest lane whose key equals key[i], for every lane. */
void wl_first_lanes(const uint32_t key[WL_LANES], uint32_t first[WL_LANES]);

/* Addresses without gaps: in each group of 2^shift lanes, inactive lanes have the
 * address of the group's lowest active lane, or of the warp's if it has none.
 * Points into the access or to the buffer. */
const uint64_t *wl_fill_lanes(const struct wl_access *a, unsigned shift,
                              uint64_t buffer[WL_LANES]);

/* What the banks need: wavefronts, summed over the lane groups, and `ways` as in
 * wl_counts. */
struct wl_bank_count { unsigned wavefronts, ways; };

/* Adds up the fullest column of each group: load[g × columns + c] is what column
 * c has to serve to group g. */
struct wl_bank_count wl_fullest_columns(const uint8_t load[WL_LANES], unsigned columns);

/* What the banks need when every lane is served on its own. */
struct wl_bank_count wl_count_lanes(const struct wl_access *a);

/* Tag wavefronts of a load or store that pass the data stage together; each of
 * those after them passes on its own. Source: H200 counters; an estimate for stores
 * of more than 4 tag wavefronts (WL_RULE_DATA_STORE_MANY). */
static inline unsigned wl_tags_together(const struct wl_access *a) {
  if (a->hit) return WL_LANES;
  if (a->op != WL_STORE) return 0;
  return a->width >= 4 ? 8 : 4;
}

static inline bool wl_is_atomic(const struct wl_access *a) {
  return wl_op_is_atomic((enum wl_op)a->op);
}

/* The least that would do, in units of `unit` bytes: never more than there are. */
static inline uint16_t wl_ideal(uint32_t bytes_asked, uint32_t unit, uint32_t actual) {
  uint32_t packed = (bytes_asked + unit - 1) / unit;
  return (uint16_t)(packed < actual ? packed : actual);
}

/* Constant memory: a pass for each request (cc 1.x: half-warps ask one by one) and
 * 4 bytes, as if all lanes wanted one address. */
static inline uint16_t wl_ideal_passes(const struct wl_access *a, const struct wl_counts *c) {
  return (uint16_t)(c->requests * (a->width > 4 ? a->width / 4u : 1u));
}

/* Sets what moves, from the sectors. */
static inline void wl_set_moved(struct wl_counts *out, uint32_t sectors) {
  out->sectors = (uint16_t)sectors;
  out->bytes_moved = sectors << WL_SECTOR_SHIFT;
  out->ideal_sectors = wl_ideal(out->bytes_asked, 1u << WL_SECTOR_SHIFT, sectors);
}

/* Whether partner lanes agree, so that a wide shared load merges its groups where
 * the generation merges at all. */
bool wl_merges(const struct wl_arch *arch, const struct wl_access *a);

#endif
