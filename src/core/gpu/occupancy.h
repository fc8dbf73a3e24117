/* Whether a block can be launched, and how many blocks of a kernel fit on one
 * multiprocessor. */
#ifndef WL_CORE_GPU_OCCUPANCY_H
#define WL_CORE_GPU_OCCUPANCY_H

#include "core/base/diag.h"
#include "core/gpu/sm.h"

/* Resources are given in whole units. */
static inline uint32_t wl_round_up(uint32_t n, uint32_t unit) {
  return (n + unit - 1) / unit * unit;
}

enum wl_limiter {
  WL_LIMIT_BLOCKS, WL_LIMIT_WARPS, WL_LIMIT_SHARED, WL_LIMIT_REGISTERS, WL_LIMITERS
};
extern const char *const wl_limiter_names[];

/* The column of wl_sms that a limit hangs on: the least certain one on this generation. */
const struct wl_sm_field *wl_limiter_field(const struct wl_sm *sm, enum wl_limiter limiter);

/* Registers of a thread where nobody gives them: only a compiler knows them. As many
 * are assumed, or fewer where a block of `threads` threads could not be launched. */
enum { WL_ASSUMED_REGISTERS = 32 };
uint32_t wl_sm_assumed_registers(const struct wl_sm *sm, uint32_t threads);

/* The most registers of a thread with which a block of `threads` can be launched. */
uint32_t wl_sm_registers_room(const struct wl_sm *sm, uint32_t threads);

/* The most bytes of shared memory that a block may declare. */
uint32_t wl_sm_shared_room(const struct wl_sm *sm);

/* Whether a block of `threads` threads that use `registers` registers each (0: nobody
 * knows) and `shared` bytes can be launched. Else a diag (WL_SCRIPT) that names the
 * limit and its source. */
bool wl_sm_launches(const struct wl_sm *sm, uint32_t threads, uint32_t registers, uint32_t shared,
                    struct wl_diag *d);

struct wl_occupancy {
  uint32_t by[WL_LIMITERS];  /* blocks that each resource alone would allow */
  uint32_t blocks, warps;    /* resident on one SM; at least 1 */
  uint32_t limiters;         /* bit per enum wl_limiter that allows no more than `blocks` */
};

/* Occupancy of blocks of `threads` threads that use `registers` registers each and
 * `shared` bytes per block. What cannot be launched fails as wl_sm_launches() does. */
bool wl_occupancy(const struct wl_sm *sm, uint32_t threads, uint32_t registers, uint32_t shared,
                  struct wl_occupancy *out, struct wl_diag *d);

#endif
