#include "core/analysis/roofline.h"

#include "core/analysis/flops.h"
#include "core/gpu/sm.h"

/* What a level has had to move in the time that it is busy at least. */
static void take_bound(struct wl_roofline_level *l, double us, double bandwidth) {
  *l = (struct wl_roofline_level){us < 0 ? -1 : us * bandwidth, us < 0 ? -1 : bandwidth, 0};
}

bool wl_roofline(const struct wl_analysis *a, struct wl_roofline *r) {
  struct wl_time_bound b;
  if (!wl_time_bound(a, &b)) return false;
  const struct wl_caches *caches = wl_analysis_caches(a);
  struct wl_target t = wl_caches_target(caches);
  struct wl_cache_totals c = wl_caches_totals(caches);
  double dram = t.chip->dram_gbps.value * 1e3;
  *r = (struct wl_roofline){.limit = WL_ROOF_ATOMICS};
  r->counted = wl_flops_get(wl_analysis_flops(a), 0, &r->operations);
  r->peak = t.arch->sm ? 2 * t.arch->sm->fp32 * b.clocks : 0;
  r->level[WL_ROOF_DRAM] = (struct wl_roofline_level){
    (double)((c.dram_reads + c.written_at_least) * WL_CACHE_SECTOR), dram > 0 ? dram : -1, 0};
  take_bound(&r->level[WL_ROOF_L2], b.us[WL_ROOF_L2], b.clocks * WL_FILL_BYTES);
  take_bound(&r->level[WL_ROOF_L1], b.us[WL_ROOF_L1], b.clocks * WL_CACHE_LINE);
  take_bound(&r->level[WL_ROOF_SHARED], b.us[WL_ROOF_SHARED], b.clocks * t.arch->row_bytes);
  r->most = r->peak;
  for (enum wl_roof i = 0; i < WL_ROOFLINE_LEVELS; i++) {
    struct wl_roofline_level *l = &r->level[i];
    if (l->bytes <= 0 || l->bandwidth <= 0) continue;
    l->most = (double)r->operations / l->bytes * l->bandwidth;
    if (r->most > 0 && l->most >= r->most) continue;
    r->most = l->most;
    r->limit = i;
  }
  return true;
}
