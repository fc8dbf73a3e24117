/* Hides figures until they are predicted. While a step is masked, views get a copy of it without
 * figures: they cannot show what they do not get. */
#ifndef WL_SESSION_PREDICT_HIDE_FIGURES_H
#define WL_SESSION_PREDICT_HIDE_FIGURES_H

#include <stdbool.h>

#include "session/state/action.h"

struct wl_session;

struct wl_diag;

/* Asks for a figure by its JSON key, where steps have it; false: there is none such. */
bool wl_mask_ask_named(struct wl_session *m, const char *key, struct wl_diag *d);

/* The key: asks for the figure that was asked for last, or goes `by` figures on in the list of
 * those that the step has; says so where it has none. */
void wl_mask_ask_next(struct wl_session *m, int by);

/* The key: hides what is seen; shows what is hidden, by the mask, a question or both. */
void wl_mask_turn(struct wl_session *m);

/* Why what tells figures of other steps is refused now, hidden here or still to be asked there;
 * NULL: it is not. */
const char *wl_mask_why_not(const struct wl_session *m);

/* Whether an action would give away what is hidden; then says so. */
bool wl_mask_forbids(struct wl_session *m, enum wl_action action);

#endif
