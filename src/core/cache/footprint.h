/* How much of global memory a warp, a block and the launch touch: distinct lines and sectors, for
 * each line of the script and for each array. */
#ifndef WL_CORE_CACHE_FOOTPRINT_H
#define WL_CORE_CACHE_FOOTPRINT_H

#include "core/trace/trace.h"

struct wl_extent { uint64_t lines, sectors; };

struct wl_footprint {
  uint64_t asked;               /* sectors of all requests */
  struct wl_extent warp, block; /* of the warp, the block that has most of either */
  struct wl_extent launch;
};

struct wl_footprints;

/* Those of a finished recording. NULL where it lacks steps, or memory ran out. */
struct wl_footprints *wl_footprints_create(const struct wl_trace *t);
void wl_footprints_destroy(struct wl_footprints *f); /* NULL is fine */

/* That of a line of the script (with WL_NO_ARRAY), or of an array (with line 0). */
struct wl_footprint wl_footprint_of(const struct wl_footprints *f, uint32_t line, uint16_t array);

#endif
