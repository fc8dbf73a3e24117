/* Functions of the language for all lanes at once. Wrong arguments are left to the ordinary
 * functions, which report them. */
#include <math.h>
#include <stdlib.h>

#include "core/gpu/feature.h"
#include "script/engine/warp.h"
#include "script/language/api_functions.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/lesson_stops.h"
#include "script/machine/path_position.h"
#include "script/machine/protocol.h"
#include "script/simt/simt_lanes.h"

static bool has(const struct wl_simt *m, enum wl_feature feature) {
  return wl_arch_has(m->vm->options->arch, feature);
}

/* The event of lane i that its group is about to carry out. */
static struct wl_event *event_of(struct wl_simt *m, unsigned i) {
  struct wl_lane_log *log = &m->vm->log[i];
  if (log->capacity == 0) {
    log->event = wl_alloc_or_die(calloc(1, sizeof *log->event));
    log->capacity = 1;
  }
  log->head = 0;
  log->tail = 1;
  return memset(log->event, 0, sizeof *log->event);
}

static void read_replies(struct wl_simt *m, struct wl_lanes *out) {
  struct wl_lane *lane = &m->vm->lane[m->number * WL_LANES];
  out->even = false;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    out->v[i] = lane[i].reply_bits;
    switch (lane[i].reply) {
      case WL_REPLY_BOOLEAN: out->tag[i] = lane[i].reply_bits ? WL_V_TRUE : WL_V_FALSE; break;
      case WL_REPLY_INTEGER: out->tag[i] = WL_V_INTEGER; break;
      case WL_REPLY_NUMBER: out->tag[i] = WL_V_FLOAT; break;
      default: out->tag[i] = WL_V_NIL;
    }
    lane[i].reply = WL_REPLY_NONE;
  }
}

/* Has warp_instruction.c carry out the events of the group's lanes. */
static bool carry_out(struct wl_simt *m, struct wl_lanes *out, enum wl_script_setup stage,
                      unsigned name,
                      uint32_t token) {
  struct wl_vm *vm = m->vm;
  if (m->group != m->now->live) return false; /* others may come to it elsewhere */
  wl_send_release(vm);
  struct wl_program_point way;
  uint32_t path = WL_PATH_ROOT;
  wl_simt_way(m, token, token, &way);
  for (uint32_t i = 0; i < way.turns; i++)
    path = wl_position_child(&vm->positions, path, way.at[i], way.iteration[i]);
  for (uint32_t left = m->group; left; left &= left - 1) {
    struct wl_event *e = vm->log[__builtin_ctz(left)].event;
    e->site = wl_site(vm->source->token[token].call, stage, name, 0);
    e->path = path;
    e->ask = wl_stop_take(&vm->lane[m->number * WL_LANES + (unsigned)__builtin_ctz(left)], e->site);
  }
  struct wl_lane_group g = {.lane = &vm->lane[m->number * WL_LANES], .mask = m->group,
                            .live = m->now->live, .met = m->group, .warp = m->number};
  bool fine = wl_group_step(vm, &g);
  for (unsigned i = 0; i < WL_LANES; i++) vm->log[i].tail = 0;
  if (fine) read_replies(m, out);
  wl_positions_clear(&vm->positions);
  return fine;
}

/* Argument 1 of the _sync functions: it must name the lanes that call. */
static bool names_all(const struct wl_simt *m, const struct wl_lanes *mask) {
  if (!wl_all_are(m, mask, WL_V_INTEGER)) return false;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    int64_t v = (int64_t)mask->v[i];
    if (v < INT32_MIN || v > UINT32_MAX || !(mask->v[i] >> i & 1)) return false;
  }
  return true;
}

bool wl_simt_barrier(struct wl_simt *m, enum wl_script_setup stage, unsigned name, uint32_t token) {
  uint32_t at = m->vm->source->token[token].call;
  struct wl_step *s = wl_group_begin(m->vm, wl_site(at, stage, name, 0), WL_STEP_BARRIER);
  s->warp = (uint16_t)m->number;
  s->iteration = wl_simt_iteration(m, token);
  wl_simt_way(m, token, at, &s->way);
  s->live = m->now->live;
  s->access.mask = m->group;
  return wl_send_hold(m->vm);
}

bool wl_simt_label(struct wl_simt *m, uint32_t label) {
  struct wl_vm *vm = m->vm;
  uint32_t lanes[WL_MAX_STOPS] = {0}, all = 0;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    uint32_t due = wl_stop_pass(&vm->lane[m->number * WL_LANES + i], label);
    all |= due;
    for (; due != 0; due &= due - 1) lanes[__builtin_ctz(due)] |= UINT32_C(1) << i;
  }
  for (; all != 0; all &= all - 1) {
    unsigned at = (unsigned)__builtin_ctz(all);
    struct wl_step *s = wl_group_begin(vm, wl_site(label, WL_STAGE_LABEL, at, 0), WL_STEP_MARK);
    s->warp = (uint16_t)m->number;
    s->iteration = wl_simt_iteration(m, label);
    wl_simt_way(m, label, label, &s->way);
    s->live = m->now->live;
    s->access.mask = lanes[at];
    if (wl_stop_mark(vm, at, s) && !wl_send_hold(vm)) return false;
  }
  return true;
}

