/* Loads and stores of all lanes at once: the step, and the values. */
#include <math.h>
#include <stdlib.h>

#include "core/base/grow.h"
#include "core/gpu/feature.h"
#include "script/engine/atomic_loop.h"
#include "script/engine/warp.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/atomic.h"
#include "script/machine/device_memory.h"
#include "script/machine/lesson_stops.h"
#include "script/machine/protocol.h"
#include "script/machine/value.h"
#include "script/simt/simt_lanes.h"

uint32_t wl_simt_iteration(const struct wl_simt *m, uint32_t token) {
  const struct wl_token *t = &m->vm->source->token[token];
  if (t->loop == 0) return m->now->frame[m->now->depth - 1].iteration;
  return m->now->turn[t->loop] + ((t->flags & WL_NEXT_ITERATION) != 0);
}

static void add_turn(struct wl_program_point *way, uint32_t at, uint32_t iteration) {
  if (way->turns == WL_PROGRAM_POINT_TURNS) return;
  way->at[way->turns] = at;
  way->iteration[way->turns++] = iteration;
}

/* The loops of a function around `token`, the outermost first. */
static void add_loops(const struct wl_simt *m, uint32_t token, struct wl_program_point *way) {
  const struct wl_source *s = m->vm->source;
  const struct wl_token *t = &s->token[token];
  uint32_t depth = 0;
  for (uint32_t loop = t->loop; loop != 0; loop = s->loop[loop].parent) depth++;
  for (; depth > 0; depth--) {
    uint32_t loop = t->loop;
    for (uint32_t i = 1; i < depth; i++) loop = s->loop[loop].parent;
    bool next = loop == t->loop && (t->flags & WL_NEXT_ITERATION);
    add_turn(way, s->loop[loop].start, m->now->turn[loop] + next);
  }
}

void wl_simt_way(const struct wl_simt *m, uint32_t token, uint32_t at,
                 struct wl_program_point *way) {
  *way = (struct wl_program_point){.token = at};
  for (unsigned i = 1; i < m->now->depth; i++) {
    uint32_t from = m->now->frame[i].from;
    add_loops(m, from, way);
    add_turn(way, m->vm->source->token[from].call, WL_NO_ITERATION);
  }
  add_loops(m, token, way);
}

/* What the lanes of the group access: offsets from the start of one array. */
struct access {
  struct wl_view *view;
  unsigned number;
  bool even; /* known: offsets at equal distances, of all lanes */
  uint64_t offset[WL_LANES];
};

/* Indices as integers: whole floats will do. */
static bool to_index(const struct wl_simt *m, const struct wl_lanes *r, uint64_t index[WL_LANES]) {
  if (wl_all_are(m, r, WL_V_INTEGER)) {
    memcpy(index, r->v, WL_LANES * sizeof *index);
    return true;
  }
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    double f = wl_as_float(r->v[i]);
    bool whole = r->tag[i] == WL_V_FLOAT && f >= 0 && f < 0x1p53 && floor(f) == f;
    if (!whole && r->tag[i] != WL_V_INTEGER) return false;
    index[i] = whole ? (uint64_t)f : r->v[i];
  }
  return true;
}

/* Whether all lanes are active, and have the same reference. */
static bool is_even(const struct wl_simt *m, const struct wl_lanes *array, wl_ref first) {
  uint64_t differ = 0;
  for (unsigned i = 0; i < WL_LANES; i++) differ |= array->v[i] ^ first;
  return m->group == UINT32_MAX && differ == 0;
}

/* The offsets of such lanes, `limit` of 32 bits. False: one is outside. */
static bool offset_all(struct access *a, uint64_t start, const uint64_t number[WL_LANES],
                       uint64_t limit, uint32_t stride) {
  uint64_t outside = 0; /* its highest bit */
  for (unsigned i = 0; i < WL_LANES; i++) {
    outside |= number[i] | ~(number[i] - limit);
    a->offset[i] = start + (uint64_t)(uint32_t)number[i] * stride;
  }
  return outside >> 63 == 0;
}

/* The offsets of such lanes whose reference and index are even, too. False: they are not, or one is
 * outside. */
