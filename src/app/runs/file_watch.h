/* Watches one file for changes, whatever way an editor has of saving it. */
#ifndef WL_APP_RUNS_FILE_WATCH_H
#define WL_APP_RUNS_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct wl_file_watch;

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
