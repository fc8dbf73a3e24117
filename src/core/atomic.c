/* Global memory: reductions and atomics, tag wavefront by tag wavefront. */
#include "core/tagset.h"
#include "core/spaces.h"
#include "core/words.h"

/* One tag wavefront of an atomic: per tag set the line that claimed it, the
 * places in the line that lanes wanted, and the words served, by lane group. */
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
    uint64_t line = a->address[i] >> WL_LINE_SHIFT;
    unsigned offset = (unsigned)a->address[i] & 127, set = wl_tag_set(arch, line);
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

/* Wavefronts of the data stage for one tag wavefront of an atomic. On the way out,
 * lanes that all have lines of their own see banks b and b + 4 as one; old values
 * come back word by word. */
static wl_four pass_banks(const struct visit *v, uint32_t served, bool back) {
  wl_four w[WL_SETS], plain = wl_most_of(v->words[0], v->words[1], v->words[2], v->words[3]);
  wl_four there = plain;
  if (__builtin_popcount(served) == __builtin_popcount(v->claimed)) {
    for (unsigned set = 0; set < WL_SETS; set++)
      w[set] = (v->words[set] | v->words[set] >> 4) & 0x0f0f0f0f;
    there = wl_most_of(w[0], w[1], w[2], w[3]);
  }
  return back ? there + plain : there;
}

void wl_count_atomic(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  unsigned lines = 0, tags = 0, sectors = 0;
  wl_four data = {0, 0, 0, 0};
  for (uint32_t waiting = a->mask; waiting != 0; tags++) {
    struct visit v;
    uint32_t served = visit_lines(arch, a, waiting, &v);
    data += pass_banks(&v, served, a->op == WL_ATOMIC);
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
  out->ways = (uint16_t)wl_count_lanes(a).ways;
}

