/* Evaluates expressions over the final arrays of a run, beside the screen. */
#ifndef WL_SCRIPT_JUDGE_EVALUATE_ARRAYS_H
#define WL_SCRIPT_JUDGE_EVALUATE_ARRAYS_H

#include "script/process/run.h"

struct wl_evaluation;

enum { WL_EVALUATION_TEXT = 3072 };

/* Starts to evaluate `expression` in a process of its own. `run` has ended and kept
 * its values; it is not needed any longer. Limits are those of `options`. NULL and a
 * diag if it cannot start. */
struct wl_evaluation *wl_evaluation_start(const struct wl_run_options *options, struct wl_run *run,
                                          const char *expression, struct wl_diag *d);

/* Descriptor that can be read when it is done. */
int wl_evaluation_descriptor(const struct wl_evaluation *p);

/* Whether it is done, or should have been: then it is to be ended. Never blocks. */
bool wl_evaluation_done(const struct wl_evaluation *p);

/* Ends it and frees it. What it came to, lines without a last end; false and a diag
 * where that is an error. */
bool wl_evaluation_end(struct wl_evaluation *p, char text[WL_EVALUATION_TEXT], struct wl_diag *d);

#endif
