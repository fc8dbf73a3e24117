/* Executes the kernel for all lanes of a warp at once. Diverged lanes run in turn, those at the
 * earliest instruction first, until they meet: that is the order of the script, since its jumps go
 * forward except at the ends of loops. */
#include "script/simt/simt.h"

#include <stdlib.h>

#include "script/engine/warp.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/errors.h"
#include "script/machine/protocol.h"
#include "script/simt/simt_lanes.h"
#include "script/syntax/instrument.h"

/* Blocks that may be given up before no more are tried. */
enum { MAX_TRIES = 3 };

enum outcome { GO_ON, PAUSE, GIVE_UP };

static void set_group(struct wl_simt *m, const struct wl_simt_frame *f) {
  m->group = f->group;
  m->full = f->alone && f->group == f->entered;
  for (unsigned i = 0; i < WL_LANES; i++) m->on[i] = f->group >> i & 1 ? 0xff : 0;
}

static struct wl_simt_frame *top(const struct wl_simt *m) {
  return &m->now->frame[m->now->depth - 1];
}

/* Lets the lanes run that are at the lowest instruction. */
static void choose(struct wl_simt *m, struct wl_simt_frame *f) {
  f->pc = f->stop = UINT32_MAX;
  f->group = 0;
  for (uint32_t left = f->mask; left; left &= left - 1) {
    uint32_t at = f->wait[__builtin_ctz(left)];
    if (at < f->pc) f->pc = at;
  }
  for (uint32_t left = f->mask; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (f->wait[i] == f->pc) f->group |= UINT32_C(1) << i;
    else if (f->wait[i] < f->stop) f->stop = f->wait[i];
  }
  set_group(m, f);
}

static void wait_at(struct wl_simt_frame *f, uint32_t mask, uint32_t pc) {
  for (; mask; mask &= mask - 1) f->wait[__builtin_ctz(mask)] = pc;
}

/* The lanes `some` of the group go to `there`, the others to `else_there`. */
static void branch(struct wl_simt *m, struct wl_simt_frame *f, uint32_t some, uint32_t there,
                   uint32_t else_there) {
  if (some == f->group) {
    f->pc = there;
  } else if (some == 0) {
    f->pc = else_there;
  } else {
    wait_at(f, some, there);
    wait_at(f, f->group & ~some, else_there);
    choose(m, f);
  }
}

static bool enter(struct wl_simt *m, const struct wl_closure *c, uint32_t base, uint32_t mask) {
  struct wl_simt_warp *w = m->now;
  if (c == NULL || w->depth == WL_SIMT_FRAMES || base + c->proto->registers > WL_SIMT_REGISTERS)
    return false;
  for (unsigned i = 0; i < w->depth; i++)
    if (w->frame[i].closure->proto == c->proto) return false; /* its loops are counted once */
  struct wl_simt_frame *f = &w->frame[w->depth++];
  f->closure = c;
  f->base = base;
  f->pc = 0;
  f->stop = UINT32_MAX;
  f->mask = f->group = f->entered = mask;
  f->given = -1;
  f->iteration = WL_NO_ITERATION;
  f->alone = true;
  set_group(m, f);
  return true;
}

static void leave_kernel(struct wl_simt *m) {
  m->now->live &= ~m->group;
}

/* The lanes of the group return `count` values from register `from` on. */
static bool give_back(struct wl_simt *m, struct wl_simt_frame *f, uint32_t from, int32_t count) {
  struct wl_simt_warp *w = m->now;
  struct wl_lanes *reg = w->reg;
  if (f->given >= 0 && f->given != count && f->wanted < 0) return false;
  f->given = count;
  if (w->depth == 1) {
    leave_kernel(m);
    f->entered &= ~f->group;
  }
  int32_t wanted = f->wanted < 0 ? count : f->wanted;
  if (f->returns + (uint32_t)wanted > WL_SIMT_REGISTERS) return false;
  for (int32_t n = 0; n < wanted && w->depth > 1; n++) {
    struct wl_lanes *to = &reg[f->returns + (uint32_t)n], nil;
    const struct wl_lanes *value = &reg[f->base + from + (uint32_t)n];
    if (n >= count) {
      wl_spread(&nil, WL_V_NIL, 0);
      value = &nil;
    }
    *wl_target(m, to) = *value;
    wl_debounce(m, to);
  }
  f->mask &= ~f->group;
  if (f->mask != 0) {
    choose(m, f);
    return true;
  }
  if (--w->depth == 0) return true;
  struct wl_simt_frame *caller = top(m);
  caller->top = f->returns - caller->base + (uint32_t)wanted;
  set_group(m, caller);
  return true;
}

