/* Elements that a lane touches since cc 5.0, and the groups of lanes. Internal to src/core. */
#ifndef WL_CORE_ACCESS_ELEMENT_H
#define WL_CORE_ACCESS_ELEMENT_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
