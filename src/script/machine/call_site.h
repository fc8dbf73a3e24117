/* Where in the script a function of the language was called. */
#ifndef WL_SCRIPT_MACHINE_CALL_SITE_H
#define WL_SCRIPT_MACHINE_CALL_SITE_H

#include <lua.h>
#include <stdint.h>

/* What happens at a token, in the order in which it would happen there: the
 * arguments of a call are loaded before the call, a store comes last. Fences are
 * steps of the stage PIPELINE: they stop nobody, either. IN_VAIN: nobody uses the result, and
 * no reduction does the same. */
enum wl_script_setup {
  WL_STAGE_LOAD, WL_STAGE_LOAD_NC, WL_STAGE_LOAD_CA, WL_STAGE_LOAD_CG, WL_STAGE_FETCH,
  WL_STAGE_REDUCE, WL_STAGE_ATOMIC, WL_STAGE_ATOMIC_IN_VAIN, WL_STAGE_CAS, WL_STAGE_CAS_IN_VAIN,
  WL_STAGE_COPY, WL_STAGE_COPY_CG, WL_STAGE_PIPELINE, WL_STAGE_MATRIX,
  WL_STAGE_SHUFFLE, WL_STAGE_VOTE, WL_STAGE_COLLECT, WL_STAGE_SYNCWARP, WL_STAGE_MARK,
  WL_STAGE_LABEL, /* a stop of at(), where a label is; stops nobody, either */
  WL_STAGE_BARRIER,
  WL_STAGE_STORE, WL_STAGE_RETURN,
  WL_STAGE_TURN, /* no event: where a loop that waits for other lanes begins an iteration */
  WL_STAGES
};

/* ldmatrix and stmatrix: 8 x 8 matrices of 16-bit elements between rows of shared memory and
 * fragments, of which every lane holds one. An instruction is a row of the language, and what
 * the site of its events has as its part. */
enum {
  WL_MATRIX_COUNT = 7, /* 1, 2 or 4 matrices */
  WL_MATRIX_STORES = 8,
  WL_MATRIX_TRANSPOSED = 16,
};
enum { WL_MATRIX_ROWS = 8, WL_MATRIX_ROW_BYTES = 16, WL_MATRICES = 4 };

static inline uint64_t wl_site(uint32_t token, enum wl_script_setup stage, unsigned what,
                               unsigned part) {
  return (uint64_t)token << 32 | (uint64_t)stage << 24 | (uint64_t)what << 8 | part;
}
static inline uint32_t wl_site_token(uint64_t site) { return (uint32_t)(site >> 32); }
static inline enum wl_script_setup wl_site_stage(uint64_t site) { return site >> 24 & 0xff; }
static inline unsigned wl_site_what(uint64_t site) { return site >> 8 & 0xffff; }
static inline unsigned wl_site_part(uint64_t site) { return site & 0xff; }

/* The token that the script is at, in the innermost of its functions; 0 if none of them runs. */
uint32_t wl_call_site(lua_State *L);

/* The same where the script itself called the function at work, or indexed what answers. 0 where
 * one of Lua's own functions did, such as table.sort(): it has no place in the script. */
uint32_t wl_call_site_direct(lua_State *L);

/* The name of the function of Lua that did, as an error calls it. */
const char *wl_call_site_caller(lua_State *L);

#endif
