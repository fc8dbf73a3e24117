/* What the parent can see of a process at any time. */
#ifndef WL_SCRIPT_MACHINE_PROGRESS_BEACON_H
#define WL_SCRIPT_MACHINE_PROGRESS_BEACON_H

#include <stdbool.h>
#include <stdint.h>

/* Written without a lock: all but `used` is only read once the process is dead. */
struct wl_progress_beacon {
  uint32_t token, thread, block;
  uint32_t at_once; /* blocks that all went lane by lane at once: see simt.h */
  uint32_t used;    /* milliseconds of a processor, for who waits */
  bool overdue;     /* it ended since nothing else could stop it */
};

#endif
