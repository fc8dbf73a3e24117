/* Watching one segment: what the files hazard_*.c share. Internal to src/core. */
#ifndef WL_CORE_HAZARD_WATCH_H
#define WL_CORE_HAZARD_WATCH_H

#include "core/hazard_finds.h"
#include "core/head.h"

enum { WL_WATCH_WARPS = 32, WL_WATCH_RECENT = 256 };

/* What one warp did at one place in one phase: who stands behind a word. */
struct wl_stamp {
  uint64_t step, value;    /* of the first time; value: where `uniform` */
  uint32_t block, ordinal; /* ordinal: steps of the warp in this phase before it */
  uint32_t version;        /* of the warp: see struct wl_watch */
  uint32_t iteration;
  uint16_t warp, phase, array;
  uint8_t op;
  bool uniform;            /* all lanes store one value, a scalar */
  struct wl_place place;
};

/* Stamps, numbered from 1. Those of global memory that no cell refers to any more are
 * thrown away when there are `limit` of them. */
struct wl_ledger {
  struct wl_stamp *stamp;
  uint32_t count, capacity, limit;
  uint32_t recent[WL_WATCH_RECENT]; /* to use a stamp again in a loop */
};

/* Who touched a word last: a store, and since then loads and atomics, each of two
 * threads as different as can be: the newest is the first of them. The others that may
 * matter are a crowd. Of atomics also the newest whose result was used. */
struct wl_slot { /* stamp 0: nobody; mask: bytes; flying: a copy that has not arrived */
  uint32_t stamp;
  uint32_t lane : 5, mask : 4, flying : 1;
  uint32_t ordinal : 22;   /* as of this access, where its stamp is of an earlier iteration; */
};                         /* stays at the greatest number */
struct wl_cell {
  struct wl_slot write, read[2];
  uint32_t crowd;          /* more that read; 0: nobody */
  uint32_t asked : 31;     /* shared: read before it was written; index + 1 into watch.ask */
  uint32_t set : 1;        /* shared: written */
};

struct wl_atoms {
  struct wl_slot atomic[2], used;
  uint32_t crowd;
};

/* Slots beyond the two of a word, each of another thread. */
struct wl_crowd {
  struct wl_slot *slot;
  uint32_t count, capacity;
};
struct wl_crowds {
  struct wl_crowd *crowd;
  uint32_t used, capacity;
};

/* The cells of an array, made where they are touched; their atoms where there are any. */
enum { WL_PAGE_CELLS = 256 };
struct wl_shadow {
  struct wl_cell **page;
  struct wl_atoms **atoms;
  size_t pages;
  unsigned shift;          /* a cell is for 1 << shift bytes */
};

/* A read of shared memory that nobody has written so far. */
struct wl_ask {
  struct wl_cell *cell;
  struct wl_party party;
  uint64_t address;
  uint16_t array;
  bool sure;               /* no other thread can have been meant to write it */
};

/* A word that cp.async has been told to write. */
struct wl_flight {
  struct wl_cell *cell;
  uint32_t stamp, batch;
  uint8_t warp, lane;
};

struct wl_releases;

struct wl_watch {
  const struct wl_head *head;
  bool lockstep, begun, failed;
  bool full;               /* too much global memory is touched: it is left alone */
  uint64_t steps;
  uint32_t block;
  uint16_t phase;
  struct wl_finds finds;
  struct wl_ledger ledger[2]; /* global, shared; that of shared memory starts anew in every block */
  struct wl_shadow shadow[WL_MAX_ARRAYS];
  struct wl_crowds crowds[2]; /* global, shared */
  size_t crowded;          /* slots that all of them have room for */
  bool *touched[WL_MAX_ARRAYS]; /* global memory, by page; kept to the end */
  size_t pages;            /* … how many */
  struct wl_ask *ask;
  size_t asks, ask_capacity;
  struct wl_flight *flight;
  size_t flights, flight_capacity;
  uint32_t batch[WL_WATCH_WARPS][WL_LANES]; /* that the next copy belongs to */
  struct wl_releases *releases; /* hazard_fence.c; NULL until a fence is met */

