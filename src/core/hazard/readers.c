/* Further accesses to a word, for which its two slots have no room. FastTrack (Flanagan, Freund,
 * PLDI 2009) keeps one read until reads are concurrent, then all of them. Here two are kept, and
 * all only in kernels where some threads of a block may be ordered without the others. In other
 * kernels two are enough: one of them is not the present thread, and what orders that one orders
 * the others, too. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/watch.h"

enum { FIRST = 4 };  /* groups that a crowd begins with */
enum { STRIDE = 32 }; /* groups that a gate must add to be kept */

static void clear(struct wl_readers *c) {
  c->count = 0;
  if (c->gate) memset(c->gate, 0, WL_GATES * sizeof *c->gate);
}

struct wl_group *wl_readers(struct wl_watch *w, bool shared, uint32_t number, uint32_t *count) {
  *count = number ? w->crowds[shared].crowd[number - 1].count : 0;
  return number ? w->crowds[shared].crowd[number - 1].group : NULL;
}

/* A crowd of nobody yet; 0 where memory ran out. */
static uint32_t begin(struct wl_watch *w, bool shared) {
  struct wl_crowds *all = &w->crowds[shared];
  if (all->used == all->capacity) {
    uint32_t had = all->capacity;
    struct wl_readers *grown = wl_grow32(all->crowd, sizeof *grown, &all->capacity, 64);
    if (grown == NULL) {
      w->failed = true;
      return 0;
    }
    memset(grown + had, 0, (all->capacity - had) * sizeof *grown);
    all->crowd = grown;
  }
  return ++all->used;
}

static bool grow(struct wl_watch *w, struct wl_readers *c) {
  struct wl_group *grown = wl_grow32(c->group, sizeof *grown, &c->capacity, FIRST);
  if (grown == NULL) {
    w->failed = true;
    return false;
  }
  c->group = grown;
  return true;
}

/* Takes a thread out where what it touched is among what it touches now: whoever is after
 * that is after this. The group that it may join now; NULL: there is none. */
static struct wl_group *move(struct wl_readers *c, const struct wl_stamp *stamp,
                             const struct wl_slot *slot) {
  const struct wl_stamp *now = &stamp[slot->stamp - 1];
  struct wl_group *home = NULL, *empty = NULL;
  for (uint32_t i = c->count; i-- > 0;) {
    struct wl_group *g = &c->group[i];
    const struct wl_stamp *old = &stamp[g->stamp - 1];
    if (old->block != now->block) break;
    if (old->warp != now->warp) continue;
    if ((g->mask & ~slot->mask) == 0) g->lanes &= ~(1u << slot->lane);
    if (g->stamp == slot->stamp && g->mask == slot->mask && g->way == slot->way) home = g;
    else if (g->lanes == 0) empty = g;
  }
  return home ? home : empty;
}

void wl_readers_add(struct wl_watch *w, bool shared, uint32_t *number, const struct wl_slot *slot) {
  if (*number == 0) *number = begin(w, shared);
  if (*number == 0) return;
  struct wl_readers *c = &w->crowds[shared].crowd[*number - 1];
  const struct wl_stamp *stamp = w->ledger[shared].stamp;
  if (shared && c->count > 0 && stamp[c->group[c->count - 1].stamp - 1].phase != w->phase)
    clear(c); /* all that were there are behind a barrier */
  struct wl_group *g = move(c, stamp, slot);
  if (g == NULL) {
    if (c->count == c->capacity && !grow(w, c)) return;
    g = &c->group[c->count++];
    g->lanes = 0;
  }
  uint32_t lanes = g->lanes | 1u << slot->lane;
  *g = (struct wl_group){.stamp = slot->stamp, .lanes = lanes, .mask = slot->mask,
                         .way = slot->way};
}

void wl_readers_leave(struct wl_watch *w, bool shared, uint32_t number) {
  if (number) clear(&w->crowds[shared].crowd[number - 1]);
}

/* Groups of blocks that have ended stay as they are, and so does what orders them: once a thread
 * has looked at them, all who know what it knew of them need not. */
struct wl_gate wl_readers_gate(const struct wl_watch *w, bool shared, uint32_t number,
                               unsigned warp, unsigned lane) {
  const struct wl_gate *all = w->crowds[shared].crowd[number - 1].gate;
  struct wl_gate best = {0};
  for (unsigned i = 0; all && i < WL_GATES; i++)
    if (all[i].groups > best.groups && wl_fence_knows(w, &all[i], warp, lane)) best = all[i];
  return best;
}

/* Asks for what orders a lane of the next group. False: nothing does, or it is too much. */
static bool ask_for(struct wl_gate *g, struct wl_fence_known k) {
  uint32_t i = 0;
  while (i < g->lines && g->known[i].line != k.line) i++;
  if (k.count == 0 || i == WL_GATE_LINES) return false;
  if (i == g->lines) g->known[g->lines++] = k;
  else if (k.count > g->known[i].count) g->known[i] = k;
  return true;
}

bool wl_gate_extend(const struct wl_watch *w, struct wl_gate *g, const struct wl_stamp *stamp,
                    const struct wl_group *group, unsigned warp, unsigned lane) {
  struct wl_gate more = *g;
  if (w->releases == NULL || stamp->block == w->block) return false;
  for (uint32_t left = group->lanes; left != 0; left &= left - 1)
    if (!ask_for(&more, wl_fence_proof(w, stamp, (unsigned)__builtin_ctz(left), warp, lane)))
      return false;
  more.groups++;
  *g = more;
  return true;
}

static void keep_gate(struct wl_watch *w, struct wl_readers *c, const struct wl_gate *g) {
  if (c->gate == NULL) c->gate = calloc(WL_GATES, sizeof *c->gate);
  if (c->gate == NULL) {
    w->failed = true;
    return;
  }
  c->gate[c->turn++ % WL_GATES] = *g;
}

void wl_readers_looked(struct wl_watch *w, bool shared, uint32_t number, const struct wl_gate *g,
                       uint32_t looked) {
  struct wl_readers *c = &w->crowds[shared].crowd[number - 1];
  if (looked >= STRIDE && g->groups >= STRIDE) keep_gate(w, c, g);
  if (looked <= WL_HAZARD_FREE || shared) return;
  c->looked += looked - WL_HAZARD_FREE;
  w->full |= c->looked > WL_HAZARD_LOOKS;
}

void wl_crowds_forget_shared(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->crowds[1].used; i++) clear(&w->crowds[1].crowd[i]);
  w->crowds[1].used = 0;
}

void wl_crowds_free(struct wl_watch *w) {
  for (int shared = 0; shared < 2; shared++) {
    struct wl_crowds *all = &w->crowds[shared];
    for (uint32_t i = 0; i < all->capacity; i++) {
      free(all->crowd[i].group);
      free(all->crowd[i].gate);
    }
    free(all->crowd);
    *all = (struct wl_crowds){0};
  }
}
