/* Paths of threads, as the machine holds them. */
#ifndef WL_SCRIPT_MACHINE_PATH_H
#define WL_SCRIPT_MACHINE_PATH_H

#include <stdbool.h>
#include <stdint.h>

enum { WL_PATH_ROOT = 0 };

/* A path is the way from the kernel's first line to an event: loop, iteration,
 * loop, iteration, call, loop …, without the event's own token. Equal ways have
 * equal numbers, so that lanes can be compared at the price of one integer. */
struct wl_node {
  uint32_t parent, token, iteration; /* iteration: WL_NO_ITERATION for a call */
  uint32_t depth;
};

struct wl_positions {
  struct wl_node *node; /* node[0] is the root */
  uint32_t *slot;       /* hash table of node indices, 0: free */
  uint32_t count, capacity, slots;
  uint32_t generation;  /* grows when numbers become invalid */
};

#endif
