/* A replay from the picture on, frame by frame, for those who take it home. */
#ifndef WL_SESSION_EXPORT_FRAMES_H
#define WL_SESSION_EXPORT_FRAMES_H

#include "core/base/diag.h"

struct wl_session;

enum { WL_REPLAY_FRAMES = 1000 }; /* more are an error */

/* Takes the frame that the model shows, and how many there will be; false ends it. */
typedef bool wl_replay_frame(void *to, struct wl_session *m, unsigned number, unsigned of);

/* Shows the frames that playing from here would show: the wavefronts of the selected
 * instruction in views that play these, else the instructions of its warp. False where
 * `frame` was, or with a diag (WL_LIMIT) where there are too many. */
bool wl_replay(struct wl_session *m, wl_replay_frame *frame, void *to, struct wl_diag *d);

#endif
