/* What the processes of a script may ask of the system: next to nothing. */
#ifndef WL_SCRIPT_CAGE_H
#define WL_SCRIPT_CAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Lets go of all that the process was born with but a script has no business
 * with: descriptors other than the `count` in `keep`, the terminal, handlers of
 * signals, core files. Limits say no where the kernel knows no filter. */
void wl_cage_enter(const int *keep, size_t count);

/* Has the kernel refuse every system call that running a script does not need:
 * no files, no network, no programs, no signals but to the own process group.
 * False where it cannot; the script then runs all the same. */
bool wl_cage_lock(void);

/* From here on no processes and no signals either. */
bool wl_cage_lock_alone(void);

#endif
