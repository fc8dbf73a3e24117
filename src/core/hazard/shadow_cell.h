/* What is kept for every word of memory: its last accesses. Internal to src/core. */
#ifndef WL_CORE_HAZARD_SHADOW_CELL_H
#define WL_CORE_HAZARD_SHADOW_CELL_H

#include "core/trace/step.h"

enum { WL_WATCH_RECENT = 256 };

/* What one warp did at one place in one phase: who stands behind a word. */
struct wl_stamp {
  uint64_t step, value;    /* of the first time; value: where `uniform` */
  uint32_t block, version; /* version: of the warp, see struct wl_watch */
  uint32_t iteration, way, token; /* way: see program_order.h */
  uint16_t warp, phase, array;
  uint8_t op;
  bool uniform;            /* all lanes store one value, a scalar */
  bool branch;             /* some lanes of its warp are elsewhere */
  struct wl_source_span place;
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
 * matter are a crowd. */
struct wl_slot { /* stamp 0: nobody; mask: bytes; flying: a copy that has not arrived */
  uint32_t stamp;
  uint32_t lane : 5, mask : 4, flying : 1;
  uint32_t way : 22;       /* as of this access, where its stamp is of an earlier iteration */
};
struct wl_hazard_cell {
  struct wl_slot write, read[2];
  uint32_t crowd;          /* more that read; 0: nobody */
  uint32_t trail;          /* shared: what had to go; 0: nothing */
  uint32_t asked : 31;     /* shared: read before it was written; index + 1 into watch.ask */
  uint32_t set : 1;        /* shared: written */
};

/* Atomics since the newest whose result was used, and that: whoever comes after it comes after
 * those before it, whose sum it got; whoever does not clashes with it. */
struct wl_atoms {
  struct wl_slot atomic[2];
  uint32_t crowd;
};

/* Cells side by side. As long as halves of warps touch all of them at once, lane after lane, each
 * is as `whole`, which is the first, with lanes that count on; then they are split, and have memory
 * of their own. */
enum { WL_ROW_CELLS = 16 };
struct wl_shadow_row {
  struct wl_hazard_cell whole;
  struct wl_hazard_cell *cell; /* of a row that is split, or was once */
  bool split;
};

/* The rows of an array, made where they are touched; their atoms where there are any. */
enum { WL_PAGE_CELLS = 256, WL_PAGE_ROWS = WL_PAGE_CELLS / WL_ROW_CELLS };
struct wl_shadow {
  struct wl_shadow_row **page;
  struct wl_atoms **atoms;
  size_t pages;
  unsigned shift;          /* a cell is for 1 << shift bytes */
};

#endif
