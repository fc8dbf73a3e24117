#include "core/hazard/finding_index.h"

#include <stdlib.h>

void wl_hazard_index_create(struct wl_hazard_index *x, size_t count) {
  uint32_t slots = 64;
  while (slots < 2 * count && slots < UINT32_C(1) << 30) slots *= 2;
  *x = (struct wl_hazard_index){.slots = slots};
  x->first = calloc(slots, sizeof *x->first);
  x->last = calloc(slots, sizeof *x->last);
  x->next = calloc(count + 1, sizeof *x->next);
  if (x->first == NULL || x->last == NULL || x->next == NULL) {
    wl_hazard_index_free(x);
    x->slots = 0;
  }
}

void wl_hazard_index_free(struct wl_hazard_index *x) {
  free(x->first);
  free(x->last);
  free(x->next);
  x->first = x->last = x->next = NULL;
}

static uint32_t slot_of(const struct wl_hazard_index *x, uint64_t key) {
  return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (x->slots - 1);
}

void wl_hazard_index_add(struct wl_hazard_index *x, uint64_t key, uint32_t number) {
  if (number >= x->count) x->count = number + 1;
  if (x->slots == 0) return;
  uint32_t slot = slot_of(x, key);
  if (x->first[slot] == 0) x->first[slot] = number + 1;
  else x->next[x->last[slot] - 1] = number + 1;
  x->last[slot] = number + 1;
}

uint32_t wl_hazard_index_first(const struct wl_hazard_index *x, uint64_t key) {
  if (x->slots == 0) return x->count ? 0 : WL_HAZARD_NONE;
  return x->first[slot_of(x, key)] - 1; /* 0 becomes none */
}

uint32_t wl_hazard_index_next(const struct wl_hazard_index *x, uint32_t number) {
  if (x->slots == 0) return number + 1 < x->count ? number + 1 : WL_HAZARD_NONE;
  return x->next[number] - 1;
}

uint64_t wl_hazard_key(uint32_t of, uint32_t line, uint32_t other) {
  uint64_t key = line * UINT64_C(0x9e3779b97f4a7c15) ^ other;
  return key * UINT64_C(0xc2b2ae3d27d4eb4f) ^ of;
}
