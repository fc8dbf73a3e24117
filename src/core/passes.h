/* Shared memory before cc 5.0: how one instruction is split into passes. */
#ifndef WL_CORE_PASSES_H
#define WL_CORE_PASSES_H

#include "core/explain.h"

/* How a generation's banks serve a warp; the rules in words: core/rule.c. */
enum wl_banking {
  WL_BANKS_HALF_WARP, /* cc 1.x: 16 banks, half-warps, one broadcast word a step */
  WL_BANKS_FERMI,     /* cc 2.x: 32 banks, every word is broadcast; 8 bytes by half-warps */
  WL_BANKS_KEPLER_4,  /* cc 3.x: 32 banks of 8 bytes in 4-byte mode */
  WL_BANKS_KEPLER_8,  /* … in 8-byte mode */
  WL_BANKS_GROUPS,    /* cc 5.x, 6.x: 32 banks, 8 and 16 bytes by half- and quarter-warps */
  WL_BANKS_MERGE,     /* cc 7.0 on: … and neighbouring groups of a load may merge */
  WL_BANKINGS
};

/* Passes of a shared access under one of the first four rules. words[] gets
 * every word served with its bank, lanes, group and pass (`wavefront`), in the
 * order served; *word_count how many. On cc 2.x 16-byte accesses give the
 * vendor's "ways"; which pass serves a word is not documented there, so its
 * `wavefront` only orders the words of one bank.
 * Source: CUDA C Programming Guide 4, appendix F; rules.h has each in words. */
unsigned wl_passes(enum wl_banking rule, const struct wl_access *a,
                   struct wl_word words[WL_MAX_WORDS], unsigned *word_count);

#endif
