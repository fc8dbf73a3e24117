#include "words/grade.h"

enum wl_grade wl_grade_efficiency(double efficiency) {
  if (efficiency < 0) return WL_GRADE_NONE;
  return efficiency >= 1 ? WL_GRADE_GOOD : efficiency >= 0.5 ? WL_GRADE_WARN : WL_GRADE_BAD;
}

enum wl_grade wl_grade_cost(uint32_t cost, uint32_t ideal) {
  return wl_grade_efficiency(cost ? (double)ideal / cost : -1);
}

enum wl_grade wl_grade_excess(uint64_t excess, uint64_t cost) {
  if (excess > cost) return WL_GRADE_NONE; /* they are not of the same */
  return wl_grade_efficiency(cost ? (double)(cost - excess) / (double)cost : 1);
}

void wl_cost_of(const struct wl_counts *c, enum wl_space s, uint32_t *cost, uint32_t *ideal) {
  switch (s) {
  case WL_GLOBAL:
  case WL_LOCAL:
  case WL_TEXTURE:
    *cost = c->sectors;
    *ideal = c->ideal_sectors;
    return;
  default:
    *cost = c->wavefronts;
    *ideal = c->ideal_wavefronts;
  }
}

uint32_t wl_bytes_in_vain(const struct wl_explain *e) {
  uint32_t moved = e->counts.bytes_moved, used = 0;
  for (int i = 0; i < e->line_count; i++)
    used += (uint32_t)(__builtin_popcountll(e->line[i].used[0]) +
                       __builtin_popcountll(e->line[i].used[1]));
  if (e->transaction_count || !e->line_count) used = e->counts.bytes_asked;
  return moved > used ? moved - used : 0;
}
