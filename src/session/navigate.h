/* Selecting steps. */
#ifndef WL_SESSION_NAVIGATE_H
#define WL_SESSION_NAVIGATE_H

#include "session/state/action.h"

struct wl_session;

/* Does an action that selects another step. */
void wl_session_move(struct wl_session *m, enum wl_action action);

#endif
