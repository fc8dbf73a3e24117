/* Words to be read from the back row of a lecture: letters made of blocks. */
#ifndef WL_VIEW_DRAW_LARGE_LETTERS_H
#define WL_VIEW_DRAW_LARGE_LETTERS_H

#include "canvas/canvas.h"

enum { WL_LARGE_ROWS = 4 /* of a row of letters, times its scale */ };

/* Rows of the screen that a text takes, broken at spaces; far too many where a letter is missing
 * or a word has no room. Scale 0 is the font of the terminal. */
int wl_large_rows(const struct wl_canvas *c, int cells, int scale, const char *text);

/* Draws it from row `y` of `r` on; returns the row behind it. */
int wl_draw_large(struct wl_canvas *c, struct wl_rect r, int y, int scale, enum wl_style style,
                  const char *text);

#endif
