/* L2, and what it fetches from DRAM. */
#ifndef WL_CORE_CACHE_L2_H
#define WL_CORE_CACHE_L2_H

#include "core/cache/multiprocessor.h"

/* Sectors of one site. */
struct wl_l2_figures {
  uint64_t reads;     /* asked for by L1 */
  uint64_t shared;    /* … that another multiprocessor, or this one, had asked for before */
  uint64_t writes;    /* stored: some may merge on the way */
  uint64_t atomics;   /* updated in L2 */
  uint64_t dram;      /* fetched from DRAM, with neighbours: pieces of 64 bytes */
};

/* Sectors of the launch, each counted once. */
struct wl_l2_distinct { uint64_t loaded, stored; };

struct wl_l2;

/* NULL when memory ran out. The model is borrowed. */
struct wl_l2 *wl_l2_create(const struct wl_cache_model *model);
void wl_l2_destroy(struct wl_l2 *l2); /* NULL is fine */

/* Serves the next request, of multiprocessor `sm`. False when memory ran out. */
bool wl_l2_serve(struct wl_l2 *l2, uint32_t sm, const struct wl_l2_request *r,
                 struct wl_l2_figures *figures);

struct wl_l2_distinct wl_l2_distinct(const struct wl_l2 *l2);

#endif
