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
  return __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("avx512bitalg");
}

/* wl_affine_step() of an access by all lanes. */
bool wl_wide_step(const struct wl_access *a, int64_t *step);

/* wl_count_affine() of an access by all lanes. */
bool wl_wide_affine(const struct wl_arch *arch, const struct wl_access *a,
                    struct wl_counts *out);

/* The figures of a load or store of global memory, by lanes; false if its lines lie
 * too far apart. Needs an active lane. */
bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out);

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
static inline bool wl_wide_affine(const struct wl_arch *arch, const struct wl_access *a,
                                  struct wl_counts *out) {
  (void)arch, (void)a, (void)out;
  __builtin_unreachable();
}
static inline bool wl_wide_load_store(const struct wl_arch *arch, const struct wl_access *a,
                                      struct wl_counts *out) {
  (void)arch, (void)a, (void)out;
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
