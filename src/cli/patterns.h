/* The bundled scripts: their folder and their names. */
#ifndef WL_CLI_PATTERNS_H
#define WL_CLI_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/diag.h"
#include "script/syntax/lesson_header.h"

enum wl_bundle { WL_BUNDLED_SCRIPT, WL_BUNDLED_RUBRIC };

/* Path of what the user calls `name`: with a slash or a dot that is a file, and `-` is; all
 * else is the name of a bundled one, whatever lies in the current folder. malloc'ed; NULL
 * and a diag where there is none, or memory ran out. */
char *wl_bundled_path(enum wl_bundle bundle, const char *name, struct wl_diag *d);
char *wl_pattern_path(const char *name, struct wl_diag *d); /* of a script */

/* Where a file here could be meant by the name of a bundled one: which of them is taken, in
 * a sentence; malloc'ed. NULL where there is no doubt. */
char *wl_bundled_note(enum wl_bundle bundle, const char *name);

/* Where a file is missing that could be a bundled one: sets the hint, and is true. */
bool wl_bundled_hint(enum wl_bundle bundle, const char *name, struct wl_diag *d);

/* The bundled rubric that the first line of a script names, `-- rubric: exercise_scan`; false where
 * it names none. It is a name, never a file: who is graded does not say what is read. */
enum { WL_RUBRIC_NAME = 64 };
bool wl_rubric_named(const char *text, size_t size, char name[WL_RUBRIC_NAME]);

struct wl_pattern {
  char *name;              /* "transpose" */
  struct wl_lesson lesson; /* what its text says of it */
  bool exercise;           /* beside it, in rubrics/, is a rubric of its name */
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
