/* Writers of the results of checks: for people, for test harnesses, for graders. Text from scripts
 * is quoted, so that it cannot forge a result. */
#ifndef WL_REPORT_CHECK_CHECK_H
#define WL_REPORT_CHECK_CHECK_H

#include <stdio.h>

#include "core/teach/check_results.h"

/* Each returns false and a diag when a write fails (WL_OUTPUT), or memory. */

/* How many hints to tell on the first check that fails and has some; and what the command names,
 * for the command that tells one more. NULL: it names none. */
struct wl_hints_asked {
  unsigned count;
  const char *script, *rubric;
};

/* To read in a terminal of 80 columns. */
bool wl_check_text(FILE *f, const struct wl_judgement *g, const struct wl_hints_asked *hints,
                   bool ascii, struct wl_diag *d);

/* JUnit XML: one test suite. */
bool wl_check_junit(FILE *f, const struct wl_judgement *g, struct wl_diag *d);

/* results.json as Gradescope reads it. */
bool wl_check_gradescope(FILE *f, const struct wl_judgement *g, struct wl_diag *d);

/* All that is known, as one object. */
bool wl_check_json(FILE *f, const struct wl_judgement *g, struct wl_diag *d);

#endif
