#include "core/gpu/certainty.h"

#include <assert.h>

const char *const wl_certainty_names[] = {
  [WL_VENDOR] = "vendor",
  [WL_MEASURED] = "measured",
  [WL_DERIVED] = "derived",
  [WL_FOLKLORE] = "folklore",
  [WL_NOT_KNOWN] = "unknown",
};
static_assert(sizeof wl_certainty_names / sizeof *wl_certainty_names == WL_CERTAINTIES + 1, "each");
