/* A texture as a picture: tiles of texels, each with the lanes that fetch it. */
#ifndef WL_VIEW_TEXELS_H
#define WL_VIEW_TEXELS_H

#include "core/access.h"
#include "view/canvas.h"

struct wl_model;

/* Texels from side to side of a sector, and of a line; rows of each. */
struct wl_tiling { unsigned sector_columns, sector_rows, columns, rows; };
struct wl_tiling wl_tiling_of(const struct wl_access *a);

/* Rows of tiles: all there are, and those in sight. */
struct wl_tile_rows { int count, first, shown; };

/* Draws the lines that a fetch touches, where they lie in the texture if that
 * fits, else one after the other; those of the picked lane are in sight, or what
 * the scrolling says. */
struct wl_tile_rows wl_draw_texels(struct wl_model *m, struct wl_canvas *c, struct wl_rect r);

/* Which sector, from 0 in the order of first lanes, a lane's texel lies in. */
unsigned wl_texel_sector(const struct wl_access *a, unsigned lane);

/* How the texels of a warp lie: "8 × 4 texels from (0, 0)". */
const char *wl_texel_pattern(const struct wl_access *a, char *text, size_t size);

#endif
