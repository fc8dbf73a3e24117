/* Figures hidden until those who look have said what they expect. While a step is
 * masked, views and parts get a cover of it, in which no figure exists: what they
 * are not given they cannot show. */
#ifndef WL_VIEW_MASK_H
#define WL_VIEW_MASK_H

#include <stdbool.h>

#include "view/action.h"

struct wl_model;

struct wl_diag;

/* Hides the figures of every step, wherever they would show, or shows them again. No figure is
 * chosen then: the mask asks for what each step is judged by. Which one was chosen last is kept,
 * as the key of wl_mask_ask_next() begins with it. */
void wl_model_mask(struct wl_model *m, bool on);

/* The same, and asks for a figure (view/figures.h) wherever a step has it, instead of what else
 * would be asked: figures that give nothing away of it stay (view/asked.h). The second takes it
 * by its JSON key; false: there is none such. */
void wl_mask_ask(struct wl_model *m, unsigned figure);
bool wl_mask_ask_named(struct wl_model *m, const char *key, struct wl_diag *d);

/* The key: asks for the figure that was asked for last, or goes `by` figures on in the list of
 * those that the step has; says so where it has none. */
void wl_mask_ask_next(struct wl_model *m, int by);

/* The key: hides what is seen; shows what is hidden, by the mask, a question or both. */
void wl_mask_turn(struct wl_model *m);

/* Poses none from here on, of the script or the mask, and hides nothing for them; or poses them
 * again. */
void wl_mask_no_questions(struct wl_model *m, bool off);

/* Whether the place of the view would hold nothing but figures that are hidden. */
bool wl_mask_hides_view(struct wl_model *m);

/* Why what tells figures of other steps is refused now, hidden here or still to be asked there;
 * NULL: it is not. */
const char *wl_mask_why_not(struct wl_model *m);

/* Whether an action would give away what is hidden; then says so. */
bool wl_mask_forbids(struct wl_model *m, enum wl_action action);

#endif
