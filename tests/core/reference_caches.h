/* The caches of a launch once more, slow and plain: arrays that are searched, one step of all
 * multiprocessors after the other. Written from the rules, not from the program. */
#ifndef WL_TESTS_REFERENCE_CACHES_H
#define WL_TESTS_REFERENCE_CACHES_H

#include "core/trace/step.h"

enum { REFERENCE_LINES = 8, REFERENCE_ARRAYS = 4 }; /* of scripts; in a launch */

/* What is simulated. The order of steps is that of a sink: blocks one after the other, in each
 * phase warps one after the other. */
struct reference_launch {
  const struct wl_step *step;
  size_t steps;
  uint32_t blocks, warps;        /* of the launch; of a block */
  uint32_t sms, resident;
  uint32_t l1_lines, l2_lines, partitions; /* L2: of each partition */
  bool stores_stay, whole_lines; /* stores leave their words in L1; a miss fetches the line */
  bool loads_past;               /* plain loads go past L1 */
  bool warps_in_a_row;           /* a warp until it ends or waits, else one request each */
  bool is_volatile[REFERENCE_ARRAYS];
};

/* Sectors. */
struct reference_site {
  uint64_t hits, misses, evicted;
  uint64_t reads, shared, writes, atomics, dram;
};

struct reference_figures {
  struct reference_site site[REFERENCE_LINES][REFERENCE_ARRAYS];
  uint64_t loaded, stored; /* distinct sectors that L2 was asked for; that it was given */
  uint64_t block_lines;    /* distinct lines of the block that has most */
};

void reference_caches(const struct reference_launch *launch, struct reference_figures *out);

#endif