static bool offset_even(struct access *a, const struct wl_lanes *array,
                        const struct wl_lanes *index, uint64_t limit, uint64_t stride) {
  const uint64_t far = UINT64_C(1) << 40;
  uint64_t by = wl_step_of(array), on = wl_step_of(index);
  uint64_t last = array->v[WL_LANES - 1], to = index->v[WL_LANES - 1];
  if (by + far > 2 * far || on + far > 2 * far || wl_ref_view(last) != wl_ref_view(array->v[0]) ||
      wl_ref_level(last) != wl_ref_level(array->v[0]) || index->v[0] >= limit || to >= limit)
    return false;
  wl_spread_even(a->offset, wl_ref_offset(array->v[0]) + index->v[0] * stride, by + on * stride);
  return a->even = true;
}

/* Takes one more index. *level: how many are taken then. */
static bool take_index(struct wl_simt *m, struct access *a, const struct wl_lanes *array,
                       const struct wl_lanes *index, unsigned *level) {
  enum { OFFSET_BITS = 50 };
  uint64_t number[WL_LANES], differ = 0, outside = 0;
  if (!wl_all_are(m, array, WL_V_REF)) return false;
  wl_ref first = array->v[wl_first(m)];
  a->number = wl_ref_view(first);
  if (a->number == WL_REF_TYPE) return false;
  const struct wl_view *v = a->view = &m->vm->view[a->number];
  unsigned before = wl_ref_level(first);
  if (before >= v->dimensions || v->cast || v->inner || v->type.scalar == WL_STRUCT ||
      v->type.components != 1 || v->space == WL_TEXTURE)
    return false;
  uint64_t limit = v->extent[before], stride = v->stride[before];
  *level = before + 1;
  a->even = false;
  if (m->group == UINT32_MAX && array->even && index->even && index->tag[0] == WL_V_INTEGER &&
      offset_even(a, array, index, limit, stride))
    return true;
  if (!to_index(m, index, number)) return false;
  if (is_even(m, array, first) && stride <= UINT32_MAX)
    return offset_all(a, wl_ref_offset(first), number, limit, (uint32_t)stride);
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint64_t on = 0 - (uint64_t)(m->on[i] & 1);
    differ |= (array->v[i] ^ first) >> OFFSET_BITS & on;
    outside |= (uint64_t)(number[i] >= limit) & on;
    a->offset[i] = wl_ref_offset(array->v[i]) + number[i] * stride;
  }
  return differ == 0 && outside == 0;
}

/* Where lane i finds its element. */
static inline uint8_t *memory_of(const struct wl_simt *m, const struct access *a, unsigned i) {
  uint64_t own = a->view->space == WL_LOCAL ? (m->number * WL_LANES + i) *
                                                  wl_memory_local_bytes(m->vm) : 0;
  return a->view->memory + a->offset[i] + own;
}

/* Saves what lies in global memory before it is overwritten. */
static void save(struct wl_simt *m, uint64_t granule) {
  if (m->stamp[granule] == m->stamp_now) return;
  m->stamp[granule] = m->stamp_now;
  if (m->saves == m->save_capacity)
    m->saved = wl_alloc_or_die(wl_grow(m->saved, sizeof *m->saved, &m->save_capacity, 1024));
  struct wl_saved *s = &m->saved[m->saves++];
  s->granule = granule;
  memcpy(s->bytes, m->vm->memory[WL_GLOBAL] + granule * WL_SAVED_BYTES, WL_SAVED_BYTES);
}

void wl_simt_undo(struct wl_simt *m) {
  for (size_t i = 0; i < m->saves; i++)
    memcpy(m->vm->memory[WL_GLOBAL] + m->saved[i].granule * WL_SAVED_BYTES, m->saved[i].bytes,
           WL_SAVED_BYTES);
  m->saves = 0;
}

static void note_touched(struct wl_touched *touch, enum wl_touched_kind kind,
                         const struct access *a, uint32_t lanes) {
  size_t size = a->view->bytes;
  uint64_t by = a->offset[1] - a->offset[0];
  bool together = a->even && (by == 0 || by == size); /* lanes side by side, or at one word */
  if (!together) wl_touched_note_lanes(touch, kind, a->view->memory, a->offset, lanes, size);
  else
    wl_touched_note(touch, kind, a->view->memory + a->offset[0],
                    by == 0 ? size : size * WL_LANES);
}

