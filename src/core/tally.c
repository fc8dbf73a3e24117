#include "core/tally.h"

void wl_first_lanes(const uint64_t key[WL_LANES], uint8_t first[WL_LANES]) {
  /* Every lane writes its number into a slot picked by its key, the lowest lane
   * last, and reads it back. Only slots just written are read, so the table needs
   * no clearing; it is wide so that two keys seldom share a slot. */
  enum { SLOTS_LOG = 13 };
  uint8_t slot[1 << SLOTS_LOG];
  uint16_t at[WL_LANES];
  for (unsigned i = WL_LANES; i-- > 0;) {
    at[i] = (uint16_t)(key[i] * 0x9e3779b97f4a7c15u >> (64 - SLOTS_LOG));
    slot[at[i]] = (uint8_t)i;
  }
  uint64_t differ = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    first[i] = slot[at[i]];
    differ |= key[first[i]] ^ key[i];
  }
  if (differ == 0) return;

  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned j = 0;
    while (key[j] != key[i]) j++;
    first[i] = (uint8_t)j;
  }
}

void wl_fill_lanes(const struct wl_access *a, unsigned shift, uint64_t address[WL_LANES]) {
  uint64_t some = a->address[__builtin_ctz(a->mask)];
  for (unsigned begin = 0; begin < WL_LANES; begin += 1u << shift) {
    uint32_t group = a->mask >> begin & wl_group_mask(shift);
    uint64_t fill = group != 0 ? a->address[begin + (unsigned)__builtin_ctz(group)] : some;
    for (unsigned i = begin; i < begin + (1u << shift); i++)
      address[i] = a->mask >> i & 1 ? a->address[i] : fill;
  }
}

struct wl_bank_count wl_fullest_columns(const uint8_t load[WL_LANES], uint32_t mask,
                                        unsigned group_shift, unsigned columns) {
  struct wl_bank_count count = {0, 0};
  for (unsigned begin = 0; begin < WL_LANES; begin += 1u << group_shift) {
    if ((mask >> begin & wl_group_mask(group_shift)) == 0) continue;
    unsigned most = 0;
    for (unsigned c = 0; c < columns; c++)
      if (load[begin + c] > most) most = load[begin + c];
    count.wavefronts += most;
    if (most > count.ways) count.ways = most;
  }
  return count;
}
