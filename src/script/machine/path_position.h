/* The place of a thread, with calls, loops and iterations, as one number. */
#ifndef WL_SCRIPT_MACHINE_PATH_POSITION_H
#define WL_SCRIPT_MACHINE_PATH_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/trace/step.h"

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

void wl_positions_init(struct wl_positions *p);
void wl_positions_finish(struct wl_positions *p);

/* Forgets all paths but the root. */
void wl_positions_clear(struct wl_positions *p);

/* The path that goes on from `parent` into a loop's iteration or a call. */
uint32_t wl_position_child(struct wl_positions *p, uint32_t parent, uint32_t token,
                           uint32_t iteration);

/* Whether event a runs before event b when lanes diverge: lowest source
 * position first, iteration by iteration. `site` orders the events of one path. */
bool wl_position_before(const struct wl_positions *p, uint32_t path_a, uint64_t site_a,
                        uint32_t path_b, uint64_t site_b);

/* Iteration of the innermost loop, WL_NO_ITERATION outside all. */
uint32_t wl_position_iteration(const struct wl_positions *p, uint32_t path);

/* The way along a path to an event at `token`. */
void wl_position_way(const struct wl_positions *p, uint32_t path, uint32_t token,
                     struct wl_program_point *way);

/* Moves a path from `from` to `to`; `map` has from->count entries, 0 at first. */
uint32_t wl_position_move(const struct wl_positions *from, struct wl_positions *to,
                          uint32_t *map, uint32_t path);

#endif
