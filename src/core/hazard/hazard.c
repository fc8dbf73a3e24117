#include "core/hazard/hazard.h"

#include <assert.h>

const char *const wl_hazard_keys[] = {
  [WL_HAZARD_RAW] = "read_after_write",
  [WL_HAZARD_WAR] = "write_after_read",
  [WL_HAZARD_WAW] = "write_after_write",
  [WL_HAZARD_FLIGHT] = "copy_in_flight",
  [WL_HAZARD_UNSET] = "uninitialized_read",
  [WL_HAZARD_BARRIER] = "divergent_barrier",
  [WL_HAZARD_EXITED] = "exited_before_barrier",
  [WL_HAZARD_MASK] = "absent_lanes",
  [WL_HAZARD_SOURCE] = "absent_source",
  [WL_HAZARD_UNFENCED] = "unfenced_read",
};
static_assert(sizeof wl_hazard_keys / sizeof *wl_hazard_keys == WL_HAZARD_KINDS, "every kind");

const char *const wl_scope_names[] = {
  [WL_SCOPE_INSTRUCTION] = "instruction", [WL_SCOPE_WARP] = "warp",
  [WL_SCOPE_BLOCK] = "block", [WL_SCOPE_GRID] = "grid",
};
static_assert(sizeof wl_scope_names / sizeof *wl_scope_names == WL_SCOPES, "every scope");
