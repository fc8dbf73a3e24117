/* What each verb does once the command line is understood. */
#ifndef WL_CLI_VERBS_H
#define WL_CLI_VERBS_H

#include "cli/command.h"
#include "cli/output.h"
#include "script/judge/run_checks.h"
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

/* Has -o hold a result that is not met, for a program that reads it whatever becomes of
 * this one: before anything of the script is looked at. Text is for people, who see that it
 * is missing. */
bool wl_check_foretell(const struct wl_command *c, struct wl_diag *d);

/* Checks the script of `job`, by the rubric that the command names if any, and ends
 * the output. Results are written whatever the script does; where the rubric is
 * wrong there are none. */
enum wl_status wl_check(const struct wl_command *c, struct wl_grade_job *job, struct wl_output *o,
                        struct wl_diag *d);

/* Writes NAME.lua, a skeleton or else the `size` bytes of `text`. What exists is not touched, and
 * on failure nothing new is left. `path` gets the script's, of `room` bytes. */
bool wl_new_script(const char *name, const char *text, size_t size, char *path, size_t room,
                   struct wl_diag *d);

/* The same with NAME.cu, a CUDA file. */
bool wl_new_cuda(const char *name, char *path, size_t room, struct wl_diag *d);

#endif
