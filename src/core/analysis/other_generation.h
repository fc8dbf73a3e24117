/* The same recording counted for another generation, without a new run. */
#ifndef WL_CORE_ANALYSIS_OTHER_GENERATION_H
#define WL_CORE_ANALYSIS_OTHER_GENERATION_H

#include "core/analysis/costs.h"

/* Whether a generation has what a recorded step needs: the access, and the instruction.
 * Else a diag (WL_SCRIPT) says what it lacks, with the source. */
bool wl_step_check(const struct wl_trace *t, const struct wl_arch *arch,
                   const struct wl_step *step, struct wl_diag *d);

/* The costs of a finished recording on another generation or chip; the caller owns them.
 * NULL and a diag: WL_SCRIPT where the kernel or an access of it is impossible
 * there, WL_LIMIT where the recording lacks steps, so that the script has to be
 * run again, or where memory ran out. */
struct wl_analysis *wl_reanalyze(const struct wl_trace *t, struct wl_target target,
                                 struct wl_diag *d);

#endif
