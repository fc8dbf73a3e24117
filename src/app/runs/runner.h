/* The script's side of the screen: runs it, restarts it, shows what it gives. */
#ifndef WL_APP_RUNS_RUNNER_H
#define WL_APP_RUNS_RUNNER_H

#include "input/input.h"
#include "session/session.h"

struct wl_feed;

/* Runs of `options` for a model; all are borrowed, `options` copied. `file` has their text, and
 * is read again when that is asked for; NULL: what runs stays as it is. */
struct wl_feed *wl_feed_create(const struct wl_run_options *options, const char *file,
                               struct wl_model *m);
void wl_feed_destroy(struct wl_feed *f);

/* Starts the script, with the values that the model's user has chosen if it has
 * run before. A run that still goes on is dropped. */
void wl_feed_start(struct wl_feed *f);

/* The same, with the file of the script as it is now, where there is one. One that
 * cannot be read is an error above the last good picture. */
void wl_feed_read(struct wl_feed *f);

/* The file may have changed: the same, where its text is another or could not be
 * read before. False if it is being written, so that no version of it is known. */
bool wl_feed_changed(struct wl_feed *f);

/* Starts with other options than those of before: with their values, not the model's. */
void wl_feed_run(struct wl_feed *f, const struct wl_run_options *options);

/* How often the script was started: another run that has to follow it sees that there is
 * news. */
unsigned wl_feed_starts(const struct wl_feed *f);

/* Why nothing has come of the script so far, also where the user has seen it and gone on;
 * NULL: something has, or it still runs. */
const struct wl_diag *wl_feed_problem(const struct wl_feed *f);

/* Stops an evaluation, else the script; false if there is neither. */
bool wl_feed_cancel(struct wl_feed *f);

/* Runs the script `turns` generations on in the table, past those that it cannot run on:
 * why not on the first of them is told. */
void wl_feed_turn_arch(struct wl_feed *f, int turns);

/* The same for a generation by name: where the script cannot run on it, that is an
 * error, and the picture and its generation stay. */
void wl_feed_set_arch(struct wl_feed *f, const struct wl_arch *arch);

/* Evaluates an expression over what the arrays of the last recording hold at the end;
 * the model gets the answer when it is there. */
void wl_feed_evaluate(struct wl_feed *f, const char *expression);

/* Shows the last recording with the next of the layouts that wl_suggest() finds for
 * it, and after the last of them as it was made; says how a script writes it. */
void wl_feed_suggest(struct wl_feed *f);

/* Shows it as it was made. */
void wl_feed_plain(struct wl_feed *f);

/* Does what the model wants of the script (enum wl_want, as bits). */
void wl_feed_take(struct wl_feed *f, unsigned wants);

/* Whether a script runs or is asked, so that wl_feed_pump() has to be called at least every
 * WL_FEED_MS: limits are only kept then. */
bool wl_feed_busy(const struct wl_feed *f);
bool wl_feed_runs(const struct wl_feed *f); /* the script itself */
size_t wl_feed_left(const struct wl_feed *f); /* runs of a sweep that are to come */
enum { WL_FEED_MS = 50 };

/* Descriptors to wait for; at most `capacity`, returns how many. */
size_t wl_feed_descriptors(const struct wl_feed *f, struct pollfd *fds, size_t capacity);

/* Takes in what has arrived and tells the model; never blocks. `now`: a clock
 * in milliseconds. True if the model has another picture or error now. */
bool wl_feed_pump(struct wl_feed *f, int64_t now);

#endif
