/* Explains a figure: the rule in words, its certainty and source, and the lanes, lines, words and
 * banks behind the figure. */
#ifndef WL_SESSION_WHY_WHY_H
#define WL_SESSION_WHY_WHY_H

#include "core/explain/rule.h"

struct wl_session;
struct wl_step_info;
struct wl_why;

/* What the certainty of a rule means, in a few words. */
extern const char *const wl_certainty_texts[WL_CERTAINTIES + 1];

/* Explains a figure (words/figures.h) of the selected step. False where the step
 * has no such figure. Other figures: session/why/why_subjects.h. */
bool wl_why(struct wl_session *m, unsigned figure, struct wl_why *out);

/* Rule, evidence and the profiler's name of a figure of a step as it is on `arch`. */
void wl_why_figure_on(struct wl_session *m, const struct wl_arch *arch,
                      const struct wl_step_info *s,
                      unsigned figure, struct wl_why *out);

#endif
