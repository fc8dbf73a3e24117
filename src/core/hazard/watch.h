/* Watches one stream for hazards: what the files watch_*.c do for each other. Internal to
 * src/core. */
#ifndef WL_CORE_HAZARD_WATCH_H
#define WL_CORE_HAZARD_WATCH_H

#include "core/hazard/watch_state.h"

/* watch.c: a hazard is found; frees all but what was found. */
void wl_watch_report(struct wl_watch *w, const struct wl_hazard *h);
void wl_watch_free(struct wl_watch *w);

/* shadow_memory.c: rows, cells and stamps. A cell or a row is NULL outside the array and when
 * memory ran out; a stamp is 0 then. Asking for a cell splits its row. Atoms, of a word that has a
 * cell or a row, are NULL where none were made. */
size_t wl_shadow_pages(const struct wl_head *h, unsigned array);
unsigned wl_shadow_shift(const struct wl_head *h, const struct wl_array *a);
struct wl_shadow_row *wl_shadow_row(struct wl_watch *w, unsigned array, uint64_t index);
struct wl_hazard_cell *wl_shadow_split(struct wl_watch *w, unsigned array, uint64_t index);
struct wl_atoms *wl_shadow_make_atoms(struct wl_watch *w, unsigned array, uint64_t index);
static inline struct wl_hazard_cell *wl_shadow_cell(struct wl_watch *w, unsigned array,
                                                    uint64_t index) {
  const struct wl_shadow *m = &w->shadow[array];
  size_t page = (size_t)index / WL_PAGE_CELLS;
  if (w->failed || page >= m->pages || m->page[page] == NULL)
    return wl_shadow_split(w, array, index);
  const struct wl_shadow_row *row = &m->page[page][index % WL_PAGE_CELLS / WL_ROW_CELLS];
  return row->split ? &row->cell[index % WL_ROW_CELLS] : wl_shadow_split(w, array, index);
}
static inline struct wl_atoms *wl_shadow_atoms(const struct wl_watch *w, unsigned array,
                                               uint64_t index) {
  const struct wl_shadow *m = &w->shadow[array];
  if (m->atoms == NULL) return NULL;
  struct wl_atoms *page = m->atoms[(size_t)index / WL_PAGE_CELLS];
  return page ? &page[index % WL_PAGE_CELLS] : NULL;
}
uint32_t wl_shadow_stamp(struct wl_watch *w, struct wl_ledger *l, const struct wl_stamp *now);
void wl_shadow_forget_shared(struct wl_watch *w); /* at the start of a block */
void wl_shadow_free(struct wl_watch *w);

/* readers.c: whether more than the two of a word are kept at all. */
static inline bool wl_readers_wanted(const struct wl_watch *w) {
  return w->head->syncwarps || w->head->fences;
}

/* history.c: who had to go from a word; those that matter to another, if it has a trail. */
void wl_history_add(struct wl_watch *w, struct wl_hazard_cell *c, const struct wl_slot *gone);
const struct wl_mark *wl_history(const struct wl_watch *w, const struct wl_hazard_cell *c,
                                 const struct wl_slot *who, uint32_t *count);
void wl_trails_forget(struct wl_watch *w);        /* at the start of a block */
void wl_trails_free(struct wl_watch *w);

/* watch_memory.c: who touches what. */
void wl_watch_access(struct wl_watch *w, const struct wl_step *s);
void wl_watch_asks(struct wl_watch *w);           /* at the end of a phase */

/* watch_copies.c: cp.async. A lane's copy takes off; lanes wait for theirs. */
void wl_watch_fly(struct wl_watch *w, struct wl_hazard_cell *c, unsigned warp, unsigned lane);
void wl_watch_pipeline(struct wl_watch *w, const struct wl_step *s);

/* watch_order.c: what keeps threads in order. Lanes that keep step, at a volatile array. */
static inline bool wl_watch_in_step(const struct wl_watch *w, const struct wl_stamp *s) {
  return w->lockstep && w->head->array[s->array].is_volatile;
}
void wl_watch_sync(struct wl_watch *w, const struct wl_step *s); /* barriers, shuffles, votes */
void wl_watch_barrier_end(struct wl_watch *w); /* at the end of a phase */
void wl_watch_block_begin(struct wl_watch *w, const struct wl_step *s);

/* fences.c, fence_knowledge.c: what fences and atomics hand on. What a thread knows that
 * puts an access before it, 0 releases: nothing; whether it knows all that a gate asks for. */
struct wl_fence_known wl_fence_proof(const struct wl_watch *w, const struct wl_stamp *old,
                                     unsigned old_lane, unsigned warp, unsigned lane);
bool wl_fence_knows(const struct wl_watch *w, const struct wl_gate *g, unsigned warp,
                    unsigned lane);
bool wl_fence_ordered(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                      unsigned warp, unsigned lane);
bool wl_fence_taken(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                    unsigned warp, unsigned lane); /* … known when the thread called a fence */
void wl_fence_atomic(struct wl_watch *w, const struct wl_step *s, uint8_t op, unsigned lane,
                     uint64_t address);
void wl_fence(struct wl_watch *w, const struct wl_step *s);
void wl_fence_join(struct wl_watch *w, unsigned warp, uint32_t mask);
void wl_fence_phase_end(struct wl_watch *w);
void wl_fence_block_begin(struct wl_watch *w);
size_t wl_fence_total(struct wl_watch *w); /* bytes, after the last block */
void wl_fence_free(struct wl_watch *w);

/* Whether an access is before whatever a thread does now, and whether only a fence puts it there
 * that the thread itself has not called.
 * Sources: CUDA C++ Programming Guide, "Synchronization Functions" (which barrier
 * orders whom), "Warp Shuffle Functions" (they order no memory), "Independent Thread
 * Scheduling" (lanes no longer keep step from cc 7.0 on), "Volatile Qualifier" (without it a
 * compiler may keep a word in a register or move accesses of other threads' words: a Tesla C2050,
 * cc 2.0, read what had been there before). */
static inline bool wl_watch_is_past(const struct wl_watch *w, const struct wl_stamp *old,
                                    unsigned old_lane, unsigned warp, unsigned lane) {
  if (old->block != w->block) return false;
  return old->phase != w->phase ||
         (old->warp == warp && (wl_watch_in_step(w, old) || old_lane == lane ||
                                old->version < w->known[warp][lane][old_lane]));
}
static inline bool wl_watch_ordered(const struct wl_watch *w, const struct wl_stamp *old,
                                    unsigned old_lane, unsigned warp, unsigned lane) {
  return wl_watch_is_past(w, old, old_lane, warp, lane) ||
         (w->releases != NULL && wl_fence_ordered(w, old, old_lane, warp, lane));
}
static inline bool wl_watch_unfenced(const struct wl_watch *w, const struct wl_stamp *old,
                                     unsigned old_lane, unsigned warp, unsigned lane) {
  return w->releases != NULL && !wl_watch_is_past(w, old, old_lane, warp, lane) &&
         !wl_fence_taken(w, old, old_lane, warp, lane);
}

#endif
