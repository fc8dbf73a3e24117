/* A line for who waits at a terminal for many runs: how many are still to come. Nothing where the
 * errors go to a file, or nobody waits for long. */
#ifndef WL_TUI_WAITING_H
#define WL_TUI_WAITING_H

#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
struct wl_waiting {
  int64_t began; /* milliseconds, 0: not yet */
  size_t told;   /* runs, 0: the line is empty */
};

/* So many are to come; 0 takes the line away. */
void wl_waiting_tell(struct wl_waiting *w, size_t left);

#endif
