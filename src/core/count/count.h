/* The counts of one warp instruction: the fast path that whole grids take. */
#ifndef WL_CORE_COUNT_COUNT_H
#define WL_CORE_COUNT_COUNT_H

#include "core/access/access.h"
#include "core/count/counts.h"

/* Counts one access that passes wl_access_check(). No allocation, no state. */
void wl_count(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);

/* Whether the tag sets of these addresses are known: no tag wavefronts are counted,
 * or the addresses stay within one page of the tag hash (arch->hash_page). Which
 * figures are estimates: wl_figure_estimates() in core/explain/metric.h. */
bool wl_tags_known(const struct wl_arch *arch, const struct wl_access *a);

/* Whether two lanes have one address; whether they do in an atomic on global memory, and nobody
 * knows how such lanes take turns there. Takes what depends on it out of the counts. */
bool wl_share_address(const struct wl_access *a);
bool wl_turns_unknown(const struct wl_arch *arch, const struct wl_access *a);
void wl_forget_turns(struct wl_counts *out);

#endif
