#include "core/local.h"

unsigned wl_local_rows(unsigned width) { return width <= 4 ? 1 : width / 4; }

void wl_local_row(const struct wl_access *local, unsigned row, struct wl_access *global) {
  *global = *local;
  global->space = WL_GLOBAL;
  global->width = local->width < 4 ? local->width : 4;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    uint64_t offset = local->address[lane] + 4 * row;
    global->address[lane] = (offset / 4 * WL_LANES + lane) * 4 + offset % 4;
  }
}
