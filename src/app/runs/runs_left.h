/* A line on a terminal that says how far the runs are. Nothing if errors go to a file, or the wait
 * is short. */
#ifndef WL_APP_RUNS_RUNS_LEFT_H
#define WL_APP_RUNS_RUNS_LEFT_H

#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
enum { WL_WAITING = 80 };
struct wl_waiting {
  int64_t began;          /* milliseconds, 0: not yet */
  char told[WL_WAITING];  /* what the line says */
};

/* So many runs are to come; 0 takes the line away. */
void wl_waiting_tell(struct wl_waiting *w, size_t left);

/* How far a run has come. */
struct wl_progress {
  uint64_t done, of;       /* blocks */
  uint64_t accesses, most; /* so far, and the limit */
  double used, limit;      /* the same of a processor's seconds */
  double seconds;          /* since it began */
};

/* "block 120 of 4,096, 3 %: 2 min left", and the limit that it will meet before. */
void wl_waiting_line(const struct wl_progress *p, char text[WL_WAITING]);

/* Says that of a run that began when `w` did, as `p` has it but for its seconds; NULL: it is over,
 * and the line is taken away. */
void wl_waiting_run(struct wl_waiting *w, const struct wl_progress *p);

#endif
