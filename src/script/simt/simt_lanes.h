/* All lanes of a warp at once: what the files simt*.c do for each other. Internal to
 * src/script. */
#ifndef WL_SCRIPT_SIMT_SIMT_LANES_H
#define WL_SCRIPT_SIMT_SIMT_LANES_H

#include "script/simt/simt_state.h"

/* The functions below make a result for the lanes of the group, and are false where
 * they cannot: then the block is given up. */

/* An instruction that makes a value; a store; a comparison, EQ … GEI. `R`: registers of
 * the function. */
bool wl_simt_assign(struct wl_simt *m, const struct wl_simt_frame *f, const struct wl_code *c,
                    struct wl_lanes *R, struct wl_lanes *out);
bool wl_simt_put(struct wl_simt *m, const struct wl_simt_frame *f, const struct wl_code *c,
                 struct wl_lanes *R);
bool wl_simt_test(struct wl_simt *m, const struct wl_simt_frame *f, const struct wl_code *c,
                  struct wl_lanes *R, uint32_t *holds);

/* What a function is compiled to. NULL: not to be carried out here. */
struct wl_closure *wl_simt_closure(struct wl_simt *m, struct wl_object *o);

/* threadIdx.x and the like. */
bool wl_simt_index(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                   const struct wl_constant *key);

/* object[key], for a constant's name or any keys. */
bool wl_simt_field(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                   const struct wl_constant *key);
bool wl_simt_lookup(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                    const struct wl_lanes *key);

/* Calls a function that depends on its arguments only, lane by lane. */
bool wl_simt_pure(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                  const struct wl_lanes *arguments, unsigned count);

/* Calls a function of the language, or one as above. */
bool wl_simt_operation(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                       const struct wl_lanes *arguments, unsigned count, uint32_t token);

/* Arithmetic by the instruction for two registers, WL_OP_ADD … WL_OP_SHR. */
bool wl_simt_arith(struct wl_simt *m, enum wl_opcode op, struct wl_lanes *out,
                   const struct wl_lanes *a, const struct wl_lanes *b);

/* WL_OP_EQ, LT or LE: the lanes for which it holds. */
bool wl_simt_compare(struct wl_simt *m, enum wl_opcode op, const struct wl_lanes *a,
                     const struct wl_lanes *b, uint32_t *holds);

/* A numeric `for`: `state` as Lua has it in four registers. The lanes that skip the
 * loop, or that go round once more. */
bool wl_simt_for_begin(struct wl_simt *m, struct wl_lanes state[4], uint32_t *skip);
bool wl_simt_for_next(struct wl_simt *m, struct wl_lanes state[4], uint32_t *again);

/* array[index] and array[index] = value. */
bool wl_simt_load(struct wl_simt *m, struct wl_lanes *out, const struct wl_lanes *array,
                  const struct wl_lanes *index, uint32_t token);
bool wl_simt_store(struct wl_simt *m, const struct wl_lanes *array, const struct wl_lanes *index,
                   const struct wl_lanes *value, uint32_t token);

/* __ldg and __ldcg; atomics but atomicCAS. */
bool wl_simt_ldg(struct wl_simt *m, struct wl_lanes *out, unsigned stage,
                 const struct wl_lanes arguments[2], uint32_t token);
bool wl_simt_atomic(struct wl_simt *m, struct wl_lanes *out, unsigned op,
                    const struct wl_lanes arguments[3], uint32_t token);

/* The stops of at() that are due where the group passes a label. False: too many steps wait. */
bool wl_simt_label(struct wl_simt *m, uint32_t label);

/* The step of a barrier or a fence. */
bool wl_simt_barrier(struct wl_simt *m, enum wl_script_setup stage, unsigned name, uint32_t token);

/* Takes back what the block has stored. */
void wl_simt_undo(struct wl_simt *m);

/* Iteration of the loop around `token`; the way to a step at token `at`, from there. */
uint32_t wl_simt_iteration(const struct wl_simt *m, uint32_t token);
void wl_simt_way(const struct wl_simt *m, uint32_t token, uint32_t at,
                 struct wl_program_point *way);

#endif
