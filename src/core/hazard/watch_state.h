/* The state of the watch over one stream, which the files watch_*.c share. Internal to src/core. */
#ifndef WL_CORE_HAZARD_WATCH_STATE_H
#define WL_CORE_HAZARD_WATCH_STATE_H

#include "core/hazard/findings.h"
#include "core/hazard/program_order.h"
#include "core/hazard/reader_groups.h"
#include "core/hazard/shadow_cell.h"
#include "core/hazard/step_numbers.h"
#include "core/trace/trace_head.h"

enum { WL_WATCH_WARPS = 32 };

/* A read of shared memory that nobody has written so far. */
struct wl_ask {
  struct wl_hazard_cell *cell;
  struct wl_party party;
  uint64_t address;
  uint16_t array;
  bool sure;               /* no other thread can have been meant to write it */
};

/* A word that cp.async has been told to write. */
struct wl_flight {
  struct wl_hazard_cell *cell;
  uint32_t stamp, batch;
  uint8_t warp, lane;
};

struct wl_releases;

/* A race that an access to a word has already: where the other is; whether that comes later. */
enum { WL_WATCH_TOLD = 8 };
struct wl_told {
  struct wl_source_span place;
  uint8_t op, scope, depth; /* depth: as of the hazard */
  bool turned;
};

struct wl_watch {
  const struct wl_head *head;
  bool lockstep, begun, failed;
  bool by_lane;            /* never a whole warp at once: for tests */
  bool full, lost;         /* global memory would take too much: it is left alone; so would what
                            * fences hand on: in some block nobody knows it */
  uint64_t changes;        /* steps and ends, for whoever sums up */
  uint64_t here;           /* the step at work: its block in the upper half, its number in that */
  struct wl_step_counts counts; /* steps of blocks that have ended */
  uint32_t block;
  uint16_t phase;
  struct wl_findings finds;
  struct wl_ledger ledger[2]; /* global, shared; that of shared memory starts anew in every block */
  struct wl_ways ways;
  struct wl_shadow shadow[WL_MAX_ARRAYS];
  struct wl_crowds crowds[2]; /* global, shared */
  struct wl_trails trails;
  struct wl_told told[WL_WATCH_TOLD]; /* of the access to a word at work */
  unsigned tolds;
  uint64_t crowded;        /* lanes that read or updated global memory, where there are fences */
  bool *touched[WL_MAX_ARRAYS]; /* global memory, by page; kept to the end */
  size_t pages, handed;    /* … how many; bytes of what fences hand on, after the last block */
  struct wl_ask *ask;
  size_t asks, ask_capacity;
  struct wl_flight *flight; size_t flights, flight_capacity;
  uint32_t batch[WL_WATCH_WARPS][WL_LANES];  /* that the next copy belongs to … */
  uint64_t opened[WL_WATCH_WARPS][WL_LANES]; /* … the step of its first one, plus 1; 0: none */
  struct wl_releases *releases; /* fences.c; NULL until a fence is met */

  /* Order inside a warp: its version grows with each __syncwarp() and fence. Lane v
   * has seen what lane u did before version known[v][u]. */
  uint32_t version[WL_WATCH_WARPS];
  uint32_t known[WL_WATCH_WARPS][WL_LANES][WL_LANES];

  /* The barrier at which the phase ends. */
  uint32_t waiting[WL_WATCH_WARPS];
  uint32_t alive[WL_WATCH_WARPS];  /* had not returned when their warp came to it */
  uint32_t passed[WL_WATCH_WARPS]; /* of the block: have gone past one without a return */
  uint32_t stayed[WL_WATCH_WARPS]; /* … were seen behind the last `return` */
  struct wl_missed *missed; size_t misses, missed_capacity; /* at barriers: watch_order.c */
  struct wl_party barrier;
  struct wl_source_span last[WL_WATCH_WARPS][WL_LANES]; /* in this phase; line 0: none … */
  struct wl_source_span whole[WL_WATCH_WARPS];  /* … where line 0: else all lanes were last here */
};

#endif
