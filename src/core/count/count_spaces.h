/* Counting, space by space and generation by generation. Internal to src/core. */
#ifndef WL_CORE_COUNT_COUNT_SPACES_H
#define WL_CORE_COUNT_COUNT_SPACES_H

#include "core/access/access.h"
#include "core/count/count_common.h"

/* Parts of the warp that ask one by one: the warp itself, or its halves. */
uint16_t wl_count_requests(const struct wl_arch *arch, uint32_t mask);

/* log2 of what an atomic's first lane claims a tag set for: its line, or the half
 * of it where a second operand takes the room of the other half. */
static inline unsigned wl_claim_shift(const struct wl_access *a) {
  return a->op == WL_CAS ? WL_LINE_SHIFT - 1 : WL_LINE_SHIFT;
}

/* The lanes of each tag wavefront of a load; returns how many there are.
 * Needs an active lane. */
unsigned wl_tag_lanes(const struct wl_arch *arch, const struct wl_access *a,
                      uint32_t lanes[WL_LANES]);

/* The wavefronts of cp.async, at most one a lane, each with the lanes that it moves.
 * Returns how many there are. Needs an active lane. */
struct wl_copy_wavefront { uint32_t lanes; uint8_t tag, group; };
unsigned wl_copy_wavefronts(const struct wl_arch *arch, const struct wl_access *a,
                            struct wl_copy_wavefront out[WL_LANES]);

/* What cp.async.cg looks up at once: a line of global memory with a row of 128 bytes
 * of shared memory that it fills. In order of first lane, at most one a lane; `tag`
 * is the tag wavefront. Returns how many there are. Needs an active lane. */
struct wl_copy_unit { uint64_t line; uint32_t row, lanes; uint8_t tag; };
unsigned wl_copy_units(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_copy_unit out[WL_LANES]);

/* For each sector of shared memory that a line fills, the first lane that fills it. */
uint32_t wl_copy_movers(const struct wl_access *a);

/* Whether two lanes fill the same bytes: which of them counts is left open. */
bool wl_copy_clashes(const struct wl_access *a);

/* Most lanes of one group that write to one bank. */
unsigned wl_copy_ways(const struct wl_access *a);

/* The figures that depend on the space; requests and bytes_asked are set already. */
void wl_count_global(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
void wl_count_atomic(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
void wl_count_copy_cg(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_counts *out);

/* Caps the ideal of an atomic by the sectors that it touches, each counted once;
 * `sectors` has them anew for every tag wavefront. */
void wl_cap_ideal(const struct wl_access *a, struct wl_counts *out);

void wl_count_shared(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
void wl_count_constant(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_counts *out);
void wl_count_local(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);
void wl_count_texture(const struct wl_access *a, struct wl_counts *out);
void wl_count_transactions(enum wl_coalescing rule, const struct wl_access *a,
                           struct wl_counts *out);
void wl_count_coalesced(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out);
void wl_count_passes(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out);

/* Rows that a local access of this width touches per lane: one per 4-byte word. */
unsigned wl_local_rows(unsigned width);

/* The global access that row `row` of a local access amounts to: word w of lane
 * t lies at (w × 32 + t) × 4 in the warp's window. `local` has byte offsets in
 * each thread's own array as addresses.
 * Source: CUDA Programming Guide 13.1, local memory; H200 counters, 6 of 6. */
void wl_local_row(const struct wl_access *local, unsigned row, struct wl_access *global);

#endif
