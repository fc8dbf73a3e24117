/* State outside of the kernel, which a kernel can read but not write. GPU threads share no such
 * variables, and a write would show the order of threads and blocks. */
#ifndef WL_SCRIPT_PROCESS_OUTSIDE_STATE_H
#define WL_SCRIPT_PROCESS_OUTSIDE_STATE_H

#include "script/machine/vm.h"

/* Seals all that the kernel can reach, once the file has been run. False and vm->diag where there
 * is not enough memory. */
bool wl_outside_seal(struct wl_vm *vm);

/* Called before an assignment to a global, or to a variable of a function around. Argument 1: the
 * token of its name. Raises an error where the variable is not of the thread's own making. */
int wl_hook_write(lua_State *L);

#endif
