/* The language: every name a script can use, as rows of one table, and what the functions
 * behind them share. Internal to src/script, but for the table. */
#ifndef WL_SCRIPT_PROCESS_API_TABLE_H
#define WL_SCRIPT_PROCESS_API_TABLE_H

#include <lua.h>

#include "script/machine/vm.h"

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

/* Whether the parameters take what lesson{ flip } sets; false and vm->diag. */
bool wl_lesson_flips(struct wl_vm *vm);

/* What the user sets a parameter to, NULL: nothing. */
const char *wl_param_setting(const struct wl_vm *vm, const char *name);

/* Declares an array and pushes the reference to it; raises where it cannot be. */
void wl_array_declare(lua_State *L, enum wl_space space, const char *name, struct wl_type type,
                      unsigned dimensions, const uint32_t extent[3]);

/* The function that declares arrays of a space. */
const char *wl_declarer(enum wl_space space);

#endif
