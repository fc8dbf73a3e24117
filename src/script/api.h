/* The language: every name a script can use, as rows of one table, and what the functions
 * behind them share. Internal to src/script, but for the table. */
#ifndef WL_SCRIPT_API_H
#define WL_SCRIPT_API_H

#include <lua.h>

#include "core/feature.h"
#include "script/vm.h"

/* Functions get `number` as their first upvalue; values (fn is NULL) are set
 * elsewhere: the row is for help and for "did you mean". */
struct wl_api_row {
  const char *name;
  lua_CFunction fn;
  int number;
  const char *signature, *help;
};
extern const struct wl_api_row wl_api[];
extern const size_t wl_api_count;

/* "SIGNATURE: HELP" of a function, left on the stack; NULL if there is none. */
const char *wl_api_usage(lua_State *L, const char *function);

/* Begins an operation of the warp or the block: in the kernel, and where the thread
 * can stop; raises where the generation lacks it (WL_FEATURES: every one has it). */
struct wl_lane *wl_api_enter(lua_State *L, const char *function, enum wl_feature feature);

/* Raises where the generation lacks the feature; `function` may be NULL. */
void wl_api_need(lua_State *L, const char *function, enum wl_feature feature);

/* Argument 1 as the mask of a _sync function, which must name the lane that calls. */
uint32_t wl_api_mask(lua_State *L, const struct wl_lane *lane, const char *function);

/* Whether the parameters take what lesson{ flip } sets; false and vm->diag. */
bool wl_lesson_flips(struct wl_vm *vm);

/* What the user sets a parameter to, NULL: nothing. */
const char *wl_param_setting(const struct wl_vm *vm, const char *name);

/* Declares an array and pushes the reference to it; raises where it cannot be. */
void wl_array_declare(lua_State *L, enum wl_space space, const char *name, struct wl_type type,
                      unsigned dimensions, const uint32_t extent[3]);

/* Why an array is not there outside the kernel; NULL where it is. */
const char *wl_array_absent(const struct wl_view *v);

/* The function that declares arrays of a space. */
const char *wl_declarer(enum wl_space space);

#endif
