#include "core/cache/site_figure.h"

const struct wl_site_figure wl_site_figures[WL_SITE_FIGURES] = {
  [WL_SITE_HITS] = {"l1_hits", "L1 hits", "hits", "sectors of loads that L1 has"},
  [WL_SITE_MISSES] = {"l1_misses", "L1 misses", "misses", "sectors of loads that L1 does not have"},
  [WL_SITE_EVICTED] = {"l1_misses_evicted", "of these evicted", "evicted",
                       "misses of sectors that L1 had before; the other misses are the first of "
                       "an SM"},
  [WL_SITE_READS] = {"l2_reads", "L2 reads", "L2 reads", "sectors read from L2"},
  [WL_SITE_SHARED] = {"l2_reads_again", "of these again", "again",
                      "reads of sectors that an SM has read before: blocks on several SMs share "
                      "them, or L1 has evicted them"},
  [WL_SITE_WRITES] = {"l2_writes_at_most", "L2 writes", "writes", "sectors written to L2, at most"},
  [WL_SITE_DRAM] = {"dram_read_bytes", "bytes from DRAM", "DRAM B", "bytes read from DRAM"},
};

uint64_t wl_site_figure_get(const struct wl_cache_site *s, enum wl_site_figure_id id) {
  switch (id) {
    case WL_SITE_HITS: return s->l1.hits;
    case WL_SITE_MISSES: return s->l1.misses;
    case WL_SITE_EVICTED: return s->l1.evicted;
    case WL_SITE_READS: return s->l2.reads;
    case WL_SITE_SHARED: return s->l2.shared;
    case WL_SITE_WRITES: return s->l2.writes;
    case WL_SITE_DRAM: return s->l2.dram * WL_CACHE_SECTOR;
    case WL_SITE_FIGURES: break;
  }
  return 0;
}

double wl_site_hit_rate(const struct wl_cache_site *s) {
  uint64_t asked = s->l1.hits + s->l1.misses;
  return asked > 0 ? (double)s->l1.hits / (double)asked : -1;
}
