/* What each action does. */
#ifndef WL_VIEW_ACT_H
#define WL_VIEW_ACT_H

#include "view/action.h"

struct wl_model;

/* Does an action; `argument` as action.h says. */
void wl_model_do(struct wl_model *m, enum wl_action action, int argument);

#endif
