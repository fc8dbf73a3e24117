/* The hash that gives each line of global memory its tag set, and the tag wavefronts that follow.
 * Internal to src/core. */
#ifndef WL_CORE_COUNT_TAG_SETS_H
#define WL_CORE_COUNT_TAG_SETS_H

#include "core/access/access.h"
#include "core/gpu/arch.h"

enum { WL_SETS = 4 }; /* tag sets: lines that one tag wavefront takes at most */

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

/* A tag wavefront takes one line of each of the 4 tag sets, in lane order: the
 * k-th line of a set goes in wavefront k. So every line has a place of its own in
 * a table of wavefronts × sets. Four wavefronts stand side by side in a vector:
 * place = wavefront / 4, set, wavefront % 4. */
enum { WL_TAG_BLOCK = 4 * WL_SETS };
struct wl_tag_places {
  unsigned lines, wavefronts;
  uint32_t place[WL_LANES]; /* of each lane's line */
};
void wl_tag_places(const struct wl_arch *arch, const struct wl_access *a, struct wl_tag_places *t);

#endif
