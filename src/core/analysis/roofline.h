/* The roofline of a launch: how many float operations the bytes of each level of memory allow. */
#ifndef WL_CORE_ANALYSIS_ROOFLINE_H
#define WL_CORE_ANALYSIS_ROOFLINE_H

#include "core/analysis/time_bound.h"

#define WL_ROOFLINE_LEVELS WL_ROOF_ATOMICS /* DRAM, L2, L1, shared memory: enum wl_roof */

/* One level: the bytes that it has to move, and how many it can in a microsecond; negative: not
 * known. L1 and shared memory move a row of their banks in each wavefront, whatever of it is
 * used. DRAM has what the caches model, empty before. `most`: operations in a microsecond that it
 * alone would allow. */
struct wl_roofline_level { double bytes, bandwidth, most; };

struct wl_roofline {
  bool counted;        /* the float operations are */
  uint64_t operations; /* as the script has them: a compiler may find that fewer do */
  double peak;         /* operations in a microsecond of all SMs that have a block, an fma 2 */
  struct wl_roofline_level level[WL_ROOFLINE_LEVELS];
  enum wl_roof limit;  /* the level that allows least; WL_ROOF_ATOMICS: the peak does */
  double most;         /* what all of them allow */
};

/* False where the caches of the launch are not modelled. */
bool wl_roofline(const struct wl_analysis *a, struct wl_roofline *out);

#endif
