/* Addresses at equal distances: what most warps do, and counted in closed form. */
#include "core/tally.h"
#include "core/words.h"

bool wl_affine_step(const struct wl_access *a, int64_t *step) {
  if (a->mask != UINT32_MAX) return false;
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
  unsigned element = width < 4 ? 4 : width, columns = 128 / element;
  uint64_t by = distance(step);
  if (by == 0) {
    *ways = apart ? columns : 1;
    return true;
  }
  if (by % element == 0) {
    /* The lanes visit every g-th column, g lanes each; g is a power of 2. */
    uint64_t g = (by / element) & -(by / element);
    *ways = g < columns ? (unsigned)g : columns;
    return true;
  }
  *ways = 1; /* bytes and half words less than a word apart fill neighbouring words */
  return !apart && by < element;
}

/* Most lines that one tag set has, of `count` lines. */
static unsigned fullest_set(const struct wl_arch *arch, const uint32_t line[WL_LANES],
                            unsigned count) {
  uint32_t set[WL_LANES], low = 0, high = 0, both = 0;
  wl_tag_sets(arch, line, set);
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t s = i < count ? set[i] : 0;
    low += s & 1;
    high += s >> 1;
    both += s & s >> 1;
  }
  unsigned in_set[WL_SETS] = {count - low - high + both, low - both, high - both, both};
  unsigned most = 0;
  for (unsigned s = 0; s < WL_SETS; s++)
    if (in_set[s] > most) most = in_set[s];
  return most;
}

bool wl_count_affine(const struct wl_arch *arch, const struct wl_access *a, int64_t step,
                     struct wl_counts *out) {
  uint64_t by = distance(step);
  uint64_t low = step < 0 ? a->address[31] : a->address[0], high = low + 31 * by;
  unsigned ways, groups = (unsigned)WL_LANES >> wl_group_shift(a->width, false);
  if (by > 1u << 30 || high < low || low >> 39 != high >> 39) return false;
  if (!wl_affine_ways(a->width, step, false, &ways)) return false;

  /* Up to its own size apart, no line or sector between the ends is skipped. */
  uint64_t first = low >> WL_LINE_SHIFT, last = high >> WL_LINE_SHIFT;
  unsigned lines = by <= 128 ? (unsigned)(last - first) + 1 : 32;
  unsigned sectors = by <= 32 ? (unsigned)((high >> 5) - (low >> 5)) + 1 : 32;
  unsigned tags = 1;
  if (lines > 1) {
    uint32_t line[WL_LANES];
    for (unsigned i = 0; i < WL_LANES; i++)
      line[i] = by <= 128 ? (uint32_t)first + i : (uint32_t)((low + i * by) >> WL_LINE_SHIFT);
    tags = fullest_set(arch, line, lines);
  }

  unsigned data;
  if (tags == 1 || tags <= wl_tags_together(a)) data = groups * ways;
  else if (by % 128 == 0) data = WL_LANES; /* each lane has a line of its own, all one column */
  else if (groups == 1 && ways == 1 && a->op == WL_LOAD) data = tags;
  else return false;

  out->sectors = (uint16_t)sectors;
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)ways;
  return true;
}
