#include "core/affine.h"

#include "core/tagset.h"
#include "core/wide.h"

bool wl_affine_step(const struct wl_access *a, int64_t *step) {
  if (a->mask != UINT32_MAX) return false;
  if (wl_wide()) return wl_wide_step(a, step);
  const uint64_t *at = a->address;
  uint64_t by = at[1] - at[0], differ = 0;
  if (at[31] - at[0] != 31 * by) return false;
  for (unsigned i = 0; i < 16; i++)
    differ |= ((at[i + 1] - at[i]) ^ by) | ((at[i + 16] - at[i]) ^ 16 * by);
  *step = (int64_t)by;
  return differ == 0;
}

static uint64_t distance(int64_t step) { return step < 0 ? 0 - (uint64_t)step : (uint64_t)step; }

bool wl_affine_ways(unsigned width, int64_t step, bool apart, unsigned *ways) {
  unsigned shift = wl_element_shift(width), element = 1u << shift, columns = 128u >> shift;
  uint64_t by = distance(step);
  if (by == 0) {
    *ways = apart ? columns : 1;
    return true;
  }
  if ((by & (element - 1)) == 0) {
    /* The lanes visit every g-th column, g lanes each; g is a power of 2. */
    uint64_t g = (by >> shift) & -(by >> shift);
    *ways = g < columns ? (unsigned)g : columns;
    return true;
  }
  *ways = 1; /* bytes and half words less than a word apart fill neighbouring words */
  return !apart && by < element;
}

/* Lines at equal distances: line i is first + (i × step + offset) / 128. */
struct lines {
  uint64_t first;
  uint32_t offset, step, count;
};

/* Most lines that one tag set has: the tag wavefronts. */
static unsigned fullest_set(const struct wl_arch *arch, const struct lines *l,
                            struct wl_wide_sets *sets) {
  if (wl_wide())
    return wl_wide_fullest_set(arch, (uint32_t)l->first, l->offset, l->step, l->count, sets);
  uint32_t in_set[WL_SETS] = {0};
  if (l->count <= 8) {
    for (uint32_t i = 0; i < l->count; i++)
      in_set[wl_tag_set(arch, l->first + ((i * l->step + l->offset) >> WL_LINE_SHIFT))]++;
  } else {
    uint32_t line[WL_LANES], set[WL_LANES], low = 0, high = 0, both = 0;
    for (uint32_t i = 0; i < WL_LANES; i++)
      line[i] = (uint32_t)l->first + ((i * l->step + l->offset) >> WL_LINE_SHIFT);
    wl_tag_sets(arch, line, set);
    for (uint32_t i = 0; i < WL_LANES; i++) {
      uint32_t s = i < l->count ? set[i] : 0;
      low += s & 1;
      high += s >> 1;
      both += s & s >> 1;
    }
    in_set[0] = l->count - low - high + both;
    in_set[1] = low - both;
    in_set[2] = high - both;
    in_set[3] = both;
  }
  unsigned most = 0;
  for (unsigned s = 0; s < WL_SETS; s++) most = in_set[s] > most ? in_set[s] : most;
  return most;
}

/* Wavefronts of the data stage; 0 if there is no closed form. */
static unsigned data_wavefronts(const struct wl_access *a, uint64_t low, uint64_t by, unsigned tags,
                                unsigned lines, unsigned ways) {
  unsigned groups = (unsigned)WL_LANES >> wl_group_shift(a->width, false);
  if (tags == 1 || tags <= wl_tags_together(a)) return groups * ways;
  /* Lines that all use the same columns of banks add up, whatever their order. */
  if (by % 128 == 0 || ((by & (by - 1)) == 0 && by < 128 && low % 128 == 0)) return lines;
  return groups == 1 && ways == 1 && a->op == WL_LOAD ? tags : 0;
}

bool wl_count_affine(const struct wl_arch *arch, const struct wl_access *a, int64_t step,
                     struct wl_counts *out) {
  uint64_t by = distance(step);
  uint64_t low = step < 0 ? a->address[31] : a->address[0], high = low + 31 * by;
  unsigned ways, tags = 1;
  struct wl_wide_sets sets = {0, 0};
  /* Bits of the line index above 31 must not change: see wl_tag_sets(). */
  if (by > 1u << 26 || high < low || low >> 39 != high >> 39) return false;
  if (!wl_affine_ways(a->width, step, false, &ways)) return false;

  /* Up to its own size apart, no line or sector between the ends is skipped. */
  struct lines l = {.first = low >> WL_LINE_SHIFT, .step = 128, .count = 32};
  if (by <= 128) {
    l.count = (uint32_t)((high >> WL_LINE_SHIFT) - l.first) + 1;
  } else {
    l.step = (uint32_t)by;
    l.offset = (uint32_t)low & 127;
  }
  if (l.count > 1) tags = fullest_set(arch, &l, &sets);
  unsigned data = data_wavefronts(a, low, by, tags, l.count, ways);
  if (data == 0 && wl_wide() && wl_tags_together(a) == 0) {
    if (by >= 128) data = wl_wide_apart_data(a, sets);
    else if (step > 0) data = wl_wide_affine_data(a, (unsigned)by, l.count, sets);
  }
  if (data == 0) return false;

  uint64_t sectors = (high >> WL_SECTOR_SHIFT) - (low >> WL_SECTOR_SHIFT) + 1;
  out->sectors = (uint16_t)(by <= 32 ? sectors : 32);
  out->lines = (uint16_t)l.count;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)ways;
  return true;
}
