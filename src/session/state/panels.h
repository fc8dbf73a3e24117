/* Panels over the picture, in one order. Keys go to the top one, and Escape closes it. */
#ifndef WL_SESSION_STATE_PANELS_H
#define WL_SESSION_STATE_PANELS_H

#include <stdbool.h>

struct wl_session;

/* From the top. A run that fails while somebody types leaves the line open: it has the keys. */
enum wl_panel {
  WL_PANEL_BLANK,   /* an empty screen, while presenting */
  WL_PANEL_PROMPT,  /* the line behind ':' or '/' */
  WL_PANEL_HELP,
  WL_PANEL_ERROR,
  WL_PANEL_WHY,     /* why a figure is what it is */
  WL_PANEL_ANSWER,  /* what an expression comes to */
  WL_PANEL_RESTORE, /* how to come back to this picture, beside which everything works */
  WL_PANELS         /* none is open */
};

void wl_panel_open(struct wl_session *m, enum wl_panel p);
void wl_panel_close(struct wl_session *m, enum wl_panel p);
bool wl_panel_on(const struct wl_session *m, enum wl_panel p);

/* The panel that has the keys; WL_PANELS: the picture has them. */
enum wl_panel wl_panel_top(const struct wl_session *m);

/* Whether one is open that hides the picture, or a part of it. */
bool wl_panel_covers(const struct wl_session *m);

#endif
