#include "core/count/count_texture.h"

#include "core/count/count_spaces.h"

/* Bytes and rows of texels that a sector and a line cover, in a block-linear array. */
enum { SECTOR_BYTES = 16, SECTOR_ROWS = 2, LINE_BYTES = 32, LINE_ROWS = 4 };
enum { LINEAR_BYTES = 32 }; /* a sector of rows that lie one after the other */
enum { ROW_SHIFT = 33 };    /* columns are below 2^32 texels of at most 16 bytes / 16 */

uint64_t wl_fetch_sector(const struct wl_access *a, unsigned lane) {
  uint64_t byte = a->address[lane] * a->width, row = a->second[lane];
  if (a->layout == WL_LAYOUT_PITCH) return (row * a->pitch + byte) / LINEAR_BYTES;
  return row / SECTOR_ROWS << ROW_SHIFT | byte / SECTOR_BYTES;
}

uint64_t wl_fetch_request(const struct wl_access *a, unsigned lane) {
  if (a->layout == WL_LAYOUT_PITCH) return wl_fetch_sector(a, lane);
  return (uint64_t)(a->second[lane] / LINE_ROWS) << ROW_SHIFT |
         a->address[lane] * a->width / LINE_BYTES;
}

static unsigned distinct(const struct wl_access *a, uint32_t lanes,
                         uint64_t (*place)(const struct wl_access *, unsigned)) {
  uint64_t seen[WL_LANES];
  unsigned count = 0;
  for (; lanes; lanes &= lanes - 1) {
    uint64_t at = place(a, (unsigned)__builtin_ctz(lanes));
    unsigned i = 0;
    while (i < count && seen[i] != at) i++;
    if (i == count) seen[count++] = at;
  }
  return count;
}

void wl_fetch_count(const struct wl_access *a, struct wl_fetch_counts *out) {
  *out = (struct wl_fetch_counts){
    .sectors = distinct(a, a->mask, wl_fetch_sector),
    .l2_requests = distinct(a, a->mask, wl_fetch_request),
  };
  for (unsigned quad = 0; quad < WL_LANES / 4; quad++) {
    uint32_t lanes = a->mask & 0xfu << 4 * quad;
    out->requests += lanes != 0;
  }
}

void wl_count_texture(const struct wl_access *a, struct wl_counts *out) {
  struct wl_fetch_counts fetch;
  wl_fetch_count(a, &fetch);
  out->requests = (uint16_t)fetch.requests;
  out->l2_requests = (uint16_t)fetch.l2_requests;
  wl_set_moved(out, fetch.sectors);
}
