/* What the counting of all spaces shares: contiguous lanes, and lanes with equal addresses.
 * Internal to src/core. */
#ifndef WL_CORE_COUNT_COUNT_COMMON_H
#define WL_CORE_COUNT_COUNT_COMMON_H

#include <stdint.h>
#include <string.h>

#include "core/access/access.h"
#include "core/access/element.h"
#include "core/count/count.h"
#include "core/gpu/feature.h"

/* The least that would do, in units of `unit` bytes: never more than there are. */
static inline uint16_t wl_ideal(uint32_t bytes_asked, uint32_t unit, uint32_t actual) {
  uint32_t packed = (bytes_asked + unit - 1) / unit;
  return (uint16_t)(packed < actual ? packed : actual);
}

/* Constant memory: a pass for each request (cc 1.x: half-warps ask one by one) and
 * 4 bytes, as if all lanes wanted one address. */
static inline uint16_t wl_ideal_passes(const struct wl_access *a, const struct wl_counts *c) {
  return (uint16_t)(c->requests * (a->width > 4 ? a->width / 4u : 1u));
}

/* Sets what moves, from the sectors. */
static inline void wl_set_moved(struct wl_counts *out, uint32_t sectors) {
  out->sectors = (uint16_t)sectors;
  out->bytes_moved = sectors << WL_SECTOR_SHIFT;
  out->ideal_sectors = wl_ideal(out->bytes_asked, 1u << WL_SECTOR_SHIFT, sectors);
}

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

typedef uint32_t wl_four __attribute__((vector_size(16)));

static inline wl_four wl_load_four(const uint32_t from[4]) {
  wl_four v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* Per vector element: most bits that one position has in the four masks. */
static inline wl_four wl_most_of(wl_four a, wl_four b, wl_four c, wl_four d) {
  wl_four ab = a & b, cd = c & d, either = a | b, other = c | d;
  wl_four none = {0, 0, 0, 0};
  /* A comparison gives -1 where it holds. */
  return -(wl_four)((either | other) != none) - (wl_four)((ab | cd | (either & other)) != none) -
         (wl_four)(((ab & other) | (cd & either)) != none) - (wl_four)((ab & cd) != none);
}

/* 1 in each byte of the masks, that is in each sector of a line, that is in use. */
static inline wl_four wl_sectors_of(wl_four words) {
  words |= words >> 4;
  words |= words >> 2;
  words |= words >> 1;
  return words & 0x01010101;
}

static inline unsigned wl_sum_of(wl_four v) { return v[0] + v[1] + v[2] + v[3]; }

/* The sum of all bytes; at most 255. */
static inline unsigned wl_sum_of_bytes(wl_four v) { return wl_sum_of(v) * 0x01010101u >> 24; }

#endif
