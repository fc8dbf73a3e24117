/* The counts of one warp instruction: the fast path that whole grids take. */
#ifndef WL_CORE_COUNT_COUNT_H
#define WL_CORE_COUNT_COUNT_H

#include <stdint.h>

#include "core/access/access.h"

/* Names and meaning: core/explain/metric.c. A figure without meaning for the space, or
 * without a known rule on the generation, is 0: wl_figure_meaning(). All values
 * fit 0…255 except the bytes (at most 32 × 16 asked, 128 × 128 moved) and, for
 * local memory before cc 5.0, the sectors (at most 512). */
struct wl_counts {
  uint16_t requests;         /* 0 when no lane is active; 1, or the parts that ask one by one */
  uint16_t transactions;     /* global, local, before cc 5.0 */
  uint16_t sectors;          /* global, local, texture; before cc 5.0: bytes_moved / 32 */
  uint16_t lines;            /* global, local: distinct lines; atomics: in each tag wavefront */
  uint16_t l2_requests;      /* texture */
  uint16_t tag_wavefronts;   /* global, local */
  uint16_t wavefronts;       /* data stage (global), wavefronts (shared), passes (constant) */
  uint16_t ideal_sectors;    /* where there are sectors */
  uint16_t ideal_wavefronts; /* shared, constant: the passes that one address takes */
  uint16_t ways;             /* global, shared: see metric.c */
  uint32_t bytes_asked;      /* active lanes × width */
  uint32_t bytes_moved;      /* 32 × sectors; shared: row_bytes × wavefronts */
};

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
