/* Constant memory: a pass for every different address and 4 bytes of it. */
#include "core/tally.h"

void wl_count_constant(const struct wl_access *a, struct wl_counts *out) {
  uint64_t address[WL_LANES];
  uint8_t first[WL_LANES];
  wl_fill_lanes(a, 5, address);
  wl_first_lanes(address, first);
  unsigned distinct = 0;
  for (unsigned i = 0; i < WL_LANES; i++) distinct += first[i] == i;
  out->wavefronts = (uint16_t)(distinct << (wl_element_shift(a->width) - WL_WORD_SHIFT));
}
