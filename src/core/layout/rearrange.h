/* Layouts of global arrays that move fewer sectors for the accesses of a kernel. */
#ifndef WL_CORE_LAYOUT_REARRANGE_H
#define WL_CORE_LAYOUT_REARRANGE_H

#include "core/trace/trace.h"

enum wl_rearrangement_kind {
  WL_TURNED, /* columns become rows: the last two indices change places */
  WL_SPLIT,  /* an array of structs or vectors becomes an array for each member */
  WL_DEALT,  /* in one dimension: element i goes to i % by * (n // by) + i // by */
  WL_REARRANGEMENTS
};
extern const char *const wl_rearrangement_keys[]; /* "transposed" … */

/* One array in a layout that moves fewer sectors. */
struct wl_rearrangement {
  uint16_t array;   /* index into head.array */
  uint8_t kind;     /* enum wl_rearrangement_kind */
  uint32_t by;      /* DEALT */
  uint64_t before, sectors; /* of all that the kernel does with the array, then and now */
};

struct wl_rearrangements {
  uint64_t sectors, ideal; /* of all global arrays as they are */
  size_t count;            /* at most the best one for each array, the most saved first */
  struct wl_rearrangement list[WL_MAX_ARRAYS];
};

/* Moves every access of a finished recording to where it would be in each layout, and
 * counts it anew. False and a diag (WL_LIMIT) where the recording lacks steps. */
bool wl_rearrange(const struct wl_trace *t, const struct wl_arch *arch,
                  struct wl_rearrangements *out, struct wl_diag *d);

/* How a script says it: `input[x][y]`, `p_x[i], p_y[i]`, `a[i % 3 * 1024 + i // 3]`. */
void wl_rearrangement_text(const struct wl_head *h, const struct wl_rearrangement *r, char *text,
                           size_t size);

#endif
