/* Goes to the next settings of a lesson after its last stop, and back. */
#ifndef WL_SESSION_COURSE_VARIANT_CHANGE_H
#define WL_SESSION_COURSE_VARIANT_CHANGE_H

#include <stdbool.h>

struct wl_session;

/* Goes on to the settings behind (or before) those of now; false: there are none. */
bool wl_variant_pass(struct wl_session *m, bool on);

/* The same to the last ones of the list, where flip.end says so: true where that takes a run. */
bool wl_variant_end(struct wl_session *m);

#endif
