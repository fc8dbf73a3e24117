/* Settings that replace the script's own: the grid, the block, and the types of arrays. The
 * script's own value is the default of a parameter of that name. */
#ifndef WL_SCRIPT_LANGUAGE_OVERRIDES_H
#define WL_SCRIPT_LANGUAGE_OVERRIDES_H

#include <lua.h>
#include <stdint.h>

#include "core/access/type.h"

/* Puts what `name`, "grid" or "block", is set to over the script's shape. */
void wl_shape_override(lua_State *L, const char *name, uint32_t shape[3]);

/* Puts what `name`, an array that is about to be declared, is set to over its type. */
void wl_type_override(lua_State *L, const char *name, struct wl_type *type);

#endif
