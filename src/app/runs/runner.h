/* Runs the script for the screen, restarts it, and shows what it gives. */
#ifndef WL_APP_RUNS_RUNNER_H
#define WL_APP_RUNS_RUNNER_H

#include "input/input.h"
#include "script/process/run.h"
#include "session/session.h"
#include "session/state/settings.h"

struct wl_runner;

/* Runs of `options` for a model; all are borrowed, `options` copied. `file` has their text, and
 * is read again when that is asked for; NULL: what runs stays as it is. */
struct wl_runner *wl_runner_create(const struct wl_run_options *options, const char *file,
                                   struct wl_session *m);
void wl_runner_destroy(struct wl_runner *f);

/* Starts the script, with the values that the session's user has chosen if it has
 * run before. A run that still goes on is dropped. */
void wl_runner_start(struct wl_runner *f);

/* The same, with the file of the script as it is now, where there is one. One that
 * cannot be read is an error above the last good picture. */
void wl_runner_read(struct wl_runner *f);

/* The file may have changed: the same, where its text is another or could not be
 * read before. False if it is being written, so that no version of it is known. */
bool wl_runner_changed(struct wl_runner *f);

/* Starts with other options than those of before: with their values, not the session's. */
void wl_runner_run(struct wl_runner *f, const struct wl_run_options *options);

/* How often the script was started: another run that has to follow it sees that there is
 * news. */
unsigned wl_runner_starts(const struct wl_runner *f);

/* Why nothing has come of the script so far, also where the user has seen it and gone on;
 * NULL: something has, or it still runs. */
const struct wl_diag *wl_runner_problem(const struct wl_runner *f);

/* Stops an evaluation, else the script; false if there is neither. */
bool wl_runner_cancel(struct wl_runner *f);

/* Runs the script `turns` generations on in the table, past those that it cannot run on:
 * why not on the first of them is told. */
void wl_runner_turn_arch(struct wl_runner *f, int turns);

/* The same for a generation and chip by name: where the script cannot run on it, that is an
 * error, and the picture and its generation stay. */
void wl_runner_set_target(struct wl_runner *f, struct wl_target target);

/* Evaluates an expression over what the arrays of the last recording hold at the end;
 * the session gets the answer when it is there. */
void wl_runner_evaluate(struct wl_runner *f, const char *expression);

/* Shows the last recording with the next of the layouts that wl_suggest() finds for
 * it, and after the last of them as it was made; says how a script writes it. */
void wl_runner_suggest(struct wl_runner *f);

/* Shows it as it was made. */
void wl_runner_plain(struct wl_runner *f);

/* Does what the session wants of the script (enum wl_request, as bits). */
void wl_runner_take(struct wl_runner *f, unsigned requests);

/* Whether a script runs or is asked, so that wl_runner_pump() has to be called at least every
 * WL_RUNNER_MS: limits are only kept then. */
bool wl_runner_busy(const struct wl_runner *f);
bool wl_runner_runs(const struct wl_runner *f); /* the script itself */
size_t wl_runner_left(const struct wl_runner *f); /* runs of a sweep that are to come */
enum { WL_RUNNER_MS = 50 };

/* Descriptors to wait for; at most `capacity`, returns how many. */
size_t wl_runner_descriptors(const struct wl_runner *f, struct pollfd *fds, size_t capacity);

/* Takes in what has arrived and tells the session; never blocks. `now`: a clock
 * in milliseconds. True if the session has another picture or error now. */
bool wl_runner_pump(struct wl_runner *f, int64_t now);

/* Valid until the feed does anything. It points into itself: not to be copied. */
struct wl_runner_options {
  struct wl_run_options run;
  struct wl_setting setting[WL_MAX_PARAMS]; /* where they are the session's … */
  char text[WL_MAX_PARAMS][WL_SETTING_TEXT]; /* … their names and values */
};
void wl_runner_options(struct wl_runner *f, struct wl_runner_options *out);

#endif
