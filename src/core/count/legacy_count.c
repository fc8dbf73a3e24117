/* Before cc 5.0: global memory in transactions, shared memory in passes. */
#include "core/count/count_spaces.h"
#include "core/count/legacy_global.h"
#include "core/count/legacy_shared.h"

void wl_count_transactions(enum wl_coalescing rule, const struct wl_access *a,
                           struct wl_counts *out) {
  if (rule == WL_COALESCE_NONE) return; /* atomics of cc 1.x: nothing is known */
  struct wl_transaction t[WL_LANE_TRANSACTIONS];
  unsigned requests, bytes = 0, count = wl_transactions(rule, a, t, &requests);
  for (unsigned i = 0; i < count; i++) bytes += t[i].bytes;
  out->requests = (uint16_t)requests;
  out->transactions = (uint16_t)count;
  wl_set_moved(out, bytes >> WL_SECTOR_SHIFT);
}

void wl_count_coalesced(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out) {
  wl_count_transactions(wl_coalescing_of(arch, a), a, out);
}

void wl_count_passes(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  struct wl_word words[WL_MAX_WORDS];
  unsigned word_count;
  struct wl_pass_count count = wl_is_atomic(a)
                                   ? wl_lock_trips(arch, a, words, &word_count)
                                   : wl_passes(wl_banking_of(arch, a), a, words, &word_count);
  out->wavefronts = (uint16_t)count.passes;
  out->ways = (uint16_t)count.ways;
  if (count.passes == 0) return; /* not known */
  out->bytes_moved = wl_is_atomic(a) ? 0 : arch->row_bytes * count.passes; /* 0: not known */
  out->ideal_wavefronts = wl_ideal(out->bytes_asked, arch->row_bytes, count.passes);
}
