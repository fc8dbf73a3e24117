/* An access that is being checked, and its order with earlier ones. Internal to src/core. */
#ifndef WL_CORE_HAZARD_WATCH_TOUCH_H
#define WL_CORE_HAZARD_WATCH_TOUCH_H

#include "core/hazard/watch.h"

enum wl_role { WL_READS, WL_WRITES, WL_UPDATES };

static inline enum wl_role wl_role_of(uint8_t op) {
  if (op == WL_LOAD || op == WL_MATRIX_LOAD) return WL_READS;
  return op == WL_REDUCE || op == WL_ATOMIC || op == WL_CAS ? WL_UPDATES : WL_WRITES;
}

/* What is looked at: one lane's bytes of one word. */
struct wl_touch {
  struct wl_watch *w;
  const struct wl_ledger *ledger;
  const struct wl_stamp *now;
  uint32_t id;
  unsigned array, lane, shift;
  bool shared;
  bool cached;      /* it reads from where an older copy may be */
  bool plain;       /* nothing but barriers of the block keeps threads in order: see watch_rows.c */
  uint8_t mask;
  uint64_t address; /* of the access */
};

static inline const struct wl_stamp *wl_touch_old(const struct wl_touch *t,
                                                  const struct wl_slot *slot) {
  return &t->ledger->stamp[slot->stamp - 1];
}

static inline struct wl_slot wl_touch_slot(const struct wl_touch *t, unsigned lane) {
  return (struct wl_slot){.stamp = t->id, .lane = lane & 31u, .mask = t->mask & 15u,
                          .way = t->now->way & ((1u << WL_PROGRAM_POINT_BITS) - 1)};
}

/* How far apart a lane behind a slot is from lane `lane` of the warp at work: the farther, the
 * more accesses it will clash with. */
static inline unsigned wl_touch_distance(const struct wl_touch *t, const struct wl_slot *slot,
                                         unsigned old_lane, unsigned lane) {
  if (slot->stamp == 0) return 0;
  const struct wl_stamp *s = wl_touch_old(t, slot);
  if (s->block != t->now->block) return 4;
  if (s->phase != t->now->phase) return 1;
  if (s->warp != t->now->warp) return 3;
  return old_lane != lane ? 2 : 0;
}

/* Whether a slot holds an access at the place and in the iteration of the one at work. */
static inline bool wl_touch_is_here(const struct wl_touch *t, const struct wl_slot *slot) {
  const struct wl_stamp *old = slot->stamp ? wl_touch_old(t, slot) : NULL;
  return old && slot->way == t->now->way && old->op == t->now->op &&
         old->phase == t->now->phase && wl_same_place(&old->place, &t->now->place);
}

/* watch_rows.c: all lanes at once. False: it has to be looked at lane by lane, as if nothing had
 * been done. */
bool wl_watch_row(struct wl_touch *t, const struct wl_step *s, const uint64_t *address);
bool wl_watch_again(const struct wl_touch *t, unsigned before, unsigned last);

#endif
