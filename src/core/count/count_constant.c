/* Constant memory: one pass for each different address, and each 4 bytes of it. */
#include "core/count/affine.h"
#include "core/count/count_spaces.h"

static unsigned distinct(const struct wl_access *a) {
  uint64_t buffer[WL_LANES];
  uint32_t key[WL_LANES], first[WL_LANES];
  unsigned count = 0;
  const uint64_t *address = wl_fill_lanes(a, 5, buffer);
  for (unsigned i = 0; i < WL_LANES; i++) key[i] = (uint32_t)address[i];
  wl_first_lanes(key, first);
  for (unsigned i = 0; i < WL_LANES; i++) count += first[i] == i;
  return count;
}

void wl_count_constant(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_counts *out) {
  unsigned passes = 0;
  int64_t step;
  if (arch->request_lanes < WL_LANES) {
    for (unsigned half = 0; half < 2; half++) {
      struct wl_access part = *a;
      part.mask &= 0xffffu << 16 * half;
      if (part.mask != 0) passes += distinct(&part);
    }
  } else if (wl_affine_step(a, &step)) {
    passes = step == 0 ? 1 : WL_LANES;
  } else {
    passes = distinct(a);
  }
  out->wavefronts = (uint16_t)(passes << (wl_element_shift(a->width) - WL_WORD_SHIFT));
  out->ideal_wavefronts = wl_ideal_passes(a, out);
}
