/* Figures of the caches for a line of the script or an array, as rows: JSON, reports and views
 * have them from here. */
#ifndef WL_CORE_CACHE_SITE_FIGURE_H
#define WL_CORE_CACHE_SITE_FIGURE_H

#include "core/cache/caches.h"

enum wl_site_figure_id {
  WL_SITE_HITS, WL_SITE_MISSES, WL_SITE_EVICTED, WL_SITE_READS, WL_SITE_SHARED, WL_SITE_WRITES,
  WL_SITE_DRAM, WL_SITE_FIGURES
};

struct wl_site_figure {
  const char *key;   /* of JSON */
  const char *title; /* of a row */
  const char *brief; /* of a column, at most 8 cells */
  const char *help;
};
extern const struct wl_site_figure wl_site_figures[WL_SITE_FIGURES];

/* Sectors; of DRAM bytes. */
uint64_t wl_site_figure_get(const struct wl_cache_site *s, enum wl_site_figure_id id);

/* Hits of all sectors loaded; negative: nothing is loaded. */
double wl_site_hit_rate(const struct wl_cache_site *s);

#endif
