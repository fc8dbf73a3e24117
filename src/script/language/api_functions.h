/* The functions behind the rows of wl_api, by file. */
#ifndef WL_SCRIPT_LANGUAGE_API_FUNCTIONS_H
#define WL_SCRIPT_LANGUAGE_API_FUNCTIONS_H

#include <lua.h>
#include <stdbool.h>

struct wl_arch;

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
int wl_api_matrix(lua_State *L);     /* api_matrix.c; number: as in script/machine/matrix.h */
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

int wl_api_bits(lua_State *L);       /* api_bits.c; number: as in script/language/math_rows.h */
int wl_api_to_whole(lua_State *L);   /* api_convert.c; likewise */
int wl_api_cast(lua_State *L);
int wl_api_math(lua_State *L);       /* api_math.c; likewise */
int wl_api_extreme(lua_State *L); /* number: 0 for min, 1 for max */
int wl_api_abs(lua_State *L);

int wl_api_expect(lua_State *L);     /* api_expect.c */
int wl_api_case(lua_State *L);
int wl_api_equal(lua_State *L);
int wl_api_bound(lua_State *L);      /* number: 0 at_most, 1 at_least */
int wl_api_ensure(lua_State *L);
int wl_api_same(lua_State *L);       /* result_array.c */

#endif
