/* Local memory: every thread its own array, laid out so that a warp's lanes lie
 * side by side. */
#ifndef WL_CORE_COUNT_COUNT_LOCAL_H
#define WL_CORE_COUNT_COUNT_LOCAL_H

#include "core/access/access.h"

/* Rows that a local access of this width touches per lane: one per 4-byte word. */
unsigned wl_local_rows(unsigned width);

/* The global access that row `row` of a local access amounts to: word w of lane
 * t lies at (w × 32 + t) × 4 in the warp's window. `local` has byte offsets in
 * each thread's own array as addresses.
 * Source: CUDA Programming Guide 13.1, local memory; H200 counters, 6 of 6. */
void wl_local_row(const struct wl_access *local, unsigned row, struct wl_access *global);

#endif
