/* The lessons that a clicker visits: those of a menu, or of one level. */
#ifndef WL_CLI_COURSE_FILES_H
#define WL_CLI_COURSE_FILES_H

#include "cli/script_setup.h"
#include "cli/verbs.h"

struct wl_course;

/* The course that the lesson of `first` belongs to, which is told of it in its options: `given`,
 * or NULL: the lessons of its level that lie beside it, if it is one. All is borrowed. NULL when
 * memory ran out. */
struct wl_course *wl_course_create(struct wl_script_setup *first, const struct wl_lessons *given,
                                   struct wl_tally_file *votes);
void wl_course_destroy(struct wl_course *c);

#endif