/* All threads of the warp that are left wait for the block. */
static enum outcome barrier(struct wl_simt *m, uint32_t token) {
  struct wl_vm *vm = m->vm;
  if (m->group != m->now->live || token == 0 ||
      !wl_simt_barrier(m, WL_STAGE_BARRIER, WL_NAME_SYNCTHREADS, token))
    return GIVE_UP;
  for (uint32_t left = m->group; left; left &= left - 1) {
    struct wl_lane *lane = &vm->lane[m->number * WL_LANES + (unsigned)__builtin_ctz(left)];
    lane->state = WL_LANE_PARKED;
    lane->barrier = token;
  }
  return PAUSE;
}

/* Where the process is, for who looks at it from outside. */
static void tell(const struct wl_simt *m, uint32_t token) {
  if (token != 0) m->vm->beacon->token = token;
  m->vm->beacon->thread = m->number * WL_LANES + wl_first(m);
}

static bool any_number(const struct wl_simt *m, const struct wl_lanes *r) {
  bool any = false;
  for (uint32_t left = m->group; left; left &= left - 1) {
    uint8_t tag = r->tag[__builtin_ctz(left)];
    any |= tag == WL_V_INTEGER || tag == WL_V_FLOAT;
  }
  return any;
}

/* Whether an element or a result of this can be missing: a table, a function of the script. */
static bool may_be_nil(struct wl_simt *m, const struct wl_lanes *r) {
  const struct wl_object *o = wl_simt_object(m, r);
  return o != NULL && (o->kind == WL_OBJECT_TABLE || o->kind == WL_OBJECT_CLOSURE);
}

/* A call; f->pc is behind it already. */
static enum outcome call(struct wl_simt *m, struct wl_simt_frame *f, const struct wl_code *c) {
  struct wl_lanes *ra = &m->now->reg[f->base + c->a];
  struct wl_object *o = wl_simt_object(m, ra);
  uint32_t count = c->b > 0 ? (uint32_t)c->b - 1 : f->top - c->a - 1u;
  if (o == NULL || count > 32) return GIVE_UP;
  uint64_t loop = ra[1].v[wl_first(m)];
  struct wl_closure *closure;
  switch (o->kind) {
    case WL_OBJECT_ENTER: m->now->turn[loop] = UINT32_MAX; return GO_ON;
    case WL_OBJECT_TURN:
      m->now->turn[loop]++;
      tell(m, m->vm->source->loop[loop].start);
      return GO_ON;
    case WL_OBJECT_TEST:
      if (count < 2 || c->c != 2 || (any_number(m, &ra[1]) && !may_be_nil(m, &ra[count])))
        return GIVE_UP;
      *wl_target(m, ra) = ra[1];
      wl_debounce(m, ra);
      return GO_ON;
    case WL_OBJECT_CALL: return GO_ON;
    case WL_OBJECT_LABEL: return wl_simt_label(m, (uint32_t)ra[1].v[wl_first(m)]) ? GO_ON : GIVE_UP;
    case WL_OBJECT_LEAVE:
      leave_kernel(m);
      return GO_ON;
    case WL_OBJECT_BARRIER: return c->c == 1 ? barrier(m, c->token) : GIVE_UP;
    case WL_OBJECT_CLOSURE:
      closure = wl_simt_closure(m, o);
      if (c->token == 0 || !enter(m, closure, f->base + c->a + 1u, f->group)) return GIVE_UP;
      for (uint32_t n = count; n < closure->proto->parameters; n++) {
        wl_spread(wl_target(m, &ra[1 + n]), WL_V_NIL, 0);
        wl_debounce(m, &ra[1 + n]);
      }
      top(m)->alone = f->alone && f->group == f->entered;
      set_group(m, top(m));
      m->now->depth--; /* the caller's loops */
      top(m)[1].iteration = wl_simt_iteration(m, c->token);
      m->now->depth++;
      top(m)->from = c->token;
      top(m)->wanted = c->c - 1;
      top(m)->returns = f->base + c->a;
      return GO_ON;
    default:
      tell(m, c->token);
      if (c->c > 2 || !wl_simt_operation(m, &m->left, o, ra + 1, count, c->token)) return GIVE_UP;
      *wl_target(m, ra) = m->left;
      wl_debounce(m, ra);
      f->top = c->a + 1u;
      return GO_ON;
  }
}

/* Lua jumps by the instruction behind a test if it holds as k says. Where that ends a
 * loop, lanes meet there first. */
