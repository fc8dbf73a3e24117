/* Tries other layouts of shared memory on a recording, one by one. */
#ifndef WL_APP_RUNS_LAYOUT_RUNNER_H
#define WL_APP_RUNS_LAYOUT_RUNNER_H

#include "input/input.h"
#include "session/session.h"

struct wl_suggestions;

/* All zeros: none was asked for, and the recording is as it was made. */
struct wl_layout_runner {
  struct wl_suggestions *found; /* for the recording, as it is counted now */
  size_t next;                  /* of them */
  struct wl_trace *trace;       /* the recording laid out anew, or NULL: as it was made */
  struct wl_analysis *costs;
};

/* Shows the recording of `run` as it is laid out now. */
void wl_layout_runner_show(const struct wl_layout_runner *l, struct wl_session *m,
                           struct wl_input *run);

/* Shows it with the next layout that wl_suggest() finds, and behind the last of them as it
 * was made; says how a script writes it. */
void wl_layout_runner_next(struct wl_layout_runner *l, struct wl_session *m, struct wl_input *run,
                           struct wl_target target);

/* Shows it as it was made. */
void wl_layout_runner_plain(struct wl_layout_runner *l, struct wl_session *m, struct wl_input *run);

/* Forgets them all; the session must not look at one any more. */
void wl_layout_runner_drop(struct wl_layout_runner *l);

#endif
