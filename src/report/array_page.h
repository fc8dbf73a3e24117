/* Writes what an array holds. */
#ifndef WL_REPORT_ARRAY_PAGE_H
#define WL_REPORT_ARRAY_PAGE_H

#include <stdio.h>

#include "core/trace/trace_head.h"

/* Elements first[d] … last[d] of each dimension. */
struct wl_elements { uint32_t first[3], last[3]; };

enum { WL_MAX_LISTED = 65536 };

/* Reads "output[2][0..7]": the array of the head, and the range; dimensions that are
 * left out are whole. False and a diag (WL_USAGE) where there is no such array or
 * element, or more than WL_MAX_LISTED are asked for. */
bool wl_elements_read(const char *text, const struct wl_head *head, const struct wl_array **array,
                      struct wl_elements *range, struct wl_diag *d);

/* Elements of an array of the head, and all its bytes. */
struct wl_array_part {
  const struct wl_head *head;
  const struct wl_array *array;
  const uint8_t *bytes;
  struct wl_elements range;
};

/* Writes them, a row a line; as JSON in nested lists. */
bool wl_array_write(FILE *f, const struct wl_array_part *part, bool json, struct wl_diag *d);

#endif
