/* The type of an array's elements that the user sets instead of the script's. */
#ifndef WL_SCRIPT_LANGUAGE_ARRAY_TYPE_H
#define WL_SCRIPT_LANGUAGE_ARRAY_TYPE_H

#include <lua.h>

#include "core/access/type.h"

/* Puts what `name`, an array that is about to be declared, is set to over its own type,
 * which becomes the default of a parameter of that name. */
void wl_retype(lua_State *L, const char *name, struct wl_type *type);

#endif
