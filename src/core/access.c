#include "core/access.h"

#include <assert.h>
#include <inttypes.h>

const char *const wl_space_names[WL_SPACES] = {"global", "shared", "constant"};
const char *const wl_op_names[WL_OPS] = {"load", "store", "reduce", "atomic"};
const char *const wl_cache_names[WL_CACHES] = {"ca", "cg", "nc"};

static_assert(WL_SPACES == 3 && WL_OPS == 4 && WL_CACHES == 3, "name every value");

/* Widths that each kind of instruction has, as the sum of the widths; 0 where
 * there is no such instruction. Source: PTX ISA 8.x for sm_90, ld, st, red, atom. */
static const uint8_t widths[WL_SPACES][WL_OPS] = {
  [WL_GLOBAL] = {1 | 2 | 4 | 8 | 16, 1 | 2 | 4 | 8 | 16, 2 | 4 | 8 | 16, 2 | 4 | 8 | 16},
  [WL_SHARED] = {1 | 2 | 4 | 8 | 16, 1 | 2 | 4 | 8 | 16, 2 | 4 | 8 | 16, 2 | 4 | 8 | 16},
  [WL_CONSTANT] = {1 | 2 | 4 | 8 | 16, 0, 0, 0},
};

static bool check_kind(const struct wl_access *a, struct wl_diag *d) {
  if (a->space >= WL_SPACES) return wl_diag_fail(d, WL_INPUT, "no such memory space: %u", a->space);
  if (a->op >= WL_OPS) return wl_diag_fail(d, WL_INPUT, "no such operation: %u", a->op);
  if (a->cache >= WL_CACHES) return wl_diag_fail(d, WL_INPUT, "no such cache: %u", a->cache);

  bool global_load = a->space == WL_GLOBAL && a->op == WL_LOAD;
  if (a->cache != WL_CA && !global_load)
    return wl_diag_fail(d, WL_INPUT, "cache \"%s\" is only for loads from global memory",
                        wl_cache_names[a->cache]);
  if (a->hit && (!global_load || a->cache == WL_CG))
    return wl_diag_fail(d, WL_INPUT, "only a load from global memory through L1 can hit in L1");

  uint8_t allowed = widths[a->space][a->op];
  if (allowed == 0)
    return wl_diag_fail(d, WL_INPUT, "constant memory has no %s, only loads", wl_op_names[a->op]);
  if ((a->width & (a->width - 1)) != 0 || a->width == 0 || a->width > 16)
    return wl_diag_fail(d, WL_INPUT, "width %u is none of 1, 2, 4, 8 and 16", a->width);
  if ((a->width & allowed) == 0)
    return wl_diag_fail(d, WL_INPUT, "no %s is %u byte wide: use 2, 4, 8 or 16",
                        a->op == WL_REDUCE ? "reduction" : "atomic", a->width);
  return true;
}

bool wl_access_check(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d) {
  if (!check_kind(a, d)) return false;

  uint64_t last = a->space == WL_SHARED     ? arch->max_shared - 1
                  : a->space == WL_CONSTANT ? arch->max_constant - 1
                                            : UINT64_MAX;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    if (!(a->mask >> lane & 1)) continue;
    uint64_t address = a->address[lane];
    if (address % a->width != 0)
      return wl_diag_fail(d, WL_INPUT,
                          "lane %u: address %" PRIu64 " is not a multiple of the access width %u",
                          lane, address, a->width);
    if (address > last)
      return wl_diag_fail(d, WL_INPUT,
                          "lane %u: address %" PRIu64 " is past the end of %s memory, %" PRIu64
                          " bytes", lane, address, wl_space_names[a->space], last + 1);
  }
  return true;
}
