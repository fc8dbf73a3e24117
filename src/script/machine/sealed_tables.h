/* Tables that can be read but not written: all that the script had before its kernel began. An
 * empty table stands in front of each, and reads through it. */
#ifndef WL_SCRIPT_MACHINE_SEALED_TABLES_H
#define WL_SCRIPT_MACHINE_SEALED_TABLES_H

#include <lua.h>
#include <stdint.h>

/* Puts such a front in the place of the table on top of the stack. */
void wl_sealed_push(lua_State *L);

/* Puts the table that a front stands for in the place of the one at `index`, for lua_next() and
 * other functions that pass by metatables; leaves any other value alone. */
void wl_sealed_open(lua_State *L, int index);

/* Raises that the kernel sets the variable `name` at a token, which is not its own. */
_Noreturn int wl_sealed_refuse(lua_State *L, uint32_t token, const char *name);

#endif
