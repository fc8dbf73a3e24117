/* Plays wavefronts or steps, and makes the frames of a replay that is written to a file. */
#ifndef WL_SESSION_PLAYBACK_H
#define WL_SESSION_PLAYBACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/diag.h"
#include "session/state/action.h"

struct wl_session;

/* Does an action that plays, or changes the speed. */
void wl_session_play(struct wl_session *m, enum wl_action action);

/* Whether it goes by wavefronts in this view, else by instructions. */
bool wl_session_plays_waves(const struct wl_session *m);

/* How fast it plays: "1.5/s". */
const char *wl_session_rate(const struct wl_session *m);

/* Time passes. Returns milliseconds until the next tick matters, -1: never. */
int wl_session_tick(struct wl_session *m, int ms);

/* Milliseconds between two frames of a replay. */
int wl_session_period(const struct wl_session *m);

enum { WL_REPLAY_FRAMES = 1000 }; /* more are an error */

/* Takes the frame that the model shows, and how many there will be; false ends it. */
typedef bool wl_replay_frame(void *to, struct wl_session *m, unsigned number, unsigned of);

/* Shows the frames that playing from here would show: the wavefronts of the selected
 * instruction in views that play these, else the instructions of its warp. False where
 * `show` was, or with a diag (WL_LIMIT) where there are too many. */
bool wl_replay(struct wl_session *m, wl_replay_frame *show, void *to, struct wl_diag *d);

#endif
