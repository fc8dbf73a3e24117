/* Figures of a whole launch that belong to no kind of instruction: caches, time, occupancy. */
#ifndef WL_CORE_ANALYSIS_LAUNCH_FIGURES_H
#define WL_CORE_ANALYSIS_LAUNCH_FIGURES_H

#include "core/analysis/time_bound.h"

/* What they are worked out from. A plain value. */
struct wl_launch_totals {
  const struct wl_arch *arch;
  uint32_t shared_bytes, threads; /* of a block */
  bool counted;                   /* … its float operations are */
  uint64_t flops;
  bool cached;                    /* the three below are known */
  struct wl_cache_model model;
  struct wl_cache_totals caches;
  struct wl_time_bound time;
};
void wl_launch_take(struct wl_launch_totals *l, const struct wl_head *head,
                    const struct wl_analysis *a);

/* A count, a part in 0 … 1, or microseconds. */
enum wl_measured_in { WL_COUNTED, WL_SHARE, WL_MICROSECONDS };

/* One figure; `group` and `key` are how checks read it, r.l1.hit_rate, "" for r.shared_bytes. */
struct wl_launch_figure {
  const char *group, *key, *title;
  bool rises;  /* more of it is better */
  uint8_t unit; /* enum wl_measured_in */
  bool caches; /* known where caches are modelled */
};
enum wl_launch_figure_id {
  WL_LAUNCH_SHARED_BYTES, WL_LAUNCH_BLOCKS, WL_LAUNCH_L1_HIT_RATE, WL_LAUNCH_L1_HITS,
  WL_LAUNCH_L1_MISSES, WL_LAUNCH_L1_MISSES_AT_LEAST, WL_LAUNCH_L1_MISSES_AT_MOST,
  WL_LAUNCH_L2_READS, WL_LAUNCH_L2_WRITES, WL_LAUNCH_DRAM_READ, WL_LAUNCH_DRAM_WRITTEN,
  WL_LAUNCH_TIME, WL_LAUNCH_FIGURES
};
extern const struct wl_launch_figure wl_launch_figures[WL_LAUNCH_FIGURES];

/* Its value; `registers` of a thread, 0 where nobody knows them. A number only where WL_KNOWN. */
enum wl_meaning wl_launch_figure_get(enum wl_launch_figure_id id, const struct wl_launch_totals *l,
                                     uint32_t registers, double *value);

/* "l1.hit_rate", "shared_bytes". */
enum { WL_LAUNCH_FIGURE_NAME = 32 };
const char *wl_launch_figure_key(enum wl_launch_figure_id id, char text[WL_LAUNCH_FIGURE_NAME]);

#endif
