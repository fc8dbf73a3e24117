/* The number of steps of each block, which gives the number of a step in the run. Internal to
 * src/core. */
#ifndef WL_CORE_HAZARD_STEP_NUMBERS_H
#define WL_CORE_HAZARD_STEP_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* From the `rank`th block of the stream on each has `each` steps, up to the next run; `before`: all
 * blocks before it together. Most kernels have few runs, as their blocks are alike. */
struct wl_step_run { uint64_t rank, before; uint32_t each; };
struct wl_step_counts {
  struct wl_step_run *run;
  uint32_t runs, capacity;
  uint64_t next, total; /* the rank behind the last block that was added; steps up to there */
};

/* Adds the block of this rank, behind those that were added. False when memory ran out. */
bool wl_steps_add(struct wl_step_counts *c, uint64_t rank, uint32_t steps);

/* Steps of the blocks before this rank, of those that were added. */
uint64_t wl_steps_before(const struct wl_step_counts *c, uint64_t rank);

void wl_steps_free(struct wl_step_counts *c);

#endif
