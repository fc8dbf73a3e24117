/* Runs a script once for every point of a sweep, several at a time. */
#ifndef WL_SCRIPT_JUDGE_SWEEP_RUNS_H
#define WL_SCRIPT_JUDGE_SWEEP_RUNS_H

#include "core/analysis/sweep.h"
#include "script/process/run.h"

struct wl_sweeper;

/* Starts with the points of `s` that are open; both are borrowed. `jobs`: processes at a
 * time, 0: one per processor. What a point came to does not depend on it. NULL and a
 * diag when memory ran out. */
struct wl_sweeper *wl_sweeper_create(const struct wl_run_options *options, struct wl_sweep *s,
                                     unsigned jobs, struct wl_diag *d);

/* Descriptors to wait for; at most `capacity`, returns how many. */
size_t wl_sweeper_descriptors(const struct wl_sweeper *w, struct pollfd *fds, size_t capacity);

/* Takes in what has arrived without waiting, and starts what comes next. Returns how
 * many points were finished; wl_sweeper_left() says how many are not. */
size_t wl_sweeper_pump(struct wl_sweeper *w);
size_t wl_sweeper_left(const struct wl_sweeper *w);

/* Runs all points to their end; `tell`, unless it is NULL, hears now and then how many are left. */
typedef void wl_sweeper_tell(void *to, size_t left);
void wl_sweeper_wait(struct wl_sweeper *w, wl_sweeper_tell *tell, void *to);

/* Stops what still runs. NULL is fine. */
void wl_sweeper_destroy(struct wl_sweeper *w);

#endif
