/* The clock of the screen. Internal to src/tui. */
#ifndef WL_TUI_CLOCK_H
#define WL_TUI_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since some moment; never goes back. */
static inline int64_t wl_clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
