/* Parts of an explanation: its lines, words and wavefronts. Internal to src/core. */
#ifndef WL_CORE_EXPLAIN_EXPLAIN_PARTS_H
#define WL_CORE_EXPLAIN_EXPLAIN_PARTS_H

#include "core/count/count_spaces.h"
#include "core/explain/explain.h"

static inline unsigned wl_lowest(uint32_t lanes) { return (unsigned)__builtin_ctz(lanes); }

/* How the data stage tells words apart. */
enum wl_service {
  WL_PER_WORD,   /* a word is served once, to all its lanes */
  WL_PER_LANE,   /* every lane on its own: shared atomics */
  WL_HALF_BANKS, /* banks b and b + 4 are one: operands of some global atomics */
  WL_HALF_LINES, /* banks b and b + 16 are one: operands of compare-and-swap */
  WL_BY_SECTOR,  /* … the 8 banks of a sector are one, and take one lane at a time */
};

/* What each bank has to serve to each lane group. */
struct wl_load { uint8_t of[WL_MAX_GROUPS][WL_MAX_BANKS]; };

/* Sets the lane groups of the data stage: 2^shift lanes each. */
void wl_explain_groups(unsigned shift, struct wl_explain *out);

/* Serves some lanes group by group, for tag wavefront `tag`: the k-th word of a
 * bank goes in wavefront k. Adds the words (atomics: lanes) to `load`. */
void wl_bank_schedule(const struct wl_access *a, unsigned tag, uint32_t lanes,
                      enum wl_service service, struct wl_load *load, struct wl_explain *out);

/* Sets the ways and the words of each bank from the load. */
void wl_set_ways(const struct wl_load *load, struct wl_explain *out);

/* Lists what an access to global memory does; sets requests too where it is more
 * than one. Before cc 5.0 by a rule, with transactions; then with what is known. */
void wl_explain_transactions(enum wl_coalescing rule, const struct wl_arch *arch,
                             const struct wl_access *a, struct wl_explain *out);
void wl_explain_global(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_explain *out);

/* The same for local memory, row after row. */
void wl_explain_local(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_explain *out);

/* Sets the rule behind each figure; the lists and counts are complete. */
void wl_explain_rules(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_explain *out);

#endif
