/* Keys that scroll the view. Called by the actions. Internal to src/view. */
#ifndef WL_VIEW_KEYS_SCROLL_KEYS_H
#define WL_VIEW_KEYS_SCROLL_KEYS_H

struct wl_session;

/* So many rows further down, or up where that is negative; a remark where there are none. */
void wl_session_scroll(struct wl_session *m, int rows);

#endif
