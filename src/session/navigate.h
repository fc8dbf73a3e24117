/* Selecting steps. Internal to src/view. */
#ifndef WL_VIEW_MODEL_MOVE_H
#define WL_VIEW_MODEL_MOVE_H

#include "view/action.h"

struct wl_model;

/* Does an action that selects another step. */
void wl_model_move(struct wl_model *m, enum wl_action action);

#endif
