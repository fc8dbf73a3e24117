/* Which rows of an access the view of lines shows where not all of them have room. Internal to
 * that view. */
#ifndef WL_VIEW_LINES_WINDOW_H
#define WL_VIEW_LINES_WINDOW_H

#include <stdbool.h>

struct wl_model;
struct wl_row;

/* Sorts rows so that those which a tag wavefront finds together stand together; rows that none
 * finds stay behind the others. Returns whether any has moved. */
bool wl_lines_by_tag(struct wl_row *rows, int count);

/* The first of `shown` rows: so that the picked lane is in sight, and from there as little further
 * as what has been replayed up to now takes, on a screen a few rows in each step; it is the same
 * whichever way one comes to a wavefront. Then as far as the view has been scrolled from there,
 * which ends at the last row. */
int wl_lines_first(struct wl_model *m, const struct wl_row *rows, int count, int shown);

/* On which sides of those that are shown there are more rows that are found or served now. */
enum { WL_LINES_ABOVE = 1, WL_LINES_BELOW = 2 };
unsigned wl_lines_away(struct wl_model *m, const struct wl_row *rows, int count, int first,
                       int shown);

#endif
