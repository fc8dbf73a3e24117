/* The blocks and warps of a kernel that one multiprocessor holds, in words. */
#ifndef WL_WORDS_OCCUPANCY_TEXT_H
#define WL_WORDS_OCCUPANCY_TEXT_H

#include "core/gpu/occupancy.h"
#include "core/trace/trace_head.h"

/* Of a thread. What is assumed is never more than lets the block be launched. */
struct wl_registers {
  uint32_t count;
  bool assumed;
};

/* As the user gave them; 0: not at all. */
struct wl_registers wl_registers_given(uint32_t count);

struct wl_residency {
  const struct wl_sm *sm;        /* NULL: nothing is known of the generation */
  bool fits;                     /* else `diag` says why no block can be launched */
  uint32_t threads, shared;      /* of a block */
  bool shared_assumed;           /* the array of -e has a size that nobody gave */
  struct wl_registers registers;
  struct wl_occupancy occupancy;
  struct wl_diag diag;
};

/* Works it out for the kernel of `head`; false where nothing can be said. */
bool wl_residency(const struct wl_head *head, const struct wl_arch *arch,
                  struct wl_registers registers, struct wl_residency *out);

/* Where what limits it is from: the least certain column of core/gpu/sm.h. */
const struct wl_sm_field *wl_residency_source(const struct wl_residency *r);

/* What allows no more blocks: "warps and registers". */
const char *wl_residency_limits(const struct wl_residency *r, char text[64]);

/* "8 blocks of 8 warps: 64 of 64 per SM (100 %)". */
const char *wl_residency_text(const struct wl_residency *r, char text[96]);

/* What allows no more, in numbers: "64 warps of an SM, 8 of a block". */
const char *wl_residency_why(const struct wl_residency *r, char text[160]);

/* Columns of a shared array of two or three dimensions that decide over blocks. */
struct wl_padding {
  unsigned array;  /* in head.array */
  int columns;     /* 1: one more; negative: without those beyond a power of two */
  uint32_t blocks; /* that there would be then */
};

/* What padding costs, or would cost: at most two of each array. */
enum { WL_MAX_PADDINGS = 2 * WL_MAX_ARRAYS };
unsigned wl_residency_paddings(const struct wl_head *head, const struct wl_residency *now,
                               struct wl_padding out[WL_MAX_PADDINGS]);

/* "the column of tile beyond 32 costs a block: 7 instead of 8 per SM". */
const char *wl_padding_text(const struct wl_head *head, const struct wl_residency *now,
                            const struct wl_padding *p, char text[160]);

/* "pad 0 → 1 costs a block: 7 instead of 8 per SM, limit: shared memory"; NULL
 * where the shared memory is the same, or no block is lost. */
const char *wl_residency_note(const struct wl_residency *before, const struct wl_residency *now,
                              const char *change, char text[128]);

#endif