static bool shuffle(struct wl_simt *m, struct wl_lanes *out, unsigned name,
                    const struct wl_lanes *a, unsigned count, uint32_t token) {
  unsigned first = name >= WL_NAME_SHFL_SYNC;
  if (!has(m, WL_HAS_SHUFFLE) || wl_api_gone(m->vm->options->arch, name)) return false;
  if (count < first + 2 || count > first + 3) return false;
  if (first == 1 && !names_all(m, a)) return false;
  const struct wl_lanes *mask = a;
  a += first;
  if (!wl_all_are(m, &a[1], WL_V_INTEGER)) return false;
  if (count == first + 3 && !wl_all_are(m, &a[2], WL_V_INTEGER)) return false;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    struct wl_event *e = event_of(m, i);
    int64_t at = (int64_t)a[1].v[i], width = count == first + 3 ? (int64_t)a[2].v[i] : WL_LANES;
    if (a[0].tag[i] != WL_V_INTEGER && a[0].tag[i] != WL_V_FLOAT) return false;
    if (at < INT32_MIN || at > UINT32_MAX || width < 1 || width > WL_LANES ||
        (width & (width - 1)) != 0)
      return false;
    e->number = a[0].tag[i] == WL_V_FLOAT;
    e->value = a[0].v[i];
    e->address = (uint32_t)at;
    e->width = (uint8_t)width;
    e->result = first == 1 ? (uint32_t)mask->v[i] : 0;
  }
  return carry_out(m, out, WL_STAGE_SHUFFLE, name, token);
}

static bool vote(struct wl_simt *m, struct wl_lanes *out, unsigned name, const struct wl_lanes *a,
                 unsigned count, uint32_t token) {
  bool ballot = name == WL_NAME_BALLOT || name == WL_NAME_BALLOT_SYNC || name == WL_NAME_ACTIVEMASK;
  unsigned first = name == WL_NAME_BALLOT_SYNC || name == WL_NAME_ANY_SYNC ||
                   name == WL_NAME_ALL_SYNC;
  bool all = name == WL_NAME_ACTIVEMASK;
  if (!has(m, ballot ? WL_HAS_BALLOT : WL_HAS_VOTE) || count != first + !all) return false;
  if (wl_api_gone(m->vm->options->arch, name)) return false;
  if (first == 1 && !names_all(m, a)) return false;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    bool holds = all;
    if (!all) {
      const struct wl_lanes *r = &a[first];
      holds = r->tag[i] != WL_V_NIL && r->tag[i] != WL_V_FALSE;
      if (r->tag[i] == WL_V_INTEGER) holds = r->v[i] != 0;
      if (r->tag[i] == WL_V_FLOAT) holds = wl_as_float(r->v[i]) != 0;
    }
    struct wl_event *e = event_of(m, i);
    e->value = holds;
    e->result = first == 1 ? (uint32_t)a->v[i] : 0;
  }
  return carry_out(m, out, WL_STAGE_VOTE, name, token);
}

/* __match and __reduce, of whole numbers of 32 bits. */
static bool collect(struct wl_simt *m, struct wl_lanes *out, unsigned name,
                    const struct wl_lanes *a, unsigned count, uint32_t token) {
  if (!has(m, wl_name_reduces(name) ? WL_HAS_REDUX : WL_HAS_MATCH) || count != 2 ||
      !names_all(m, a) || !wl_all_are(m, &a[1], WL_V_INTEGER))
    return false;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    int64_t v = (int64_t)a[1].v[i];
    if (v < INT32_MIN || v > UINT32_MAX) return false;
    struct wl_event *e = event_of(m, i);
    e->value = (uint64_t)v;
    e->result = (uint32_t)a->v[i];
  }
  return carry_out(m, out, WL_STAGE_COLLECT, name, token);
}

bool wl_simt_operation(struct wl_simt *m, struct wl_lanes *out, const struct wl_object *o,
                       const struct wl_lanes *a, unsigned count, uint32_t token) {
  if (token == 0) return false;
  switch (o->kind) {
    case WL_OBJECT_LANE_ID:
      wl_make_even(out, WL_V_INTEGER, 0, 1);
      return true;
    case WL_OBJECT_WARP_ID: wl_spread(out, WL_V_INTEGER, m->number); return true;
    case WL_OBJECT_FENCE:
      wl_spread(out, WL_V_NIL, 0);
      return wl_simt_barrier(m, WL_STAGE_PIPELINE, o->number, token);
    case WL_OBJECT_SYNCWARP:
      if (count > 1 || (count == 1 && !names_all(m, a))) return false;
      for (uint32_t left = m->group; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        event_of(m, i)->result = count == 1 ? (uint32_t)a->v[i] : UINT32_MAX;
      }
      return carry_out(m, out, WL_STAGE_SYNCWARP, WL_NAME_SYNCWARP, token);
    case WL_OBJECT_SHUFFLE: return shuffle(m, out, o->number, a, count, token);
    case WL_OBJECT_VOTE: return vote(m, out, o->number, a, count, token);
    case WL_OBJECT_COLLECT: return collect(m, out, o->number, a, count, token);
    case WL_OBJECT_LDG: return count == 2 && wl_simt_ldg(m, out, o->number, a, token);
    case WL_OBJECT_ATOMIC: return count == 3 && wl_simt_atomic(m, out, o->number, a, token);
    case WL_OBJECT_PURE:
      m->token = token;
      return wl_simt_pure(m, out, o, a, count);
    default: return false;
  }
}
