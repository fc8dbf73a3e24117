/* What is still asked, and what may be shown meanwhile, as the machine of predict.h has
 * settled it last. */
#ifndef WL_SESSION_PREDICT_DISCLOSURE_H
#define WL_SESSION_PREDICT_DISCLOSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_arch;
struct wl_trace;

/* Questions of the script that nobody has answered yet (session/predict/open_questions.h). */
enum { WL_OPEN_QUESTIONS = 64 };
struct wl_open_questions {
  unsigned count; /* where there are more, all are about every line */
  struct { uint32_t line; uint16_t array; } about[WL_OPEN_QUESTIONS]; /* WL_NO_ARRAY: any */
  size_t exchange; /* from this step on values may come of a result that is asked for; SIZE_MAX */
  const struct wl_trace *trace; /* all that this holds for, until something is answered */
  const struct wl_arch *arch;
  size_t steps;
  unsigned answered, variant;
  bool poses, hides, runs;
};

/* What is hidden of the selected step, as bits. */
enum { WL_HIDES_FIGURES = 1, WL_HIDES_LANES = 2, WL_HIDES_VALUES = 4 };

struct wl_disclosure {
  unsigned step; /* WL_HIDES_…; 0: all of it is shown */
  bool totals;   /* sums over the run may be shown, and what other steps cost */
  bool source;   /* so may all of the script */
  char why[128]; /* why not, as a sentence; "": all is shown */
};

#endif
