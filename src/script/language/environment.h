/* The environment with all that the language has. */
#ifndef WL_SCRIPT_LANGUAGE_ENVIRONMENT_H
#define WL_SCRIPT_LANGUAGE_ENVIRONMENT_H

#include <lua.h>
#include <stdint.h>

#include "script/machine/vm.h"

/* Registers all functions and values in the table on top of the stack. */
void wl_api_register(lua_State *L);

#endif
