/* `warplens check`: runs what there is to check and writes what came out. */
#ifndef WL_CLI_VERB_CHECK_H
#define WL_CLI_VERB_CHECK_H

#include "cli/command.h"
#include "cli/output.h"
#include "script/judge/run_checks.h"

/* Has -o hold a result that is not met, for a program that reads it whatever becomes of
 * this one: before anything of the script is looked at. Text is for people, who see that it
 * is missing. */
bool wl_check_foretell(const struct wl_command *c, struct wl_diag *d);

/* Checks the script of `job`, by the rubric that the command names if any, and ends
 * the output. Results are written whatever the script does; where the rubric is
 * wrong there are none. */
enum wl_status wl_check(const struct wl_command *c, struct wl_grade_job *job, struct wl_output *o,
                        struct wl_diag *d);

#endif
