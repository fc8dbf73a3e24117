/* When a file that changes is read: once it is quiet, but not never. Knows no
 * clock and no file: milliseconds come from outside. */
#ifndef WL_APP_RUNS_DEBOUNCE_H
#define WL_APP_RUNS_DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

/* A save is often several changes, and all of them belong to one version. */
enum {
  WL_DEBOUNCE_QUIET = 60,   /* this long without a change is the end of a save */
  WL_DEBOUNCE_BOUND = 200,  /* no later than this, where changes do not end */
  WL_DEBOUNCE_HELD = 1000,  /* the same, while a writer holds the file or it is gone */
};

enum wl_debounce_event {
  WL_DEBOUNCE_BEGUN,   /* a writer is at it, or the file is away: more is to come */
  WL_DEBOUNCE_DONE,    /* what is there may be all */
  WL_DEBOUNCE_TOUCHED, /* something else about the file; begun or done as it was */
};

/* All 0 to begin with. */
struct wl_debounce {
  bool pending, held;
  int64_t first, last; /* change since the file was read, in milliseconds */
};

void wl_debounce_note(struct wl_debounce *s, enum wl_debounce_event event, int64_t now);

/* Milliseconds until the file is to be read, 0: now, -1: nothing has changed. */
int wl_debounce_wait(const struct wl_debounce *s, int64_t now);

/* Whether to read it now; true once for each change that has settled. */
bool wl_debounce_take(struct wl_debounce *s, int64_t now);

#endif
