/* Words as bits: what lanes touch of a 128-byte line is 32 bits, one per word and
 * bank. Four such masks make a vector. Internal to src/core. */
#ifndef WL_CORE_COUNT_COUNT_WORDS_H
#define WL_CORE_COUNT_COUNT_WORDS_H

#include <stdint.h>
#include <string.h>

typedef uint32_t wl_four __attribute__((vector_size(16)));

static inline wl_four wl_load_four(const uint32_t from[4]) {
  wl_four v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* Per vector element: most bits that one position has in the four masks. */
static inline wl_four wl_most_of(wl_four a, wl_four b, wl_four c, wl_four d) {
  wl_four ab = a & b, cd = c & d, either = a | b, other = c | d;
  wl_four none = {0, 0, 0, 0};
  /* A comparison gives -1 where it holds. */
  return -(wl_four)((either | other) != none) - (wl_four)((ab | cd | (either & other)) != none) -
         (wl_four)(((ab & other) | (cd & either)) != none) - (wl_four)((ab & cd) != none);
}

/* 1 in each byte of the masks, that is in each sector of a line, that is in use. */
static inline wl_four wl_sectors_of(wl_four words) {
  words |= words >> 4;
  words |= words >> 2;
  words |= words >> 1;
  return words & 0x01010101;
}

static inline unsigned wl_sum_of(wl_four v) { return v[0] + v[1] + v[2] + v[3]; }

/* The sum of all bytes; at most 255. */
static inline unsigned wl_sum_of_bytes(wl_four v) { return wl_sum_of(v) * 0x01010101u >> 24; }

#endif
