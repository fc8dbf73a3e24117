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

static inline uint64_t distance(int64_t step) { return step < 0 ? 0 - (uint64_t)step : (uint64_t)step; }

static inline bool find_ways(unsigned width, uint64_t by, bool apart, unsigned *ways) {
  unsigned shift = wl_element_shift(width), element = 1u << shift, columns = 128u >> shift;
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

bool wl_affine_ways(unsigned width, int64_t step, bool apart, unsigned *ways) {
  return find_ways(width, distance(step), apart, ways);
}

/* Most lines that one tag set has among those of 32 lanes, `by` bytes apart from
 * address `low` on: the tag wavefronts. */
static unsigned fullest_set(const struct wl_arch *arch, uint64_t low, uint32_t by,
                            struct wl_wide_sets *sets) {
  if (wl_wide()) return wl_wide_fullest_set(arch, low, by, sets);
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

/* Lanes up to a line apart: their lines are neighbours, told by place. Place 0 is the
 * first of the four lines, from a multiple of 4 on, that the first line is one of. */
struct row {
  unsigned first, lines;   /* place of the first line, 0 … 3; how many there are, up to 32 */
  unsigned tag_wavefronts; /* of all */
  uint64_t later;          /* a bit per place: its set is that of a line in the first four */
};

/* Every four lines, from a multiple of 4 on, have all four tag sets, for the hash keeps
 * the low two bits of a line's index. The first four of a row may miss some; from the
 * second four on there is one line of each set. So the lines of four number q before a
 * line of four number q have its set q - 1 times, and once more if the first four have
 * it: the line is `later`. A line goes in tag wavefront q - 1 + later, and the lines of
 * the first four, all of them later, in wavefront 0. */

#define ONES 0x1111111111111111u /* a bit for every four lines */
enum { MOST_APART = 7 };         /* lines between two of one tag wavefront */

/* Finds the row of 1 … 32 lines from line `first` on. */
static inline void find_row(const struct wl_arch *arch, uint64_t first, unsigned lines, struct row *row) {
  unsigned place = (unsigned)first & 3, last = place + lines - 1, four = last / 4;
  unsigned at = (unsigned)first & 60;
  uint64_t low = arch->tag_lines[0] >> at, high = arch->tag_lines[1] >> at;
  if (at + last > 63) {
    /* The sets of any 64 lines are those of the lines 0 … 63, all changed alike. */
    unsigned change = wl_tag_set(arch, (first ^ (first + 64)) & ~(uint64_t)63);
    low |= (arch->tag_lines[0] ^ -(uint64_t)(change & 1)) << (64 - at);
    high |= (arch->tag_lines[1] ^ -(uint64_t)(change >> 1)) << (64 - at);
  }
  /* As if the set of place 0 were 0: then the first four have 0 … 3, in order. */
  low ^= -(low & 1);
  high ^= -(high & 1);
  uint64_t beside_low = place == 3 ? low : UINT64_MAX, or_low = place == 1 ? low : 0;
  uint64_t later = place == 0 ? UINT64_MAX : (high & beside_low) | or_low;
  row->first = place;
  row->lines = lines;
  row->tag_wavefronts = four + ((later & (((uint64_t)2 << last) - 1)) >> 4 * four != 0);
  row->later = later;
}

/* How many tag wavefronts the lines at some places are in. */
static inline unsigned wavefronts(const struct row *row, uint64_t places) {
  uint64_t at = (places & row->later) | (places & ~row->later) >> 4;
  at |= at >> 1;
  at |= at >> 2;
  return (unsigned)((at & ONES) * ONES >> 60); /* at most 9: the sum of the bits */
}

/* The lines at some places that share a tag wavefront with the line `distance` above
 * them, which is one of them, too. */
static inline uint64_t pairs(const struct row *row, uint64_t places, unsigned distance) {
  /* Places that have it in the same four, and in the next. */
  static const uint64_t same[] = {[3] = ONES}, next[] = {
    [3] = 14 * ONES, [5] = 7 * ONES, [6] = 3 * ONES, [7] = ONES,
  };
  uint64_t later = row->later, above = later >> distance;
  uint64_t in_same = distance == 3 ? ~(later ^ above) & same[3] : 0;
  return places & places >> distance & (in_same | (later & ~above & next[distance]));
}

/* How often the lanes of a group use a column of banks again in one tag wavefront. Those
 * that share a column are `odd` lines apart, an odd number; each of `times` lanes. */
static inline unsigned clashes(const struct row *row, uint64_t places, unsigned odd, unsigned times) {
  if (times == 1 || odd > MOST_APART) return 0;
  uint64_t one = pairs(row, places, odd);
  if (odd != 3 || times == 2) return wavefronts(row, one);
  return wavefronts(row, one | pairs(row, places, 6)) + wavefronts(row, one & one >> 3);
}

static inline bool together(const struct row *row, unsigned a, unsigned b) {
  return a / 4 + (row->later >> a & 1) == b / 4 + (row->later >> b & 1);
}

/* Wavefronts of the data stage of a load by all lanes, no line in L1, each `by` bytes
 * above the lane before it: less than a line and a multiple of the element. */
static inline unsigned row_data(const struct row *row, unsigned width, uint64_t by) {
  unsigned shift = wl_element_shift(width), groups = 1u << (shift - WL_WORD_SHIFT);
  /* A group of lanes goes on for so many lines, and may end in one more; the next one
   * begins there, at the same place of the line. */
  unsigned on = (unsigned)by >> shift, more = row->lines - groups * on;
  unsigned times = on & -on, odd = on >> __builtin_ctz(on), data = 0;
  if (groups == 1 && odd > MOST_APART) return row->tag_wavefronts;
  for (unsigned first = row->first, g = 0; g < groups; g++, first += on) {
    uint64_t places = (((uint64_t)2 << (on + more - 1)) - 1) << first;
    /* Parts of the first and the last line have columns of their own, all else shares. */
    if (odd == 1) data += on + more - (more > 0 && together(row, first, first + on));
    else data += (groups == 1 ? row->tag_wavefronts : wavefronts(row, places)) +
                 clashes(row, places, odd, times);
  }
  return data;
}

/* Whether the wavefronts of the data stage have a form that needs no look at the
 * lines; they are `data`. */
static inline bool simple_data(const struct wl_access *a, uint64_t low, uint64_t by, unsigned tags,
                        unsigned lines, unsigned ways, unsigned *data) {
  unsigned groups = (unsigned)WL_LANES >> wl_group_shift(a->width, false);
  if (tags == 1 || tags <= wl_tags_together(a)) *data = groups * ways;
  /* Lines that all use the same columns of banks add up, whatever their order. */
  else if (by % 128 == 0 || ((by & (by - 1)) == 0 && by < 128 && low % 128 == 0)) *data = lines;
  else if (groups == 1 && ways == 1 && a->op == WL_LOAD) *data = tags;
  else return false;
  return true;
}

bool wl_count_affine(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  int64_t step;
  if (!wl_affine_step(a, &step)) return false;
  uint64_t by = distance(step);
  uint64_t low = step < 0 ? a->address[31] : a->address[0], high = low + 31 * by;
  unsigned ways, data, tags = 1, lines = WL_LANES;
  struct wl_wide_sets sets = {0, 0};
  struct row row = {0, 0, 1, 0};
  /* Bits of the line index above 31 must not change: see wl_tag_sets(). */
  if (by > 1u << 26 || high < low || low >> 39 != high >> 39) return false;
  if (!find_ways(a->width, by, false, &ways)) return false;

  /* Up to a line apart, no line between the ends is skipped. */
  if (by > 128) {
    tags = fullest_set(arch, low, (uint32_t)by, &sets);
  } else {
    lines = (unsigned)((high >> WL_LINE_SHIFT) - (low >> WL_LINE_SHIFT)) + 1;
    if (lines > 1) {
      find_row(arch, low >> WL_LINE_SHIFT, lines, &row);
      tags = row.tag_wavefronts;
    }
  }
  if (!simple_data(a, low, by, tags, lines, ways, &data)) {
    if (wl_tags_together(a) > 0) return false;
    if (by > 128 && wl_wide()) data = wl_wide_apart_data(a, step, sets, tags);
    else if (by < 128 && step > 0) data = row_data(&row, a->width, by);
    else return false;
  }

  uint64_t sectors = (high >> WL_SECTOR_SHIFT) - (low >> WL_SECTOR_SHIFT) + 1;
  out->sectors = (uint16_t)(by <= 32 ? sectors : 32);
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)ways;
  return true;
}
