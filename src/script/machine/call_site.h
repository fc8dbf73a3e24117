/* Where in the script a function of the language was called. */
#ifndef WL_SCRIPT_MACHINE_CALL_SITE_H
#define WL_SCRIPT_MACHINE_CALL_SITE_H

#include <lua.h>
#include <stdint.h>

/* The token that the script is at, in the innermost of its functions; 0 if none of them runs. */
uint32_t wl_call_site(lua_State *L);

/* The same where the script itself called the function at work, or indexed what answers. 0 where
 * one of Lua's own functions did, such as table.sort(): it has no place in the script. */
uint32_t wl_call_site_direct(lua_State *L);

/* The name of the function of Lua that did, as an error calls it. */
const char *wl_call_site_caller(lua_State *L);

#endif