/* Before the access: `read`, or `write`s in one of two ways, or both. */
static void note(struct wl_simt *m, const struct access *a, bool read, bool write,
                 enum wl_touched_kind way) {
  if (a->view->space != WL_GLOBAL) return;
  const uint8_t *memory = a->view->memory;
  struct wl_touched *touch = m->vm->touch;
  for (uint32_t left = write ? m->group : 0; left; left &= left - 1) {
    const uint8_t *at = memory + a->offset[__builtin_ctz(left)];
    save(m, (uint64_t)(at - m->vm->memory[WL_GLOBAL]) / WL_SAVED_BYTES);
  }
  if (touch == NULL) return;
  if (write) note_touched(touch, way, a, m->group);
  if (read) note_touched(touch, WL_TOUCHED_READ, a, m->group);
}

/* What an access is, and where. */
struct kind { enum wl_script_setup stage; uint32_t token; enum wl_form form; enum wl_atomic atomic;
             };

/* Sends the step, whose values memory holds by now, or the steps of a loop; *retry: how it
 * ends. */
static bool send_all(struct wl_simt *m, const struct access *a, struct kind kind,
                     struct wl_atomic_loop *retry) {
  struct wl_vm *vm = m->vm;
  const struct wl_view *v = a->view;
  enum wl_script_setup stage = kind.stage;
  uint32_t token = kind.token;
  bool call = stage != WL_STAGE_LOAD && stage != WL_STAGE_STORE;
  uint32_t at = call ? vm->source->token[token].call : token;
  if (token == 0) return false;
  struct wl_step *s = wl_group_begin(vm, wl_site(at, stage, a->number, 0), WL_STEP_ACCESS);
  s->warp = (uint16_t)m->number;
  s->iteration = wl_simt_iteration(m, token);
  wl_simt_way(m, token, at, &s->way);
  s->live = m->now->live;
  s->array = v->array;
  s->type = (struct wl_type){v->type.scalar, 1};
  s->access.mask = m->group;
  s->access.space = v->space;
  s->access.op = wl_stage_access[stage].op;
  s->access.cache = wl_stage_access[stage].cache;
  s->access.unused = wl_stage_access[stage].unused;
  s->access.form = (uint8_t)kind.form;
  s->access.width = (uint8_t)v->bytes;
  s->access.layout = v->layout;
  s->access.pitch = v->pitch;
  s->access.even = a->even;
  if (a->even)
    wl_spread_even(s->access.address, v->base + a->offset[0], a->offset[1] - a->offset[0]);
  for (unsigned i = 0; !a->even && i < WL_LANES; i++)
    s->access.address[i] = v->base + a->offset[i];
  for (uint32_t left = vm->lesson.stops ? m->group : 0; left; left &= left - 1) {
    struct wl_lane *lane = &vm->lane[m->number * WL_LANES + (unsigned)__builtin_ctz(left)];
    wl_stop_ask(vm, wl_stop_take(lane, wl_site(at, stage, a->number, 0)), s);
  }
  vm->beacon->token = token;
  wl_atomic_loop_begin(retry, kind.atomic, s);
  do {
    vm->accesses += (unsigned)__builtin_popcount(s->access.mask);
    if (vm->accesses > vm->options->accesses || !wl_send_hold(vm)) return false;
  } while (wl_atomic_loop_next(retry, s));
  return true;
}

static bool send(struct wl_simt *m, const struct access *a, struct kind kind) {
  struct wl_atomic_loop unused;
  return send_all(m, a, kind, &unused);
}

/* A number of memory as the script has it. */
static inline uint64_t to_lua(enum wl_scalar s, uint64_t bits) {
  if (s == WL_FLOAT) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return wl_as_bits((double)f);
  }
  if (s == WL_INT) return (uint64_t)(int64_t)(int32_t)bits;
  return wl_scalars[s].kind == WL_FLOATING ? wl_as_bits(wl_scalar_to_double(s, bits))
                                           : (uint64_t)wl_scalar_to_integer(s, bits);
}

