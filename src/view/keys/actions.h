/* What each action does. */
#ifndef WL_VIEW_KEYS_ACTIONS_H
#define WL_VIEW_KEYS_ACTIONS_H

#include "session/state/action.h"

struct wl_session;

/* Does an action; `argument` as action.h says. */
void wl_session_do(struct wl_session *m, enum wl_action action, int argument);

#endif
