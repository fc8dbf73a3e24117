/* The least time of a launch: the bytes of each level, divided by its bandwidth. */
#ifndef WL_CORE_ANALYSIS_TIME_BOUND_H
#define WL_CORE_ANALYSIS_TIME_BOUND_H

#include "core/analysis/costs.h"
#include "core/cache/caches.h"

enum { WL_FILL_BYTES = 64 }; /* a clock, from L2 to each SM: rules of caches, warplens-model(7) */

/* What a launch cannot be faster than. */
enum wl_roof { WL_ROOF_DRAM, WL_ROOF_L2, WL_ROOF_L1, WL_ROOF_SHARED, WL_ROOF_ATOMICS, WL_ROOFS };

/* A row of each: JSON key, and a sentence for a student. */
struct wl_roof_row { const char *key, *title, *help; };
extern const struct wl_roof_row wl_roofs[WL_ROOFS];

/* Microseconds of each roof; negative: a figure of the chip or the generation is unknown. `limit`:
 * the highest of them. A bound, no prediction: 59 kernels on an H100 and 25 on an H200 took 1.1
 * times as long and more. */
struct wl_time_bound {
  double us[WL_ROOFS];
  double clocks; /* of all multiprocessors that have a block, in a microsecond; 0: unknown */
  enum wl_roof limit;
  bool tells; /* it is longer than what any launch takes: shorter ones say nothing */
};

/* False where the caches of the launch are not modelled. */
bool wl_time_bound(const struct wl_analysis *a, struct wl_time_bound *out);

#endif
