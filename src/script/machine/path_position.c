/* Paths as a tree of nodes, each known by (parent, token, iteration). */
#include "script/machine/path_position.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/trace/step.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/call_site.h"
#include "script/machine/vm.h"

enum { FIRST = 256 }; /* nodes */

/* Where to look for a node first. */
static uint32_t home(const struct wl_positions *p, uint32_t parent, uint32_t token,
                     uint32_t iteration) {
  return (uint32_t)wl_program_point_hash(parent, token, iteration) & (p->slots - 1);
}

void wl_positions_init(struct wl_positions *p) {
  *p = (struct wl_positions){.capacity = FIRST, .slots = 4 * FIRST, .count = 1};
  p->node = wl_alloc_or_die(calloc(p->capacity, sizeof *p->node));
  p->slot = wl_alloc_or_die(calloc(p->slots, sizeof *p->slot));
}

void wl_positions_finish(struct wl_positions *p) {
  free(p->node);
  free(p->slot);
  *p = (struct wl_positions){0};
}

void wl_positions_clear(struct wl_positions *p) {
  memset(p->slot, 0, p->slots * sizeof *p->slot);
  p->count = 1;
  p->generation++;
}

static void insert(struct wl_positions *p, uint32_t index) {
  const struct wl_node *n = &p->node[index];
  uint32_t at = home(p, n->parent, n->token, n->iteration);
  while (p->slot[at] != 0) at = (at + 1) & (p->slots - 1);
  p->slot[at] = index;
}

static void grow(struct wl_positions *p) {
  p->node = wl_alloc_or_die(wl_grow32(p->node, sizeof *p->node, &p->capacity, FIRST));
  p->slots *= 2;
  free(p->slot);
  p->slot = wl_alloc_or_die(calloc(p->slots, sizeof *p->slot));
  for (uint32_t i = 1; i < p->count; i++) insert(p, i);
}

uint32_t wl_position_child(struct wl_positions *p, uint32_t parent, uint32_t token,
                           uint32_t iteration) {
  uint32_t at = home(p, parent, token, iteration);
  for (uint32_t i; (i = p->slot[at]) != 0; at = (at + 1) & (p->slots - 1)) {
    const struct wl_node *n = &p->node[i];
    if (n->parent == parent && n->token == token && n->iteration == iteration) return i;
  }
  if (p->count == p->capacity) grow(p);
  uint32_t index = p->count++;
  p->node[index] = (struct wl_node){parent, token, iteration, p->node[parent].depth + 1};
  insert(p, index);
  return index;
}

bool wl_position_before(const struct wl_positions *p, uint32_t path_a, uint64_t site_a,
                        uint32_t path_b, uint64_t site_b) {
  if (path_a == path_b) return site_a < site_b;
  /* Climb to the first node where the ways differ. The one that ends before has
   * its event there: the event's token stands against the other's loop or call. */
  const struct wl_node *n = p->node;
  uint32_t a = path_a, b = path_b, below_a = 0, below_b = 0;
  while (a != b) {
    if (n[a].depth >= n[b].depth) {
      bool both = n[a].depth == n[b].depth;
      below_a = a;
      a = n[a].parent;
      if (!both) continue;
    }
    below_b = b;
    b = n[b].parent;
  }
  uint32_t token_a = below_a ? n[below_a].token : wl_site_token(site_a);
  uint32_t token_b = below_b ? n[below_b].token : wl_site_token(site_b);
  if (token_a != token_b) return token_a < token_b;
  /* At the token that ends a call: its arguments are loaded before, and what it
   * returns is stored after it has run. */
  if (below_a == 0) return wl_site_stage(site_a) == WL_STAGE_LOAD;
  if (below_b == 0) return wl_site_stage(site_b) != WL_STAGE_LOAD;
  return n[below_a].iteration < n[below_b].iteration;
}

uint32_t wl_position_iteration(const struct wl_positions *p, uint32_t path) {
  while (path != WL_PATH_ROOT && p->node[path].iteration == WL_NO_ITERATION)
    path = p->node[path].parent;
  return path == WL_PATH_ROOT ? WL_NO_ITERATION : p->node[path].iteration;
}

void wl_position_way(const struct wl_positions *p, uint32_t path, uint32_t token,
                     struct wl_program_point *way) {
  way->token = token;
  way->turns = p->node[path].depth < WL_PROGRAM_POINT_TURNS ? p->node[path].depth
                                                    : WL_PROGRAM_POINT_TURNS;
  for (; path != WL_PATH_ROOT; path = p->node[path].parent) {
    uint32_t i = p->node[path].depth - 1;
    if (i >= WL_PROGRAM_POINT_TURNS) continue;
    way->at[i] = p->node[path].token;
    way->iteration[i] = p->node[path].iteration;
  }
}

uint32_t wl_position_move(const struct wl_positions *from, struct wl_positions *to,
                          uint32_t *map, uint32_t path) {
  if (path == WL_PATH_ROOT || map[path] != 0) return map[path];
  const struct wl_node *n = &from->node[path];
  uint32_t parent = wl_position_move(from, to, map, n->parent);
  map[path] = wl_position_child(to, parent, n->token, n->iteration);
  return map[path];
}
