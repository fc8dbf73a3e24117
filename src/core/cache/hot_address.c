#include "core/cache/hot_address.h"

#include <stdlib.h>

static struct wl_address_count *place_of(struct wl_address_count *slot, size_t slots,
                                         uint64_t address) {
  size_t at = (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (slots - 1);
  while (slot[at].count != 0 && slot[at].address != address) at = (at + 1) & (slots - 1);
  return &slot[at];
}

static bool grow(struct wl_address_counts *c) {
  size_t slots = c->slots > 0 ? 2 * c->slots : 64;
  struct wl_address_count *slot = calloc(slots, sizeof *slot);
  if (slot == NULL) return false;
  for (size_t i = 0; i < c->slots; i++)
    if (c->slot[i].count != 0) *place_of(slot, slots, c->slot[i].address) = c->slot[i];
  free(c->slot);
  c->slot = slot;
  c->slots = slots;
  return true;
}

bool wl_address_count_add(struct wl_address_counts *c, uint64_t address, uint64_t count) {
  if (2 * c->used >= c->slots && !grow(c)) return false;
  struct wl_address_count *at = place_of(c->slot, c->slots, address);
  c->used += at->count == 0;
  at->address = address;
  at->count += count;
  return true;
}

uint64_t wl_address_count_most(const struct wl_address_counts *c) {
  uint64_t most = 0;
  for (size_t i = 0; i < c->slots; i++)
    if (c->slot[i].count > most) most = c->slot[i].count;
  return most;
}

void wl_address_counts_free(struct wl_address_counts *c) { free(c->slot); }
