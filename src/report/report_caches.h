/* The caches of the whole launch as JSON. */
#ifndef WL_REPORT_REPORT_CACHES_H
#define WL_REPORT_REPORT_CACHES_H

#include <jansson.h>

#include "core/analysis/launch_figures.h"
#include "core/cache/footprint.h"
#include "core/cache/site_figure.h"

/* null where nobody looked. */
json_t *wl_json_caches(const struct wl_launch_totals *l);
json_t *wl_json_time(const struct wl_launch_totals *l);

/* What is known of lines and arrays in global memory. `caches`: NULL where nobody looked;
 * `footprints`: NULL then and where not all steps were kept, else the caller's to destroy. */
struct wl_sites {
  const struct wl_caches *caches;
  struct wl_footprints *footprints;
};
struct wl_sites wl_sites_make(const struct wl_analysis *a, const struct wl_trace *t);

/* Each array of global memory: what its loads and stores come from. */
json_t *wl_json_arrays(const struct wl_sites *of, const struct wl_head *head);

/* What the caches count for a line, and for all loads, as keys of an object. */
void wl_json_line_caches(json_t *object, const struct wl_sites *of, uint32_t line);
void wl_json_load_caches(json_t *object, const struct wl_launch_totals *l);

#endif