/* Floats that lie side by side. */
static void read_floats(const uint8_t *from, uint64_t bits[WL_LANES], uint64_t out[WL_LANES]) {
  for (unsigned i = 0; i < WL_LANES; i++) {
    float f;
    uint32_t word;
    memcpy(&word, from + sizeof f * i, sizeof word);
    memcpy(&f, from + sizeof f * i, sizeof f);
    bits[i] = word;
    out[i] = wl_as_bits((double)f);
  }
}

static void read_values(struct wl_simt *m, const struct access *a, struct wl_lanes *out) {
  enum wl_scalar scalar = (enum wl_scalar)a->view->type.scalar;
  uint64_t *bits = m->vm->step.value;
  enum wl_tag tag = wl_scalars[scalar].kind == WL_FLOATING ? WL_V_FLOAT : WL_V_INTEGER;
  uint64_t by = a->offset[1] - a->offset[0];
  bool together = a->even && a->view->space != WL_LOCAL;
  if (together && by == 0) {
    uint64_t one = wl_value_bits(scalar, memory_of(m, a, 0));
    wl_spread_even(bits, one, 0);
    wl_spread(out, tag, to_lua(scalar, one));
    return;
  }
  if (together && by == sizeof(float) && scalar == WL_FLOAT) {
    read_floats(memory_of(m, a, 0), bits, out->v);
    wl_tag_all(out, tag);
    return;
  }
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    bits[i] = wl_value_bits(scalar, memory_of(m, a, i));
    out->v[i] = to_lua(scalar, bits[i]);
  }
  wl_tag_all(out, tag);
}

static bool load(struct wl_simt *m, struct wl_lanes *out, const struct access *a,
                 enum wl_script_setup stage, uint32_t token) {
  read_values(m, a, out);
  note(m, a, true, false, WL_TOUCHED_READ);
  return send(m, a, (struct kind){.stage = stage, .token = token});
}

bool wl_simt_load(struct wl_simt *m, struct wl_lanes *out, const struct wl_lanes *array,
                  const struct wl_lanes *index, uint32_t token) {
  struct access a;
  unsigned level;
  if (!take_index(m, &a, array, index, &level)) return false;
  if (level < a.view->dimensions && a.even) {
    wl_make_even(out, WL_V_REF, wl_ref_make(a.number, level, a.offset[0]),
                 a.offset[1] - a.offset[0]);
    return true;
  }
  if (level < a.view->dimensions) {
    for (unsigned i = 0; i < WL_LANES; i++) out->v[i] = wl_ref_make(a.number, level, a.offset[i]);
    wl_tag_all(out, WL_V_REF);
    return true;
  }
  return load(m, out, &a, WL_STAGE_LOAD, token);
}

bool wl_simt_ldg(struct wl_simt *m, struct wl_lanes *out, unsigned stage,
                 const struct wl_lanes arguments[2], uint32_t token) {
  struct access a;
  unsigned level;
  return take_index(m, &a, &arguments[0], &arguments[1], &level) &&
         level == a.view->dimensions && a.view->space == WL_GLOBAL &&
         load(m, out, &a, (enum wl_script_setup)stage, token);
}

static bool write_values(struct wl_simt *m, const struct access *a, const struct wl_lanes *value) {
  enum wl_scalar scalar = (enum wl_scalar)a->view->type.scalar;
  uint64_t *bits = m->vm->step.value;
  bool floats = wl_all_are(m, value, WL_V_FLOAT);
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    if (scalar == WL_FLOAT && floats) {
      float f = (float)wl_as_float(value->v[i]);
      bits[i] = 0;
      memcpy(&bits[i], &f, sizeof f);
    } else if (value->tag[i] == WL_V_INTEGER) {
      bits[i] = wl_scalar_from_integer(scalar, (int64_t)value->v[i]);
    } else if (value->tag[i] == WL_V_FLOAT) {
      bits[i] = wl_scalar_from_double(scalar, wl_as_float(value->v[i]));
    } else {
      return false;
    }
    memcpy(memory_of(m, a, i), &bits[i], a->view->bytes);
  }
  return true;
}

