/* Hazards of a run: one watch per segment, one list in the end. */
#include "core/hazard/hazards.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazard/fixes.h"
#include "core/hazard/watch.h"

struct wl_hazards {
  struct wl_head head;
  unsigned segments;
  bool merged;                /* `all` is up to date */
  bool partial;               /* … and without global memory */
  struct wl_findings all;
  size_t count[2], *order[2]; /* of hazards, of notes: indices into all */
  struct wl_watch *watch;
};

struct wl_hazards *wl_hazards_create(const struct wl_head *head, bool lockstep,
                                     unsigned segments) {
  struct wl_hazards *h = calloc(1, sizeof *h);
  if (h == NULL) return NULL;
  h->head = *head;
  h->segments = segments;
  h->watch = calloc(segments, sizeof *h->watch);
  if (h->watch == NULL) {
    free(h);
    return NULL;
  }
  for (unsigned s = 0; s < segments; s++) {
    h->watch[s].head = &h->head;
    h->watch[s].lockstep = lockstep;
  }
  return h;
}

void wl_hazards_destroy(struct wl_hazards *h) {
  if (h == NULL) return;
  for (unsigned s = 0; s < h->segments; s++) {
    wl_watch_free(&h->watch[s]);
    for (unsigned i = 0; i < WL_MAX_ARRAYS; i++) free(h->watch[s].touched[i]);
    wl_findings_free(&h->watch[s].finds);
  }
  wl_findings_free(&h->all);
  free(h->order[0]);
  free(h->order[1]);
  free(h->watch);
  free(h);
}

static void end_phase(struct wl_watch *w) {
  wl_watch_barrier_end(w);
  wl_watch_asks(w);
  if (w->releases) wl_fence_phase_end(w);
}

bool wl_hazards_add(struct wl_hazards *h, unsigned segment, const struct wl_step *s) {
  struct wl_watch *w = &h->watch[segment];
  if (s->warp >= WL_WATCH_WARPS) return true; /* no block has so many */
  h->merged = false;
  if (!w->begun || s->block != w->block) {
    if (w->begun) end_phase(w);
    wl_watch_block_begin(w, s);
  } else if (s->phase != w->phase) {
    end_phase(w);
    w->phase = s->phase;
  }
  for (uint32_t left = s->access.mask; left != 0; left &= left - 1)
    w->last[s->warp][__builtin_ctz(left)] = s->place;
  if (s->kind == WL_STEP_ACCESS) wl_watch_access(w, s);
  else if (s->kind != WL_STEP_MARK) wl_watch_sync(w, s);
  w->steps++;
  return !w->failed;
}

void wl_hazards_close(struct wl_hazards *h, unsigned segment) {
  struct wl_watch *w = &h->watch[segment];
  if (w->begun) end_phase(w);
  w->begun = false;
  h->merged = false;
  w->handed = wl_fence_total(w);
  wl_watch_free(w);
}

/* Pages of an array of global memory that any segment touches. */
static size_t pages_touched(const struct wl_hazards *h, unsigned array) {
  size_t pages = wl_shadow_pages(&h->head, array), count = 0;
  bool any = false;
  for (unsigned s = 0; s < h->segments; s++) any |= h->watch[s].touched[array] != NULL;
  for (size_t i = 0; i < pages && any; i++) {
    unsigned s = 0;
    while (s < h->segments && (!h->watch[s].touched[array] || !h->watch[s].touched[array][i])) s++;
    count += s < h->segments;
  }
  return count;
}

/* What all segments together touch decides, so that it is the same for any number of
 * them. */
static bool touches_too_much(const struct wl_hazards *h) {
  size_t pages = 0;
  uint64_t crowded = 0, handed = 0;
  for (unsigned s = 0; s < h->segments; s++) {
    if (h->watch[s].full) return true;
    crowded += h->watch[s].crowded;
    handed += h->watch[s].handed;
  }
  for (unsigned i = 0; i < h->head.arrays; i++)
    if (h->head.array[i].space == WL_GLOBAL) pages += pages_touched(h, i);
  return pages > WL_HAZARD_PAGES || crowded > WL_HAZARD_CROWD || handed > WL_HAZARD_KNOWN;
}

/* Causes are told before what comes of them: a barrier that threads miss leaves accesses behind
 * it in no order, and what a barrier of the block mends may mend the rest, too. */
enum { BARRIER, MENDED, OTHER, TURNS };
static int turn_of(const struct wl_hazard *h) {
  if (h->kind == WL_HAZARD_BARRIER || h->kind == WL_HAZARD_EXITED) return BARRIER;
  bool mended = h->kind <= WL_HAZARD_WAW && h->reach == WL_SCOPE_BLOCK;
  return mended && h->cure != WL_CURE_ATOMIC ? MENDED : OTHER;
}

/* Puts the lists of the segments into one, each behind those before it. */
static bool merge(struct wl_hazards *h) {
  uint64_t before = 0; /* steps of earlier segments */
  wl_findings_free(&h->all);
  h->count[0] = h->count[1] = 0;
  h->partial = touches_too_much(h);
  for (unsigned s = 0; s < h->segments; s++) {
    const struct wl_findings *f = &h->watch[s].finds;
    if (h->watch[s].failed) return false;
    for (size_t i = 0; i < f->count; i++) {
      struct wl_hazard z = f->hazard[i];
      if (h->partial && z.array < h->head.arrays && h->head.array[z.array].space == WL_GLOBAL)
        continue;
      z.first.step += before;
      z.second.step += before;
      if (!wl_findings_add(&h->all, &z)) return false;
    }
    before += h->watch[s].steps;
  }
  wl_findings_fold(&h->all);
  wl_findings_cure(&h->all);
  for (int notes = 0; notes < 2; notes++) {
    size_t *order = realloc(h->order[notes], (h->all.count + 1) * sizeof *order);
    if (order == NULL) return false;
    h->order[notes] = order;
    for (int turn = 0; turn < TURNS; turn++)
      for (size_t i = 0; i < h->all.count; i++)
        if (h->all.hazard[i].note == (notes == 1) && turn_of(&h->all.hazard[i]) == turn)
          order[h->count[notes]++] = i;
  }
  return h->merged = true;
}

bool wl_hazards_end(struct wl_hazards *h) { return h->merged || merge(h); }

size_t wl_hazards_count(struct wl_hazards *h, bool notes) {
  if (h == NULL || (!h->merged && !merge(h))) return 0;
  return h->count[notes];
}

const struct wl_hazard *wl_hazards_get(struct wl_hazards *h, bool notes, size_t i) {
  return i < wl_hazards_count(h, notes) ? &h->all.hazard[h->order[notes][i]] : NULL;
}

bool wl_hazards_partial(struct wl_hazards *h) {
  return h != NULL && (h->merged || merge(h)) && h->partial;
}

bool wl_hazards_lost(const struct wl_hazards *h) {
  bool lost = false;
  for (unsigned s = 0; h != NULL && s < h->segments; s++) lost |= h->watch[s].lost;
  return lost;
}
