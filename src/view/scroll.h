/* Rows that the view is scrolled: views take as much of it as they have, and leave the rest. What
 * was recalled waits for a recording that has it (view/bookmark.h). Internal to src/view. */
#ifndef WL_VIEW_SCROLL_H
#define WL_VIEW_SCROLL_H

#include <stdbool.h>

struct wl_model;

void wl_scroll_recall(struct wl_model *m, int rows);

/* What comes back to the picture; 0 while the picture of the view is hidden: where that stops would
 * tell how many rows it has. */
int wl_scroll_told(struct wl_model *m);

/* A picture is about to be drawn. */
void wl_scroll_draw(struct wl_model *m);

/* The first row in sight of `count`, of which `shown` have room: `first`, unless that is scrolled,
 * which stops at both ends. */
int wl_scroll_window(struct wl_model *m, int first, int count, int shown);

#endif
