/* The functions that a script may call, and errors for all others. */
#ifndef WL_SCRIPT_LANGUAGE_SANDBOX_H
#define WL_SCRIPT_LANGUAGE_SANDBOX_H

#include "script/machine/vm.h"

/* Adds the names of the language to the table on top of the stack. */
typedef void wl_sandbox_language(lua_State *L);

/* Builds the environment by allow-list, in the registry: of Lua's libraries, and of the
 * language; `unknown` is called for every other name. */
void wl_sandbox_open(struct wl_vm *vm, wl_sandbox_language *language, lua_CFunction unknown);

/* Pushes the environment: the globals of the script, with the names of the
 * language behind them. */
void wl_sandbox_push(lua_State *L);

/* Pushes the names of the language alone, which no script can change. */
void wl_sandbox_push_own(lua_State *L);

/* Puts an empty table in front of the one on top of the stack: it reads through,
 * and what is written goes to `refuse`, whose upvalue 1 is `name`. */
void wl_sandbox_protect(lua_State *L, const char *name, lua_CFunction refuse);

#endif
