/* L1 of one multiprocessor: its resident blocks issue in turn, and misses go to L2. */
#ifndef WL_CORE_CACHE_MULTIPROCESSOR_H
#define WL_CORE_CACHE_MULTIPROCESSOR_H

#include "core/cache/cache_model.h"
#include "core/cache/warp_queue.h"

/* What L2 is asked for: sectors of one line, at a turn of the multiprocessor. */
struct wl_l2_request {
  uint64_t line;
  uint32_t turn, site;
  uint8_t kind;    /* enum wl_request_kind */
  uint8_t sectors; /* bit i: sector i of the line */
};

/* Sectors of loads of one site, as L1 answers. */
struct wl_l1_figures {
  uint64_t hits, misses;
  uint64_t evicted; /* … misses of what had been there and had to go, or was dropped */
};

struct wl_multiprocessor;

/* NULL when memory ran out. The model is borrowed. */
struct wl_multiprocessor *wl_multiprocessor_create(const struct wl_cache_model *model);
void wl_multiprocessor_destroy(struct wl_multiprocessor *p); /* NULL is fine */

/* The queues of the next block, empty, to be filled before enter(). NULL when memory ran out. */
struct wl_warp_queue *wl_multiprocessor_room(struct wl_multiprocessor *p);

/* The block that was filled may begin once there is room for it. */
void wl_multiprocessor_enter(struct wl_multiprocessor *p);

/* Plays on: until blocks are missing that could be resident, or, with `all` (no more will come),
 * to the end. `figures` has a row for each site. False when memory ran out. */
bool wl_multiprocessor_play(struct wl_multiprocessor *p, bool all, struct wl_l1_figures *figures);

/* One line that a request looked up, or a fence that emptied L1. Sectors are bits. */
struct wl_l1_event {
  uint64_t line;
  uint32_t site, place;  /* where in L1 it is now; UINT32_MAX: it is not there */
  uint8_t kind;          /* enum wl_request_kind */
  uint8_t asked, missed; /* missed: by loads */
  uint8_t again;         /* … of these, had been there before */
  uint8_t valid;         /* … that have a word there now */
};

/* Tells of each lookup from now on, in order, and counts no figures: they may be NULL, and L2 is
 * asked for nothing. */
void wl_multiprocessor_watch(struct wl_multiprocessor *p,
                             void (*watch)(void *to, const struct wl_l1_event *e), void *to);

/* Turns played so far; requests to L2 in order of turns, which drop() forgets. */
uint32_t wl_multiprocessor_turn(const struct wl_multiprocessor *p);
const struct wl_l2_request *wl_multiprocessor_requests(const struct wl_multiprocessor *p,
                                                       size_t *count);
void wl_multiprocessor_drop(struct wl_multiprocessor *p, size_t count);

#endif
