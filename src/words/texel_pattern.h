/* The place of a fetch in its texture, in words. */
#ifndef WL_WORDS_TEXEL_PATTERN_H
#define WL_WORDS_TEXEL_PATTERN_H

#include "core/access/access.h"

/* Texels from side to side of a sector, and of a line; rows of each. */
struct wl_tiling { unsigned sector_columns, sector_rows, columns, rows; };
struct wl_tiling wl_tiling_of(const struct wl_access *a);

/* Which sector, from 0 in the order of first lanes, a lane's texel lies in. */
unsigned wl_texel_sector(const struct wl_access *a, unsigned lane);

/* Whether all texels are in the first row of linear memory, as those of one dimension are: there
 * is no other row to speak of. */
bool wl_texels_flat(const struct wl_access *a);

/* How the texels of a warp lie: "8 × 4 texels from (0, 0)", "32 texels from 0 on". */
const char *wl_texel_pattern(const struct wl_access *a, char *text, size_t size);

#endif
