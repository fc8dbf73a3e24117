/* Arguments of the functions of the language, and where these may be called. */
#ifndef WL_SCRIPT_LANGUAGE_ARGUMENTS_H
#define WL_SCRIPT_LANGUAGE_ARGUMENTS_H

#include <lua.h>
#include <stddef.h>

#include "core/gpu/feature.h"
#include "script/machine/vm.h"

/* "SIGNATURE: HELP" of a function, left on the stack; NULL if there is none. */
const char *wl_api_usage(lua_State *L, const char *function);

/* The function of the row that is running. */
int wl_api_number(lua_State *L);

/* Raise unless called at file level, or in the kernel. */
void wl_api_in_file(lua_State *L, const char *function);
void wl_api_in_kernel(lua_State *L, const char *function);

/* Begins an operation of the warp or the block: in the kernel, and where the thread
 * can stop; raises where the generation lacks it (WL_FEATURES: every one has it). */
struct wl_lane *wl_api_enter(lua_State *L, const char *function, enum wl_feature feature);

/* Raises where the generation lacks the feature; `function` may be NULL. */
void wl_api_need(lua_State *L, const char *function, enum wl_feature feature);

/* Argument 1 as the mask of a _sync function, which must name the lane that calls. */
uint32_t wl_api_mask(lua_State *L, const struct wl_lane *lane, const char *function);

/* A whole number of min … max as argument `arg`; raises where it is none. */
lua_Integer wl_api_integer(lua_State *L, int arg, const char *function, const char *what,
                           lua_Integer min, lua_Integer max);

/* A number as argument `arg`; raises where it is none. */
lua_Number wl_api_float(lua_State *L, int arg, const char *function);

/* A number for a message: what is none has no sign, which is not the same on every machine. */
double wl_api_told(double v);

/* The string at a place of the stack; bytes 0 in it become their picture, as other controls are
 * shown: what is behind the first one would be lost. */
const char *wl_api_whole(lua_State *L, int arg);

/* A string argument, whole; raises where it is none. */
const char *wl_api_string(lua_State *L, int arg, const char *function, const char *what);

/* Raises where the argument at `index` is no table, or has a field that is none of `names`, which
 * NULL ends. `table`: what it is called in a message, "at()". */
void wl_api_table(lua_State *L, int index, const char *function, const char *table,
                  const char *const *names);

/* Copies text into a field of `size`: what is too long ends in an ellipsis. */
void wl_api_copy(char *to, size_t size, const char *from);

#endif
