/* The stops of a presentation, at which a clicker arrives. */
#ifndef WL_SESSION_COURSE_PRESENTATION_STOPS_H
#define WL_SESSION_COURSE_PRESENTATION_STOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_session;
struct wl_window;

/* Whether the script asks questions, which are posed. */
bool wl_stop_asks(const struct wl_session *m);

/* Whether step `i` of the window is a stop: marks, questions, and what its warp comes to for the
 * first time; where a script asks, only what is not as it should be, or what a mark announces. */
bool wl_stop_visits(const struct wl_session *m, size_t i);

/* Where in the window the first mark of a warp is; its length: nowhere. */
size_t wl_stop_first_mark(const struct wl_window *w, uint16_t warp);

/* The stop behind the selected one, unless it is known from the settings before. False: it is
 * the last one of the warp. */
bool wl_stop_next(const struct wl_session *m, bool on, size_t *step);

#endif
