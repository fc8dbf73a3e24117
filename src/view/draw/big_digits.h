/* Figures to be read from the back row: digits made of blocks. */
#ifndef WL_VIEW_DRAW_BIG_DIGITS_H
#define WL_VIEW_DRAW_BIG_DIGITS_H

#include "canvas/canvas.h"

enum { WL_BIG_DIGITS_ROWS = 5 }; /* of a character, times its scale */

/* Draws digits and the signs of figures; others are gaps. Returns the column behind the last. */
int wl_big_digits_text(struct wl_canvas *c, int x, int y, int scale, enum wl_style style,
                       const char *text);

/* Whether nothing of the text would be missing; false for none. */
bool wl_big_digits_whole(const char *text);

/* Cells that the text fills. */
int wl_big_digits_cells(const char *text, int scale);

/* A figure as big as it fits from the top of `r`, with its label beside or below it; one with other
 * signs as text. Returns the row behind. */
int wl_big_digits_figure(struct wl_canvas *c, struct wl_rect r, enum wl_style style,
                         const char *figure,
                         const char *label);

#endif
