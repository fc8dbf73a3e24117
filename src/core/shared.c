/* Shared memory: each bank serves one word per wavefront. */
#include "core/tally.h"

#include <string.h>

/* Whether every active lane with an active partner has the partner's address. */
static bool partners_agree(const struct wl_access *a, unsigned distance) {
  uint64_t differ = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned partner = i ^ distance;
    uint32_t both = a->mask >> i & a->mask >> partner & 1;
    differ |= (a->address[i] ^ a->address[partner]) & -(uint64_t)both;
  }
  return differ == 0;
}

bool wl_merges(const struct wl_access *a) {
  return a->width >= 8 && (partners_agree(a, 1) || partners_agree(a, 2));
}

struct wl_bank_count wl_count_banks(const struct wl_access *a, bool merged, bool apart) {
  unsigned element_shift = wl_element_shift(a->width);
  unsigned group_shift = wl_group_shift(a->width, merged);
  unsigned columns = WL_MAX_BANKS >> (element_shift - WL_WORD_SHIFT);

  /* Two lanes share a key if they share an element and a group. */
  uint64_t key[WL_LANES];
  uint8_t first[WL_LANES], load[WL_LANES];
  memset(load, 0, sizeof load);
  wl_fill_lanes(a, group_shift, key);
  for (unsigned i = 0; i < WL_LANES; i++)
    key[i] = key[i] >> element_shift << 2 | i >> group_shift;
  if (!apart) wl_first_lanes(key, first);

  unsigned begins = ~((1u << group_shift) - 1);
  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned column = (unsigned)(key[i] >> 2) & (columns - 1);
    unsigned adds = apart ? a->mask >> i & 1 : first[i] == i;
    uint8_t *at = &load[(i & begins) + column];
    *at = (uint8_t)(*at + adds);
  }
  return wl_fullest_columns(load, a->mask, group_shift, columns);
}

void wl_count_shared(const struct wl_access *a, struct wl_counts *out) {
  bool apart = a->op == WL_REDUCE || a->op == WL_ATOMIC;
  struct wl_bank_count banks;
  int64_t step;
  if (wl_affine_step(a, &step) && wl_affine_ways(a->width, step, apart, &banks.ways)) {
    bool merged = a->op == WL_LOAD && a->width >= 8 && step == 0;
    banks.wavefronts = banks.ways * ((unsigned)WL_LANES >> wl_group_shift(a->width, merged));
  } else {
    banks = wl_count_banks(a, a->op == WL_LOAD && wl_merges(a), apart);
  }
  out->wavefronts = (uint16_t)banks.wavefronts;
  out->ways = (uint16_t)banks.ways;
  out->bytes_moved = 128 * banks.wavefronts;
  unsigned ideal = (out->bytes_asked + 127) / 128;
  out->ideal_wavefronts = (uint16_t)(ideal < banks.wavefronts ? ideal : banks.wavefronts);
}
