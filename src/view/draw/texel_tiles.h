/* A texture as a picture: tiles of texels, each with the lanes that fetch it. */
#ifndef WL_VIEW_DRAW_TEXEL_TILES_H
#define WL_VIEW_DRAW_TEXEL_TILES_H

#include "canvas/canvas.h"

struct wl_session;

/* Rows of tiles: all there are, and those in sight; of these what a legend would explain: the cells
 * of a texel, whether some are fetched by one lane or by several, whether some lane has its last
 * digit only, and whether some do not move. */
struct wl_tile_rows {
  int count, first, shown, cell;
  uint32_t lone; /* lanes that fetch a texel alone */
  bool crowded, cut, still;
};

/* Draws the lines that a fetch touches, where they lie in the texture if that
 * fits, else one after the other; those of the picked lane are in sight, or what
 * the scrolling says. */
struct wl_tile_rows wl_draw_texels(struct wl_session *m, struct wl_canvas *c, struct wl_rect r);

/* Rows that show all of them in `w` columns, each with room for words. */
int wl_texels_rows(struct wl_session *m, int w);

#endif
