/* A small run made by hand: a trace and its analysis, for the writers' tests. */
#ifndef WL_TESTS_RUN_H
#define WL_TESTS_RUN_H

#include "core/analysis/costs.h"

struct run {
  struct wl_trace *trace;
  struct wl_analysis *analysis;
};

/* A transpose of one tile of 32 × 32 floats in each of 2 × 2 blocks, with a
 * shuffle, a vote, a barrier, a mark and an atomic. Hostile names and text, if
 * so wanted. */
struct run make_run(bool hostile);
void drop_run(struct run *run);

#endif
