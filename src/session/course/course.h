/* The lessons before and after the one on the screen, to which a clicker goes at its ends. */
#ifndef WL_SESSION_COURSE_COURSE_H
#define WL_SESSION_COURSE_COURSE_H

#include <stdbool.h>

struct wl_session;

/* A lesson by its name and title; borrowed. A title without a name is what is said where there
 * is none. */
struct wl_beyond { const char *name, *title; };
enum { WL_BEFORE, WL_AFTER, WL_SIDES };

/* What lies beyond the first and the last stop; names are NULL where nothing does. */
void wl_session_set_course(struct wl_session *m, const struct wl_beyond beyond[WL_SIDES]);

/* There is no further stop that way: says what lies beyond, and when asked once more, wants it
 * (WL_REQUEST_LESSON). False: nothing does. */
bool wl_course_pass(struct wl_session *m, bool on);

/* An action begins, which may be what asks once more. */
void wl_course_act(struct wl_session *m);

/* A lesson by its name, which is wanted at once. */
struct wl_diag;
bool wl_course_go(struct wl_session *m, const char *name, struct wl_diag *d);

/* The lesson that is wanted: 1 the next, or one by its name; -1 the one before; taken once. */
int wl_session_lesson_turn(struct wl_session *m);

/* Its name, NULL: it is the one beside; until it is taken. */
const char *wl_session_lesson_named(const struct wl_session *m);
void wl_session_lesson_taken(struct wl_session *m);

#endif
