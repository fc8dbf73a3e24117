/* The launches of a program, and its output. */
#ifndef WL_SCRIPT_PROCESS_LAUNCHES_H
#define WL_SCRIPT_PROCESS_LAUNCHES_H

#include "core/analysis/launch.h"
#include "script/process/receive_steps.h"

struct wl_launches {
  struct wl_launch *launch; /* in the order of execution */
  size_t count, capacity;
  char *printed; /* what the program prints, not terminated */
  size_t printed_size, printed_capacity;
  struct wl_run *other; /* takes in a launch that is not shown; NULL: that which is */
};

/* The launches of a run; NULL where it is a script. */
const struct wl_launches *wl_run_launches(const struct wl_run *run);

/* A frame that says that a launch begins, or what is printed; `begin` is wl_receive_begin(). False
 * and run->diag. */
bool wl_launches_take(struct wl_run *run, uint32_t kind, const uint8_t *data, size_t size,
                      bool (*begin)(struct wl_run *run));

/* Sums up the launch that has ended. False and run->diag. */
bool wl_launches_end(struct wl_run *run);

/* Once all have ended: which of them is shown becomes a parameter of the screen, and part of the
 * title. */
void wl_launches_offer(struct wl_run *run);
void wl_launch_param(struct wl_param *p, unsigned at, unsigned of); /* … the parameter */
void wl_launches_destroy(struct wl_launches *all);

#endif
