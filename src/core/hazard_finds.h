/* Hazards that were found, each once. Internal to src/core. */
#ifndef WL_CORE_HAZARD_FINDS_H
#define WL_CORE_HAZARD_FINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/hazard.h"

struct wl_finds {
  struct wl_hazard *hazard;
  size_t count, capacity, recent;
  uint32_t *slot; /* hash table of indices + 1 */
  size_t slots;
};

/* Adds one, or counts it where it is there. False when memory ran out. */
bool wl_finds_add(struct wl_finds *f, const struct wl_hazard *h);

/* Makes one of a race between lanes of one warp and the same of the block: the barrier
 * that ends the one ends the other. False when memory ran out. */
bool wl_finds_fold(struct wl_finds *f);

/* Says of each what would mend it, seen together with those it belongs to. */
void wl_finds_cure(struct wl_finds *f);

void wl_finds_free(struct wl_finds *f);

#endif
