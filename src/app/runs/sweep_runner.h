/* Runs the script for the view of sweeps: for the values around the present one of the chosen
 * parameter. */
#ifndef WL_APP_RUNS_SWEEP_RUNNER_H
#define WL_APP_RUNS_SWEEP_RUNNER_H

#include "script/process/run.h"
#include "session/session.h"

struct wl_sweep_runner;

struct wl_sweep_runner *wl_sweep_runner_create(struct wl_session *m);
void wl_sweep_runner_destroy(struct wl_sweep_runner *s);

/* Sees to it that the session has the sweep of what it shows now. `options`: of the run
 * that is shown, which has to live as long as they are swept, but for its settings. One
 * that goes on or was stopped stays, as long as it is about the same. */
void wl_sweep_runner_want(struct wl_sweep_runner *s, const struct wl_run_options *options);

/* Takes in what has arrived; true if the session has another picture. */
bool wl_sweep_runner_pump(struct wl_sweep_runner *s);
size_t wl_sweep_runner_left(const struct wl_sweep_runner *s); /* runs to come */
size_t wl_sweep_runner_descriptors(const struct wl_sweep_runner *s, struct pollfd *fds,
                                   size_t capacity);

/* Stops it; what has come stays, and the other runs are none that are still to come. False
 * where nothing goes on. */
bool wl_sweep_runner_stop(struct wl_sweep_runner *s);

/* Forgets one that was stopped: it begins anew where it is wanted. */
void wl_sweep_runner_again(struct wl_sweep_runner *s);

/* Forgets all: the script is another. */
void wl_sweep_runner_forget(struct wl_sweep_runner *s);

#endif
