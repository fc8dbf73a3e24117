/* What the feed would start the script with now, for a run beside it. */
#ifndef WL_APP_RUNS_RUNNER_OPTIONS_H
#define WL_APP_RUNS_RUNNER_OPTIONS_H

#include "script/process/run.h"
#include "session/state/settings.h"

struct wl_runner;

/* Valid until the feed does anything. It points into itself: not to be copied. */
struct wl_runner_options {
  struct wl_run_options run;
  struct wl_setting setting[WL_MAX_PARAMS]; /* where they are the session's … */
  char text[WL_MAX_PARAMS][WL_SETTING_TEXT]; /* … their names and values */
};
void wl_runner_options(struct wl_runner *f, struct wl_runner_options *out);

#endif
