/* Watching one segment: what hazard.c, hazard_memory.c and hazard_order.c share. */
#ifndef WL_CORE_HAZARD_WATCH_H
#define WL_CORE_HAZARD_WATCH_H

#include "core/hazard.h"

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

/* Stamps, numbered from 1. */
struct wl_ledger {
  struct wl_stamp *stamp;
  uint32_t count, capacity;
  uint32_t recent[WL_WATCH_RECENT]; /* to use a stamp again in a loop */
};

/* Who touched a word last. Plain stores in `write`; loads and atomics of two
 * threads, as different as can be, in one and two. */
struct wl_slot { uint32_t stamp; uint8_t lane, mask; }; /* stamp 0: nobody; mask: bytes */
struct wl_cell {
  struct wl_slot write, other[2];
  uint32_t asked;          /* shared: read before it was written; index + 1 into watch.ask */
  bool set;                /* shared: written */
};

/* The cells of an array, made where they are touched. */
enum { WL_PAGE_CELLS = 1024, WL_MAX_PAGES = 1 << 15 };
struct wl_shadow { struct wl_cell **page; size_t pages; unsigned shift; }; /* of 1 << shift bytes */

/* A read of shared memory that nobody has written so far. */
struct wl_ask {
  struct wl_cell *cell;
  struct wl_party party;
  uint64_t address;
  uint16_t array;
  bool sure;               /* no other thread can have been meant to write it */
};

struct wl_finds {
  struct wl_hazard *hazard;
  size_t count, capacity, recent;
  uint32_t *slot; /* hash table of indices + 1 */
  size_t slots;
};

struct wl_releases;

struct wl_watch {
  const struct wl_head *head;
  bool lockstep, begun, failed, partial;
  uint64_t steps;
  uint32_t block;
  uint16_t phase;
  struct wl_finds finds;
  struct wl_ledger ledger[2]; /* global, shared; that of shared memory starts anew in every block */
  struct wl_shadow shadow[WL_MAX_ARRAYS];
  size_t pages;
  struct wl_ask *ask;
  size_t asks, ask_capacity;
  struct wl_releases *releases; /* hazard_order.c; NULL until a fence is met */

  /* Order inside a warp: its version grows with each __syncwarp() and fence. Lane v
   * has seen what lane u did before version known[v][u]. */
  uint32_t ordinal[WL_WATCH_WARPS], version[WL_WATCH_WARPS];
  uint32_t known[WL_WATCH_WARPS][WL_LANES][WL_LANES];

  /* The barrier at which the phase ends. */
  uint32_t waiting[WL_WATCH_WARPS];
  struct wl_party barrier;
  struct wl_place last[WL_WATCH_WARPS][WL_LANES]; /* in this phase; line 0: none */
};

/* hazard.c */
bool wl_finds_add(struct wl_finds *f, const struct wl_hazard *h);
void wl_watch_report(struct wl_watch *w, const struct wl_hazard *h);

/* hazard_memory.c: who touches what. */
void wl_watch_access(struct wl_watch *w, const struct wl_step *s);
void wl_watch_asks(struct wl_watch *w);           /* at the end of a phase */
void wl_watch_forget_shared(struct wl_watch *w);  /* at the start of a block */
void wl_watch_free_memory(struct wl_watch *w);

/* hazard_order.c: what keeps threads in order. */
bool wl_watch_ordered(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                      unsigned warp, unsigned lane);
void wl_watch_sync(struct wl_watch *w, const struct wl_step *s); /* barriers, shuffles, votes */
void wl_watch_phase_end(struct wl_watch *w);
void wl_watch_block_begin(struct wl_watch *w, const struct wl_step *s);

#endif
