/* Constant memory: a pass for every different address and 4 bytes of it. */
#include "core/affine.h"
#include "core/tally.h"

void wl_count_constant(const struct wl_access *a, struct wl_counts *out) {
  unsigned distinct = 0;
  int64_t step;
  if (wl_affine_step(a, &step)) {
    distinct = step == 0 ? 1 : WL_LANES;
  } else {
    uint64_t buffer[WL_LANES];
    uint32_t key[WL_LANES], first[WL_LANES];
    const uint64_t *address = wl_fill_lanes(a, 5, buffer);
    for (unsigned i = 0; i < WL_LANES; i++) key[i] = (uint32_t)address[i];
    wl_first_lanes(key, first);
    for (unsigned i = 0; i < WL_LANES; i++) distinct += first[i] == i;
  }
  out->wavefronts = (uint16_t)(distinct << (wl_element_shift(a->width) - WL_WORD_SHIFT));
}
