/* Counting with all 32 lanes side by side in registers, where the processor has
 * vectors of 64 bytes (AVX-512 with VBMI2: Ice Lake, Zen 4 and later). The same
 * figures as the portable code that each function stands in for. Internal to
 * src/core. */
#ifndef WL_CORE_WIDE_H
#define WL_CORE_WIDE_H

#include "core/tally.h"

/* The two bits of the tag set of each of 32 lines, a bit per line. */
struct wl_wide_sets { uint32_t low, high; };

/* Tests of the portable code define WL_PORTABLE. */
#if defined __x86_64__ && !defined WL_PORTABLE

/* Whether this processor can run the functions below. */
static inline bool wl_wide(void) {
  return __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq");
}

/* wl_affine_step() of an access by all lanes. */
bool wl_wide_step(const struct wl_access *a, int64_t *step);

/* Most of `count` lines that share a tag set: line i is first + (i × step + offset)
 * / 128; at most 32 of them. */
unsigned wl_wide_fullest_set(const struct wl_arch *arch, uint32_t first, uint32_t offset,
                             uint32_t step, uint32_t count, struct wl_wide_sets *sets);

/* The figures of a load or store of global memory, by lanes; false if its lines lie
 * too far apart. Needs an active lane. */
bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out);

/* Wavefronts of the data stage of a load, no line in L1, with all lanes at equal
 * distances upwards: `by` bytes, less than a line and a multiple of the element, in
 * `lines` lines. 0 if there are more than 16 tag wavefronts. */
unsigned wl_wide_affine_data(const struct wl_access *a, unsigned by, unsigned lines,
                             struct wl_wide_sets sets);

/* The same of one whose 32 lanes have lines of their own, upwards or downwards; the
 * sets are in the order of addresses. */
unsigned wl_wide_apart_data(const struct wl_access *a, struct wl_wide_sets sets);

/* What the banks of shared memory need; equal elements of a group are served once,
 * or every lane by itself (`apart`). False if an address lies past 256 KB. */
bool wl_wide_banks(const struct wl_access *a, bool merged, bool apart,
                   struct wl_bank_count *banks);

/* wl_merges(), of a load of 8 bytes or more where the generation merges. */
bool wl_wide_merges(const struct wl_access *a);

#else

static inline bool wl_wide(void) { return false; }
static inline bool wl_wide_step(const struct wl_access *a, int64_t *step) {
  return a == NULL && step == NULL;
}
static inline unsigned wl_wide_fullest_set(const struct wl_arch *arch, uint32_t first,
                                           uint32_t offset, uint32_t step, uint32_t count,
                                           struct wl_wide_sets *sets) {
  *sets = (struct wl_wide_sets){0, 0};
  return arch == NULL ? first + offset + step + count : 0;
}
static inline bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                                      struct wl_counts *out) {
  return arch == NULL && a == NULL && out == NULL;
}
static inline unsigned wl_wide_affine_data(const struct wl_access *a, unsigned by, unsigned lines,
                                           struct wl_wide_sets sets) {
  return a == NULL ? by + lines + sets.low : 0;
}
static inline unsigned wl_wide_apart_data(const struct wl_access *a, struct wl_wide_sets sets) {
  return a == NULL && sets.low;
}
static inline bool wl_wide_banks(const struct wl_access *a, bool merged, bool apart,
                                 struct wl_bank_count *banks) {
  return a == NULL && merged && apart && banks == NULL;
}
static inline bool wl_wide_merges(const struct wl_access *a) { return a == NULL; }

#endif
#endif
