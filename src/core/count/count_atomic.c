/* Counts atomics in global memory, one tag wavefront after another. */
#include "core/count/count_common.h"
#include "core/count/count_spaces.h"
#include "core/count/tag_sets.h"

/* One tag wavefront of an atomic: per tag set the line (compare-and-swap: the half
 * of it) that claimed it, the places in the line that lanes wanted, and the words
 * served, by lane group. */
struct visit {
  uint32_t claimed; /* a bit per set */
  uint64_t line[WL_SETS], wanted[WL_SETS];
  wl_four words[WL_SETS];
};

/* Takes the lanes that the next tag wavefront serves from those waiting. A lane
 * has to wait if its set is claimed for another line, or if a lane before it,
 * served or not, has the same set and the same place in its line. */
static uint32_t visit_lines(const struct wl_arch *arch, const struct wl_access *a,
                            uint32_t waiting, struct visit *v) {
  unsigned group_shift = wl_group_shift(a->width, false);
  uint32_t element = wl_element_bits(a->width), served = 0;
  *v = (struct visit){0};
  for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    uint64_t line = a->address[i] >> wl_claim_shift(a);
    unsigned offset = (unsigned)a->address[i] & 127;
    unsigned set = wl_tag_set(arch, a->address[i] >> WL_LINE_SHIFT);
    uint64_t place = 1ull << offset / a->width;
    if (!(v->claimed >> set & 1)) v->line[set] = line;
    v->claimed |= 1u << set;
    if (v->line[set] == line && !(v->wanted[set] & place)) {
      v->words[set][i >> group_shift] |= element << (offset >> WL_WORD_SHIFT);
      served |= 1u << i;
    }
    v->wanted[set] |= place;
  }
  return served;
}

/* Wavefronts that carry the operands, by lane group: words as they are, but lanes
 * that all have lines of their own see banks b and b + 4 as one. */
static wl_four pass_operands(const struct visit *v, bool alone) {
  wl_four w[WL_SETS];
  for (unsigned set = 0; set < WL_SETS; set++)
    w[set] = alone ? (v->words[set] | v->words[set] >> 4) & 0x0f0f0f0f : v->words[set];
  return wl_most_of(w[0], w[1], w[2], w[3]);
}

/* The first half of every lane group. */
static uint32_t first_halves(unsigned width) {
  return width == 16 ? 0x0f0f0f0f : width == 8 ? 0x00ff00ff : 0x0000ffff;
}

/* The same for compare-and-swap, whose pairs of operands are twice as wide: the
 * lane groups are halves of those before, and half a line fills all banks. Lanes
 * that all have lines of their own see the banks of a sector as one. */
static wl_four pass_pairs(const struct wl_arch *arch, const struct wl_access *a, uint32_t served,
                          bool alone) {
  unsigned group_shift = wl_group_shift(a->width, false);
  uint32_t element = wl_element_bits(a->width), halves = first_halves(a->width);
  wl_four sum = {0, 0, 0, 0};
  element |= element << wl_element_words(a->width);
  for (unsigned half = 0; half < 2; half++) {
    wl_four w[WL_SETS] = {{0}};
    for (uint32_t rest = served & (half ? ~halves : halves); rest != 0; rest &= rest - 1) {
      unsigned i = (unsigned)__builtin_ctz(rest), offset = (unsigned)a->address[i] & 127;
      unsigned set = wl_tag_set(arch, a->address[i] >> WL_LINE_SHIFT);
      w[set][i >> group_shift] |= alone ? 1u << (offset >> WL_SECTOR_SHIFT)
                                        : element << 2 * ((offset & 63) >> WL_WORD_SHIFT);
    }
    sum += wl_most_of(w[0], w[1], w[2], w[3]);
  }
  return sum;
}

/* Wavefronts of the data stage for one tag wavefront: the operands, and the old
 * values on their way back, word by word. */
static wl_four pass_banks(const struct wl_arch *arch, const struct wl_access *a,
                          const struct visit *v, uint32_t served) {
  bool alone = __builtin_popcount(served) == __builtin_popcount(v->claimed);
  wl_four there = a->op == WL_CAS ? pass_pairs(arch, a, served, alone) : pass_operands(v, alone);
  return a->op == WL_REDUCE ? there : there + pass_operands(v, false);
}

/* Most lanes that a bank has to serve in one lane group. */
static unsigned count_ways(const struct wl_access *a) {
  if (a->op != WL_CAS) return wl_count_lane_by_lane(a).ways;
  struct wl_access half = *a;
  half.mask = a->mask & first_halves(a->width);
  unsigned first = wl_count_lane_by_lane(&half).ways;
  half.mask = a->mask & ~half.mask;
  unsigned second = wl_count_lane_by_lane(&half).ways;
  return first > second ? first : second;
}

void wl_cap_ideal(const struct wl_access *a, struct wl_counts *out) {
  unsigned distinct = 0;
  for (uint32_t rest = a->mask; rest != 0; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest), k = i + 1;
    uint64_t sector = a->address[i] >> WL_SECTOR_SHIFT;
    while (k < WL_LANES && !(a->mask >> k & 1 && a->address[k] >> WL_SECTOR_SHIFT == sector)) k++;
    distinct += k == WL_LANES; /* the last lane of its sector */
  }
  if (distinct < out->ideal_sectors) out->ideal_sectors = (uint16_t)distinct;
}

void wl_count_atomic(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  unsigned lines = 0, tags = 0, sectors = 0;
  wl_four data = {0, 0, 0, 0};
  for (uint32_t waiting = a->mask; waiting != 0; tags++) {
    struct visit v;
    uint32_t served = visit_lines(arch, a, waiting, &v);
    data += pass_banks(arch, a, &v, served);
    lines += (unsigned)__builtin_popcount(v.claimed);
    wl_four used;
    for (unsigned set = 0; set < WL_SETS; set++) {
      wl_four w = v.words[set];
      used[set] = w[0] | w[1] | w[2] | w[3];
    }
    sectors += wl_sum_of_bytes(wl_sectors_of(used));
    waiting &= ~served;
  }
  out->sectors = (uint16_t)sectors;
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)wl_sum_of(data);
  out->ways = (uint16_t)count_ways(a);
}

