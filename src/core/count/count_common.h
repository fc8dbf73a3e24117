/* What counting has in common: lanes without gaps, and which lanes agree.
 * Internal to src/core. */
#ifndef WL_CORE_COUNT_COUNT_COMMON_H
#define WL_CORE_COUNT_COUNT_COMMON_H

#include "core/access/atomic_form.h"
#include "core/access/element.h"
#include "core/count/count_ideal.h"
#include "core/gpu/feature.h"

/* Sets first[i] to the lowest lane whose key equals key[i], for every lane. */
void wl_first_lanes(const uint32_t key[WL_LANES], uint32_t first[WL_LANES]);

/* Addresses without gaps: in each group of 2^shift lanes, inactive lanes have the
 * address of the group's lowest active lane, or of the warp's if it has none.
 * Points into the access or to the buffer. */
const uint64_t *wl_fill_lanes(const struct wl_access *a, unsigned shift,
                              uint64_t buffer[WL_LANES]);

/* What the banks need: wavefronts, summed over the lane groups, and `ways` as in
 * wl_counts. */
struct wl_bank_count { unsigned wavefronts, ways; };

/* Adds up the fullest column of each group: load[g × columns + c] is what column
 * c has to serve to group g. */
struct wl_bank_count wl_fullest_columns(const uint8_t load[WL_LANES], unsigned columns);

/* What the banks need when every lane is served on its own. */
struct wl_bank_count wl_count_lane_by_lane(const struct wl_access *a);

/* Tag wavefronts of a load or store that pass the data stage together; each of
 * those after them passes on its own. Source: H200 counters; an estimate for stores
 * of more than 4 tag wavefronts (WL_RULE_DATA_STORE_MANY). */
static inline unsigned wl_tags_together(const struct wl_access *a) {
  if (a->hit) return WL_LANES;
  if (a->op != WL_STORE) return 0;
  return a->width >= 4 ? 8 : 4;
}

static inline bool wl_is_atomic(const struct wl_access *a) {
  return wl_op_is_atomic((enum wl_op)a->op);
}

/* Whether the banks serve a shared atomic lane by lane, also where lanes share a word. */
static inline bool wl_lanes_queue(const struct wl_arch *arch, const struct wl_access *a) {
  return wl_is_atomic(a) &&
         !(a->form == WL_FORM_INCREMENT && wl_arch_has(arch, WL_HAS_INCREMENT));
}

/* Whether partner lanes agree, so that a wide shared load merges its groups where
 * the generation merges at all. */
bool wl_merges(const struct wl_arch *arch, const struct wl_access *a);

#endif
