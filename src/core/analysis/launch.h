/* The total cost of one launch, of a program with several. */
#ifndef WL_CORE_ANALYSIS_LAUNCH_H
#define WL_CORE_ANALYSIS_LAUNCH_H

#include "core/analysis/launch_figures.h"

struct wl_launch {
  char kernel[96];
  uint32_t grid[3], block[3];
  uint64_t recorded; /* blocks of it that the sums are of */
  bool shown;   /* its steps are the trace of the run */
  bool counted; /* by launch=NUMBER: it is of the kernel that is asked for, or none is */
  struct wl_sum sum[WL_SPACES][WL_OPS];
  struct wl_launch_totals totals;
};

#endif
