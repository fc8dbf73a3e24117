/* Who else has touched a word: those that its two slots have no room for. FastTrack
 * (Flanagan, Freund, PLDI 2009) keeps one read until reads are concurrent, then all of
 * them; here two are kept, and all only in kernels where some threads of a block may be put
 * in order without the others. Elsewhere the two stand for all: one of them is not the
 * thread at work, and what keeps it apart from that one keeps the others apart, too. */
#include <stdlib.h>
#include <string.h>

#include "core/hazard_watch.h"

enum { FIRST = 4 }; /* groups that a crowd begins with */

bool wl_crowd_wanted(const struct wl_watch *w) { return w->head->syncwarps || w->head->fences; }

struct wl_group *wl_crowd(struct wl_watch *w, bool shared, uint32_t number, uint32_t *count) {
  *count = number ? w->crowds[shared].crowd[number - 1].count : 0;
  return number ? w->crowds[shared].crowd[number - 1].group : NULL;
}

/* A crowd of nobody yet; 0 where memory ran out. */
static uint32_t begin(struct wl_watch *w, bool shared) {
  struct wl_crowds *all = &w->crowds[shared];
  if (all->used == all->capacity) {
    uint32_t capacity = all->capacity ? 2 * all->capacity : 64;
    struct wl_crowd *grown = capacity > all->capacity
                                 ? realloc(all->crowd, capacity * sizeof *grown) : NULL;
    if (grown == NULL) {
      w->failed = true;
      return 0;
    }
    memset(grown + all->capacity, 0, (capacity - all->capacity) * sizeof *grown);
    all->crowd = grown;
    all->capacity = capacity;
  }
  return ++all->used;
}

static bool grow(struct wl_watch *w, struct wl_crowd *c) {
  uint32_t capacity = c->capacity ? 2 * c->capacity : FIRST;
  struct wl_group *grown = capacity > c->capacity
                               ? realloc(c->group, capacity * sizeof *grown) : NULL;
  if (grown == NULL) {
    w->failed = true;
    return false;
  }
  c->group = grown;
  c->capacity = capacity;
  return true;
}

/* Takes a thread out where what it touched is among what it touches now: whoever is after
 * that is after this. The group that it may join now; NULL: there is none. */
static struct wl_group *move(struct wl_crowd *c, const struct wl_stamp *stamp,
                             const struct wl_slot *slot) {
  const struct wl_stamp *now = &stamp[slot->stamp - 1];
  struct wl_group *home = NULL, *empty = NULL;
  for (uint32_t i = c->count; i-- > 0;) {
    struct wl_group *g = &c->group[i];
    const struct wl_stamp *old = &stamp[g->stamp - 1];
    if (old->block != now->block) break;
    if (old->warp != now->warp) continue;
    if ((g->mask & ~slot->mask) == 0) g->lanes &= ~(1u << slot->lane);
    if (g->stamp == slot->stamp && g->mask == slot->mask && g->ordinal == slot->ordinal) home = g;
    else if (g->lanes == 0) empty = g;
  }
  return home ? home : empty;
}

void wl_crowd_add(struct wl_watch *w, bool shared, uint32_t *number, const struct wl_slot *slot) {
  if (*number == 0) *number = begin(w, shared);
  if (*number == 0) return;
  struct wl_crowd *c = &w->crowds[shared].crowd[*number - 1];
  const struct wl_stamp *stamp = w->ledger[shared].stamp;
  if (shared && c->count > 0 && stamp[c->group[c->count - 1].stamp - 1].phase != w->phase)
    c->count = 0; /* all that were there are behind a barrier */
  struct wl_group *g = move(c, stamp, slot);
  if (g == NULL) {
    if (c->count == c->capacity && !grow(w, c)) return;
    g = &c->group[c->count++];
    g->lanes = 0;
  }
  uint32_t lanes = g->lanes | 1u << slot->lane;
  *g = (struct wl_group){.stamp = slot->stamp, .lanes = lanes, .mask = slot->mask,
                         .ordinal = slot->ordinal};
}

void wl_crowd_leave(struct wl_watch *w, bool shared, uint32_t number) {
  if (number) w->crowds[shared].crowd[number - 1].count = 0;
}

void wl_crowds_forget_shared(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->crowds[1].used; i++) w->crowds[1].crowd[i].count = 0;
  w->crowds[1].used = 0;
}

void wl_crowds_free(struct wl_watch *w) {
  for (int shared = 0; shared < 2; shared++) {
    struct wl_crowds *all = &w->crowds[shared];
    for (uint32_t i = 0; i < all->capacity; i++) free(all->crowd[i].group);
    free(all->crowd);
    *all = (struct wl_crowds){0};
  }
}
