/* Other layouts of arrays in shared memory: padded rows and swizzled columns. */
#ifndef WL_CORE_LAYOUT_REMAP_H
#define WL_CORE_LAYOUT_REMAP_H

#include "core/trace/trace.h"

enum wl_remap_kind { WL_REMAP_NONE, WL_REMAP_PAD, WL_REMAP_SWIZZLE };

/* What happens to an array, a plain value. x counts the elements of a row and y the
 * rows of a plane; an array of one dimension has rows of 128 bytes here (32 words:
 * after so many, banks repeat). */
struct wl_remap {
  uint8_t kind;      /* enum wl_remap_kind */
  uint8_t dimension; /* PAD: of the extent that grows, 1 … 2; 1 in one dimension */
  uint8_t pad;       /* PAD: by so many elements */
  uint8_t bits, down, shift; /* SWIZZLE: x ^ (y >> down & (1 << bits) - 1) << shift */
};

/* Whether the array can be laid out so: columns stay within their row. */
bool wl_remap_fits(const struct wl_array *a, const struct wl_remap *r);

/* The head of the same script with its shared arrays laid out anew, one after the
 * other as the compiler places them. `remap` has a row for each array. */
void wl_remap_head(const struct wl_head *from, const struct wl_remap *remap, struct wl_head *to);

/* Moves what an access does in shared memory from one layout to the other. False
 * where an element that a lane wants would be torn or end up misaligned. */
bool wl_remap_access(const struct wl_head *from, const struct wl_remap *remap,
                     const struct wl_head *to, struct wl_access *a);

/* The same recording with shared arrays laid out anew, the caller's own; NULL when memory ran
 * out or an access cannot be moved. */
struct wl_trace *wl_remap_trace(const struct wl_trace *t, const struct wl_remap *remap);

/* How a script says it: `shared("tile", float, 32, 33)`, `tile[y][x ~ (y & 31)]`. */
void wl_remap_text(const struct wl_head *h, unsigned array, const struct wl_remap *r, char *text,
                   size_t size);

#endif
