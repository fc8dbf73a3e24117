/* Warp shuffles: which lane each lane reads. */
#ifndef WL_CORE_ACCESS_SHUFFLE_H
#define WL_CORE_ACCESS_SHUFFLE_H

#include <stdbool.h>
#include <stdint.h>

enum wl_shuffle_mode { WL_SHFL_IDX, WL_SHFL_UP, WL_SHFL_DOWN, WL_SHFL_XOR, WL_SHFL_MODES };
extern const char *const wl_shuffle_names[]; /* "shfl", "shfl_up" … */

/* The source lane of `lane` for argument `arg` (source lane, delta or lane
 * mask; its low 5 bits count) and `width`, a power of two of 1 … 32. *in_range
 * (may be NULL) is the instruction's predicate: false where the lane keeps its
 * own value for want of a source. Source: PTX ISA, shfl.sync. */
unsigned wl_shuffle_source(enum wl_shuffle_mode mode, unsigned width, int arg, unsigned lane,
                           bool *in_range);

#endif
