#include "core/access/atomic_form.h"

#include "core/access/element.h"

uint32_t wl_try_served(const struct wl_access *a) {
  unsigned element_shift = wl_element_shift(a->width),
           group_shift = wl_group_shift(a->width, false);
  unsigned columns = 1u << group_shift;
  uint32_t taken = 0, served = 0; /* taken: a bit for each column of the group */
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (i % columns == 0) taken = 0;
    uint32_t column = 1u << (a->address[i] >> element_shift & (columns - 1));
    if (!(a->mask >> i & 1) || taken & column) continue;
    taken |= column;
    served |= 1u << i;
  }
  return served;
}
