/* The clock of screens, and of runs that others wait for. */
#ifndef WL_SCRIPT_MACHINE_CLOCK_H
#define WL_SCRIPT_MACHINE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Microseconds since some moment; never goes back. */
static inline int64_t wl_clock_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

static inline int64_t wl_clock_ms(void) { return wl_clock_us() / 1000; }

#endif
