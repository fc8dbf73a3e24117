/* Checking a script: its own expectations, and the cases of a rubric. */
#ifndef WL_SCRIPT_JUDGE_RUN_CHECKS_H
#define WL_SCRIPT_JUDGE_RUN_CHECKS_H

#include "core/teach/check_results.h"
#include "script/machine/run_options.h"

struct wl_grade_job {
  struct wl_run_options run;        /* the script, its limits and the user's settings */
  const struct wl_chip *chip;       /* of the generation; NULL: the one that stands for it */
  const struct wl_diag *unreadable; /* the script could not be read; NULL: it could */
  const char *rubric, *text;        /* name and source of the rubric; NULL: none */
  size_t size;
};

/* Runs all that the checks ask for and judges it. False and a diag where there is
 * nothing to judge by: the rubric is wrong, or without a rubric the script is.
 * What a script does wrong beside a rubric is a check that is not met. */
bool wl_grade_run(const struct wl_grade_job *job, struct wl_judgement *g, struct wl_diag *d);

#endif
