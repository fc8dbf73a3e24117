#include "core/count/count_common.h"

/* Every lane writes its number into a slot picked by its key, the lowest lane
 * last, and reads it back. Only slots just written are read, so the table needs
 * no clearing; it is wide so that two keys seldom share a slot. False if they do.
 * Loops of 8 are unrolled by compilers. */
static bool first_by_slot(const uint32_t key[WL_LANES], uint32_t multiplier,
                          uint32_t first[WL_LANES]) {
  enum { SLOTS_LOG = 13 };
  uint8_t slot[1 << SLOTS_LOG];
  uint32_t at[WL_LANES], differ = 0;
  for (unsigned i = 0; i < WL_LANES; i++) at[i] = key[i] * multiplier >> (32 - SLOTS_LOG);
  for (unsigned i = WL_LANES; i > 0; i -= 8)
    for (unsigned j = 1; j <= 8; j++) slot[at[i - j]] = (uint8_t)(i - j);
  for (unsigned i = 0; i < WL_LANES; i += 8)
    for (unsigned j = i; j < i + 8; j++) {
      first[j] = slot[at[j]];
      differ |= key[first[j]] ^ key[j];
    }
  return differ == 0;
}

void wl_first_lanes(const uint32_t key[WL_LANES], uint32_t first[WL_LANES]) {
  /* Odd numbers near 2^32 / golden ratio and / square root of 2. */
  if (first_by_slot(key, 0x9e3779b1, first) || first_by_slot(key, 0xb504f333, first)) return;
  for (unsigned i = 0; i < WL_LANES; i++) {
    first[i] = 0;
    while (key[first[i]] != key[i]) first[i]++;
  }
}

const uint64_t *wl_fill_lanes(const struct wl_access *a, unsigned shift,
                              uint64_t buffer[WL_LANES]) {
  if (a->mask == UINT32_MAX) return a->address;
  uint64_t some = a->address[__builtin_ctz(a->mask)];
  for (unsigned begin = 0; begin < WL_LANES; begin += 1u << shift) {
    uint32_t group = a->mask >> begin & wl_group_mask(shift);
    uint64_t fill = group != 0 ? a->address[begin + (unsigned)__builtin_ctz(group)] : some;
    for (unsigned i = begin; i < begin + (1u << shift); i++)
      buffer[i] = a->mask >> i & 1 ? a->address[i] : fill;
  }
  return buffer;
}

/* Inlined with a constant, so that the compiler can take many columns at once. */
static inline struct wl_bank_count fullest(const uint8_t load[WL_LANES], unsigned columns) {
  struct wl_bank_count count = {0, 0};
  for (unsigned begin = 0; begin < WL_LANES; begin += columns) {
    uint8_t most = 0;
    for (unsigned c = 0; c < columns; c++) most = load[begin + c] > most ? load[begin + c] : most;
    count.wavefronts += most;
    if (most > count.ways) count.ways = most;
  }
  return count;
}

struct wl_bank_count wl_fullest_columns(const uint8_t load[WL_LANES], unsigned columns) {
  return columns == 32 ? fullest(load, 32) : columns == 16 ? fullest(load, 16) : fullest(load, 8);
}
