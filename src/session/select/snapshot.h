/* Where one is in a picture, and back to it in another recording. */
#ifndef WL_SESSION_SELECT_SNAPSHOT_H
#define WL_SESSION_SELECT_SNAPSHOT_H

#include "session/state/step_info.h"

struct wl_session;

struct wl_snapshot wl_snapshot_take(struct wl_session *m);

/* Goes back to it; false where the recording has no such step. */
bool wl_snapshot_return(struct wl_session *m, const struct wl_snapshot *s);

#endif
