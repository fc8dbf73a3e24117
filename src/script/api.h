/* The language: every name a script can use, as rows of one table, and the functions behind
 * them. Internal to src/script, but for the table. */
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

/* What the user sets a parameter to, NULL: nothing. */
const char *wl_param_setting(const struct wl_vm *vm, const char *name);

/* The functions behind the rows, by file. */
int wl_api_title(lua_State *L);      /* api_file.c */
int wl_api_about(lua_State *L);
int wl_api_arch(lua_State *L);
int wl_api_grid(lua_State *L);
int wl_api_block(lua_State *L);
int wl_api_lesson(lua_State *L);     /* api_lesson.c */
int wl_api_measured(lua_State *L);   /* api_measured.c */
int wl_api_param(lua_State *L);      /* param.c */
int wl_api_array(lua_State *L);      /* api_array.c; number: enum wl_space */
int wl_api_as(lua_State *L);
int wl_api_fill(lua_State *L);       /* behind a:fill() */
int wl_api_ldg(lua_State *L);        /* number: enum wl_stage */
int wl_api_texture(lua_State *L);    /* api_texture.c */
int wl_api_tex2d(lua_State *L);
int wl_api_tex1d_fetch(lua_State *L);
int wl_api_copy_async(lua_State *L); /* api_copy.c */
int wl_api_pipeline(lua_State *L);   /* number: enum wl_step_name */
int wl_api_matrix(lua_State *L);     /* api_matrix.c; number: as in script/matrix.h */
int wl_api_struct(lua_State *L);     /* api_struct.c */
int wl_api_sizeof(lua_State *L);
int wl_api_lane_id(lua_State *L);    /* api_warp.c */
int wl_api_warp_id(lua_State *L);
int wl_api_shuffle(lua_State *L);    /* number: enum wl_step_name, also of the next three */
int wl_api_vote(lua_State *L);
int wl_api_match(lua_State *L);      /* api_collective.c */
int wl_api_reduce(lua_State *L);
int wl_api_syncwarp(lua_State *L);
int wl_api_syncthreads(lua_State *L);
int wl_api_fence(lua_State *L);
int wl_api_mark(lua_State *L);
int wl_api_ask(lua_State *L);        /* api_ask.c */
int wl_api_atomic(lua_State *L);     /* api_atomic.c; number: a row of its table */

int wl_api_bits(lua_State *L);       /* api_math.c; number: as in script/math_rows.h */
int wl_api_math(lua_State *L);
int wl_api_extreme(lua_State *L); /* number: 0 for min, 1 for max */
int wl_api_abs(lua_State *L);

int wl_api_expect(lua_State *L);     /* api_expect.c */
int wl_api_case(lua_State *L);
int wl_api_equal(lua_State *L);
int wl_api_bound(lua_State *L);      /* number: 0 at_most, 1 at_least */
int wl_api_ensure(lua_State *L);
int wl_api_same(lua_State *L);       /* result_array.c */

/* Rows of api_atomic.c. */
enum wl_atomic {
  WL_ATOMIC_ADD, WL_ATOMIC_SUB, WL_ATOMIC_MIN, WL_ATOMIC_MAX, WL_ATOMIC_EXCH, WL_ATOMIC_CAS,
  WL_ATOMIC_AND, WL_ATOMIC_OR, WL_ATOMIC_XOR, WL_ATOMIC_INC, WL_ATOMIC_DEC, WL_ATOMICS
};

/* Whether an operation works on elements of a type, and what it leaves of `old`. */
bool wl_atomic_takes(enum wl_atomic op, struct wl_type t);
uint64_t wl_atomic_apply(enum wl_atomic op, enum wl_scalar s, uint64_t old, uint64_t v,
                         uint64_t compare);

/* Declares an array and pushes the reference to it; raises where it cannot be. */
void wl_array_declare(lua_State *L, enum wl_space space, const char *name, struct wl_type type,
                      unsigned dimensions, const uint32_t extent[3]);

/* Why an array is not there outside the kernel; NULL where it is. */
const char *wl_array_absent(const struct wl_view *v);

#endif
