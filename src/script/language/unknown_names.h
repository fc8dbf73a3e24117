/* Unknown names: which name was meant, and what a script cannot have. */
#ifndef WL_SCRIPT_LANGUAGE_UNKNOWN_NAMES_H
#define WL_SCRIPT_LANGUAGE_UNKNOWN_NAMES_H

#include "script/machine/vm.h"

/* Raises "unknown name"; upvalue-free, for the environment's metatable. */
int wl_names_unknown(lua_State *L);

/* Refuses settings of the user that no param() takes. False and vm->diag. */
bool wl_names_settings(struct wl_vm *vm);

#endif
