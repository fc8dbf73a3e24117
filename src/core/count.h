/* The counts of one warp instruction: the fast path that whole grids take. */
#ifndef WL_CORE_COUNT_H
#define WL_CORE_COUNT_H

#include "core/access.h"

/* Names and meaning: core/metric.c. A figure without meaning for the space is
 * 0 and wl_figure_applies() is false for it. All values fit 0…255 except the
 * bytes (at most 32 × 16 asked, 128 × 128 moved). */
struct wl_counts {
  uint16_t requests;         /* 1, or 0 when no lane is active */
  uint16_t sectors;          /* global */
  uint16_t lines;            /* global: distinct 128-byte lines; atomics: per tag wavefront */
  uint16_t tag_wavefronts;   /* global */
  uint16_t wavefronts;       /* data stage (global), wavefronts (shared), passes (constant) */
  uint16_t ideal_sectors;    /* global */
  uint16_t ideal_wavefronts; /* shared */
  uint16_t ways;             /* global, shared: see metric.c */
  uint32_t bytes_asked;      /* active lanes × width */
  uint32_t bytes_moved;      /* global 32 × sectors; shared 128 × wavefronts */
};

/* Counts one access that passes wl_access_check(). No allocation, no state. */
void wl_count(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);

/* Whether the addresses stay within one page of the tag hash (arch->hash_page);
 * where not, tag wavefronts and load data wavefronts are an estimate. */
bool wl_count_exact(const struct wl_arch *arch, const struct wl_access *a);

#endif
