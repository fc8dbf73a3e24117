/* What each verb does once the command line is understood. */
#ifndef WL_CLI_VERBS_H
#define WL_CLI_VERBS_H

#include "cli/command.h"
#include "session/course/course.h"

/* Runs the verb of `c`, help and version included. Anything but WL_OK comes
 * with a diag; only an empty `what` means that all has been said already. */
enum wl_status wl_verb_run(const struct wl_command *c, struct wl_diag *d);

/* Scripts of a directory, NULL: bundled ones, in the order in which a menu lists them; `at` is
 * the one that is shown first, and at the end the one that was shown last. */
struct wl_lessons {
  const char *directory;
  const struct wl_beyond *list;
  size_t count, at;
};

/* The screen, for one of the scripts of a menu, which the command names. */
enum wl_status wl_verb_lessons(const struct wl_command *c, struct wl_lessons *lessons,
                               struct wl_diag *d);

/* Verbs with a file of their own. */
enum wl_status wl_verb_show(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_diff(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_screen(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_sweep(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_menu(const struct wl_command *c, struct wl_diag *d);
enum wl_status wl_verb_list(const struct wl_command *c, struct wl_diag *d);

#endif