static void test(struct wl_simt *m, struct wl_simt_frame *f, const struct wl_code *c,
                 uint32_t holds) {
  uint32_t jump = c->k ? holds : f->group & ~holds, there = (uint32_t)c[1].b;
  branch(m, f, jump, there > f->pc ? there : f->pc, f->pc + 1);
}

/* Instructions that go somewhere; f->pc is behind them already. */
static enum outcome control(struct wl_simt *m, struct wl_simt_frame *f, const struct wl_code *c,
                            struct wl_lanes *R) {
  uint32_t some;
  struct wl_lanes *ra = &R[c->a];
  const struct wl_lanes *rb = &R[(uint8_t)c->b];
  switch (c->op) {
    case WL_OP_CLOSE: case WL_OP_TBC: return GO_ON; /* only to be closed: nil */
    case WL_OP_JMP:
      f->pc = (uint32_t)c->b;
      return GO_ON;
    case WL_OP_EQ: case WL_OP_LT: case WL_OP_LE: case WL_OP_EQK: case WL_OP_EQI: case WL_OP_LTI:
    case WL_OP_LEI: case WL_OP_GTI: case WL_OP_GEI:
      if (!wl_simt_test(m, f, c, R, &some)) return GIVE_UP;
      test(m, f, c, some);
      return GO_ON;
    case WL_OP_TEST:
      test(m, f, c, wl_simt_truths(m, ra));
      return GO_ON;
    case WL_OP_TESTSET: {
      uint32_t holds = wl_simt_truths(m, rb), jump = c->k ? holds : f->group & ~holds;
      for (uint32_t left = jump; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        ra->v[i] = rb->v[i];
        ra->tag[i] = rb->tag[i];
      }
      ra->even = false;
      test(m, f, c, holds);
      return GO_ON;
    }
    case WL_OP_FORPREP:
      if (!wl_simt_for_begin(m, ra, &some)) return GIVE_UP;
      branch(m, f, some, (uint32_t)c->b, f->pc);
      return GO_ON;
    case WL_OP_FORLOOP:
      if (!wl_simt_for_next(m, ra, &some)) return GIVE_UP;
      branch(m, f, some, (uint32_t)c->b, f->pc);
      return GO_ON;
    case WL_OP_CALL: return call(m, f, c);
    case WL_OP_RETURN:
      some = c->b > 0 ? (uint32_t)c->b - 1 : f->top - c->a;
      return give_back(m, f, c->a, (int32_t)some) ? GO_ON : GIVE_UP;
    case WL_OP_RETURN0: return give_back(m, f, c->a, 0) ? GO_ON : GIVE_UP;
    case WL_OP_RETURN1: return give_back(m, f, c->a, 1) ? GO_ON : GIVE_UP;
    default: return GIVE_UP;
  }
}

/* A limit on time that has run out is told at what is being done. */
static void out_of_time(struct wl_simt *m, uint32_t token) {
  wl_error_stopped(m->vm, token, &m->vm->lane[m->number * WL_LANES + wl_first(m)]);
}

static enum outcome run(struct wl_simt *m) {
  while (m->now->depth > 0) {
    struct wl_simt_frame *f = top(m);
    if (f->pc >= f->stop) {
      wait_at(f, f->group, f->pc);
      choose(m, f);
    }
    const struct wl_code *c = &f->closure->proto->code[f->pc++];
    struct wl_lanes *R = m->now->reg + f->base, *ra = &R[c->a];
    if (m->vm->expired) {
      out_of_time(m, c->token);
      return GIVE_UP;
    }
    switch (c->op) {
      case WL_OP_SETTABLE: case WL_OP_SETI:
        if (!wl_simt_put(m, f, c, R)) return GIVE_UP;
        break;
      case WL_OP_LOADNIL:
        for (int n = 0; n <= c->b; n++) {
          wl_spread(wl_target(m, &ra[n]), WL_V_NIL, 0);
          wl_debounce(m, &ra[n]);
        }
        break;
      default:
        if (c->op < WL_OP_CLOSE) {
          m->token = c->token;
          if (!wl_simt_assign(m, f, c, R, wl_target(m, ra))) return GIVE_UP;
          wl_debounce(m, ra);
          /* Behind arithmetic stands what is to be done where it fails. */
          f->pc += (c->op >= WL_OP_ADDI && c->op <= WL_OP_SHR) || c->op == WL_OP_LFALSESKIP;
        } else {
          enum outcome o = control(m, f, c, R);
          if (o != GO_ON) return o;
        }
    }
  }
  return PAUSE;
}

/* A lane that goes back to a label makes a loop that ends in several places. */
static bool has_region(const struct wl_source *s) {
  for (uint32_t i = 1; i <= s->tokens; i++)
    if (s->token[i].word == WL_W_LABEL && (s->token[i].flags & WL_LOOP_BEFORE)) return true;
  return false;
}

