/* The bundled scripts: where they are, and what they are called. */
#ifndef WL_PATTERNS_H
#define WL_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>

#include "script/lesson.h"

/* Path of the script that the user calls `name`: as it is where a file, not a
 * directory, has that name or it has a slash; else the bundled `name` or `name`.lua, if there is
 * one. malloc'ed; NULL when memory ran out. */
char *wl_pattern_path(const char *name);

/* Where a file here and a bundled script could both be meant by `name`: which of them
 * wl_pattern_path() takes, in a sentence; malloc'ed. NULL where there is no doubt. */
char *wl_pattern_note(const char *name);

/* The same for a rubric; bundled ones lie in a folder of their own. */
char *wl_rubric_path(const char *name);

/* The file of a page of the manual, by a name as "warplens.1": that of the source tree, or
 * the one installed with the program. malloc'ed; NULL where there is none. */
char *wl_page_path(const char *name);

struct wl_pattern {
  char *name;              /* "transpose" */
  struct wl_lesson lesson; /* what its text says of it */
};

/* The scripts of a directory, NULL: the bundled ones, `*count` of them: lessons in their
 * order, then the others by name. Free with the function below. NULL and 0 if there are
 * none; then errno says why it cannot be read, ENOMEM if memory ran out, else 0. */
struct wl_pattern *wl_pattern_list(const char *directory, size_t *count);
void wl_pattern_free(struct wl_pattern *list, size_t count);

/* Directory that the bundled scripts are read from: $WARPLENS_DATA/patterns; without
 * that variable those of the source tree for a program that runs where it was built,
 * else those installed with it. malloc'ed; NULL when memory ran out. */
char *wl_pattern_directory(void);

#endif
