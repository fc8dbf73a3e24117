#include "core/analysis/launch_figures.h"

#include <stdio.h>

#include "core/analysis/flops.h"
#include "core/gpu/occupancy.h"

const struct wl_launch_figure wl_launch_figures[WL_LAUNCH_FIGURES] = {
  [WL_LAUNCH_SHARED_BYTES] = {"", "shared_bytes", "shared bytes of a block", .rises = false},
  [WL_LAUNCH_BLOCKS] = {"occupancy", "blocks", "resident blocks per SM", .rises = true},
  [WL_LAUNCH_L1_HIT_RATE] = {"l1", "hit_rate", "L1 hit rate of loads", true, WL_SHARE, true},
  [WL_LAUNCH_L1_HITS] = {"l1", "hits", "L1 hits of loads", true, WL_COUNTED, true},
  [WL_LAUNCH_L1_MISSES] = {"l1", "misses", "L1 misses of loads", .caches = true},
  [WL_LAUNCH_L1_MISSES_AT_LEAST] = {"l1", "misses_at_least", "L1 misses in any order, at least",
                                    .caches = true},
  [WL_LAUNCH_L1_MISSES_AT_MOST] = {"l1", "misses_at_most", "L1 misses in any order, at most",
                                   .caches = true},
  [WL_LAUNCH_L2_READS] = {"l2", "reads", "sectors read from L2, at most", .caches = true},
  [WL_LAUNCH_L2_WRITES] = {"l2", "writes_at_most", "sectors written to L2, at most",
                           .caches = true},
  [WL_LAUNCH_DRAM_READ] = {"dram", "read_bytes", "bytes read from DRAM", .caches = true},
  [WL_LAUNCH_DRAM_WRITTEN] = {"dram", "written_bytes_at_least", "bytes written to DRAM, at least",
                              .caches = true},
  [WL_LAUNCH_TIME] = {"time", "us_at_least", "microseconds, at least", false, WL_MICROSECONDS,
                      true},
};

void wl_launch_take(struct wl_launch_totals *l, const struct wl_head *head,
                    const struct wl_analysis *a) {
  const struct wl_caches *caches = wl_analysis_caches(a);
  *l = (struct wl_launch_totals){
    .arch = wl_analysis_arch(a),
    .shared_bytes = head->shared_bytes,
    .threads = head->block[0] * head->block[1] * head->block[2],
    .cached = caches != NULL,
  };
  l->counted = wl_flops_get(wl_analysis_flops(a), 0, &l->flops);
  if (!l->cached) return;
  l->model = *wl_caches_model(caches);
  l->caches = wl_caches_totals(caches);
  wl_time_bound(a, &l->time);
}

static enum wl_meaning blocks(const struct wl_launch_totals *l, uint32_t registers, double *value) {
  struct wl_occupancy occupancy;
  if (!l->arch->sm) return WL_UNKNOWN;
  if (registers == 0) registers = wl_sm_assumed_registers(l->arch->sm, l->threads);
  if (wl_occupancy(l->arch->sm, l->threads, registers, l->shared_bytes, &occupancy, NULL))
    *value = occupancy.blocks;
  return WL_KNOWN;
}

static double hit_rate(const struct wl_cache_totals *t) {
  uint64_t all = t->l1_hits + t->l1_misses;
  return all > 0 ? (double)t->l1_hits / (double)all : 0;
}

enum wl_meaning wl_launch_figure_get(enum wl_launch_figure_id id, const struct wl_launch_totals *l,
                                     uint32_t registers, double *value) {
  const struct wl_cache_totals *t = &l->caches;
  *value = 0;
  if (wl_launch_figures[id].caches && !l->cached) return WL_UNKNOWN;
  switch (id) {
    case WL_LAUNCH_SHARED_BYTES: *value = l->shared_bytes; break;
    case WL_LAUNCH_BLOCKS: return blocks(l, registers, value);
    case WL_LAUNCH_L1_HIT_RATE: *value = hit_rate(t); break;
    case WL_LAUNCH_L1_HITS: *value = (double)t->l1_hits; break;
    case WL_LAUNCH_L1_MISSES: *value = (double)t->l1_misses; break;
    case WL_LAUNCH_L1_MISSES_AT_LEAST: *value = (double)t->l1_misses_at_least; break;
    case WL_LAUNCH_L1_MISSES_AT_MOST: *value = (double)t->l1_misses_at_most; break;
    case WL_LAUNCH_L2_READS: *value = (double)t->l2_reads; break;
    case WL_LAUNCH_L2_WRITES: *value = (double)t->l2_writes; break;
    case WL_LAUNCH_DRAM_READ: *value = (double)(t->dram_reads * WL_CACHE_SECTOR); break;
    case WL_LAUNCH_DRAM_WRITTEN:
      *value = (double)(t->written_at_least * WL_CACHE_SECTOR);
      break;
    case WL_LAUNCH_TIME: *value = l->time.us[l->time.limit]; break;
    case WL_LAUNCH_FIGURES: return WL_MEANINGLESS;
  }
  return WL_KNOWN;
}

const char *wl_launch_figure_key(enum wl_launch_figure_id id, char text[WL_LAUNCH_FIGURE_NAME]) {
  const struct wl_launch_figure *f = &wl_launch_figures[id];
  snprintf(text, WL_LAUNCH_FIGURE_NAME, "%s%s%s", f->group, f->group[0] ? "." : "", f->key);
  return text;
}
