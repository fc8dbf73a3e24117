/* What counting has in common: lanes without gaps, and which lanes agree.
 * Internal to src/core. */
#ifndef WL_CORE_LANES_H
#define WL_CORE_LANES_H

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

/* log2 of the lanes in a group of the data stage, merged or not. */
static inline unsigned wl_group_shift(unsigned width, bool merged) {
  return WL_LINE_SHIFT - wl_element_shift(width) + merged;
}

/* Lane masks of the groups of 2^shift lanes, first group. */
static inline uint32_t wl_group_mask(unsigned shift) {
  return shift == 5 ? UINT32_MAX : (1u << (1u << shift)) - 1;
}

/* Sets first[i] to the lowest lane whose key equals key[i], for every lane. */
void wl_first_lanes(const uint64_t key[WL_LANES], uint8_t first[WL_LANES]);

/* Copies the addresses; in each group of 2^shift lanes, inactive lanes take the
 * address of the group's lowest active lane, or of the warp's if it has none. */
void wl_fill_lanes(const struct wl_access *a, unsigned shift, uint64_t address[WL_LANES]);

/* Whether the lanes lie at equal distances; all lanes must be active. */
bool wl_affine(const struct wl_access *a, int64_t *step);

/* Wavefronts of the banks for the whole request, served once: over its lane
 * groups, the most elements that one column has to serve. `ways` as in
 * wl_counts. Equal elements of a group are one, unless `apart`. */
struct wl_bank_count { unsigned wavefronts, ways; };
struct wl_bank_count wl_count_banks(const struct wl_access *a, bool merged, bool apart);

/* Whether partner lanes agree, so that a wide shared load merges its groups. */
bool wl_merges(const struct wl_access *a);

/* The figures that depend on the space; the others are set already. */
void wl_count_global(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
void wl_count_shared(const struct wl_access *a, struct wl_counts *out);
void wl_count_constant(const struct wl_access *a, struct wl_counts *out);

#endif
