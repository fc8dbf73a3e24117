/* Loops and calls as a tree of nodes, each known by (parent, token, iteration). */
#include "core/hazard/program_order.h"

#include <stdlib.h>

#include "core/base/grow.h"
#include "core/trace/step.h"

void wl_ways_free(struct wl_ways *all) {
  free(all->node);
  free(all->slot);
  *all = (struct wl_ways){0};
}

static bool is_node(const struct wl_program_point_node *n, uint32_t parent,
                    const struct wl_program_point *way,
                    uint32_t i) {
  return n->parent == parent && n->token == way->at[i] && n->iteration == way->iteration[i];
}

/* Where a node stands in the hash table, or may be put. */
static uint32_t *find(const struct wl_ways *all, uint32_t parent,
                      const struct wl_program_point *way,
                      uint32_t i) {
  size_t slots = 2 * (size_t)all->capacity;
  size_t at = wl_program_point_hash(parent, way->at[i], way->iteration[i]) & (slots - 1);
  while (all->slot[at] != 0 && !is_node(&all->node[all->slot[at]], parent, way, i))
    at = (at + 1) & (slots - 1);
  return &all->slot[at];
}

/* Room for twice as many. */
static bool grow(struct wl_ways *all) {
  uint32_t capacity = all->capacity;
  struct wl_program_point_node *node = wl_grow32(all->node, sizeof *node, &capacity, 64);
  if (node == NULL) return false;
  all->node = node;
  uint32_t *slot = calloc(2 * (size_t)capacity, sizeof *slot);
  if (slot == NULL) return false;
  free(all->slot);
  all->slot = slot;
  all->capacity = capacity;
  if (all->count == 0) node[all->count++] = (struct wl_program_point_node){0};
  for (uint32_t n = 1; n < all->count; n++) {
    struct wl_program_point one = {.at = {node[n].token}, .iteration = {node[n].iteration}};
    *find(all, node[n].parent, &one, 0) = n;
  }
  return true;
}

/* Whether number `n` is all of this way. */
static bool is_way(const struct wl_ways *all, uint32_t n, const struct wl_program_point *way) {
  if (all->node[n].depth != way->turns) return false;
  for (uint32_t i = way->turns; i-- > 0; n = all->node[n].parent)
    if (!is_node(&all->node[n], all->node[n].parent, way, i)) return false;
  return true;
}

uint32_t wl_ways_number(struct wl_ways *all, const struct wl_program_point *way, bool *failed) {
  uint32_t number = 0;
  if (way->turns == 0) return 0;
  if (all->count > 0 && is_way(all, all->last, way)) return all->last;
  for (uint32_t i = 0; i < way->turns; i++) {
    bool full = all->count >> WL_PROGRAM_POINT_BITS;
    if (all->count == all->capacity && !full && !grow(all)) {
      *failed = true;
      return 0;
    }
    uint32_t *slot = find(all, number, way, i);
    if (*slot == 0) {
      if (full) return number;
      all->node[all->count] =
        (struct wl_program_point_node){number, way->at[i], way->iteration[i],
                                       all->node[number].depth + 1};
      *slot = all->count++;
    }
    number = *slot;
  }
  return all->last = number;
}

/* The turns of a way, outermost first. Returns how many. */
static uint32_t turns(const struct wl_ways *all, uint32_t way,
                      const struct wl_program_point_node *turn[WL_PROGRAM_POINT_TURNS]) {
  uint32_t count = way ? all->node[way].depth : 0;
  for (uint32_t i = count; i-- > 0; way = all->node[way].parent) turn[i] = &all->node[way];
  return count;
}

void wl_ways_tokens(const struct wl_ways *all, uint32_t way,
                    uint32_t token[WL_PROGRAM_POINT_TURNS]) {
  const struct wl_program_point_node *turn[WL_PROGRAM_POINT_TURNS];
  uint32_t count = turns(all, way, turn);
  for (uint32_t i = 0; i < WL_PROGRAM_POINT_TURNS; i++) token[i] = i < count ? turn[i]->token : 0;
}

bool wl_ways_calls(const struct wl_ways *all, uint32_t way) {
  for (; way != 0; way = all->node[way].parent)
    if (all->node[way].iteration == WL_NO_ITERATION) return true;
  return false;
}

uint32_t wl_ways_depth(const struct wl_ways *all, uint32_t a, uint32_t b) {
  const struct wl_program_point_node *turn_a[WL_PROGRAM_POINT_TURNS];
  const struct wl_program_point_node *turn_b[WL_PROGRAM_POINT_TURNS];
  uint32_t count_a = turns(all, a, turn_a), count_b = turns(all, b, turn_b), i = 0;
  while (i < count_a && i < count_b && turn_a[i] == turn_b[i]) i++;
  bool apart = i < count_a && i < count_b && turn_a[i]->token == turn_b[i]->token;
  return apart ? i + 1 : 0;
}

static enum wl_ways_order order(uint32_t a, uint32_t b) {
  return a < b ? WL_WAYS_BEFORE : a > b ? WL_WAYS_AFTER : WL_WAYS_SAME;
}

enum wl_ways_order wl_ways_compare(const struct wl_ways *all, struct wl_program_point_end a,
                                   struct wl_program_point_end b) {
  const struct wl_program_point_node *turn_a[WL_PROGRAM_POINT_TURNS],
                                                                   *turn_b[WL_PROGRAM_POINT_TURNS];
  uint32_t count_a = turns(all, a.way, turn_a), count_b = turns(all, b.way, turn_b), i = 0;
  for (; i < count_a && i < count_b; i++) {
    uint32_t turn = turn_a[i]->iteration, other = turn_b[i]->iteration;
    if (turn_a[i]->token != turn_b[i]->token) return order(turn_a[i]->token, turn_b[i]->token);
    if (turn != other) return turn < other ? WL_WAYS_TURN_BEFORE : WL_WAYS_TURN_AFTER;
  }
  uint32_t here_a = i < count_a ? turn_a[i]->token : a.token;
  uint32_t here_b = i < count_b ? turn_b[i]->token : b.token;
  if (here_a != here_b) return order(here_a, here_b);
  /* At the token that ends a call: its arguments are read before, and what it returns is stored
   * after it has run. */
  if (i < count_a) return b.reads ? WL_WAYS_AFTER : WL_WAYS_BEFORE;
  if (i < count_b) return a.reads ? WL_WAYS_BEFORE : WL_WAYS_AFTER;
  return order(b.reads, a.reads);
}
