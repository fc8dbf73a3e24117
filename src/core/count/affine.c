/* Counts lanes at equal distances in closed form. */
#include "core/count/affine.h"

#include "core/count/count_common.h"
#include "core/count/tag_sets.h"

static uint64_t distance(int64_t step) {
  return step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
}

static bool find_ways(unsigned width, uint64_t by, bool apart, unsigned *ways) {
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

/* A load or store of global memory by 32 lanes, each `step` bytes above the one before. */
struct affine {
  int64_t step;
  uint64_t by, low, high; /* the distance; the lowest address and the highest */
  unsigned shift, ways;   /* log2 of the element */
};

/* False if there is no closed form. */
static bool find_affine(const struct wl_access *a, int64_t step, struct affine *f) {
  f->step = step;
  f->by = distance(step);
  f->low = a->address[step < 0 ? WL_LANES - 1 : 0];
  f->high = a->address[step < 0 ? 0 : WL_LANES - 1];
  f->shift = wl_element_shift(a->width);
  /* Lanes beyond the top of the address space begin again at 0. */
  return f->high >= f->low && find_ways(a->width, f->by, false, &f->ways);
}

/* Whether the wavefronts of the data stage have a form that needs no look at the
 * lines; they are `data`. */
static bool simple_data(const struct wl_access *a, const struct affine *f, unsigned tags,
                               unsigned lines, unsigned *data) {
  unsigned groups = 1u << (f->shift - WL_WORD_SHIFT);
  if (tags == 1 || tags <= wl_tags_together(a)) *data = groups * f->ways;
  /* Lines that all use the same columns of banks add up, whatever their order. */
  else if (f->by % 128 == 0 || ((f->by & (f->by - 1)) == 0 && f->by < 128 && f->low % 128 == 0))
    *data = lines;
  else if (groups == 1 && f->ways == 1 && a->op == WL_LOAD) *data = tags;
  else return false;
  return true;
}

static void set_figures(struct wl_counts *out, const struct affine *f, unsigned sectors,
                               unsigned lines, unsigned tags, unsigned data) {
  out->sectors = (uint16_t)sectors;
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)f->ways;
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
static void find_row(const struct wl_arch *arch, uint64_t first, unsigned lines,
                            struct row *row) {
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
static unsigned wavefronts(const struct row *row, uint64_t places) {
  uint64_t at = (places & row->later) | (places & ~row->later) >> 4;
  at |= at >> 1;
  at |= at >> 2;
  return (unsigned)((at & ONES) * ONES >> 60); /* at most 9: the sum of the bits */
}

/* The lines at some places that share a tag wavefront with the line `distance` above
 * them, which is one of them, too. */
static uint64_t pairs(const struct row *row, uint64_t places, unsigned distance) {
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
static unsigned clashes(const struct row *row, uint64_t places, unsigned odd,
                               unsigned times) {
  if (times == 1 || odd > MOST_APART) return 0;
  uint64_t one = pairs(row, places, odd);
  if (odd != 3 || times == 2) return wavefronts(row, one);
  return wavefronts(row, one | pairs(row, places, 6)) + wavefronts(row, one & one >> 3);
}

static bool together(const struct row *row, unsigned a, unsigned b) {
  return a / 4 + (row->later >> a & 1) == b / 4 + (row->later >> b & 1);
}

/* Wavefronts of the data stage of a load by all lanes, no line in L1, each `by` bytes
 * above the lane before it: less than a line and a multiple of the element. */
static unsigned row_data(const struct row *row, const struct affine *f) {
  unsigned groups = 1u << (f->shift - WL_WORD_SHIFT);
  /* A group of lanes goes on for so many lines, and may end in one more; the next one
   * begins there, at the same place of the line. */
  unsigned on = (unsigned)f->by >> f->shift, more = row->lines - groups * on;
  unsigned times = on & -on, odd = on >> __builtin_ctz(on), data = 0;
  if (odd == 1) {
    /* Parts of the first and the last line have columns of their own, all else shares. */
    data = groups * (on + more);
    for (unsigned g = 0, at = row->first; g < groups && more > 0; g++, at += on)
      data -= together(row, at, at + on);
    return data;
  }
  if (groups == 1) {
    uint64_t places = (((uint64_t)2 << (row->lines - 1)) - 1) << row->first;
    return row->tag_wavefronts + clashes(row, places, odd, times);
  }
  for (unsigned g = 0, at = row->first; g < groups; g++, at += on) {
    uint64_t places = (((uint64_t)2 << (on + more - 1)) - 1) << at;
    data += wavefronts(row, places) + clashes(row, places, odd, times);
  }
  return data;
}

/* No line between the ends is skipped, and no sector by lanes up to a sector apart. */
static unsigned row_lines(const struct affine *f) {
  return (unsigned)((f->high >> WL_LINE_SHIFT) - (f->low >> WL_LINE_SHIFT)) + 1;
}

static unsigned row_sectors(const struct affine *f) {
  if (f->by > 32) return WL_LANES;
  return (unsigned)((f->high >> WL_SECTOR_SHIFT) - (f->low >> WL_SECTOR_SHIFT)) + 1;
}

/* Counts the lanes of a full warp, each `step` above the one before, at most a line; false
 * if there is no closed form. */
static bool count_row(const struct wl_arch *arch, const struct wl_access *a, int64_t step,
                             struct wl_counts *out) {
  struct affine f;
  struct row row;
  unsigned tags = 1, data;
  if (!find_affine(a, step, &f)) return false;
  unsigned lines = row_lines(&f);
  if (lines > 1) {
    find_row(arch, f.low >> WL_LINE_SHIFT, lines, &row);
    tags = row.tag_wavefronts;
  }
  if (!simple_data(a, &f, tags, lines, &data)) { /* one line is simple: there is a row */
    if (wl_tags_together(a) > 0 || f.step < 0) return false;
    data = row_data(&row, &f);
  }
  set_figures(out, &f, row_sectors(&f), lines, tags, data);
  return true;
}

bool wl_affine_step(const struct wl_access *a, int64_t *step) {
  if (a->mask != UINT32_MAX) return false;
  const uint64_t *at = a->address;
  uint64_t by = at[1] - at[0], differ = 0;
  *step = (int64_t)by;
  if (a->even) return true;
  if (at[31] - at[0] != 31 * by) return false;
  for (unsigned i = 0; i < 16; i++)
    differ |= ((at[i + 1] - at[i]) ^ by) | ((at[i + 16] - at[i]) ^ 16 * by);
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

bool wl_count_affine(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  struct affine f;
  int64_t step;
  if (!wl_affine_step(a, &step)) return false;
  if (distance(step) <= 128) return count_row(arch, a, step, out);
  return find_affine(a, step, &f) && count_apart(arch, a, &f, out);
}
