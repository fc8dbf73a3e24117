/* `warplens check`: runs what there is to check and writes what came out. */
#ifndef WL_CHECK_H
#define WL_CHECK_H

#include "options.h"
#include "output.h"
#include "script/grade.h"

/* Checks the script of `job`, by the rubric that the command names if any, and ends
 * the output. Results are written whatever the script does; where the rubric is
 * wrong there are none. */
enum wl_status wl_check(const struct wl_command *c, struct wl_grade_job *job, struct wl_output *o,
                        struct wl_diag *d);

#endif
