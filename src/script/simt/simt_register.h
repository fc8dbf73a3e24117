/* Registers of a warp, and the objects that they hold. Internal to src/script. */
#ifndef WL_SCRIPT_SIMT_SIMT_REGISTER_H
#define WL_SCRIPT_SIMT_SIMT_REGISTER_H

#include <string.h>

#include "script/machine/thread_state.h"
#include "script/simt/bytecode.h"

/* What a lane's number stands for. */
enum wl_tag { WL_V_NIL, WL_V_FALSE, WL_V_TRUE, WL_V_INTEGER, WL_V_FLOAT, WL_V_REF, WL_V_OBJECT };

/* A register. Lanes that are not active hold anything. */
struct wl_lanes {
  uint64_t v[WL_LANES];
  uint8_t tag[WL_LANES];
  bool even; /* known of all lanes, active or not: they have one tag, and each number is as far
              * from the one before as that of lane 1 from that of lane 0. A change clears it */
};

/* What lives outside the kernel and is the same to all lanes. */
enum wl_object_kind {
  WL_OBJECT_OTHER, WL_OBJECT_STRING, WL_OBJECT_TABLE, WL_OBJECT_INDEX, WL_OBJECT_CLOSURE,
  WL_OBJECT_ENTER, WL_OBJECT_TURN, WL_OBJECT_TEST, WL_OBJECT_CALL, WL_OBJECT_LEAVE,
  WL_OBJECT_BARRIER, WL_OBJECT_LABEL,
  WL_OBJECT_LANE_ID, WL_OBJECT_WARP_ID, WL_OBJECT_FENCE, WL_OBJECT_SYNCWARP, WL_OBJECT_SHUFFLE,
  WL_OBJECT_VOTE, WL_OBJECT_COLLECT, WL_OBJECT_LDG, WL_OBJECT_ATOMIC, WL_OBJECT_PURE,
  WL_OBJECT_POWER,
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
  uint8_t flops;            /* float operations of a call that gives a float */
  unsigned number;          /* of a function of the language: see wl_api_row */
  int reference;            /* in Lua's registry */
  struct wl_closure *closure; /* NULL until called */
};

/* The same in all lanes. */
static inline void wl_spread(struct wl_lanes *r, enum wl_tag tag, uint64_t v) {
  for (unsigned i = 0; i < WL_LANES; i++) r->v[i] = v;
  memset(r->tag, tag, sizeof r->tag);
  r->even = true;
}

/* All numbers are made: what they are. */
static inline void wl_tag_all(struct wl_lanes *r, enum wl_tag tag) {
  memset(r->tag, tag, sizeof r->tag);
  r->even = false;
}

/* Numbers of one tag, `by` from lane to lane. */
static inline void wl_make_even(struct wl_lanes *r, enum wl_tag tag, uint64_t first, uint64_t by) {
  wl_spread_even(r->v, first, by);
  memset(r->tag, tag, sizeof r->tag);
  r->even = true;
}

/* How far an even register goes from lane to lane; whether one is known to be the same in all. */
static inline uint64_t wl_step_of(const struct wl_lanes *r) { return r->v[1] - r->v[0]; }
static inline bool wl_is_same(const struct wl_lanes *r) { return r->even && r->v[1] == r->v[0]; }

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

#endif
