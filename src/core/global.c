/* Global memory: sectors and lines, tag wavefronts, and the banks of L1's data. */
#include "core/tally.h"

#include <string.h>

/* A tag wavefront takes one line of each of the 4 tag sets, in lane order: the
 * k-th line of a set goes in wavefront k. So every line has a place of its own in
 * a table of wavefronts × sets. Four wavefronts stand side by side in a vector:
 * place = wavefront / 4, set, wavefront % 4. */
enum { SETS = 4, BLOCK = 4 * SETS, PLACES = WL_LANES / 4 * BLOCK, GROUPS = 4 };
typedef uint32_t four __attribute__((vector_size(16)));

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

/* Per vector element: most bits that one position has in the four words. */
static four most_of(four a, four b, four c, four d) {
  four ab = a & b, cd = c & d, either = a | b, other = c | d;
  four none = {0, 0, 0, 0};
  /* A comparison gives -1 where it holds. */
  return -(four)((either | other) != none) - (four)((ab | cd | (either & other)) != none) -
         (four)(((ab & other) | (cd & either)) != none) - (four)((ab & cd) != none);
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

/* 1 in each byte of words, that is in each sector of a line, that is in use. */
static four sectors_of(four words) {
  words |= words >> 4;
  words |= words >> 2;
  words |= words >> 1;
  return words & 0x01010101;
}

static unsigned sum_of(four v) { return v[0] + v[1] + v[2] + v[3]; }

/* Sectors with a word in use, over all lines. */
static unsigned count_sectors(const struct table *t, unsigned groups) {
  four sectors = {0, 0, 0, 0}; /* a count in each byte, at most 32 in all */
  for (unsigned p = 0; p < used_places(t); p += 4) {
    four words = {0, 0, 0, 0};
    for (unsigned g = 0; g < groups; g++) words |= *(const four *)&t->words[g][p];
    sectors += sectors_of(words);
  }
  return sum_of(sectors) * 0x01010101u >> 24;
}

/* Wavefronts of the data stage for the tag wavefronts from `first`, a multiple of
 * 4, when each is served on its own. */
static unsigned count_alone(const struct table *t, unsigned groups, unsigned first) {
  four sum = {0, 0, 0, 0};
  for (unsigned p = first * SETS; p < used_places(t); p += BLOCK)
    for (unsigned g = 0; g < groups; g++) {
      const four *line = (const four *)&t->words[g][p];
      sum += most_of(line[0], line[1], line[2], line[3]);
    }
  return sum_of(sum);
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

/* One tag wavefront of an atomic: per tag set the line that claimed it, the
 * places in the line that lanes wanted, and the words served, by lane group. */
struct visit {
  uint32_t claimed; /* a bit per set */
  uint64_t line[SETS], wanted[SETS];
  four words[SETS];
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
static four pass_banks(const struct visit *v, uint32_t served, bool back) {
  four w[SETS], plain = most_of(v->words[0], v->words[1], v->words[2], v->words[3]);
  four there = plain;
  if (__builtin_popcount(served) == __builtin_popcount(v->claimed)) {
    for (unsigned set = 0; set < SETS; set++)
      w[set] = (v->words[set] | v->words[set] >> 4) & 0x0f0f0f0f;
    there = most_of(w[0], w[1], w[2], w[3]);
  }
  return back ? there + plain : there;
}

static void count_atomic(const struct wl_arch *arch, const struct wl_access *a,
                         struct wl_counts *out) {
  unsigned lines = 0, tags = 0, sectors = 0;
  four data = {0, 0, 0, 0};
  for (uint32_t waiting = a->mask; waiting != 0; tags++) {
    struct visit v;
    uint32_t served = visit_lines(arch, a, waiting, &v);
    data += pass_banks(&v, served, a->op == WL_ATOMIC);
    lines += (unsigned)__builtin_popcount(v.claimed);
    four used;
    for (unsigned set = 0; set < SETS; set++) {
      four w = v.words[set];
      used[set] = w[0] | w[1] | w[2] | w[3];
    }
    sectors += sum_of(sectors_of(used)) * 0x01010101u >> 24;
    waiting &= ~served;
  }
  out->sectors = (uint16_t)sectors;
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)sum_of(data);
  out->ways = (uint16_t)wl_count_banks(a, false, true).ways;
}

void wl_count_global(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  if (a->op == WL_REDUCE || a->op == WL_ATOMIC) count_atomic(arch, a, out);
  else count_load_store(arch, a, out);
  out->bytes_moved = 32u * out->sectors;
  unsigned ideal = (out->bytes_asked + 31) / 32;
  out->ideal_sectors = (uint16_t)(ideal < out->sectors ? ideal : out->sectors);
}
