/* The language: every name a script can use, as rows of one table, and the functions behind them,
 * by file. Internal to src/script, but for the table. */
#ifndef WL_SCRIPT_LANGUAGE_API_FUNCTIONS_H
#define WL_SCRIPT_LANGUAGE_API_FUNCTIONS_H

#include <lua.h>
#include <stdbool.h>

#include "script/machine/vm.h"

/* Functions get `number` as their first upvalue; values (fn is NULL) are set
 * elsewhere: the row is for help and for "did you mean". */
struct wl_api_row {
  const char *name;
  lua_CFunction fn;
  int number;
  const char *signature, *help;
};
extern const struct wl_api_row wl_api[]; /* process/api_table.c */
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

int wl_api_title(lua_State *L);      /* api_file.c */
int wl_api_about(lua_State *L);
int wl_api_arch(lua_State *L);
int wl_api_grid(lua_State *L);
int wl_api_block(lua_State *L);
int wl_api_lesson(lua_State *L);     /* api_lesson.c */
int wl_api_measured(lua_State *L);   /* api_measured.c */
int wl_api_param(lua_State *L);      /* api_param.c */
int wl_api_array(lua_State *L);      /* api_array.c; number: enum wl_space */
int wl_api_as(lua_State *L);
int wl_api_ldg(lua_State *L);        /* number: enum wl_script_setup */
int wl_api_texture(lua_State *L);    /* api_texture.c */
int wl_api_tex2d(lua_State *L);
int wl_api_tex1d_fetch(lua_State *L);
int wl_api_copy_async(lua_State *L); /* api_copy.c */
int wl_api_pipeline(lua_State *L);   /* number: enum wl_step_name */
int wl_api_matrix(lua_State *L);     /* api_matrix.c; number: as in script/machine/call_site.h */
int wl_api_struct(lua_State *L);     /* api_struct.c */
int wl_api_sizeof(lua_State *L);
int wl_api_lane_id(lua_State *L);    /* api_warp.c */
int wl_api_warp_id(lua_State *L);
int wl_api_shuffle(lua_State *L);    /* number: enum wl_step_name, also of the next three */
int wl_api_vote(lua_State *L);
/* Whether a generation has them no more: those without _sync (enum wl_step_name). */
bool wl_api_gone(const struct wl_arch *arch, unsigned name);
int wl_api_match(lua_State *L);      /* api_collective.c */
int wl_api_reduce(lua_State *L);
int wl_api_syncwarp(lua_State *L);
int wl_api_syncthreads(lua_State *L);
int wl_api_fence(lua_State *L);
int wl_api_mark(lua_State *L);
int wl_api_at(lua_State *L);         /* api_at.c */
int wl_api_offer(lua_State *L);
int wl_api_atomic(lua_State *L);     /* api_atomic.c; number: a row of its table */

int wl_api_math(lua_State *L);       /* api_math.c; number: as in script/language/math_rows.h */
int wl_api_bits(lua_State *L);
int wl_api_to_whole(lua_State *L);
int wl_api_cast(lua_State *L);
int wl_api_extreme(lua_State *L); /* number: 0 for min, 1 for max */
int wl_api_abs(lua_State *L);

int wl_api_expect(lua_State *L);     /* api_expect.c */
int wl_api_case(lua_State *L);
int wl_api_equal(lua_State *L);
int wl_api_bound(lua_State *L);      /* number: 0 at_most, 1 at_least */
int wl_api_ensure(lua_State *L);
int wl_api_needed(lua_State *L);
int wl_api_same(lua_State *L);       /* result_array.c */

#endif
