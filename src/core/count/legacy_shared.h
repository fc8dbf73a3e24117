/* Shared memory before cc 5.0: how one instruction is split into passes. */
#ifndef WL_CORE_COUNT_LEGACY_SHARED_H
#define WL_CORE_COUNT_LEGACY_SHARED_H

#include "core/explain/explain.h"

struct wl_pass_count {
  unsigned passes; /* of the warp, over all lane groups; 0: not known */
  unsigned ways;   /* of the slowest lane group */
};

/* The rule for this access: that of the generation, in the access's bank mode. */
enum wl_banking wl_banking_of(const struct wl_arch *arch, const struct wl_access *a);

/* Passes of a shared load or store under one of the rules before WL_BANKS_GROUPS.
 * words[] gets every word served with its bank, lanes, group and pass
 * (`wavefront`), in the order served; *word_count how many. Groups: on cc 1.x the
 * words of each half-warp one after the other, on 2.x half- and quarter-warps for
 * 8 and 16 bytes, else one. On cc 2.x 16-byte accesses have the vendor's "ways" but
 * no passes: the `wavefront` of a word there only orders the words of one bank.
 * Source: CUDA C Programming Guide 4, appendix F. */
struct wl_pass_count wl_passes(enum wl_banking rule, const struct wl_access *a,
                               struct wl_word words[WL_MAX_WORDS], unsigned *word_count);

enum { WL_SHARED_LOCKS = 1024 }; /* bits 2 to 11 of the address */

/* The same for atomics, which take a lock, update and let go in a loop: lanes
 * that share one of the locks go round one by one. Source: The CUDA Handbook, with 1024 locks as
 * in Gómez-Luna's model. */
struct wl_pass_count wl_lock_trips(const struct wl_arch *arch, const struct wl_access *a,
                                   struct wl_word words[WL_MAX_WORDS], unsigned *word_count);

#endif
