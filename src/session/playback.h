/* Playing: wavefront by wavefront, step by step. */
#ifndef WL_SESSION_PLAYBACK_H
#define WL_SESSION_PLAYBACK_H

#include <stdbool.h>
#include <stdint.h>

#include "session/state/action.h"

struct wl_model;

/* Does an action that plays, or changes the speed. */
void wl_model_play(struct wl_model *m, enum wl_action action);

/* Whether it goes by wavefronts in this view, else by instructions. */
bool wl_model_plays_waves(const struct wl_model *m);

/* How fast it plays: "1.5/s". */
const char *wl_model_rate(const struct wl_model *m);

/* Time passes. Returns milliseconds until the next tick matters, -1: never. */
int wl_model_tick(struct wl_model *m, int ms);

/* Milliseconds between two frames of a replay. */
int wl_model_period(const struct wl_model *m);

#endif
