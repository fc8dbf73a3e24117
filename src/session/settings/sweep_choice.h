/* The sweep view's side of the model. */
#ifndef WL_SESSION_SETTINGS_SWEEP_CHOICE_H
#define WL_SESSION_SETTINGS_SWEEP_CHOICE_H

#include "core/analysis/sweep.h"
#include "session/state/action.h"

struct wl_session;

enum { WL_SWEPT = 3 * WL_SPACES + 7 /* figures that can be chosen, at most */ };

/* Whether it is the view that is looked at. */
bool wl_sweep_viewed(const struct wl_session *m);

/* The sweep of the parameter that the view is about; NULL: not yet. */
const struct wl_sweep *wl_sweep_shown(const struct wl_session *m);

/* The figure that is plotted; there has to be a sweep. */
struct wl_measure wl_sweep_measure(struct wl_session *m);

/* Chooses that, which may be one that the keys do not come to. */
void wl_sweep_plot(struct wl_session *m, const struct wl_measure *measure);

/* Whether it takes the arrows: not from behind the slides. */
bool wl_sweep_takes(const struct wl_session *m);

/* Sets the parameter to a value of the sweep, where the view takes the arrows. */
void wl_sweep_pick(struct wl_session *m, size_t value);

/* Left and right move the parameter, up and down choose a figure. False: the action is
 * none of these, or the view does not take them. */
bool wl_sweep_do(struct wl_session *m, enum wl_action action);

/* The parameter that the sweep view is about, NULL: there is none. And its runs, which
 * are borrowed until the next call and may still come in. */
const struct wl_param *wl_session_swept(const struct wl_session *m);
void wl_session_sweep(struct wl_session *m, const struct wl_sweep *s);

#endif
