/* What orders threads: barriers of the block and of the warp. */
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/watch.h"

/* Lanes that exist, of one warp. */
static uint32_t lanes_of(const struct wl_head *h, unsigned warp) {
  uint64_t threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
  uint64_t before = (uint64_t)warp * WL_LANES;
  if (threads >= before + WL_LANES) return UINT32_MAX;
  return threads <= before ? 0 : (1u << (threads - before)) - 1;
}

void wl_watch_block_begin(struct wl_watch *w, const struct wl_step *s) {
  for (unsigned i = 0; i < WL_WATCH_WARPS; i++) {
    if (w->version[i] > 0) memset(w->known[i], 0, sizeof w->known[i]);
    w->version[i] = 0;
  }
  wl_shadow_forget_shared(w);
  w->flights = 0;
  memset(w->batch, 0, sizeof w->batch);
  memset(w->opened, 0, sizeof w->opened);
  memset(w->passed, 0, sizeof w->passed);
  memset(w->stayed, 0, sizeof w->stayed);
  w->misses = 0;
  if (w->releases) wl_fence_block_begin(w);
  w->block = s->block;
  w->here = (uint64_t)s->block << 32;
  w->phase = s->phase;
  w->begun = true;
}

/* Lanes of `mask` wait for each other: each has seen what any of them has. */
static void join(struct wl_watch *w, unsigned warp, uint32_t mask) {
  uint32_t seen[WL_LANES] = {0}, version = ++w->version[warp];
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const uint32_t *own = w->known[warp][__builtin_ctz(left)];
    for (unsigned i = 0; i < WL_LANES; i++) seen[i] = own[i] > seen[i] ? own[i] : seen[i];
  }
  for (uint32_t left = mask; left != 0; left &= left - 1) seen[__builtin_ctz(left)] = version;
  for (uint32_t left = mask; left != 0; left &= left - 1)
    memcpy(w->known[warp][__builtin_ctz(left)], seen, sizeof seen);
  if (w->releases) wl_fence_join(w, warp, mask);
}

static struct wl_party party_of(const struct wl_watch *w, const struct wl_step *s, unsigned lane) {
  return (struct wl_party){.place = s->place, .op = WL_OPS, .lane = (uint8_t)lane,
                           .warp = s->warp, .block = s->block, .step = w->here};
}

/* Lanes that an operation of the warp counts on, though they are not there. */
static void check_lanes(struct wl_watch *w, const struct wl_step *s, enum wl_hazard_kind kind,
                        uint32_t lanes) {
  if (lanes == 0) return;
  struct wl_hazard z = {
    .kind = (uint8_t)kind, .scope = WL_SCOPE_WARP, .note = kind == WL_HAZARD_SOURCE,
    .array = WL_NO_ARRAY, .name = s->name, .lanes = lanes,
    .count = (unsigned)__builtin_popcount(lanes),
    .first = party_of(w, s, (unsigned)__builtin_ctz(s->access.mask)), .second.step = w->here};
  if (kind == WL_HAZARD_SOURCE) z.first.lane = (uint8_t)__builtin_ctz(lanes);
  wl_watch_report(w, &z);
}

void wl_watch_sync(struct wl_watch *w, const struct wl_step *s) {
  if (s->kind == WL_STEP_BARRIER && s->name == WL_NAME_SYNCTHREADS) {
    if (w->barrier.place.line == 0)
      w->barrier = party_of(w, s, (unsigned)__builtin_ctz(s->access.mask));
    w->waiting[s->warp] |= s->access.mask;
    w->alive[s->warp] = s->live;
    return;
  }
  if (s->kind == WL_STEP_BARRIER && s->name >= WL_NAME_THREADFENCE &&
      s->name <= WL_NAME_THREADFENCE_SYSTEM) {
    wl_fence(w, s);
    return;
  }
  if (s->kind == WL_STEP_BARRIER && (s->name == WL_NAME_PIPELINE_COMMIT ||
                                     s->name == WL_NAME_PIPELINE_WAIT)) {
    wl_watch_pipeline(w, s);
    return;
  }
  check_lanes(w, s, WL_HAZARD_MASK, s->absent);
  if (s->kind == WL_STEP_SHUFFLE) check_lanes(w, s, WL_HAZARD_SOURCE, s->undefined);
  if (s->kind == WL_STEP_BARRIER && s->name == WL_NAME_SYNCWARP)
    join(w, s->warp, s->access.mask | s->elsewhere);
}

/* Where a thread was last in this phase. */
static const struct wl_source_span *last_of(const struct wl_watch *w, unsigned warp,
                                            unsigned lane) {
  return w->whole[warp].line != 0 ? &w->whole[warp] : &w->last[warp][lane];
}

static bool after(const struct wl_source_span *a, const struct wl_source_span *b) {
  return a->line != b->line ? a->line > b->line : a->column > b->column;
}