bool wl_simt_store(struct wl_simt *m, const struct wl_lanes *array, const struct wl_lanes *index,
                   const struct wl_lanes *value, uint32_t token) {
  struct access a;
  unsigned level;
  if (!take_index(m, &a, array, index, &level) || level != a.view->dimensions ||
      a.view->space == WL_CONSTANT)
    return false;
  note(m, &a, false, true, WL_TOUCHED_WRITE);
  if (!write_values(m, &a, value)) return false;
  /* Lanes that store to the same element each tell what they have stored. */
  return send(m, &a, (struct kind){.stage = WL_STAGE_STORE, .token = token});
}

/* The operand of lane i as the element's type holds it. */
static bool operand(const struct wl_lanes *r, unsigned i, enum wl_scalar s, uint64_t *bits) {
  if (r->tag[i] == WL_V_INTEGER) *bits = wl_scalar_from_integer(s, (int64_t)r->v[i]);
  else if (r->tag[i] == WL_V_FLOAT) *bits = wl_scalar_from_double(s, wl_as_float(r->v[i]));
  else return false;
  return true;
}

/* Whether the generation adds such numbers in one go; if not, the thread says so. */
static bool adds(const struct wl_simt *m, enum wl_atomic op, enum wl_scalar s) {
  const struct wl_arch *arch = m->vm->options->arch;
  if (op != WL_ATOMIC_ADD) return true;
  if (s == WL_FLOAT) return wl_arch_has(arch, WL_HAS_ATOMIC_FLOAT);
  return s != WL_DOUBLE || wl_arch_has(arch, WL_HAS_ATOMIC_DOUBLE);
}

/* The lanes' operands are in the step, and what memory holds. */
static bool atomic_loop(struct wl_simt *m, struct wl_lanes *out, const struct access *a,
                        struct kind kind) {
  struct wl_atomic_loop retry;
  if (!send_all(m, a, kind, &retry)) return false;
  enum wl_scalar s = (enum wl_scalar)a->view->type.scalar;
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    memcpy(memory_of(m, a, i), &retry.word[i], a->view->bytes);
    out->v[i] = to_lua(s, retry.old[i]);
  }
  return true;
}

bool wl_simt_atomic(struct wl_simt *m, struct wl_lanes *out, unsigned number,
                    const struct wl_lanes arguments[3], uint32_t token) {
  const struct wl_source *source = m->vm->source;
  enum wl_atomic op = (enum wl_atomic)number;
  struct access a;
  unsigned level;
  if (op == WL_ATOMIC_CAS || !take_index(m, &a, &arguments[0], &arguments[1], &level) ||
      level != a.view->dimensions || !wl_atomic_takes(op, a.view->type) ||
      (a.view->space != WL_GLOBAL && a.view->space != WL_SHARED))
    return false;
  enum wl_scalar s = (enum wl_scalar)a.view->type.scalar;
  bool statement = source->token[source->token[token].call].flags & WL_CALL_STATEMENT;
  bool unused = statement && wl_atomic_reduces(op);
  if (!adds(m, op, s)) return false;
  bool floating = wl_scalars[s].kind == WL_FLOATING;
  struct wl_step *step = &m->vm->step;
  uint64_t one = 0;
  if (!operand(&arguments[2], wl_first(m), s, &one)) return false;
  enum wl_form form = wl_atomic_form(m->vm, a.view, op, one, unused, token);
  bool loops = form == WL_FORM_LOOP;
  note(m, &a, !unused, true, WL_TOUCHED_UPDATE);
  for (uint32_t left = m->group; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    uint64_t old = wl_value_bits(s, memory_of(m, &a, i));
    if (!operand(&arguments[2], i, s, &step->value[i])) return false;
    step->result[i] = unused && !loops ? 0 : old;
    out->v[i] = to_lua(s, old);
    if (loops) continue;
    uint64_t new = wl_atomic_apply(op, s, old, step->value[i], 0);
    memcpy(memory_of(m, &a, i), &new, a.view->bytes);
  }
  wl_tag_all(out, floating ? WL_V_FLOAT : WL_V_INTEGER);
  struct kind kind = {wl_atomic_stage(op, statement), token, form, op};
  return loops ? atomic_loop(m, out, &a, kind) : send(m, &a, kind);
}
