/* The accesses to a word of shared memory in this phase, place by place, for which its cell has no
 * room. The cell finds a race if there is one, but each missing barrier is to be reported, in any
 * order of warps. For each place in the script, two threads of its first iteration are kept, and
 * two of its last: these show any order of two places. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/watch.h"

static const struct wl_stamp *stamp_of(const struct wl_watch *w, const struct wl_slot *s) {
  return &w->ledger[1].stamp[s->stamp - 1];
}

static int compare_sites(const struct wl_stamp *a, const struct wl_stamp *b) {
  if (a->place.line != b->place.line) return a->place.line < b->place.line ? -1 : 1;
  if (a->place.column != b->place.column) return a->place.column < b->place.column ? -1 : 1;
  return a->op - b->op;
}

/* Whether one may stand for a thread that the other is in order with. */
static bool is_other(const struct wl_watch *w, const struct wl_slot *a, const struct wl_slot *b) {
  bool warps = stamp_of(w, a)->warp != stamp_of(w, b)->warp;
  return warps || (!wl_watch_in_step(w, stamp_of(w, a)) && a->lane != b->lane);
}

/* Which of two accesses of a place comes first: in an earlier iteration. */
static int compare(const struct wl_watch *w, const struct wl_slot *a, const struct wl_slot *b) {
  const struct wl_program_point_end x = {a->way, 1, false}, y = {b->way, 1, false};
  return a->way == b->way ? 0 : (int)wl_ways_compare(&w->ways, x, y);
}

static bool same_thread(const struct wl_watch *w, const struct wl_slot *a,
                        const struct wl_slot *b) {
  return a->lane == b->lane && stamp_of(w, a)->warp == stamp_of(w, b)->warp;
}

/* Two of different threads, as early (sign 1) or late (sign -1) as there are. What a thread does
 * comes in the order of its iterations. */
static void keep_end(const struct wl_watch *w, struct wl_slot end[2], const struct wl_slot *s,
                     int sign) {
  if (end[0].stamp != 0 && same_thread(w, s, &end[0])) {
    if (sign < 0) end[0] = *s;
  } else if (end[0].stamp == 0 || sign * compare(w, s, &end[0]) < 0) {
    if (end[0].stamp != 0 && is_other(w, s, &end[0])) end[1] = end[0];
    end[0] = *s;
  } else if (is_other(w, s, &end[0]) &&
             (end[1].stamp == 0 || sign * compare(w, s, &end[1]) < 0)) {
    end[1] = *s;
  }
}

/* How many of a trail have an earlier place in the script. */
static uint32_t rank_of(const struct wl_watch *w, const struct wl_history *t,
                        const struct wl_stamp *site) {
  uint32_t low = 0, high = t->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const struct wl_mark *m = &t->mark[t->mark[middle].ranked];
    if (compare_sites(stamp_of(w, &m->slot[0]), site) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Marks stay in the order in which they came: races are told in it. */
static struct wl_mark *add_mark(struct wl_watch *w, struct wl_history *t, uint32_t rank) {
  if (t->count == t->capacity) {
    struct wl_mark *grown = wl_grow32(t->mark, sizeof *grown, &t->capacity, 2);
    if (grown == NULL) {
      w->failed = true;
      return NULL;
    }
    t->mark = grown;
  }
  t->mark[t->count] = (struct wl_mark){0};
  for (uint32_t i = t->count; i > rank; i--) t->mark[i].ranked = t->mark[i - 1].ranked;
  t->mark[rank].ranked = t->count;
  return &t->mark[t->count++];
}

/* The trail of a word, made where there is none; NULL where memory ran out. */
static struct wl_history *trail_of(struct wl_watch *w, struct wl_hazard_cell *c) {
  struct wl_trails *all = &w->trails;
  if (c->trail == 0 && all->used == all->capacity) {
    uint32_t had = all->capacity;
    struct wl_history *grown = wl_grow32(all->trail, sizeof *grown, &all->capacity, 64);
    if (grown == NULL) {
      w->failed = true;
      return NULL;
    }
    memset(grown + had, 0, (all->capacity - had) * sizeof *grown);
    all->trail = grown;
  }
  if (c->trail == 0) c->trail = ++all->used;
  return &all->trail[c->trail - 1];
}

void wl_history_add(struct wl_watch *w, struct wl_hazard_cell *c, const struct wl_slot *gone) {
  if (gone->stamp == 0 || gone->flying || stamp_of(w, gone)->phase != w->phase) return;
  struct wl_history *t = trail_of(w, c);
  const struct wl_stamp *site = stamp_of(w, gone);
  if (t == NULL) return;
  if (t->count > 0 && t->phase != w->phase) t->count = 0;
  if (t->count == 0) t->first = *gone;
  t->several = t->count > 0 && (t->several || !same_thread(w, gone, &t->first));
  t->phase = w->phase;
  uint32_t rank = rank_of(w, t, site);
  struct wl_mark *m = rank < t->count ? &t->mark[t->mark[rank].ranked] : NULL;
  if (m == NULL || compare_sites(stamp_of(w, &m->slot[0]), site) != 0) m = add_mark(w, t, rank);
  if (m == NULL) return;
  keep_end(w, &m->slot[0], gone, 1);
  keep_end(w, &m->slot[2], gone, -1);
}

const struct wl_mark *wl_history(const struct wl_watch *w, const struct wl_hazard_cell *c,
                                 const struct wl_slot *who, uint32_t *count) {
  const struct wl_history *t = &w->trails.trail[c->trail - 1];
  bool own = t->count > 0 && !t->several && same_thread(w, who, &t->first);
  *count = t->phase == w->phase && !own ? t->count : 0;
  return t->mark;
}

void wl_trails_forget(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->trails.used; i++) w->trails.trail[i].count = 0;
  w->trails.used = 0;
}

void wl_trails_free(struct wl_watch *w) {
  for (uint32_t i = 0; i < w->trails.capacity; i++) free(w->trails.trail[i].mark);
  free(w->trails.trail);
  w->trails = (struct wl_trails){0};
}
