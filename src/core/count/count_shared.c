/* Shared memory: each bank serves one word per wavefront. */
#include <string.h>

#include "core/count/affine.h"
#include "core/count/count_spaces.h"

bool wl_merges(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->width < 8 || a->op != WL_LOAD || arch->banking != WL_BANKS_MERGE) return false;
  /* Distances at which some partners, both active, have different addresses. */
  unsigned apart = 0;
  for (unsigned i = 0; i < WL_LANES && apart != 3; i++)
    for (unsigned distance = 1; distance <= 2; distance++) {
      unsigned partner = i ^ distance;
      bool both = a->mask >> i & a->mask >> partner & 1;
      if (both && a->address[i] != a->address[partner]) apart |= distance;
    }
  return apart != 3;
}

struct wl_bank_count wl_count_lane_by_lane(const struct wl_access *a) {
  unsigned element_shift = wl_element_shift(a->width);
  unsigned group_shift = wl_group_shift(a->width, false);
  unsigned columns = 1u << group_shift;
  uint8_t load[WL_LANES] = {0};
  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned column = (unsigned)(a->address[i] >> element_shift) & (columns - 1);
    uint8_t *at = &load[(i >> group_shift << group_shift) + column];
    *at = (uint8_t)(*at + (a->mask >> i & 1));
  }
  return wl_fullest_columns(load, columns);
}

/* What the banks need when equal elements of a group are served once. */
static struct wl_bank_count count_elements(const struct wl_access *a, bool merged) {
  unsigned element_shift = wl_element_shift(a->width);
  unsigned group_shift = wl_group_shift(a->width, merged);
  unsigned columns_shift = wl_group_shift(a->width, false), columns = 1u << columns_shift;

  /* Two lanes share a key if they share an element and a group. */
  uint64_t buffer[WL_LANES];
  uint32_t key[WL_LANES], first[WL_LANES], at[WL_LANES];
  const uint64_t *address = wl_fill_lanes(a, group_shift, buffer);
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t element = (uint32_t)address[i] >> element_shift, group = i >> group_shift;
    key[i] = element << 2 | group;
    at[i] = (group << columns_shift) + (element & (columns - 1));
  }
  wl_first_lanes(key, first);

  uint8_t load[WL_LANES] = {0};
  for (unsigned i = 0; i < WL_LANES; i++) load[at[i]] = (uint8_t)(load[at[i]] + (first[i] == i));
  for (unsigned g = 0; g < (unsigned)WL_LANES >> group_shift; g++)
    if ((a->mask >> (g << group_shift) & wl_group_mask(group_shift)) == 0)
      memset(&load[g << columns_shift], 0, columns);
  return wl_fullest_columns(load, columns);
}

/* A try brings two operands for the lanes that it serves, the others cost nothing. */
static void count_try(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_counts *out) {
  struct wl_access served = *a;
  served.mask = wl_try_served(a);
  served.op = WL_CAS;
  served.form = WL_FORM_NATIVE;
  wl_count_shared(arch, &served, out);
  if (a->form == WL_FORM_AGAIN) out->ideal_wavefronts = 0;
}

void wl_count_shared(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  if (wl_access_tries(a)) {
    count_try(arch, a, out);
    return;
  }
  bool apart = wl_lanes_queue(arch, a);
  unsigned operands = a->op == WL_CAS ? 2 : 1;
  struct wl_bank_count banks;
  int64_t step;
  if (wl_affine_step(a, &step) && wl_affine_ways(a->width, step, apart, &banks.ways)) {
    bool merged = step == 0 && wl_merges(arch, a);
    banks.wavefronts = banks.ways * ((unsigned)WL_LANES >> wl_group_shift(a->width, merged));
  } else {
    banks = apart ? wl_count_lane_by_lane(a) : count_elements(a, wl_merges(arch, a));
  }
  unsigned ideal = wl_ideal(out->bytes_asked, 128, banks.wavefronts);
  out->wavefronts = (uint16_t)(operands * banks.wavefronts);
  out->ways = (uint16_t)banks.ways;
  out->bytes_moved = 128u * out->wavefronts;
  out->ideal_wavefronts = a->form == WL_FORM_AGAIN ? 0 : (uint16_t)(operands * ideal);
}
