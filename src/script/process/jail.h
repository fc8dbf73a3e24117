/* The few system calls that the processes of a script may make. */
#ifndef WL_SCRIPT_PROCESS_JAIL_H
#define WL_SCRIPT_PROCESS_JAIL_H

#include <stdbool.h>
#include <stddef.h>

/* Lets go of all that the process was born with but a script has no business
 * with: descriptors other than the `count` in `keep`, the terminal, handlers of
 * signals, core files. Limits say no where the kernel knows no filter. False
 * where one of it cannot be done: nothing may run then. */
bool wl_jail_enter(const int *keep, size_t count);

enum wl_jail {
  WL_JAIL_OPEN,    /* the kernel knows filters, and refuses this one: nothing may run */
  WL_JAIL_LIMITS,  /* it knows none; limits have to do */
  WL_JAIL_FILTERED,
};

/* Has the kernel refuse every system call that running a script does not need:
 * no files, no network, no programs, no signals but to the own process group. */
enum wl_jail wl_jail_lock(void);

/* The same for a process that becomes another program, which may do what is done here and begin;
 * it shuts itself in further before anything else. */
enum wl_jail wl_jail_lock_program(void);

/* From here on no processes and no signals either. */
enum wl_jail wl_jail_lock_alone(void);

#endif
