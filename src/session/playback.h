/* Playing: wavefront by wavefront, step by step. */
#ifndef WL_SESSION_PLAYBACK_H
#define WL_SESSION_PLAYBACK_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
