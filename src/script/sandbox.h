/* What a script may call, and what it is told about everything else. */
#ifndef WL_SCRIPT_SANDBOX_H
#define WL_SCRIPT_SANDBOX_H

#include "script/vm.h"

/* Builds the environment by allow-list, in the registry. */
void wl_sandbox_open(struct wl_vm *vm);

/* Pushes the environment: the globals of the script, with the names of the
 * language behind them. */
void wl_sandbox_push(lua_State *L);

/* Pushes the names of the language alone, which no script can change. */
void wl_sandbox_push_own(lua_State *L);

/* Raises "unknown name"; upvalue-free, for the environment's metatable. */
int wl_names_unknown(lua_State *L);

/* Refuses settings of the user that no param() takes. False and vm->diag. */
bool wl_names_settings(struct wl_vm *vm);

#endif
