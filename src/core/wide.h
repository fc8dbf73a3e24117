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

/* Most lines that share a tag set, of 32 lanes `by` bytes apart from address `low` on,
 * more than a line. */
unsigned wl_wide_fullest_set(const struct wl_arch *arch, uint64_t low, uint32_t by,
                             struct wl_wide_sets *sets);

/* The figures of a load or store of global memory, by lanes; false if its lines lie
 * too far apart. Needs an active lane. */
bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out);

/* Wavefronts of the data stage of a load, no line in L1, whose 32 lanes lie more than
 * a line apart, at equal distances that are a multiple of the element; the sets are
 * in the order of addresses, and `tags` lines share the fullest. */
unsigned wl_wide_apart_data(const struct wl_access *a, int64_t step, struct wl_wide_sets sets,
                            unsigned tags);

/* What the banks of shared memory need; equal elements of a group are served once,
 * or every lane by itself (`apart`). False if an address lies past 256 KB. */
bool wl_wide_banks(const struct wl_access *a, bool merged, bool apart,
                   struct wl_bank_count *banks);

/* wl_merges(), of a load of 8 bytes or more where the generation merges. */
bool wl_wide_merges(const struct wl_access *a);

#else

static inline bool wl_wide(void) { return false; }

/* Never called: whoever would asks wl_wide() first. They are here for compilers that
 * leave the calls in. */
static inline bool wl_wide_step(const struct wl_access *a, int64_t *step) {
  (void)a, (void)step;
  __builtin_unreachable();
}
static inline unsigned wl_wide_fullest_set(const struct wl_arch *arch, uint64_t low, uint32_t by,
                                           struct wl_wide_sets *sets) {
  (void)arch, (void)low, (void)by, (void)sets;
  __builtin_unreachable();
}
static inline bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                                      struct wl_counts *out) {
  (void)arch, (void)a, (void)out;
  __builtin_unreachable();
}
static inline unsigned wl_wide_apart_data(const struct wl_access *a, int64_t step,
                                          struct wl_wide_sets sets, unsigned tags) {
  (void)a, (void)step, (void)sets, (void)tags;
  __builtin_unreachable();
}
static inline bool wl_wide_banks(const struct wl_access *a, bool merged, bool apart,
                                 struct wl_bank_count *banks) {
  (void)a, (void)merged, (void)apart, (void)banks;
  __builtin_unreachable();
}
static inline bool wl_wide_merges(const struct wl_access *a) {
  (void)a;
  __builtin_unreachable();
}

#endif
#endif
