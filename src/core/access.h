/* One warp memory instruction: 32 lanes, their addresses, and what they do. */
#ifndef WL_CORE_ACCESS_H
#define WL_CORE_ACCESS_H

#include "core/arch.h"
#include "core/diag.h"

enum wl_space { WL_GLOBAL, WL_SHARED, WL_CONSTANT, WL_SPACES };
enum wl_op { WL_LOAD, WL_STORE, WL_REDUCE, WL_ATOMIC, WL_OPS }; /* REDUCE: result unused */
enum wl_cache { WL_CA, WL_CG, WL_NC, WL_CACHES }; /* global loads: L1, L2 only, read-only path */

extern const char *const wl_space_names[WL_SPACES]; /* "global" … */
extern const char *const wl_op_names[WL_OPS];       /* "load" … */
extern const char *const wl_cache_names[WL_CACHES]; /* "ca" … */

/* A plain value. Lane i takes part iff bit i of `mask` is set; the address of
 * any other lane has no meaning. Addresses are bytes: for global memory device
 * addresses, for shared and constant memory offsets in the block's window and
 * in the bank. */
struct wl_access {
  uint8_t space; /* enum wl_space */
  uint8_t op;    /* enum wl_op */
  uint8_t cache; /* enum wl_cache */
  uint8_t width; /* bytes per lane: 1, 2, 4, 8 or 16 */
  bool hit;      /* global loads: every line lies in L1 already */
  uint32_t mask;
  uint64_t address[WL_LANES];
};

/* Whether the hardware has such an instruction and could run it: the space
 * allows the operation and width, every active address is a multiple of the
 * width and lies inside the space. Else false, with status WL_INPUT, and `d`
 * names the first lane at fault. Everything else in core requires an access
 * that passes. */
bool wl_access_check(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d);

#endif
