/* Values that can be changed on the screen: choosing one and changing it. */
#ifndef WL_SESSION_SETTINGS_ADJUST_H
#define WL_SESSION_SETTINGS_ADJUST_H

#include "core/trace/trace_head.h"
#include "session/state/action.h"

struct wl_session;

/* How many there are. */
int wl_settings_state(const struct wl_session *m);

/* One of them, from 0: as a parameter, which is made in `made` where the script has none.
 * NULL: there is none such. */
const struct wl_param *wl_adjustable(const struct wl_session *m, int i, struct wl_param *made);

/* The chosen one; NULL: none is. */
const struct wl_param *wl_adjustable_chosen(const struct wl_session *m, struct wl_param *made);

/* The one that is offered first: the last one changed, else the first parameter with a
 * range of numbers, else the first. */
int wl_adjustable_first(const struct wl_session *m);

/* The place of the one of that name; -1: there is none. A shape or a type that is set moves
 * among the parameters. */
int wl_adjustable_named(const struct wl_session *m, const char *name);

/* Chooses another parameter, or turns the chosen one. */
void wl_session_turn(struct wl_session *m, enum wl_action action);

/* Sets a parameter by name; false and a diag where the script would not take it. */
bool wl_param_set(struct wl_session *m, const char *name, const char *value, struct wl_diag *d);

/* The next value of a parameter of the head, or the one before. */
void wl_param_move(struct wl_session *m, int param, int direction);

#endif
