/* Rows that the view is scrolled: views take as much of it as they have. Internal to src/view. */
#ifndef WL_VIEW_SCROLL_H
#define WL_VIEW_SCROLL_H

struct wl_model;

/* The first row in sight of `count`, of which `shown` have room: `first`, unless that is scrolled,
 * which stops at both ends. */
int wl_scroll_window(struct wl_model *m, int first, int count, int shown);

#endif
