/* The set of memory sectors seen so far, by any block, or by one block after another. */
#ifndef WL_CORE_CACHE_SECTOR_SET_H
#define WL_CORE_CACHE_SECTOR_SET_H

#include <stdbool.h>
#include <stdint.h>

/* A set of sectors, a byte a line: bits 0 to 3 for its sectors, bits 4 to 7 for whoever needs
 * four more. Where a stamp is used, what has another stamp is forgotten. */
struct wl_sector_set;

struct wl_sector_set *wl_sector_set_create(void); /* NULL when memory ran out */
void wl_sector_set_destroy(struct wl_sector_set *set); /* NULL is fine */

/* The bits of a line, 0 where it was never asked for with this stamp (at least 1). NULL when
 * memory ran out. Valid until the next call. */
uint8_t *wl_sector_set_line(struct wl_sector_set *set, uint64_t line, uint32_t stamp);

#endif
