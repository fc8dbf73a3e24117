/* The sweep beside the screen: runs the script for the values around the present one of
 * the parameter that the model is about. */
#ifndef WL_APP_RUNS_SWEEP_RUNNER_H
#define WL_APP_RUNS_SWEEP_RUNNER_H

#include "script/process/run.h"
#include "session/session.h"

struct wl_scan;

struct wl_scan *wl_scan_create(struct wl_model *m);
void wl_scan_destroy(struct wl_scan *s);

/* Sees to it that the model has the sweep of what it shows now. `options`: of the run
 * that is shown, which has to live as long as they are swept, but for its settings. One
 * that goes on or was stopped stays, as long as it is about the same. */
void wl_scan_want(struct wl_scan *s, const struct wl_run_options *options);

/* Takes in what has arrived; true if the model has another picture. */
bool wl_scan_pump(struct wl_scan *s);
size_t wl_scan_left(const struct wl_scan *s); /* runs to come */
size_t wl_scan_descriptors(const struct wl_scan *s, struct pollfd *fds, size_t capacity);

/* Stops it; what has come stays, and the other runs are none that are still to come. False
 * where nothing goes on. */
bool wl_scan_stop(struct wl_scan *s);

/* Forgets one that was stopped: it begins anew where it is wanted. */
void wl_scan_again(struct wl_scan *s);

/* Forgets all: the script is another. */
void wl_scan_forget(struct wl_scan *s);

#endif
