/* The cache lines that one access looks up, and the words of each. */
#ifndef WL_CORE_CACHE_LOOKUP_H
#define WL_CORE_CACHE_LOOKUP_H

#include "core/access/access.h"

enum { WL_CACHE_LINE = 128, WL_CACHE_SECTOR = 32, WL_LINE_SECTORS = 4, WL_SECTOR_WORDS = 8 };

/* One line: its address / 128; its 32 words of 4 bytes, of which the lanes touch some, and write
 * some in full. */
struct wl_lookup {
  uint64_t line;
  uint32_t words, full;
};

/* The lines that an access to global memory looks up, in the order of the lanes that ask first.
 * Returns how many, at most WL_LANES: an address is a multiple of its width. */
unsigned wl_lookups(const struct wl_access *a, struct wl_lookup out[WL_LANES]);

/* Sectors with a word in use, bit i for sector i of the line; and how many there
 * are; all words of such sectors. */
static inline unsigned wl_sectors_of_words(uint32_t words) {
  words |= words >> 4;
  words |= words >> 2;
  words |= words >> 1;
  words &= UINT32_C(0x01010101);
  return (words * UINT32_C(0x10204080)) >> 28;
}
static inline unsigned wl_sectors_count(unsigned sectors) { /* popcount() may be a call */
  return (unsigned)(UINT64_C(0x4332322132212110) >> 4 * (sectors & 15)) & 15;
}
static inline uint32_t wl_words_of_sectors(unsigned sectors) {
  uint32_t spread = (sectors & 1) | (sectors & 2) << 7 | (sectors & 4) << 14 | (sectors & 8) << 21;
  return spread * 0xff;
}

#endif
