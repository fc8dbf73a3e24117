#include "core/affine.h"

#include "core/affine_row.h"
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

bool wl_affine_ways(unsigned width, int64_t step, bool apart, unsigned *ways) {
  return find_ways(width, distance(step), apart, ways);
}

/* Most lines that one tag set has among those of 32 lanes, `by` bytes apart from
 * address `low` on: the tag wavefronts. */
static unsigned fullest_set(const struct wl_arch *arch, uint64_t low, uint32_t by) {
  uint32_t line[WL_LANES], set[WL_LANES], in_low = 0, in_high = 0, both = 0;
  uint32_t first = (uint32_t)(low >> WL_LINE_SHIFT), offset = (uint32_t)low & 127;
  for (uint32_t i = 0; i < WL_LANES; i++)
    line[i] = first + ((i * by + offset) >> WL_LINE_SHIFT);
  wl_tag_sets(arch, line, set);
  for (uint32_t i = 0; i < WL_LANES; i++) {
    in_low += set[i] & 1;
    in_high += set[i] >> 1;
    both += set[i] & set[i] >> 1;
  }
  unsigned most = WL_LANES - in_low - in_high + both;
  if (in_low - both > most) most = in_low - both;
  if (in_high - both > most) most = in_high - both;
  return both > most ? both : most;
}

/* Counts lanes more than a line apart; false if there is no closed form. */
static bool count_apart(const struct wl_arch *arch, const struct wl_access *a,
                        const struct affine *f, struct wl_counts *out) {
  unsigned data;
  /* Bits of the line index above 31 must not change: see wl_tag_sets(). */
  if (f->by > 1u << 26 || f->low >> 39 != f->high >> 39) return false;
  unsigned tags = fullest_set(arch, f->low, (uint32_t)f->by);
  if (!simple_data(a, f, tags, WL_LANES, &data)) return false;
  set_figures(out, f, WL_LANES, WL_LANES, tags, data);
  return true;
}

bool wl_count_portable_affine(const struct wl_arch *arch, const struct wl_access *a,
                              struct wl_counts *out) {
  struct affine f;
  int64_t step;
  if (!wl_affine_step(a, &step)) return false;
  if (distance(step) <= 128) return count_row(arch, a, step, out);
  return find_affine(a, step, &f) && count_apart(arch, a, &f, out);
}
