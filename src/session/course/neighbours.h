/* What lies before and after the lesson that is shown. */
#ifndef WL_SESSION_COURSE_NEIGHBOURS_H
#define WL_SESSION_COURSE_NEIGHBOURS_H

/* A lesson by its name and title; borrowed. A title without a name is what is said where there
 * is none. */
struct wl_beyond { const char *name, *title; };
enum { WL_BEFORE, WL_AFTER, WL_SIDES };

#endif
