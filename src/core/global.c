/* Global memory: sectors and lines, tag wavefronts, and the banks of L1's data. */
#include <string.h>

#include "core/tally.h"
#include "core/words.h"

/* A tag wavefront takes one line of each of the 4 tag sets, in lane order: the
 * k-th line of a set goes in wavefront k. So every line has a place of its own in
 * a table of wavefronts × sets. Four wavefronts stand side by side in a vector:
 * place = wavefront / 4, set, wavefront % 4. */
enum { SETS = WL_SETS, BLOCK = 4 * SETS, PLACES = WL_LANES / 4 * BLOCK, GROUPS = 4 };

struct table {
  unsigned lines, wavefronts;
  uint8_t place[WL_LANES]; /* of each lane's line */
  /* The words of the line that the lanes of each group touch, a bit per bank;
   * cleared for the places up to `wavefronts`, rounded up to a block. */
  uint32_t words[GROUPS][PLACES] __attribute__((aligned(16)));
};

static void find_places(const struct wl_arch *arch, const uint64_t line[WL_LANES],
                        struct table *t) {
  uint8_t first[WL_LANES];
  wl_first_lanes(line, first);

  uint32_t lines_in_set = 0; /* a byte each */
  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned set = wl_tag_set(arch, line[i]), rank = lines_in_set >> 8 * set & 0xff;
    lines_in_set += (uint32_t)(first[i] == i) << 8 * set;
    t->place[i] = (uint8_t)((rank & ~3u) * SETS + set * 4 + (rank & 3));
  }
  for (unsigned i = 0; i < WL_LANES; i++) t->place[i] = t->place[first[i]];

  t->lines = t->wavefronts = 0;
  for (unsigned set = 0; set < SETS; set++) {
    unsigned count = lines_in_set >> 8 * set & 0xff;
    t->lines += count;
    if (count > t->wavefronts) t->wavefronts = count;
  }
}

static unsigned used_places(const struct table *t) { return (t->wavefronts + 3) / 4 * BLOCK; }

/* Enters every active lane's words in the table. What a column has to serve goes
 * to `early` if the tag wavefront is among the first `together`, else to `late`:
 * a line has one word of each bank, so a lane adds to it when its words are new. */
static void enter_words(const struct wl_access *a, unsigned together, struct table *t,
                        uint8_t early[WL_LANES], uint8_t late[WL_LANES]) {
  unsigned group_shift = wl_group_shift(a->width, false), element_shift = wl_element_shift(a->width);
  unsigned columns = 1u << group_shift;
  uint32_t element = wl_element_bits(a->width);
  for (unsigned g = 0; g < (unsigned)WL_LANES >> group_shift; g++)
    memset(t->words[g], 0, used_places(t) * sizeof t->words[g][0]);

  for (unsigned i = 0; i < WL_LANES; i++) {
    unsigned column = (unsigned)(a->address[i] >> element_shift) & (columns - 1);
    uint32_t bits = element << (column << (element_shift - WL_WORD_SHIFT));
    bits &= -(a->mask >> i & 1);
    uint32_t *words = &t->words[i >> group_shift][t->place[i]];
    uint8_t *load = (t->place[i] < together * SETS ? early : late) +
                    (i >> group_shift << group_shift) + column;
    *load = (uint8_t)(*load + ((bits & ~*words) != 0));
    *words |= bits;
  }
}

/* Sectors with a word in use, over all lines. */
static unsigned count_sectors(const struct table *t, unsigned groups) {
  wl_four sectors = {0, 0, 0, 0}; /* a count in each byte, at most 32 in all */
  for (unsigned p = 0; p < used_places(t); p += 4) {
    wl_four words = {0, 0, 0, 0};
    for (unsigned g = 0; g < groups; g++) words |= *(const wl_four *)&t->words[g][p];
    sectors += wl_sectors_of(words);
  }
  return wl_sum_of_bytes(sectors);
}

/* Wavefronts of the data stage for the tag wavefronts from `first`, a multiple of
 * 4, when each is served on its own. */
static unsigned count_alone(const struct table *t, unsigned groups, unsigned first) {
  wl_four sum = {0, 0, 0, 0};
  for (unsigned p = first * SETS; p < used_places(t); p += BLOCK)
    for (unsigned g = 0; g < groups; g++) {
      const wl_four *line = (const wl_four *)&t->words[g][p];
      sum += wl_most_of(line[0], line[1], line[2], line[3]);
    }
  return wl_sum_of(sum);
}

static void count_load_store(const struct wl_arch *arch, const struct wl_access *a,
                             struct wl_counts *out) {
  uint64_t line[WL_LANES];
  uint8_t early[WL_LANES] = {0}, late[WL_LANES] = {0};
  struct table t;
  unsigned together = wl_tags_together(a);
  wl_fill_lanes(a, 5, line);
  for (unsigned i = 0; i < WL_LANES; i++) line[i] >>= WL_LINE_SHIFT;
  find_places(arch, line, &t);
  enter_words(a, together, &t, early, late);

  unsigned shift = wl_group_shift(a->width, false), groups = (unsigned)WL_LANES >> shift;
  unsigned data = wl_fullest_columns(early, a->mask, shift, 1u << shift).wavefronts +
                  count_alone(&t, groups, together);
  for (unsigned i = 0; i < WL_LANES; i++) late[i] = (uint8_t)(late[i] + early[i]);
  out->sectors = (uint16_t)count_sectors(&t, groups);
  out->lines = (uint16_t)t.lines;
  out->tag_wavefronts = (uint16_t)t.wavefronts;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)wl_fullest_columns(late, a->mask, shift, 1u << shift).ways;
}

void wl_count_global(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  int64_t step;
  if (a->op == WL_REDUCE || a->op == WL_ATOMIC) wl_count_atomic(arch, a, out);
  else if (!wl_affine_step(a, &step) || !wl_count_affine(arch, a, step, out))
    count_load_store(arch, a, out);
  out->bytes_moved = 32u * out->sectors;
  unsigned ideal = (out->bytes_asked + 31) / 32;
  out->ideal_sectors = (uint16_t)(ideal < out->sectors ? ideal : out->sectors);
}
