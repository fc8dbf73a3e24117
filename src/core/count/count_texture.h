/* Texture fetches: 2-D locality of arrays, and rows of pitch-linear memory. */
#ifndef WL_CORE_COUNT_COUNT_TEXTURE_H
#define WL_CORE_COUNT_COUNT_TEXTURE_H

#include "core/access/access.h"

/* One warp fetching one texel per lane, unfiltered. */
struct wl_fetch_counts {
  unsigned requests;   /* quads with an active lane: 4 neighbouring lanes each */
  unsigned sectors;    /* distinct 32-byte sectors of the warp: what L2 delivers */
  unsigned l2_requests; /* distinct texture lines; where rows lie apart, one per row of them */
};

/* Where a lane's texel lies: numbers that are equal for lanes in the same
 * sector, and in the same L2 request. A texture line covers 32 bytes × 4 rows in
 * both layouts; pitch-linear rows lie apart in memory, so there each is fetched
 * by a request of its own. */
uint64_t wl_fetch_sector(const struct wl_access *a, unsigned lane);
uint64_t wl_fetch_request(const struct wl_access *a, unsigned lane);

/* Source: H200 counters, 12 of 12 warp shapes of 4-byte texels; the tile of
 * other texel sizes follows from its bytes (Tegra X1 manual, block-linear). */
void wl_fetch_count(const struct wl_access *a, struct wl_fetch_counts *out);

#endif
