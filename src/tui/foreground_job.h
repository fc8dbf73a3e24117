/* Another program on the terminal that the screen has lent: a job, as a shell has them. */
#ifndef WL_TUI_FOREGROUND_JOB_H
#define WL_TUI_FOREGROUND_JOB_H

#include <stdbool.h>

/* Runs `arguments` (found by PATH) in the foreground, in a process group of its own, so that
 * what is typed is its own affair and a deadly signal ends all of it; stops with it where the
 * user stops it. `terminal`: a descriptor of the terminal, its standard input. Returns 0, and
 * the wait status of what has ended, or the number of the error that it could not start with. */
int wl_foreground_run(char *const *arguments, int terminal, int *status);

/* Waits for the foreground of a terminal like any job that touches it. False: it does not come. */
bool wl_foreground_await(int terminal);

#endif
