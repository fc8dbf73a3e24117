/* Hazards of a run: one watch per stream, one list in the end. */
#include "core/hazard/hazards.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazard/fixes.h"
#include "core/hazard/watch.h"
#include "core/trace/stream.h"

struct wl_hazards {
  struct wl_head head;
  unsigned streams;
  uint64_t merged;            /* `all` is of so many changes … */
  bool partial;               /* … and without global memory */
  struct wl_findings all;
  size_t count[2], *order[2]; /* of hazards, of notes: indices into all */
  struct wl_watch *watch;
};

struct wl_hazards *wl_hazards_create(const struct wl_head *head, bool lockstep,
                                     unsigned streams) {
  struct wl_hazards *h = calloc(1, sizeof *h);
  if (h == NULL) return NULL;
  h->head = *head;
  h->streams = streams;
  h->watch = calloc(streams, sizeof *h->watch);
  if (h->watch == NULL) {
    free(h);
    return NULL;
  }
  for (unsigned s = 0; s < streams; s++) {
    h->watch[s].head = &h->head;
    h->watch[s].lockstep = lockstep;
  }
  return h;
}

void wl_hazards_destroy(struct wl_hazards *h) {
  if (h == NULL) return;
  for (unsigned s = 0; s < h->streams; s++) {
    wl_watch_free(&h->watch[s]);
    for (unsigned i = 0; i < WL_MAX_ARRAYS; i++) free(h->watch[s].touched[i]);
    wl_findings_free(&h->watch[s].finds);
    wl_steps_free(&h->watch[s].counts);
  }
  wl_findings_free(&h->all);
  free(h->order[0]);
  free(h->order[1]);
  free(h->watch);
  free(h);
}

/* Changes so far, of all streams. */
static uint64_t changes(const struct wl_hazards *h) {
  uint64_t sum = 1; /* so that none is more than nothing */
  for (unsigned s = 0; s < h->streams; s++) sum += h->watch[s].changes;
  return sum;
}

static void end_phase(struct wl_watch *w) {
  wl_watch_barrier_end(w);
  wl_watch_asks(w);
  if (w->releases) wl_fence_phase_end(w);
}

/* The block at work has ended. */
static void end_block(struct wl_hazards *h, unsigned stream) {
  struct wl_watch *w = &h->watch[stream];
  end_phase(w);
  if (!wl_steps_add(&w->counts, wl_stream_rank(&h->head, h->streams, stream, w->block),
                    (uint32_t)w->here))
    w->failed = true;
}

/* Where the lanes of a warp were last. */
static void note_place(struct wl_watch *w, const struct wl_step *s) {
  struct wl_source_span *whole = &w->whole[s->warp], *last = w->last[s->warp];
  if (s->access.mask == UINT32_MAX && s->place.line != 0) {
    *whole = s->place;
    return;
  }
  for (unsigned i = 0; i < WL_LANES && whole->line != 0; i++) last[i] = *whole;
  whole->line = 0;
  for (uint32_t left = s->access.mask; left != 0; left &= left - 1)
    last[__builtin_ctz(left)] = s->place;
}

bool wl_hazards_add(struct wl_hazards *h, unsigned stream, const struct wl_step *s) {
  struct wl_watch *w = &h->watch[stream];
  if (s->warp >= WL_WATCH_WARPS) return true; /* no block has so many */
  w->changes++;
  if (!w->begun || s->block != w->block) {
    if (w->begun) end_block(h, stream);
    wl_watch_block_begin(w, s);
  } else if (s->phase != w->phase) {
    end_phase(w);
    w->phase = s->phase;
  }
  note_place(w, s);
  if (s->kind == WL_STEP_ACCESS) wl_watch_access(w, s);
  else if (s->kind != WL_STEP_MARK) wl_watch_sync(w, s);
  w->here++;
  return !w->failed;
}

void wl_hazards_by_lane(struct wl_hazards *h) {
  for (unsigned s = 0; s < h->streams; s++) h->watch[s].by_lane = true;
}

