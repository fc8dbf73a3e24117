/* Creates the machine: Lua with a limit on memory. */
#ifndef WL_SCRIPT_PROCESS_VM_CREATE_H
#define WL_SCRIPT_PROCESS_VM_CREATE_H

#include "script/machine/run_options.h"
#include "script/machine/vm.h"

/* A machine with the environment of a script, which has not been looked at yet.
 * Never NULL, and there until its process ends. */
struct wl_vm *wl_vm_create(const struct wl_run_options *o, struct wl_source *source,
                           volatile struct wl_progress_beacon *beacon);

#endif
