/* Going on to other settings of a lesson, behind its last stop, and back. */
#ifndef WL_VIEW_FLIP_TURN_H
#define WL_VIEW_FLIP_TURN_H

#include <stdbool.h>

#include "core/diag.h"

struct wl_model;

/* Goes on to the settings behind (or before) those of now; false: there are none. */
bool wl_flip_pass(struct wl_model *m, bool on);

/* The same to the last ones of the list, where flip.end says so: true where that takes a run. */
bool wl_flip_end(struct wl_model *m);

/* Goes on to settings number `k` where nobody presses a key: true once it has. False and a diag:
 * not yet, or it cannot be. */
bool wl_flip_recall(struct wl_model *m, unsigned k, struct wl_diag *d);

/* Takes the last change back, and makes it again; a turn as a whole: back to the step and the slide
 * that it came from. */
void wl_flip_undo(struct wl_model *m);
void wl_flip_redo(struct wl_model *m);

#endif
