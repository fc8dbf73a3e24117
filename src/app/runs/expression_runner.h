/* Evaluates an expression over the final arrays of a run. */
#ifndef WL_APP_RUNS_EXPRESSION_RUNNER_H
#define WL_APP_RUNS_EXPRESSION_RUNNER_H

#include <stdint.h>

#include "input/input.h"

struct wl_session;

/* All zeros but the session: nothing is asked. */
struct wl_expression_runner {
  struct wl_session *model; /* that gets the answer */
  struct wl_evaluation *peek;   /* NULL: nothing is asked */
  int64_t since;          /* it was seen first; -1: its user knows that it goes on */
};

/* Asks `run`, which has ended well; the session hears of what is wrong. */
void wl_expression_runner_start(struct wl_expression_runner *a,
                                const struct wl_run_options *options,
                                struct wl_input *run, const char *expression);

/* Ends an evaluation that nobody waits for any more. */
void wl_expression_runner_drop(struct wl_expression_runner *a);

/* Descriptors to poll for; at most `capacity`, returns how many. */
size_t wl_expression_runner_descriptors(const struct wl_expression_runner *a, struct pollfd *fds,
                                        size_t capacity);

/* True if the answer has come. `now` in milliseconds. */
bool wl_expression_runner_pump(struct wl_expression_runner *a, int64_t now);

#endif