/* Numbers that have been put in lane by lane. */
static void find_even(struct wl_lanes *r) {
  wl_tag_all(r, WL_V_INTEGER);
  r->even = true;
  for (unsigned i = 1; i < WL_LANES; i++)
    r->even = r->even && r->v[i] - r->v[i - 1] == wl_step_of(r);
}

struct wl_simt *wl_simt_create(struct wl_vm *vm) {
  if (vm->source->spins /* schedule.c */ || has_region(vm->source)) return NULL;
  struct wl_simt *m = wl_alloc_or_die(calloc(1, sizeof *m));
  struct wl_lanes kernel;
  m->vm = vm;
  m->tries = MAX_TRIES;
  m->group = UINT32_MAX;
  memset(m->on, 0xff, sizeof m->on);
  lua_pushvalue(vm->L, -1);
  wl_simt_take(m, &kernel);
  m->kernel = wl_simt_closure(m, wl_simt_object(m, &kernel));
  if (m->kernel == NULL) {
    free(m->object);
    free(m);
    return NULL;
  }
  unsigned warps = wl_head_warps(&vm->head);
  m->flops = wl_alloc_or_die(calloc(vm->source->tokens + 2u, sizeof *m->flops));
  m->warp = wl_alloc_or_die(calloc(warps, sizeof *m->warp));
  m->stamp = wl_alloc_or_die(calloc(vm->used[WL_GLOBAL] / WL_SAVED_BYTES + 2, sizeof *m->stamp));
  for (unsigned w = 0; w < warps; w++) {
    m->warp[w].turn = wl_alloc_or_die(calloc(vm->source->loops + 1u, sizeof *m->warp[w].turn));
    m->warp[w].reg = wl_alloc_or_die(calloc(WL_SIMT_REGISTERS + 256, sizeof *m->warp[w].reg));
    for (unsigned i = 0; i < WL_LANES && w * WL_LANES + i < vm->threads; i++)
      for (int d = 0; d < 3; d++) m->warp[w].thread[d].v[i] = vm->lane[w * WL_LANES + i].xyz[d];
    for (int d = 0; d < 3; d++) find_even(&m->warp[w].thread[d]);
  }
  for (int d = 0; d < 3; d++) {
    wl_spread(&m->index[WL_INDEX_BLOCK_DIM][d], WL_V_INTEGER, vm->head.block[d]);
    wl_spread(&m->index[WL_INDEX_GRID_DIM][d], WL_V_INTEGER, vm->head.grid[d]);
  }
  return m;
}

const uint64_t *wl_simt_flops(const struct wl_simt *m) { return m->flops; }

static bool ready_block(const struct wl_simt *m) { return m != NULL && m->tries > 0; }

static void give_up_block(struct wl_simt *m) {
  wl_simt_undo(m);
  m->tries--;
}

static void begin_block(struct wl_simt *m) {
  uint32_t xyz[3];
  wl_head_block(&m->vm->head, m->vm->block, xyz);
  for (int d = 0; d < 3; d++) wl_spread(&m->index[WL_INDEX_BLOCK][d], WL_V_INTEGER, xyz[d]);
  m->saves = 0;
  m->stamp_now++;
  for (unsigned w = 0; w < wl_head_warps(&m->vm->head); w++) m->warp[w].depth = 0;
}

static bool run_block(struct wl_simt *m, unsigned warp) {
  struct wl_vm *vm = m->vm;
  struct wl_simt_warp *w = m->now = &m->warp[warp];
  struct wl_lane *lane = &vm->lane[warp * WL_LANES];
  unsigned lanes = vm->threads - warp * WL_LANES;
  m->number = warp;
  wl_send_release(vm);
  if (lanes > WL_LANES) lanes = WL_LANES;
  if (lane[0].state == WL_LANE_READY && w->depth == 0 && vm->phase == 0) {
    w->live = (uint32_t)((UINT64_C(1) << lanes) - 1);
    if (!enter(m, m->kernel, 0, w->live)) return false;
  }
  if (w->depth == 0) return true;
  set_group(m, top(m));
  if (run(m) == GIVE_UP) {
    if (!vm->failed) wl_send_drop(vm);
    return false;
  }
  wl_send_release(vm);
  for (unsigned i = 0; i < lanes; i++)
    if (!(w->live >> i & 1)) lane[i].state = WL_LANE_RETURNED;
  return true;
}

const struct wl_engine wl_simt_engine = {ready_block, begin_block, run_block, give_up_block};
