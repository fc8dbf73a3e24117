/* Rows that the view is scrolled from where it begins by itself. Drawing takes as much of that as
 * there is, and keys change it. Internal to src/view. */
#ifndef WL_VIEW_DRAW_SCROLL_H
#define WL_VIEW_DRAW_SCROLL_H

struct wl_session;

/* `n`, or the bound that it is beyond. */
static inline int wl_within(int n, int least, int most) {
  return n < least ? least : n > most ? most : n;
}

/* The first row in sight of `count`, of which `shown` have room: `first`, unless that is scrolled,
 * which stops at both ends. */
int wl_scroll_window(struct wl_session *m, int first, int count, int shown);

#endif
