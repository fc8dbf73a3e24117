#include "core/analysis/time_bound.h"

const struct wl_roof_row wl_roofs[WL_ROOFS] = {
  [WL_ROOF_DRAM] = {"dram", "DRAM", "bytes that do not stay in L2, over the bandwidth of DRAM"},
  [WL_ROOF_L2] = {"l2", "L2 to L1", "sectors that miss L1, over 64 bytes a clock for each SM"},
  [WL_ROOF_L1] = {"l1", "L1", "tag wavefronts, over one a clock for each SM"},
  [WL_ROOF_SHARED] = {"shared", "shared memory",
                      "wavefronts of shared memory, over one a clock for each SM"},
  [WL_ROOF_ATOMICS] = {"atomics", "atomics on one address",
                       "float additions to the address that has most, 1.75 ns each"},
};

/* Source of the constants: rules of caches in warplens-model(7). */
static const double atomic_us = 0.00175; /* counted: float additions to one address, H200 */
static const double launch_us = 5;       /* what the shortest launches take, and some more */

/* Microseconds for the wavefronts of a space, one a clock; negative: not all are known. */
static double wavefronts_us(const struct wl_analysis *a, enum wl_space s, enum wl_figure f,
                            double clocks) {
  uint64_t all = 0;
  for (enum wl_op op = 0; op < WL_OPS; op++) {
    const struct wl_sum *sum = wl_analysis_sum(a, s, op);
    if (sum->instructions > 0 && sum->unknown >> f & 1) return -1;
    all += sum->value[f];
  }
  return clocks > 0 ? (double)all / clocks : -1;
}

/* Bytes that L2 cannot have kept from a launch before, or keep to the end. */
static double beyond_l2(const struct wl_chip *chip, uint64_t sectors) {
  double bytes = (double)sectors * WL_CACHE_SECTOR, held = chip->l2_kib.value * 1024;
  return bytes > held ? bytes - held : 0;
}

bool wl_time_bound(const struct wl_analysis *a, struct wl_time_bound *b) {
  const struct wl_caches *caches = wl_analysis_caches(a);
  if (caches == NULL) return false;
  struct wl_target t = wl_caches_target(caches);
  const struct wl_cache_model *m = wl_caches_model(caches);
  struct wl_cache_totals c = wl_caches_totals(caches);
  double used = (double)(m->blocks < m->sms ? m->blocks : m->sms);
  double clocks = used * t.chip->clock_mhz.value; /* of all multiprocessors, in a microsecond */
  double bandwidth = t.chip->dram_gbps.value * 1e3; /* bytes in a microsecond */
  double moved = beyond_l2(t.chip, c.l2_reads_at_least) + beyond_l2(t.chip, c.stored);
  double filled = (double)c.l1_misses_at_least * WL_CACHE_SECTOR;
  bool tags = t.arch->tag_sets != 0;
  *b = (struct wl_time_bound){.clocks = clocks, .us = {
    [WL_ROOF_DRAM] = bandwidth > 0 ? moved / bandwidth : -1,
    [WL_ROOF_L2] = clocks > 0 ? filled / WL_FILL_BYTES / clocks : -1,
    [WL_ROOF_L1] = tags ? wavefronts_us(a, WL_GLOBAL, WL_TAG_WAVEFRONTS, clocks) : -1,
    [WL_ROOF_SHARED] = wavefronts_us(a, WL_SHARED, WL_WAVEFRONTS, clocks),
    [WL_ROOF_ATOMICS] = (double)c.most_atomics * atomic_us,
  }};
  for (enum wl_roof r = 0; r < WL_ROOFS; r++)
    if (b->us[r] > b->us[b->limit]) b->limit = r;
  b->tells = b->us[b->limit] >= launch_us;
  return true;
}
