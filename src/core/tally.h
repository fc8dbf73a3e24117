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

/* The tag set of a line, by its index (address / 128). */
static inline unsigned wl_tag_set(const struct wl_arch *arch, uint64_t line) {
  return (unsigned)(__builtin_parityll(line & arch->tag_hash[0]) |
                    __builtin_parityll(line & arch->tag_hash[1]) << 1);
}

/* The same for many lines, by the low 32 bits of their indices: bits above that
 * the lines have in common only change the names of the sets. */
static inline void wl_tag_sets(const struct wl_arch *arch, const uint32_t *restrict line,
                               uint32_t *restrict set) {
  uint32_t low = (uint32_t)arch->tag_hash[0], high = (uint32_t)arch->tag_hash[1];
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t x = line[i] & low, y = line[i] & high;
    x = ((x ^ x >> 16) & 0xffff) | (y ^ y >> 16) << 16; /* two parities side by side */
    x ^= x >> 8;
    x ^= x >> 4;
    x ^= x >> 2;
    x ^= x >> 1;
    set[i] = (x & 1) | (x >> 15 & 2);
  }
}

/* Sets first[i] to the lowest lane whose key equals key[i], for every lane. */
void wl_first_lanes(const uint64_t key[WL_LANES], uint8_t first[WL_LANES]);

/* Copies the addresses; in each group of 2^shift lanes, inactive lanes take the
 * address of the group's lowest active lane, or of the warp's if it has none. */
void wl_fill_lanes(const struct wl_access *a, unsigned shift, uint64_t address[WL_LANES]);

/* What the banks need: wavefronts, summed over the lane groups, and `ways` as in
 * wl_counts. */
struct wl_bank_count { unsigned wavefronts, ways; };

/* Adds up the fullest column of each group that has lanes in `mask`. load[i + c]
 * is what column c has to serve to the group that begins with lane i. */
struct wl_bank_count wl_fullest_columns(const uint8_t load[WL_LANES], uint32_t mask,
                                        unsigned group_shift, unsigned columns);

/* What the banks need for the whole request, without regard to tag wavefronts.
 * Equal elements of a group are served once, or lane by lane if `apart`. */
struct wl_bank_count wl_count_banks(const struct wl_access *a, bool merged, bool apart);

/* Tag wavefronts of a load or store that pass the data stage together; each of
 * those after them passes on its own. Source: H200 counters. */
static inline unsigned wl_tags_together(const struct wl_access *a) {
  if (a->hit) return WL_LANES;
  if (a->op == WL_LOAD) return 0;
  return a->width >= 4 ? 8 : 4;
}

/* Whether partner lanes agree, so that a wide shared load merges its groups. */
bool wl_merges(const struct wl_access *a);

/* Whether all lanes are active and lie at equal distances, the same way up. */
bool wl_affine_step(const struct wl_access *a, int64_t *step);

/* The ways of such an access in closed form; false if there is none. */
bool wl_affine_ways(unsigned width, int64_t step, bool apart, unsigned *ways);

/* The figures that depend on the space; the others are set already. The two for
 * affine loads and stores and for atomics serve wl_count_global(), which sets
 * what follows from the sectors; the first is false if it has no closed form. */
void wl_count_global(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
bool wl_count_affine(const struct wl_arch *arch, const struct wl_access *a, int64_t step,
                     struct wl_counts *out);
void wl_count_atomic(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
void wl_count_shared(const struct wl_access *a, struct wl_counts *out);
void wl_count_constant(const struct wl_access *a, struct wl_counts *out);

#endif
