/* Where in the script a function of the language was called. */
#ifndef WL_SCRIPT_HERE_H
#define WL_SCRIPT_HERE_H

#include <lua.h>
#include <stdint.h>

/* The token that the calling Lua function is at; 0 if there is none. */
uint32_t wl_here(lua_State *L);

#endif
