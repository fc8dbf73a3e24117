/* All lanes of a warp at once: registers, objects, frames. What the files simt*.c share;
 * internal to src/script. */
#ifndef WL_SCRIPT_SIMT_LANES_H
#define WL_SCRIPT_SIMT_LANES_H

#include <string.h>

#include "script/api.h"
#include "script/bytecode.h"
#include "script/language.h"
#include "script/ref.h"

/* What a lane's number stands for. */
enum wl_tag { WL_V_NIL, WL_V_FALSE, WL_V_TRUE, WL_V_INTEGER, WL_V_FLOAT, WL_V_REF, WL_V_OBJECT };

/* A register. Lanes that are not active hold anything. */
struct wl_lanes {
  uint64_t v[WL_LANES];
  uint8_t tag[WL_LANES];
};

/* What lives outside the kernel and is the same to all lanes. */
enum wl_object_kind {
  WL_OBJECT_OTHER, WL_OBJECT_STRING, WL_OBJECT_TABLE, WL_OBJECT_INDEX, WL_OBJECT_CLOSURE,
  WL_OBJECT_ENTER, WL_OBJECT_TURN, WL_OBJECT_CALL, WL_OBJECT_LEAVE, WL_OBJECT_BARRIER,
  WL_OBJECT_LANE_ID, WL_OBJECT_WARP_ID, WL_OBJECT_FENCE, WL_OBJECT_SYNCWARP, WL_OBJECT_SHUFFLE,
  WL_OBJECT_VOTE, WL_OBJECT_COLLECT, WL_OBJECT_LDG, WL_OBJECT_ATOMIC, WL_OBJECT_PURE,
};

/* What an instruction found in an object: 1 + its number, 0 for none. */
struct wl_known_field { size_t object; struct wl_lanes value; };

struct wl_closure {
  struct wl_proto *proto;
  struct wl_lanes *upvalue, *constant; /* each the same in all lanes */
  struct wl_known_field *field;        /* per instruction */
};

struct wl_object {
  const void *identity;     /* lua_topointer() */
  uint8_t kind, index;      /* index: enum wl_index */
  unsigned number;          /* of a function of the language: see wl_api_row */
  int reference;            /* in Lua's registry */
  struct wl_closure *closure; /* NULL until called */
};

enum { WL_SIMT_FRAMES = 16, WL_SIMT_REGISTERS = 250, WL_SIMT_WARPS = WL_MAX_THREADS / WL_LANES };

/* A function that lanes are in. Those of `group` run at `pc`; the others wait at
 * pc[lane], the nearest at `stop`: behind `pc`, always. */
struct wl_simt_frame {
  const struct wl_closure *closure;
  uint32_t base, pc, stop, mask, group, iteration, top;
  uint32_t entered;         /* lanes whose registers matter: in a function that was called,
                             * those that have returned too, with results in some of them */
  uint32_t returns;         /* register behind which results go */
  int32_t wanted, given;    /* results: -1 any number, -1 not known yet */
  bool alone;               /* nobody waits in the functions around */
  uint32_t wait[WL_LANES];
};

struct wl_simt_warp {
  struct wl_lanes *reg, thread[3]; /* threadIdx */
  struct wl_simt_frame frame[WL_SIMT_FRAMES];
  unsigned depth;           /* 0: has not begun */
  uint32_t live;
  uint32_t *turn;           /* iteration of each loop */
};

/* Who came to the elements of an array since its lanes last waited for each other:
 * epoch << 12 | (last lane that read + 1) << 6 | last lane that wrote + 1. */
struct wl_simt_array {
  bool stored;
  uint32_t loaded;          /* epoch */
  uint32_t *visit;
  size_t visits;
};

enum { WL_SAVED_BYTES = 64 };
struct wl_saved { uint64_t granule; uint8_t bytes[WL_SAVED_BYTES]; };

struct wl_simt {
  struct wl_vm *vm;
  struct wl_object *object;
  size_t objects, object_capacity;
  struct wl_closure *kernel;
  struct wl_simt_warp *warp;
  struct wl_lanes index[WL_INDICES][3];
  struct wl_simt_array array[WL_MAX_ARRAYS];
  uint32_t epoch;
  uint32_t *stamp;          /* per granule of global memory: 1 + block that saved it */
  struct wl_saved *saved;
  size_t saves, save_capacity;
  unsigned tries;           /* how often a block may still fail */
  bool again;               /* the block is worth another try */
  /* Of the warp that runs: */
  struct wl_simt_warp *now;
  unsigned number;
  uint32_t group, stamp_now;
  bool full;                /* registers of lanes outside the group need not be kept */
  uint8_t on[WL_LANES];     /* 0xff: in the group */
  struct wl_lanes scratch, left, right;
};

/* Whether all lanes of the group hold a `tag`. */
static inline bool wl_all_are(const struct wl_simt *m, const struct wl_lanes *r, enum wl_tag tag) {
  uint64_t differ = 0, want = (uint64_t)tag * UINT64_C(0x0101010101010101);
  for (unsigned i = 0; i < WL_LANES; i += 8) {
    uint64_t tags, on;
    memcpy(&tags, r->tag + i, 8);
    memcpy(&on, m->on + i, 8);
    differ |= (tags ^ want) & on;
  }
  return differ == 0;
}

/* Where a result is to be made, and how it comes to its register then. */
static inline struct wl_lanes *wl_target(struct wl_simt *m, struct wl_lanes *r) {
  return m->full ? r : &m->scratch;
}
static inline void wl_settle(struct wl_simt *m, struct wl_lanes *r) {
  if (m->full) return;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    r->v[i] = m->scratch.v[i];
    r->tag[i] = m->scratch.tag[i];
  }
}

static inline void wl_spread(struct wl_lanes *r, enum wl_tag tag, uint64_t v) {
  for (unsigned i = 0; i < WL_LANES; i++) r->v[i] = v;
  memset(r->tag, tag, sizeof r->tag);
}

static inline unsigned wl_first(const struct wl_simt *m) {
  return (unsigned)__builtin_ctz(m->group);
}

static inline double wl_as_float(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}
static inline uint64_t wl_as_bits(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

/* The object that all lanes of the group hold in `r`; NULL if it is not one. */
struct wl_object *wl_simt_object(struct wl_simt *m, const struct wl_lanes *r);

/* Takes the value on top of vm->L off into all lanes. */
void wl_simt_take(struct wl_simt *m, struct wl_lanes *out);

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

/* The lanes of the group where `r` is neither nil nor false. */
uint32_t wl_simt_truths(const struct wl_simt *m, const struct wl_lanes *r);

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

/* The step of a barrier or a fence. */
bool wl_simt_barrier(struct wl_simt *m, enum wl_stage stage, unsigned name, uint32_t token);

/* The lanes of the warp have waited for each other: what they did is in order. */
void wl_simt_next_epoch(struct wl_simt *m);

/* Takes back what the block has stored. */
void wl_simt_undo(struct wl_simt *m);

/* Iteration of the loop around `token`, as the step tells it. */
uint32_t wl_simt_iteration(const struct wl_simt *m, uint32_t token);

#endif
