/* Global memory before the sectored caches (cc 1.0 to 3.7): a request becomes
 * transactions of 32, 64 or 128 bytes. */
#ifndef WL_CORE_TRANSACTION_H
#define WL_CORE_TRANSACTION_H

#include "core/access.h"

/* How a generation coalesces; the rules in words: core/rule.c. */
enum wl_coalescing {
  WL_COALESCE_STRICT,   /* cc 1.0, 1.1: in sequence and aligned, or one transaction per lane */
  WL_COALESCE_SHRINK,   /* cc 1.2, 1.3: segments, shrunk to the used half */
  WL_COALESCE_LINES,    /* cc 2.x, 3.5 and 3.7 through L1: 128-byte lines */
  WL_COALESCE_SEGMENTS, /* loads past L1: 32-byte segments */
  WL_COALESCE_PACKETS,  /* stores of cc 2.x and 3.x: packets of 1, 2 or 4 segments */
  WL_COALESCINGS
};

struct wl_transaction {
  uint64_t address; /* of its first byte, a multiple of `bytes` */
  uint32_t lanes;   /* lanes that it serves */
  uint8_t bytes;    /* 32, 64 or 128 */
  uint8_t request;  /* which part of the warp asked: half- or quarter-warp, from 0 */
};

/* An uncoalesced lane asks for one transaction; no rule gives more. */
enum { WL_MAX_TRANSACTIONS = WL_LANES };

/* Splits the access into transactions, in order of address (then of request).
 * Returns how many; *requests (may be NULL) is the number of requests: parts of
 * the warp with an active lane. */
unsigned wl_transactions(enum wl_coalescing rule, const struct wl_access *a,
                         struct wl_transaction out[WL_MAX_TRANSACTIONS], unsigned *requests);

#endif
