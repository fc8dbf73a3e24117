/* What atomics pass on from thread to thread, for fences.c and fence_knowledge.c. Internal to
 * src/core. */
#ifndef WL_CORE_HAZARD_FENCE_RELEASES_H
#define WL_CORE_HAZARD_FENCE_RELEASES_H

#include "core/hazard/watch_state.h"

/* Whom a fence is for. */
enum wl_fence_level { WL_IN_BLOCK, WL_ON_DEVICE, WL_FENCE_LEVELS };

enum { WL_ALL_WARPS = 0xffff };
#define WL_NO_LINE UINT32_MAX

/* What an atomic hands on of a block: all before phase `phase`, and of that phase, for lane u of
 * the warp, what came before version row[u]; WL_ALL_WARPS: a row for each. Rows that say the same
 * of all lanes, or something of one lane alone, are short: a number, with one of these bits. */
enum { WL_ROW_LANE = 1 << 30, WL_ROW_EVEN = 1 << 29, WL_ROW_VERSIONS = 1 << 24 };
struct wl_release {
  uint32_t block, row; /* row: an index; short: the version * WL_LANES + the lane */
  uint16_t phase, warp;
};

/* The releases of one word that atomics meet at, in the order of the run; one line for those
 * that are for all, and in each block one for those that its threads make for the block. */
struct wl_fence_line {
  uint64_t address;
  uint8_t space, level;
  uint32_t next;    /* line of the same hash, or WL_NO_LINE */
  uint32_t count, capacity;
  uint32_t gained;  /* what the releasing threads knew */
  uint32_t older;   /* releases of earlier blocks, while those are thrown away */
  struct wl_release *release;
};

static inline bool wl_row_is_short(uint32_t row) { return row >= WL_ROW_EVEN; }

/* Whether no thread of another block comes to it. */
static inline bool wl_line_is_own(const struct wl_fence_line *l) {
  return l->level == WL_IN_BLOCK || l->space == WL_SHARED;
}

/* Knowledge is a set, of how far each line is known, and a number: 0 is none. Sets
 * never change. */
struct wl_fence_known_set { size_t first; uint32_t count; };

/* What has been fenced off, of a warp in this phase: rows as in struct wl_release. */
struct wl_cover {
  uint32_t lanes;                       /* those whose row says something */
  uint32_t row[WL_LANES][WL_LANES], knows[WL_LANES];
};

enum { WL_FENCE_BUCKETS = 1 << 14, WL_FENCE_FEW = 4 /* most words are met at once or twice */ };
struct wl_releases {
  struct wl_fence_line *line;
  uint32_t lines, line_capacity;
  uint32_t bucket[2][WL_FENCE_BUCKETS]; /* of all blocks; of the block at work */
  uint32_t (*row)[WL_LANES];
  uint32_t rows, row_capacity;
  struct wl_fence_known *known;
  size_t knowns, known_capacity;
  struct wl_fence_known_set *set;
  uint32_t sets, set_capacity;
  size_t kept;                                  /* pairs of sets in use, when that was looked at */
  size_t released;                              /* releases of all lines */
  uint32_t first_line, first_row;               /* of the block at work */
  bool older;                                   /* there is something of blocks before it */
  bool lost;                                    /* it was too much: nobody knows, in this block */
  uint32_t knows[WL_WATCH_WARPS][WL_LANES];     /* every thread's knowledge */
  struct wl_cover cover[WL_FENCE_LEVELS][WL_WATCH_WARPS];
  struct { /* what the last phase with a fence left behind */
    bool there;
    uint16_t phase;
    uint32_t knows, saved;                      /* saved: row + 1; 0: not yet */
    uint32_t row[WL_WATCH_WARPS][WL_LANES];
  } past[WL_FENCE_LEVELS];
  bool past_alike;                              /* the two say the same */
};

#endif
