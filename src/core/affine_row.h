/* Lanes up to a line apart: their lines are neighbours, and counted in closed form. What
 * affine.c and wide_affine.c share, as affine_forms.h. Internal to src/core. */
#ifndef WL_CORE_AFFINE_ROW_H
#define WL_CORE_AFFINE_ROW_H

#include "core/affine_forms.h"

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
static inline void find_row(const struct wl_arch *arch, uint64_t first, unsigned lines,
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
static inline unsigned clashes(const struct row *row, uint64_t places, unsigned odd,
                               unsigned times) {
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
static inline unsigned row_data(const struct row *row, const struct affine *f) {
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
static inline unsigned row_lines(const struct affine *f) {
  return (unsigned)((f->high >> WL_LINE_SHIFT) - (f->low >> WL_LINE_SHIFT)) + 1;
}

static inline unsigned row_sectors(const struct affine *f) {
  if (f->by > 32) return WL_LANES;
  return (unsigned)((f->high >> WL_SECTOR_SHIFT) - (f->low >> WL_SECTOR_SHIFT)) + 1;
}

/* Counts the lanes of a full warp, each `step` above the one before, at most a line; false
 * if there is no closed form. */
static inline bool count_row(const struct wl_arch *arch, const struct wl_access *a, int64_t step,
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

#endif
