#include "core/count/count_local.h"

#include "core/count/count_spaces.h"

unsigned wl_local_rows(unsigned width) { return width <= 4 ? 1 : width / 4; }

void wl_local_row(const struct wl_access *local, unsigned row, struct wl_access *global) {
  *global = *local;
  global->space = WL_GLOBAL;
  global->hit |= local->op == WL_LOAD; /* the banks do it in one go: see WL_RULE_DATA_LOCAL */
  global->width = local->width < 4 ? local->width : 4;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    uint64_t offset = local->address[lane] + 4 * row;
    global->address[lane] = (offset / 4 * WL_LANES + lane) * 4 + offset % 4;
  }
}

void wl_count_local(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out) {
  unsigned sectors = 0;
  for (unsigned row = 0; row < wl_local_rows(a->width); row++) {
    struct wl_access global;
    struct wl_counts c = {0};
    wl_local_row(a, row, &global);
    if (arch->family != WL_COALESCED) wl_count_global(arch, &global, &c);
    else wl_count_transactions((enum wl_coalescing)arch->local, &global, &c);
    sectors += c.sectors;
    out->transactions = (uint16_t)(out->transactions + c.transactions);
    out->lines = (uint16_t)(out->lines + c.lines);
    out->tag_wavefronts = (uint16_t)(out->tag_wavefronts + c.tag_wavefronts);
    out->wavefronts = (uint16_t)(out->wavefronts + c.wavefronts);
    if (c.ways > out->ways) out->ways = c.ways;
  }
  out->requests = (uint16_t)(out->requests * wl_local_rows(a->width));
  wl_set_moved(out, sectors);
}
