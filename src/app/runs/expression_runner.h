/* An expression over what a run left in its arrays, while it is evaluated. Internal to
 * src/tui. */
#ifndef WL_APP_RUNS_EXPRESSION_RUNNER_H
#define WL_APP_RUNS_EXPRESSION_RUNNER_H

#include <stdint.h>

#include "input/input.h"

struct wl_model;

/* All zeros but the model: nothing is asked. */
struct wl_asking {
  struct wl_model *model; /* that gets the answer */
  struct wl_peek *peek;   /* NULL: nothing is asked */
  int64_t since;          /* it was seen first; -1: its user knows that it goes on */
};

/* Asks `run`, which has ended well; the model hears of what is wrong. */
void wl_asking_start(struct wl_asking *a, const struct wl_run_options *options,
                     struct wl_input *run, const char *expression);

/* Ends an evaluation that nobody waits for any more. */
void wl_asking_drop(struct wl_asking *a);

/* Descriptors to poll for; at most `capacity`, returns how many. */
size_t wl_asking_descriptors(const struct wl_asking *a, struct pollfd *fds, size_t capacity);

/* True if the answer has come. `now` in milliseconds. */
bool wl_asking_pump(struct wl_asking *a, int64_t now);

#endif
