/* cp.async: from global into shared memory, every lane a copy of its own. */
#include "core/spaces.h"

/* Adds up, over the lane groups, the bank that most of the lanes want. */
static void add_lanes(const struct wl_access *a, uint32_t lanes, struct wl_bank_count *sum) {
  struct wl_access part = *a;
  part.mask = lanes;
  struct wl_bank_count count = wl_count_lanes(&part);
  sum->wavefronts += count.wavefronts;
  if (count.ways > sum->ways) sum->ways = count.ways;
}

struct wl_copy_count wl_count_copy(const struct wl_arch *arch, const struct wl_access *a) {
  struct wl_copy_count count = {{0, 0}, {0, 0}};
  uint32_t lanes[WL_LANES];
  unsigned tags = wl_tag_lanes(arch, a, lanes);
  for (unsigned tag = 0; tag < tags; tag++) add_lanes(a, lanes[tag], &count.read);
  struct wl_access to = *a;
  for (unsigned i = 0; i < WL_LANES; i++) to.address[i] = a->second[i];
  add_lanes(&to, a->mask, &count.write);
  return count;
}
