/* Random accesses of many families, the same on every run. */
#ifndef TESTS_CORE_ACCESSES_H
#define TESTS_CORE_ACCESSES_H

#include "core/access/access.h"

/* splitmix64: the next random number. */
static inline uint64_t random_next(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline uint64_t random_below(uint64_t *state, uint64_t n) { return random_next(state) % n; }

/* How the element index of each lane is drawn. */
enum access_family {
  FAMILY_AFFINE,    /* base + i × stride, either direction */
  FAMILY_RANDOM,    /* anywhere in the range */
  FAMILY_PERMUTED,  /* neighbouring elements in random order */
  FAMILY_FEW,       /* few different elements */
  FAMILY_PARTNERS,  /* lanes i and i ^ d share, with a few that do not */
  FAMILY_BANK,      /* all in few banks: multiples of 128 bytes */
  FAMILY_TILE,      /* rows of a matrix with a pitch */
  FAMILY_HASH,      /* lines that differ in few bits, for the tag sets */
  FAMILY_PAGES,     /* groups of lanes in far apart places */
  FAMILY_EDGE,      /* at the top of the address space */
  ACCESS_FAMILIES
};

/* Draws the addresses; `bytes` is the range, a power of two. */
void random_addresses(uint64_t *state, enum access_family family, uint64_t bytes,
                      struct wl_access *a);

/* Draws an access that passes wl_access_check() for `arch`. */
void random_access(uint64_t *state, const struct wl_arch *arch, struct wl_access *a);

#endif
