/* Figures hidden until those who look have said what they expect. While a step is
 * masked, views and parts get a cover of it, in which no figure exists: what they
 * are not given they cannot show. */
#ifndef WL_VIEW_MASK_H
#define WL_VIEW_MASK_H

#include <stdbool.h>

#include "view/action.h"

struct wl_model;

/* Hides the figures of every step, wherever they would show, or shows them again. */
void wl_model_mask(struct wl_model *m, bool on);

/* The key: hides what is seen; shows what is hidden, by the mask, a question or both. */
void wl_mask_turn(struct wl_model *m);

/* Whether an action would give away what is hidden; then says so. */
bool wl_mask_forbids(struct wl_model *m, enum wl_action action);

#endif