/* Whether a thread that does not wait where others do has gone past the barrier, rather than
 * returned before it. Of a warp that waits, those that live have gone past it. Of a warp that
 * does not come at all nobody knows, where the threads may have come to a `return`. */
static bool goes_past(const struct wl_watch *w, unsigned warp, unsigned lane) {
  const struct wl_source_span *barrier = &w->barrier.place, *leaves = w->head->leaves;
  if (after(last_of(w, warp, lane), barrier) || (w->passed[warp] >> lane & 1)) return true;
  if (w->waiting[warp] != 0) return w->alive[warp] >> lane & 1;
  return leaves[0].line == 0 || after(&leaves[0], barrier) || (w->stayed[warp] >> lane & 1);
}

/* Who was seen behind the last `return`. */
static void note_stayed(struct wl_watch *w) {
  const struct wl_head *h = w->head;
  if (h->leaves[0].line == 0) return;
  for (unsigned warp = 0; warp < wl_head_warps(h) && warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++)
      if (after(last_of(w, warp, lane), &h->leaves[1])) w->stayed[warp] |= 1u << lane;
}

/* Threads of the block that were missed at a barrier: those that went past it, those that have
 * returned. */
struct wl_missed {
  struct wl_source_span barrier;
  uint32_t past[WL_WATCH_WARPS], exited[WL_WATCH_WARPS];
};

/* Who was missed at the barrier before, as those of a loop come to it in several phases: each
 * thread is told once. NULL where memory ran out. */
static struct wl_missed *missed_at(struct wl_watch *w, const struct wl_source_span *barrier) {
  for (size_t i = 0; i < w->misses; i++)
    if (wl_same_place(&w->missed[i].barrier, barrier)) return &w->missed[i];
  if (w->misses == w->missed_capacity) {
    struct wl_missed *grown = wl_grow(w->missed, sizeof *grown, &w->missed_capacity, 4);
    if (grown == NULL) {
      w->failed = true;
      return NULL;
    }
    w->missed = grown;
  }
  w->missed[w->misses] = (struct wl_missed){.barrier = *barrier};
  return &w->missed[w->misses++];
}

/* Threads that did not wait where others did. That a barrier has to be on the way of all threads
 * of the block, or of none: CUDA C++ Programming Guide, "Synchronization Functions"; that it
 * does not wait for those that have returned, from cc 7.0 on: "Independent Thread Scheduling". */
static void check_barrier(struct wl_watch *w) {
  struct wl_hazard past = {.kind = WL_HAZARD_BARRIER, .scope = WL_SCOPE_BLOCK, .has_second = true,
                           .array = WL_NO_ARRAY, .first = w->barrier};
  struct wl_hazard exited = past;
  struct wl_missed *missed = NULL;
  exited.kind = WL_HAZARD_EXITED;
  exited.note = !w->lockstep;
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++) {
    uint32_t absent = lanes_of(w->head, warp) & ~w->waiting[warp];
    if (absent != 0 && missed == NULL) missed = missed_at(w, &w->barrier.place);
    if (absent != 0 && missed == NULL) return;
    for (; absent != 0; absent &= absent - 1) {
      unsigned lane = (unsigned)__builtin_ctz(absent);
      const struct wl_source_span *seen = last_of(w, warp, lane);
      bool passes = goes_past(w, warp, lane), there = after(seen, &w->barrier.place);
      struct wl_hazard *z = passes ? &past : &exited;
      if (passes) w->passed[warp] |= 1u << lane;
      uint32_t *told = passes ? &missed->past[warp] : &missed->exited[warp];
      if (*told >> lane & 1) continue;
      *told |= 1u << lane;
      if (z->count++ == 0)
        z->second = (struct wl_party){.place = there ? *seen : (struct wl_source_span){0}, .op =
                                      WL_OPS,
                                      .lane = (uint8_t)lane, .warp = (uint16_t)warp,
                                      .block = w->block, .step = w->barrier.step};
      if (z->second.warp == warp) z->lanes |= 1u << lane;
    }
  }
  if (past.count > 0) wl_watch_report(w, &past);
  if (exited.count > 0) wl_watch_report(w, &exited);
}

void wl_watch_barrier_end(struct wl_watch *w) {
  note_stayed(w);
  if (w->barrier.place.line != 0) check_barrier(w);
  w->barrier = (struct wl_party){0};
  memset(w->waiting, 0, sizeof w->waiting);
  memset(w->alive, 0, sizeof w->alive);
  unsigned warps = wl_head_warps(w->head);
  memset(w->last, 0, (warps < WL_WATCH_WARPS ? warps : WL_WATCH_WARPS) * sizeof w->last[0]);
  memset(w->whole, 0, sizeof w->whole);
}
