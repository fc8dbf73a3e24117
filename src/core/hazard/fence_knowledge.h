/* How far each thread knows the writes of others through fences. Internal to src/core. */
#ifndef WL_CORE_HAZARD_FENCE_KNOWLEDGE_H
#define WL_CORE_HAZARD_FENCE_KNOWLEDGE_H

#include "core/hazard/fence_releases.h"

/* Of one line, up to `count`; the union of two. 0 when memory ran out. */
uint32_t wl_fence_known_single(struct wl_watch *w, uint32_t line, uint32_t count);
uint32_t wl_fence_known_merge(struct wl_watch *w, uint32_t a, uint32_t b);

/* As wl_fence_known_merge(), for a union of many, of whose parts nobody has a use: there were `own`
 * sets before the first of them was made. */
uint32_t wl_fence_known_gather(struct wl_watch *w, uint32_t a, uint32_t b, uint32_t own);

/* How far a set knows a line. */
uint32_t wl_fence_known_of(const struct wl_releases *r, uint32_t set, uint32_t line);

/* Releases of a line before those of a block: they are in order of blocks. */
uint32_t wl_fence_known_before(const struct wl_fence_line *l, uint32_t block);

/* Throws away what is of no use any more, where that may be much. What is too much still is given
 * up: what earlier blocks have handed on, with global memory; then all, up to the end of the
 * block. */
void wl_fence_known_collect(struct wl_watch *w);

#endif