void wl_hazards_close(struct wl_hazards *h, unsigned stream) {
  struct wl_watch *w = &h->watch[stream];
  if (w->begun) end_block(h, stream);
  w->begun = false;
  w->changes++;
  w->handed = wl_fence_total(w);
  wl_watch_free(w);
}

/* Pages of an array of global memory that any stream touches. */
static size_t pages_touched(const struct wl_hazards *h, unsigned array) {
  size_t pages = wl_shadow_pages(&h->head, array), count = 0;
  bool any = false;
  for (unsigned s = 0; s < h->streams; s++) any |= h->watch[s].touched[array] != NULL;
  for (size_t i = 0; i < pages && any; i++) {
    unsigned s = 0;
    while (s < h->streams && (!h->watch[s].touched[array] || !h->watch[s].touched[array][i])) s++;
    count += s < h->streams;
  }
  return count;
}

/* What all streams together touch decides, so that it is the same for any number of
 * them. */
static bool touches_too_much(const struct wl_hazards *h) {
  size_t pages = 0;
  uint64_t crowded = 0, handed = 0;
  for (unsigned s = 0; s < h->streams; s++) {
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

/* Which step of the run one is. */
static uint64_t number_of(const struct wl_hazards *h, uint64_t step) {
  uint64_t before = 0;
  for (unsigned s = 0; s < h->streams; s++)
    before += wl_steps_before(&h->watch[s].counts,
                              wl_stream_rank(&h->head, h->streams, s, step >> 32));
  return before + (uint32_t)step;
}

/* The stream of which the next hazard was met before those of the others; h->streams: there are no
 * more. `taken`: of each so many. */
static unsigned next_stream(const struct wl_hazards *h, const size_t *taken) {
  unsigned next = h->streams;
  for (unsigned s = 0; s < h->streams; s++) {
    const struct wl_findings *f = &h->watch[s].finds;
    if (taken[s] == f->count) continue;
    if (next == h->streams ||
        f->hazard[taken[s]].met < h->watch[next].finds.hazard[taken[next]].met)
      next = s;
  }
  return next;
}

/* Puts the hazards of the streams into one list, as blocks that come one behind the other meet
 * them. */
static bool collect(struct wl_hazards *h) {
  size_t *taken = calloc(h->streams, sizeof *taken);
  bool fine = taken != NULL;
  for (unsigned s; fine && (s = next_stream(h, taken)) < h->streams;) {
    struct wl_hazard z = h->watch[s].finds.hazard[taken[s]++];
    if (h->partial && z.array < h->head.arrays && h->head.array[z.array].space == WL_GLOBAL)
      continue;
    z.first.step = number_of(h, z.first.step);
    z.second.step = number_of(h, z.second.step);
    fine = wl_findings_add(&h->all, &z);
  }
  free(taken);
  return fine;
}

static bool merge(struct wl_hazards *h) {
  wl_findings_free(&h->all);
  h->count[0] = h->count[1] = 0;
  h->partial = touches_too_much(h);
  for (unsigned s = 0; s < h->streams; s++)
    if (h->watch[s].failed) return false;
  if (!collect(h)) return false;
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
  h->merged = changes(h);
  return true;
}

static bool up_to_date(struct wl_hazards *h) { return h->merged == changes(h) || merge(h); }

bool wl_hazards_end(struct wl_hazards *h) { return up_to_date(h); }

size_t wl_hazards_count(struct wl_hazards *h, bool notes) {
  if (h == NULL || !up_to_date(h)) return 0;
  return h->count[notes];
}

const struct wl_hazard *wl_hazards_get(struct wl_hazards *h, bool notes, size_t i) {
  return i < wl_hazards_count(h, notes) ? &h->all.hazard[h->order[notes][i]] : NULL;
}

bool wl_hazards_partial(struct wl_hazards *h) {
  return h != NULL && up_to_date(h) && h->partial;
}

bool wl_hazards_lost(const struct wl_hazards *h) {
  bool lost = false;
  for (unsigned s = 0; h != NULL && s < h->streams; s++) lost |= h->watch[s].lost;
  return lost;
}
