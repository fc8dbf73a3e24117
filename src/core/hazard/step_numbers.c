#include "core/hazard/step_numbers.h"

#include <stdlib.h>

#include "core/base/grow.h"

void wl_steps_free(struct wl_step_counts *c) {
  free(c->run);
  *c = (struct wl_step_counts){0};
}

/* From `rank` on blocks have `each` steps. */
static bool begin_run(struct wl_step_counts *c, uint64_t rank, uint32_t each) {
  if (c->runs > 0 && c->run[c->runs - 1].each == each) return true;
  if (c->runs == c->capacity) {
    struct wl_step_run *grown = wl_grow32(c->run, sizeof *grown, &c->capacity, 4);
    if (grown == NULL) return false;
    c->run = grown;
  }
  c->run[c->runs++] = (struct wl_step_run){.rank = rank, .before = c->total, .each = each};
  return true;
}

bool wl_steps_add(struct wl_step_counts *c, uint64_t rank, uint32_t steps) {
  if (rank > c->next && !begin_run(c, c->next, 0)) return false; /* blocks without steps */
  if (!begin_run(c, rank, steps)) return false;
  c->total += steps;
  c->next = rank + 1;
  return true;
}

uint64_t wl_steps_before(const struct wl_step_counts *c, uint64_t rank) {
  uint32_t low = 0, high = c->runs;
  if (rank >= c->next) return c->total;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (c->run[middle].rank <= rank) low = middle;
    else high = middle;
  }
  const struct wl_step_run *run = &c->run[low];
  return run->before + (rank - run->rank) * run->each;
}
