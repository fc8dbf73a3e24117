/* The address with the most atomics. */
#ifndef WL_CORE_CACHE_HOT_ADDRESS_H
#define WL_CORE_CACHE_HOT_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often each address was named. Zero is none. */
struct wl_address_counts {
  struct wl_address_count { uint64_t address, count; } *slot; /* by a hash; count 0: free */
  size_t slots, used; /* slots: a power of two */
};

/* Adds to an address. False when memory ran out. */
bool wl_address_count_add(struct wl_address_counts *c, uint64_t address, uint64_t count);

/* The most of any address. */
uint64_t wl_address_count_most(const struct wl_address_counts *c);

void wl_address_counts_free(struct wl_address_counts *c);

#endif
