#include "core/texture.h"

#include <assert.h>

const char *const wl_layout_names[] = {
  [WL_LAYOUT_ARRAY] = "array",
  [WL_LAYOUT_PITCH] = "pitch",
};
static_assert(sizeof wl_layout_names / sizeof wl_layout_names[0] == WL_LAYOUTS, "a row each");

uint64_t wl_fetch_sector(const struct wl_fetch *f, unsigned lane) {
  uint64_t byte = (uint64_t)f->x[lane] * f->texel;
  if (f->layout == WL_LAYOUT_PITCH) return ((uint64_t)f->y[lane] * f->pitch + byte) / 32;
  return (uint64_t)(f->y[lane] / 2) << 32 | byte / 16;
}

uint64_t wl_fetch_request(const struct wl_fetch *f, unsigned lane) {
  if (f->layout == WL_LAYOUT_PITCH) return wl_fetch_sector(f, lane);
  return (uint64_t)(f->y[lane] / 4) << 32 | (uint64_t)f->x[lane] * f->texel / 32;
}

static unsigned distinct(const struct wl_fetch *f, uint32_t lanes,
                         uint64_t (*place)(const struct wl_fetch *, unsigned)) {
  uint64_t seen[WL_LANES];
  unsigned count = 0;
  for (; lanes; lanes &= lanes - 1) {
    uint64_t at = place(f, (unsigned)__builtin_ctz(lanes));
    unsigned i = 0;
    while (i < count && seen[i] != at) i++;
    if (i == count) seen[count++] = at;
  }
  return count;
}

void wl_fetch_count(const struct wl_fetch *f, struct wl_fetch_counts *out) {
  *out = (struct wl_fetch_counts){
    .sectors = distinct(f, f->mask, wl_fetch_sector),
    .l2_requests = distinct(f, f->mask, wl_fetch_request),
  };
  for (unsigned quad = 0; quad < WL_LANES / 4; quad++) {
    uint32_t lanes = f->mask & 0xfu << 4 * quad;
    out->requests += lanes != 0;
    out->l1_sectors += distinct(f, lanes, wl_fetch_sector);
  }
}
