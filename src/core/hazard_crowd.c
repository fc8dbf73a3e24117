/* Who else has touched a word: those that its two slots have no room for. FastTrack
 * (Flanagan, Freund, PLDI 2009) keeps one read until reads are concurrent, then all of
 * them; here two are kept, and more, up to a limit, only in kernels where some threads of a
 * block may be put in order without the others. Elsewhere the two stand for all: one of them is not
 * the thread at work, and what keeps it apart from that one keeps the others apart, too. */
#include <stdlib.h>
#include <string.h>

#include "core/hazard_watch.h"

enum {
  FIRST = 4,             /* slots that a crowd begins with */
  MOST = 128,            /* … and has at most: each one that joins is held against all */
  MOST_OF_ALL = 1 << 22, /* slots of all crowds: 32 MiB */
};

bool wl_crowd_wanted(const struct wl_watch *w) { return w->head->syncwarps || w->head->fences; }

struct wl_slot *wl_crowd(struct wl_watch *w, bool shared, uint32_t number, uint32_t *count) {
  *count = number ? w->crowds[shared].crowd[number - 1].count : 0;
  return number ? w->crowds[shared].crowd[number - 1].slot : NULL;
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
  if (capacity > MOST || w->crowded + capacity - c->capacity > MOST_OF_ALL) return false;
  struct wl_slot *grown = realloc(c->slot, capacity * sizeof *grown);
  if (grown == NULL) {
    w->failed = true;
    return false;
  }
  w->crowded += capacity - c->capacity;
  c->slot = grown;
  c->capacity = capacity;
  return true;
}

/* Whether two slots are of one thread and the later of them covers the earlier. */
static bool same_thread(const struct wl_ledger *l, const struct wl_slot *a,
                        const struct wl_slot *b) {
  const struct wl_stamp *x = &l->stamp[a->stamp - 1], *y = &l->stamp[b->stamp - 1];
  return a->lane == b->lane && a->mask == b->mask &&
         (a->stamp == b->stamp || (x->block == y->block && x->warp == y->warp));
}

void wl_crowd_add(struct wl_watch *w, bool shared, uint32_t *number, const struct wl_slot *slot) {
  if (*number == 0) *number = begin(w, shared);
  if (*number == 0) return;
  struct wl_crowd *c = &w->crowds[shared].crowd[*number - 1];
  const struct wl_ledger *l = &w->ledger[shared];
  if (c->count == MOST) return; /* a race with this thread alone is missed */
  for (uint32_t i = c->count; i-- > 0;)
    if (same_thread(l, &c->slot[i], slot)) {
      c->slot[i] = *slot;
      return;
    }
  if (c->count == c->capacity && !grow(w, c)) return;
  c->slot[c->count++] = *slot;
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
    for (uint32_t i = 0; i < w->crowds[shared].capacity; i++) free(w->crowds[shared].crowd[i].slot);
    free(w->crowds[shared].crowd);
    w->crowds[shared] = (struct wl_crowds){0};
  }
}
