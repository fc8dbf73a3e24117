/* Closed forms of lanes at equal distances: what affine.c and wide_affine.c share, each
 * compiled for its own instructions. Internal to src/core. */
#ifndef WL_CORE_AFFINE_FORMS_H
#define WL_CORE_AFFINE_FORMS_H

#include "core/tagset.h"
#include "core/tally.h"

static inline uint64_t distance(int64_t step) {
  return step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
}

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

/* A load or store of global memory by 32 lanes, each `step` bytes above the one before. */
struct affine {
  int64_t step;
  uint64_t by, low, high; /* the distance; the lowest address and the highest */
  unsigned shift, ways;   /* log2 of the element */
};

/* False if there is no closed form. */
static inline bool find_affine(const struct wl_access *a, int64_t step, struct affine *f) {
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
static inline bool simple_data(const struct wl_access *a, const struct affine *f, unsigned tags,
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

static inline void set_figures(struct wl_counts *out, const struct affine *f, unsigned sectors,
                               unsigned lines, unsigned tags, unsigned data) {
  out->sectors = (uint16_t)sectors;
  out->lines = (uint16_t)lines;
  out->tag_wavefronts = (uint16_t)tags;
  out->wavefronts = (uint16_t)data;
  out->ways = (uint16_t)f->ways;
}

#endif
