/* What each action does. */
#ifndef WL_VIEW_KEYS_ACTIONS_H
#define WL_VIEW_KEYS_ACTIONS_H

#include "session/state/action.h"

struct wl_session;

/* Does an action; `argument` as action.h says. */
void wl_session_do(struct wl_session *m, enum wl_action action, int argument);

/* So many rows further down, or up where that is negative; a remark where there are none. */
void wl_session_scroll(struct wl_session *m, int rows);

#endif
