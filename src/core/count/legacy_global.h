/* Global memory before the sectored caches (cc 1.0 to 3.7): a request becomes
 * transactions of 32, 64 or 128 bytes. */
#ifndef WL_CORE_COUNT_LEGACY_GLOBAL_H
#define WL_CORE_COUNT_LEGACY_GLOBAL_H

#include "core/access/access.h"

struct wl_transaction {
  uint64_t address; /* of its first byte, a multiple of `bytes` */
  uint32_t lanes;   /* lanes that it serves */
  uint8_t bytes;    /* 32, 64 or 128 */
  uint8_t request;  /* which part of the warp asked: half- or quarter-warp, from 0 */
};

/* An uncoalesced lane asks for one transaction; no rule gives more. */
enum { WL_LANE_TRANSACTIONS = WL_LANES };

/* Lanes that ask together, inactive ones included: half-warps on 1.x; on 2.x and 3.x the warp, for
 * 8 bytes half-warps, for 16 bytes quarter-warps (CUDA Programming Guide). */
unsigned wl_request_lanes(enum wl_coalescing rule, unsigned width);

/* Whether the active lanes of a request of cc 1.0 and 1.1 read the words of one aligned segment,
 * the k-th lane the k-th (CUDA C Programming Guide 4, F.3.2.1); *base is where it begins. If not,
 * *lane is one that is not at its place: the lowest, where that does not lie as far into a segment
 * as it has to; else the first that is not behind it. Words of 1 and 2 bytes never do. */
bool wl_in_sequence(const struct wl_access *a, uint32_t lanes, uint64_t *base, unsigned *lane);

/* Bytes to a multiple of which such a segment is aligned. */
unsigned wl_sequence_alignment(unsigned width);

/* Splits the access into transactions, request by request, of each the lowest lane that has none
 * yet first, as the vendor tells it for cc 1.2. Returns how many; *requests (may be NULL) is the
 * number of requests: parts of the warp with an active lane. */
unsigned wl_transactions(enum wl_coalescing rule, const struct wl_access *a,
                         struct wl_transaction out[WL_LANE_TRANSACTIONS], unsigned *requests);

/* Puts transactions in order of address, then of size, then of request. */
void wl_sort_transactions(struct wl_transaction *t, unsigned count);

#endif
