/* The grid and the block that the user sets instead of the script's. */
#ifndef WL_SCRIPT_LANGUAGE_GRID_SHAPE_H
#define WL_SCRIPT_LANGUAGE_GRID_SHAPE_H

#include <lua.h>
#include <stdint.h>

/* Puts what `name` ("grid" or "block") is set to over the script's own shape, which
 * becomes the default of a parameter of that name. */
void wl_shape_override(lua_State *L, const char *name, uint32_t shape[3]);

#endif
