/* The packed requests of one warp to the caches, until its multiprocessor replays them. */
#ifndef WL_CORE_CACHE_WARP_QUEUE_H
#define WL_CORE_CACHE_WARP_QUEUE_H

#include "core/cache/lookup.h"

enum wl_request_kind {
  WL_ASK_LOAD,       /* through L1 */
  WL_ASK_LOAD_LINES, /* … which fetches whole lines */
  WL_ASK_PAST,       /* a load past L1: cg, volatile, or there is no L1 */
  WL_ASK_STORE,
  WL_ASK_ATOMIC,
  WL_ASK_FENCE,      /* of the device or the system: empties L1 */
  WL_ASK_PHASE,      /* the warp has come to a barrier */
};

/* One of them. `site`: whose it is; of phases, how many barriers lie before the next request. */
struct wl_cache_request {
  enum wl_request_kind kind;
  uint32_t site;
  unsigned lines;
  struct wl_lookup line[WL_LANES];
};

/* Zero is an empty queue. */
struct wl_warp_queue {
  uint8_t *bytes;
  size_t size, capacity, at; /* `at`: where the next request begins that is taken */
  uint64_t last_put, last_taken; /* lines: the next ones are told by their distance */
};

/* False when memory ran out. */
bool wl_warp_queue_put(struct wl_warp_queue *q, const struct wl_cache_request *r);

/* The next one; false: there is none. */
bool wl_warp_queue_take(struct wl_warp_queue *q, struct wl_cache_request *r);

static inline bool wl_warp_queue_ended(const struct wl_warp_queue *q) { return q->at == q->size; }

/* What the next one is, of a queue that has not ended. */
static inline enum wl_request_kind wl_warp_queue_next(const struct wl_warp_queue *q) {
  return (enum wl_request_kind)(q->bytes[q->at] & 7);
}

/* Empties it, and keeps its room. */
void wl_warp_queue_reset(struct wl_warp_queue *q);

#endif
