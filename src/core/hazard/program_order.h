/* Paths to steps as numbers, which compare in the order of the program. Internal to src/core. */
#ifndef WL_CORE_HAZARD_PROGRAM_ORDER_H
#define WL_CORE_HAZARD_PROGRAM_ORDER_H

#include <stdbool.h>

#include "core/trace/step.h"

/* What lies behind this number of ways is taken for the loop or call that it is in. */
enum { WL_PROGRAM_POINT_BITS = 22 };

struct wl_program_point_node { uint32_t parent, token, iteration, depth; };
struct wl_ways {
  struct wl_program_point_node *node; /* node[0] is the kernel */
  uint32_t *slot;           /* hash table of node numbers, 0: free */
  uint32_t count, capacity;
  uint32_t last;            /* of the way that was asked for last */
};

/* The number of the loops and calls of a way; equal ones have equal numbers. *failed: memory
 * ran out. */
uint32_t wl_ways_number(struct wl_ways *all, const struct wl_program_point *way, bool *failed);

/* What is done at a token, on a way. `reads`: what an expression reads comes before what is done
 * at the token that ends it. */
struct wl_program_point_end { uint32_t way, token; bool reads; };

/* Whether `a` comes before `b`: in an earlier iteration of a loop that both are in, or in the same
 * ones. */
enum wl_ways_order {
  WL_WAYS_TURN_BEFORE = -2, WL_WAYS_BEFORE, WL_WAYS_SAME, WL_WAYS_AFTER, WL_WAYS_TURN_AFTER
};
enum wl_ways_order wl_ways_compare(const struct wl_ways *all, struct wl_program_point_end a,
                                   struct wl_program_point_end b);

/* How deep the loop is in whose iterations two ways part: 1: the outermost. 0: they part nowhere,
 * or not in iterations. */
uint32_t wl_ways_depth(const struct wl_ways *all, uint32_t a, uint32_t b);

/* The tokens of its loops and calls, outermost first; 0 behind them. */
void wl_ways_tokens(const struct wl_ways *all, uint32_t way,
                    uint32_t token[WL_PROGRAM_POINT_TURNS]);

/* Whether a function is called on the way. */
bool wl_ways_calls(const struct wl_ways *all, uint32_t way);

void wl_ways_free(struct wl_ways *all);

#endif
