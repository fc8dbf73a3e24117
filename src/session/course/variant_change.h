/* Going on to other settings of a lesson, behind its last stop, and back. */
#ifndef WL_SESSION_COURSE_VARIANT_CHANGE_H
#define WL_SESSION_COURSE_VARIANT_CHANGE_H

#include <stdbool.h>

struct wl_model;

/* Goes on to the settings behind (or before) those of now; false: there are none. */
bool wl_flip_pass(struct wl_model *m, bool on);

/* The same to the last ones of the list, where flip.end says so: true where that takes a run. */
bool wl_flip_end(struct wl_model *m);

/* Takes the last change back, and makes it again; a turn as a whole: back to the step and the slide
 * that it came from. */
void wl_flip_undo(struct wl_model *m);
void wl_flip_redo(struct wl_model *m);

#endif
