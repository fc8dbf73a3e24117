/* Frames and warps that run with all lanes at once. Internal to src/script. */
#ifndef WL_SCRIPT_SIMT_SIMT_STATE_H
#define WL_SCRIPT_SIMT_SIMT_STATE_H

#include "script/language/array_ref.h"
#include "script/language/environment.h"
#include "script/simt/simt_register.h"

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
  uint32_t from;            /* token of the call */
  uint32_t wait[WL_LANES];
};

struct wl_simt_warp {
  struct wl_lanes *reg, thread[3]; /* threadIdx */
  struct wl_simt_frame frame[WL_SIMT_FRAMES];
  unsigned depth;           /* 0: has not begun */
  uint32_t live;
  uint32_t *turn;           /* iteration of each loop */
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
  uint32_t *stamp;          /* per granule of global memory: 1 + block that saved it */
  struct wl_saved *saved;
  size_t saves, save_capacity;
  unsigned tries;           /* how often a block may still fail */
  uint64_t *flops;          /* float operations by token, of lanes one by one */
  /* Of the warp that runs: */
  struct wl_simt_warp *now;
  unsigned number;
  uint32_t group, stamp_now;
  uint32_t token;           /* of the instruction that makes a value */
  bool full;                /* registers of lanes outside the group need not be kept */
  uint8_t on[WL_LANES];     /* 0xff: in the group */
  struct wl_lanes scratch, left, right;
};

/* Whether all lanes of the group hold a `tag`. */
static inline bool wl_all_are(const struct wl_simt *m, const struct wl_lanes *r, enum wl_tag tag) {
  if (r->even) return r->tag[0] == tag;
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
static inline void wl_debounce(struct wl_simt *m, struct wl_lanes *r) {
  if (m->full) return;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    r->v[i] = m->scratch.v[i];
    r->tag[i] = m->scratch.tag[i];
  }
  r->even = false;
}

/* The first lane of the group. */
static inline unsigned wl_first(const struct wl_simt *m) {
  return (unsigned)__builtin_ctz(m->group);
}

/* The object that all lanes of the group hold in `r`; NULL if it is not one. */
struct wl_object *wl_simt_object(struct wl_simt *m, const struct wl_lanes *r);

/* Takes the value on top of vm->L off into all lanes. */
void wl_simt_take(struct wl_simt *m, struct wl_lanes *out);

/* The lanes of the group where `r` is neither nil nor false. */
uint32_t wl_simt_truths(const struct wl_simt *m, const struct wl_lanes *r);

#endif
