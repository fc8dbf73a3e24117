/* The least that would do: what counts are held against. Internal to src/core. */
#ifndef WL_CORE_COUNT_COUNT_IDEAL_H
#define WL_CORE_COUNT_COUNT_IDEAL_H

#include "core/access/access.h"
#include "core/access/element.h"
#include "core/count/counts.h"

/* The least that would do, in units of `unit` bytes: never more than there are. */
static inline uint16_t wl_ideal(uint32_t bytes_asked, uint32_t unit, uint32_t actual) {
  uint32_t packed = (bytes_asked + unit - 1) / unit;
  return (uint16_t)(packed < actual ? packed : actual);
}

/* Constant memory: a pass for each request (cc 1.x: half-warps ask one by one) and
 * 4 bytes, as if all lanes wanted one address. */
static inline uint16_t wl_ideal_passes(const struct wl_access *a, const struct wl_counts *c) {
  return (uint16_t)(c->requests * (a->width > 4 ? a->width / 4u : 1u));
}

/* Sets what moves, from the sectors. */
static inline void wl_set_moved(struct wl_counts *out, uint32_t sectors) {
  out->sectors = (uint16_t)sectors;
  out->bytes_moved = sectors << WL_SECTOR_SHIFT;
  out->ideal_sectors = wl_ideal(out->bytes_asked, 1u << WL_SECTOR_SHIFT, sectors);
}

#endif
