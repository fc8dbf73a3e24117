#include "words/texel_pattern.h"

#include <stdio.h>

#include "core/count/count_texture.h"

/* A sector of a CUDA array is 16 bytes of 2 rows, of pitch-linear memory 32 bytes
 * of one; a line is 32 bytes of 4 rows (core/count/count_texture.h). */
enum { LINE_BYTES = 32, LINE_ROWS = 4 };

struct wl_tiling wl_tiling_of(const struct wl_access *a) {
  bool pitch = a->layout == WL_LAYOUT_PITCH;
  unsigned columns = LINE_BYTES / a->width;
  return (struct wl_tiling){pitch ? columns : columns / 2, pitch ? 1 : 2, columns,
                            wl_texels_flat(a) ? 1 : LINE_ROWS};
}

bool wl_texels_flat(const struct wl_access *a) {
  uint32_t rows = 0;
  for (unsigned l = 0; l < WL_LANES; l++)
    if (a->mask >> l & 1) rows |= a->second[l];
  return a->layout == WL_LAYOUT_PITCH && rows == 0;
}

unsigned wl_texel_sector(const struct wl_access *a, unsigned lane) {
  unsigned index = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(a->mask >> l & 1)) continue;
    if (wl_fetch_sector(a, l) == wl_fetch_sector(a, lane)) return index;
    bool seen = false;
    for (unsigned k = 0; k < l; k++)
      seen |= a->mask >> k & 1 && wl_fetch_sector(a, k) == wl_fetch_sector(a, l);
    index += !seen;
  }
  return index;
}

const char *wl_texel_pattern(const struct wl_access *a, char *text, size_t size) {
  uint64_t left = UINT64_MAX, right = 0;
  uint32_t top = UINT32_MAX, bottom = 0;
  unsigned distinct = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(a->mask >> l & 1)) continue;
    if (a->address[l] < left) left = a->address[l];
    if (a->address[l] > right) right = a->address[l];
    if (a->second[l] < top) top = a->second[l];
    if (a->second[l] > bottom) bottom = a->second[l];
    bool seen = false;
    for (unsigned k = 0; k < l; k++)
      seen |= a->mask >> k & 1 && a->address[k] == a->address[l] && a->second[k] == a->second[l];
    distinct += !seen;
  }
  uint64_t columns = right - left + 1, rows = (uint64_t)bottom - top + 1;
  unsigned long long x = left, w = columns, h = rows;
  bool flat = wl_texels_flat(a);
  if (!distinct) snprintf(text, size, "no lane is active");
  else if (flat && distinct == 1) snprintf(text, size, "one texel for all: %llu", x);
  else if (flat && columns == distinct) snprintf(text, size, "%u texels from %llu on", distinct, x);
  else if (flat) snprintf(text, size, "%u of %llu texels, from %llu on", distinct, w, x);
  else if (distinct == 1) snprintf(text, size, "one texel for all: (%llu, %u)", x, top);
  else if (columns * rows == distinct)
    snprintf(text, size, "%llu × %llu texels from (%llu, %u)", w, h, x, top);
  else
    snprintf(text, size, "%u texels within %llu × %llu", distinct, w, h);
  return text;
}
