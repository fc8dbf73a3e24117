/* Which rows of an access the view of lines shows if there is no room for all. Internal to that
 * view. */
#ifndef WL_VIEW_VIEWS_LINES_WINDOW_H
#define WL_VIEW_VIEWS_LINES_WINDOW_H

#include <stdbool.h>

#include "canvas/theme.h"

struct wl_session;
struct wl_row;

/* Sorts rows so that those which a tag wavefront finds together stand together; rows that none
 * finds stay behind the others. Returns whether any has moved. */
bool wl_lines_by_tag(struct wl_row *rows, int count);

/* Rows `first` up to `end` are in sight, but for the nearest of them to row `pinned`, which stands
 * in its place; -1: none does. */
struct wl_lines_window {
  int first, end, pinned;
};

/* Where `shown` of `count` rows are in sight: so that the picked lane is, and from there as little
 * further as what has been replayed up to now takes, on a screen a few rows in each step; it is
 * the same whichever way one comes to a wavefront. Then as far as the view has been scrolled from
 * there, which ends at the last row. Where none of the rows that are found or served now is among
 * them, the nearest is pinned, in the place of one that is not. */
struct wl_lines_window wl_lines_window(struct wl_session *m, const struct wl_row *rows, int count,
                                       int shown);

/* The row that stands at place `at` of the window. */
int wl_lines_row(const struct wl_lines_window *w, int at);

/* "12–21, 31": the rows in sight, counted from 1, the pinned one, too. */
enum { WL_LINES_TEXT = 48 };
void wl_lines_in_sight(const struct wl_lines_window *w, char text[WL_LINES_TEXT]);

/* An arrow to where there are rows that are found or served now and not in sight, or a space. */
enum wl_glyph_id wl_lines_away(struct wl_session *m, const struct wl_row *rows, int count,
                               const struct wl_lines_window *w);

#endif
