/* The hazards found so far, each once. Internal to src/core. */
#ifndef WL_CORE_HAZARD_FINDINGS_H
#define WL_CORE_HAZARD_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/hazard/hazard.h"

struct wl_findings {
  struct wl_hazard *hazard;
  size_t count, capacity, recent;
  uint64_t now;   /* the step at work: those that are new are met there */
  uint32_t *slot; /* hash table of indices + 1 */
  size_t slots;
};

/* Adds one, or counts it where it is there. False when memory ran out. */
bool wl_findings_add(struct wl_findings *f, const struct wl_hazard *h);

/* Makes one of races between the same two lines. Nothing can be added from here on. */
void wl_findings_fold(struct wl_findings *f);

void wl_findings_free(struct wl_findings *f);

#endif
