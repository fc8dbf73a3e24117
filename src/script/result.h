/* The parts of `r` that result.c does not make itself. */
#ifndef WL_SCRIPT_RESULT_H
#define WL_SCRIPT_RESULT_H

#include <lua.h>

/* Gives the table below the upvalues on top of the stack an __index. */
void wl_result_strict(lua_State *L, lua_CFunction index, int upvalues);

/* Pushes r.arrays: by name, what each array holds at the end. */
void wl_result_push_arrays(lua_State *L);

#endif
