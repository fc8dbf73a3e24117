/* Parameters: choosing one, changing it in place. */
#ifndef WL_SESSION_SETTINGS_ADJUST_H
#define WL_SESSION_SETTINGS_ADJUST_H

#include "core/trace/trace_head.h"
#include "session/state/action.h"

struct wl_session;

/* Chooses another parameter, or turns the chosen one. */
void wl_session_turn(struct wl_session *m, enum wl_action action);

/* Sets a parameter by name; false and a diag where the script would not take it. */
bool wl_param_set(struct wl_session *m, const char *name, const char *value, struct wl_diag *d);

/* The next value of a parameter of the head, or the one before. */
void wl_param_move(struct wl_session *m, int param, int direction);

#endif
