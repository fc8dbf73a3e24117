/* A cache of lines that evicts the least recently used one. */
#ifndef WL_CORE_CACHE_LRU_H
#define WL_CORE_CACHE_LRU_H

#include <stdint.h>

struct wl_lru;

/* Room for `lines` lines, at least 1. NULL when memory ran out. */
struct wl_lru *wl_lru_create(uint32_t lines);
void wl_lru_destroy(struct wl_lru *lru); /* NULL is fine */

/* Which words of a line are present; NULL: the line is not there. It becomes the one used last.
 * Valid until the next call. */
uint32_t *wl_lru_use(struct wl_lru *lru, uint64_t line);

/* The same, but the order stays what it is. */
uint32_t *wl_lru_peek(struct wl_lru *lru, uint64_t line);

/* Makes room for a line that is not there, used last, with no words. Where all room is taken,
 * the line used least recently goes. */
uint32_t *wl_lru_insert(struct wl_lru *lru, uint64_t line);

/* Where a line is, below `lines`: another line takes its place when it goes. UINT32_MAX: it is not
 * there. */
uint32_t wl_lru_place(struct wl_lru *lru, uint64_t line);

/* Forgets all lines. */
void wl_lru_clear(struct wl_lru *lru);

/* Lines that are there. */
uint32_t wl_lru_count(const struct wl_lru *lru);

#endif