  /* Order inside a warp: its version grows with each __syncwarp() and fence. Lane v
   * has seen what lane u did before version known[v][u]. */
  uint32_t ordinal[WL_WATCH_WARPS], version[WL_WATCH_WARPS];
  uint32_t known[WL_WATCH_WARPS][WL_LANES][WL_LANES];

  /* The barrier at which the phase ends. */
  uint32_t waiting[WL_WATCH_WARPS];
  struct wl_party barrier;
  struct wl_place last[WL_WATCH_WARPS][WL_LANES]; /* in this phase; line 0: none */
};

/* hazard_watch.c: a hazard is found; frees all but what was found. */
void wl_watch_report(struct wl_watch *w, const struct wl_hazard *h);
void wl_watch_free(struct wl_watch *w);

/* hazard_shadow.c: cells and stamps. A cell is NULL outside the array and when memory
 * ran out; a stamp is 0 then. Atoms are NULL where none were made. */
size_t wl_shadow_pages(const struct wl_head *h, unsigned array);
unsigned wl_shadow_shift(const struct wl_head *h, const struct wl_array *a);
struct wl_cell *wl_shadow_cell(struct wl_watch *w, unsigned array, uint64_t index);
struct wl_atoms *wl_shadow_atoms(struct wl_watch *w, unsigned array, uint64_t index, bool make);
uint32_t wl_shadow_stamp(struct wl_watch *w, struct wl_ledger *l, const struct wl_stamp *now);
void wl_shadow_forget_shared(struct wl_watch *w); /* at the start of a block */
void wl_shadow_free(struct wl_watch *w);

/* hazard_crowd.c: more threads that have touched a word. Whether they are kept at all; those
 * of a number, which a word has from its first one on. */
bool wl_crowd_wanted(const struct wl_watch *w);
struct wl_slot *wl_crowd(struct wl_watch *w, bool shared, uint32_t number, uint32_t *count);
void wl_crowd_add(struct wl_watch *w, bool shared, uint32_t *number, const struct wl_slot *slot);
void wl_crowd_leave(struct wl_watch *w, bool shared, uint32_t number);
void wl_crowds_forget_shared(struct wl_watch *w);
void wl_crowds_free(struct wl_watch *w);

/* hazard_memory.c: who touches what. */
void wl_watch_access(struct wl_watch *w, const struct wl_step *s);
void wl_watch_asks(struct wl_watch *w);           /* at the end of a phase */

/* hazard_copy.c: cp.async. A lane's copy takes off; lanes wait for theirs. */
void wl_watch_fly(struct wl_watch *w, struct wl_cell *c, unsigned warp, unsigned lane);
void wl_watch_pipeline(struct wl_watch *w, const struct wl_step *s);

/* hazard_order.c: what keeps threads in order. */
bool wl_watch_ordered(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                      unsigned warp, unsigned lane);
void wl_watch_sync(struct wl_watch *w, const struct wl_step *s); /* barriers, shuffles, votes */
void wl_watch_phase_end(struct wl_watch *w);
void wl_watch_block_begin(struct wl_watch *w, const struct wl_step *s);

/* hazard_fence.c: what fences and atomics hand on. */
bool wl_fence_ordered(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                      unsigned warp, unsigned lane);
void wl_fence_atomic(struct wl_watch *w, const struct wl_step *s, unsigned lane, uint64_t address);
void wl_fence(struct wl_watch *w, const struct wl_step *s);
void wl_fence_share(struct wl_watch *w, unsigned warp, uint32_t mask); /* what atomics gave */
void wl_fence_join(struct wl_watch *w, unsigned warp, uint32_t mask);
void wl_fence_phase_end(struct wl_watch *w);
void wl_fence_block_begin(struct wl_watch *w);
void wl_fence_free(struct wl_watch *w);

#endif
