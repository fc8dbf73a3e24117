/* Watches one file for changes, however an editor saves it. */
#ifndef WL_APP_RUNS_FILE_WATCH_H
#define WL_APP_RUNS_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct wl_file_watch;

/* When a file that changes is read: once it is quiet, but not never. Knows no clock and no file:
 * milliseconds come from outside.
 *
 * A save is often several changes, and all of them belong to one version. */
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

/* NULL when memory ran out. The first pump asks for a read: the file may have
 * changed since it was read. */
struct wl_file_watch *wl_file_watch_create(const char *path);
void wl_file_watch_destroy(struct wl_file_watch *w);

/* To be polled for input; -1: there is none, the clock has to do. */
int wl_file_watch_descriptor(const struct wl_file_watch *w);

/* Milliseconds until wl_file_watch_pump() has something to do without input; -1: it
 * never has. `now`: a clock in milliseconds. */
int wl_file_watch_wait(const struct wl_file_watch *w, int64_t now);

/* Takes in what has happened, if the descriptor has `input`; never blocks. True if the file has
 * changed, has settled, and is to be read now. */
bool wl_file_watch_pump(struct wl_file_watch *w, bool input, int64_t now);

/* The file could not be read as one version: asks again after a while. */
void wl_file_watch_again(struct wl_file_watch *w, int64_t now);

/* Why the file has to be looked at again and again, once; NULL: it has not, or
 * that was told. */
const char *wl_file_watch_warning(struct wl_file_watch *w);

#endif
