/* Packs one 64-bit number per lane: addresses and values of a step. */
#ifndef WL_CORE_TRACE_PACK_LANES_H
#define WL_CORE_TRACE_PACK_LANES_H

#include "core/access/type.h"
#include "core/base/bytes.h"
#include "core/gpu/arch.h"

/* Most bytes that wl_pack_lanes() writes. */
enum { WL_PACK_MAX = 1 + 10 + 8 * WL_LANES };

/* Packs the numbers of the lanes in `mask`. Equal numbers and numbers of one
 * stride take a few bytes, others 1, 2, 4 or 8 bytes a lane beside the least
 * of them. `scalar` says what the bits are: floats that are whole numbers are
 * packed as these. Returns the end of what it wrote. */
uint8_t *wl_pack_lanes(uint8_t *out, const uint64_t v[WL_LANES], uint32_t mask,
                       enum wl_scalar scalar);

/* The reverse; lanes outside `mask` become 0. */
void wl_unpack_lanes(struct wl_reader *in, uint64_t v[WL_LANES], uint32_t mask,
                     enum wl_scalar scalar);

/* Reads them like this, and keeps nothing. */
void wl_skip_lanes(struct wl_reader *in, uint32_t mask, enum wl_scalar scalar);

/* The first number and the distance to the next, of all lanes at equal distances: packed as above
 * without a look at each. And whether the numbers that come next are like that. */
uint8_t *wl_pack_even(uint8_t *out, uint64_t first, uint64_t by);
bool wl_comes_even(const struct wl_reader *in, uint32_t mask);

#endif
