/* One warp instruction: its step, and its effect on the lanes. */
#include <string.h>

#include "core/access/shuffle.h"
#include "script/engine/atomic_loop.h"
#include "script/engine/warp.h"
#include "script/language/array_ref.h"
#include "script/machine/errors.h"
#include "script/machine/lesson_stops.h"
#include "script/machine/path_position.h"
#include "script/machine/protocol.h"
#include "script/machine/value.h"
#include "script/syntax/instrument.h"

const struct wl_stage_access wl_stage_access[WL_STAGES] = {
  [WL_STAGE_LOAD] = {WL_LOAD, WL_PLAIN, false},
  [WL_STAGE_LOAD_NC] = {WL_LOAD, WL_NC, false},
  [WL_STAGE_LOAD_CA] = {WL_LOAD, WL_CA, false},
  [WL_STAGE_LOAD_CG] = {WL_LOAD, WL_CG, false},
  [WL_STAGE_FETCH] = {WL_LOAD, WL_PLAIN, false},
  [WL_STAGE_REDUCE] = {WL_REDUCE, WL_PLAIN, false},
  [WL_STAGE_ATOMIC] = {WL_ATOMIC, WL_PLAIN, false},
  [WL_STAGE_ATOMIC_IN_VAIN] = {WL_ATOMIC, WL_PLAIN, true},
  [WL_STAGE_CAS] = {WL_CAS, WL_PLAIN, false},
  [WL_STAGE_CAS_IN_VAIN] = {WL_CAS, WL_PLAIN, true},
  [WL_STAGE_COPY] = {WL_COPY, WL_PLAIN, false},
  [WL_STAGE_COPY_CG] = {WL_COPY_CG, WL_PLAIN, false},
  [WL_STAGE_STORE] = {WL_STORE, WL_PLAIN, false},
};

static struct wl_source_span place_of(struct wl_vm *vm, uint64_t site) {
  enum wl_script_setup stage = wl_site_stage(site);
  enum wl_source_span_kind kind = stage == WL_STAGE_LOAD    ? WL_SOURCE_SPAN_INDEX
                            : stage == WL_STAGE_STORE ? WL_SOURCE_SPAN_STORE : WL_SOURCE_SPAN_CALL;
  struct wl_known_place *known = &vm->place[(site >> 32 ^ site >> 24) % WL_KNOWN_PLACES];
  if (known->site >> 24 != site >> 24) {
    known->place = wl_source_span_find(vm->source, wl_site_token(site), kind);
    known->site = site;
  }
  return known->place;
}

/* Lanes that the masks of a _sync function name, but that have not come: those that had returned
 * before need not. */
static uint32_t absent_lanes(const struct wl_lane_group *g) {
  uint32_t absent = 0;
  for (uint32_t left = g->mask; left != 0; left &= left - 1) {
    const struct wl_lane *lane = &g->lane[__builtin_ctz(left)];
    absent |= (uint32_t)wl_head_event(lane)->result & (lane->expected | g->live) & ~g->met;
  }
  return absent;
}

/* The question of the lowest lane that has one. */
static void set_question(struct wl_vm *vm, const struct wl_lane_group *g, struct wl_step *s) {
  for (uint32_t rest = vm->lesson.stops ? g->mask : 0; rest; rest &= rest - 1)
    wl_stop_ask(vm, wl_head_event(&g->lane[__builtin_ctz(rest)])->ask, s);
}

struct wl_step *wl_group_begin(struct wl_vm *vm, uint64_t site, enum wl_step_kind kind) {
  struct wl_step *s = &vm->step;
  s->kind = (uint8_t)kind;
  s->has_values = kind <= WL_STEP_VOTE;
  s->type = (struct wl_type){WL_INT, 1};
  s->array = WL_NO_ARRAY;
  s->phase = (uint16_t)vm->phase;
  s->block = vm->block;
  s->name = (uint16_t)wl_site_what(site);
  s->place = place_of(vm, site);
  s->absent = s->elsewhere = 0;
  s->by_turns = false;
  s->question = s->stop = 0;
  s->access.even = false;
  return s;
}

static struct wl_step *begin(struct wl_vm *vm, const struct wl_lane_group *g,
                             const struct wl_event *e, enum wl_step_kind kind) {
  struct wl_step *s = wl_group_begin(vm, e->site, kind);
  s->warp = (uint16_t)g->warp;
  s->iteration = wl_position_iteration(&vm->positions, e->path);
  wl_position_way(&vm->positions, e->path, wl_site_token(e->site), &s->way);
  s->live = g->live;
  s->access.mask = g->mask;
  s->by_turns = g->by_turns;
  bool together = kind != WL_STEP_ACCESS && kind != WL_STEP_MARK;
  s->absent = together ? absent_lanes(g) : 0;
  s->elsewhere = together ? g->met & ~g->mask : 0;
  set_question(vm, g, s);
  return s;
}

/* The type that shows what a lane moves. */
static struct wl_type access_type(const struct wl_vm *vm, const struct wl_view *v,
                                  const struct wl_event *e) {
  if (wl_op_is_copy((enum wl_op)wl_stage_access[wl_site_stage(e->site)].op))
    return wl_value_piece(v->type, e->width);
  enum wl_scalar scalar = wl_view_scalar(vm, v, wl_site_part(e->site));
  return (struct wl_type){(uint8_t)scalar, (uint8_t)(e->width / wl_scalars[scalar].bytes)};
}

/* Counts and sends the access in vm->step. False and vm->diag at the limit. */
static bool send_access(struct wl_vm *vm, const struct wl_lane_group *g, const struct wl_event *e) {
  vm->accesses += (unsigned)__builtin_popcount(vm->step.access.mask);
  if (vm->accesses <= vm->options->accesses) {
    wl_send_step(vm);
    return true;
  }
  wl_error_at(vm, wl_site_token(e->site), &g->lane[__builtin_ctz(g->mask)],
              "use a smaller grid, or raise the limit",
              "more than %llu accesses, counting every lane",
              (unsigned long long)vm->options->accesses);
  vm->diag.status = WL_LIMIT;
  return false;
}

static uint8_t *word_of(const struct wl_view *v, const struct wl_event *e) {
  return v->memory + (e->address - v->base);
}

/* The loop that an atomic is: its lanes have waited for it, and go on with what they found. */
static bool step_loop(struct wl_vm *vm, const struct wl_lane_group *g, const struct wl_event *e) {
  const struct wl_view *v = &vm->view[wl_site_what(e->site)];
  enum wl_scalar scalar = (enum wl_scalar)v->type.scalar;
  struct wl_step *s = &vm->step;
  struct wl_atomic_loop retry;
  for (uint32_t left = g->mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    s->result[i] = wl_value_bits(scalar, word_of(v, wl_head_event(&g->lane[i])));
  }
  wl_atomic_loop_begin(&retry, (enum wl_atomic)e->atomic, s);
  do {
    if (!send_access(vm, g, e)) return false;
  } while (wl_atomic_loop_next(&retry, s));
  for (uint32_t left = g->mask; left != 0; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    struct wl_lane *lane = &g->lane[i];
    memcpy(word_of(v, wl_head_event(lane)), &retry.word[i], v->bytes);
    lane->state = WL_LANE_READY;
    lane->reply = WL_REPLY_INTEGER;
    lane->reply_bits = (uint64_t)wl_scalar_to_integer(scalar, retry.old[i]);
    if (wl_scalars[scalar].kind != WL_FLOATING) continue;
    lua_Number number = wl_scalar_to_double(scalar, retry.old[i]);
    lane->reply = WL_REPLY_NUMBER;
    memcpy(&lane->reply_bits, &number, sizeof number);
  }
  return true;
}

static bool step_access(struct wl_vm *vm, const struct wl_lane_group *g, const struct wl_event *e) {
  enum wl_script_setup stage = wl_site_stage(e->site);
  const struct wl_view *v = &vm->view[wl_site_what(e->site)];
  struct wl_step *s = begin(vm, g, e, WL_STEP_ACCESS);
  s->array = v->array;
  s->type = access_type(vm, v, e);
  s->access.space = v->space;
  s->access.op = wl_stage_access[stage].op;
  s->access.cache = wl_stage_access[stage].cache;
  s->access.unused = wl_stage_access[stage].unused;
  s->access.width = e->width;
  s->access.form = e->form;
  s->access.layout = v->layout;
  s->access.pitch = v->pitch;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(g->mask >> i & 1)) continue;
    const struct wl_event *own = wl_head_event(&g->lane[i]);
    s->access.address[i] = own->address;
    s->value[i] = own->value;
    s->result[i] = own->result;
    s->access.second[i] = (uint32_t)own->result;
  }
  return e->form == WL_FORM_LOOP ? step_loop(vm, g, e) : send_access(vm, g, e);
}

/* Where lane `lane` finds half `half` of its fragment of a matrix: elements 2 k and
 * 2 k + 1 of row lane / 4, k being lane % 4, or of that column. Source: PTX ISA,
 * ldmatrix, fragments of m8n8.b16. */
static uint8_t *half_of(uint8_t *const row[WL_MATRIX_ROWS], unsigned lane, unsigned half,
                        bool transposed) {
  unsigned major = lane / 4, minor = lane % 4 * 2 + half;
  return transposed ? row[minor] + 2 * major : row[major] + 2 * minor;
}

static void move_matrix(uint8_t *const row[WL_MATRIX_ROWS], unsigned instruction,
                        uint32_t *const fragment[WL_LANES]) {
  bool turned = instruction & WL_MATRIX_TRANSPOSED;
  for (unsigned lane = 0; lane < WL_LANES; lane++)
    for (unsigned half = 0; half < 2; half++) {
      uint8_t *there = half_of(row, lane, half, turned);
      uint8_t *here = (uint8_t *)fragment[lane] + 2 * half; /* little-endian, as the hardware */
      if (instruction & WL_MATRIX_STORES) memcpy(there, here, 2);
      else memcpy(here, there, 2);
    }
}

/* Moves the matrices of a warp whose lanes are all at their events: lanes get what the function
 * returns, or shared memory what they hold. Sets the rows' addresses and first values. */
static void move_matrices(struct wl_vm *vm, const struct wl_lane_group *g, unsigned instruction,
                          struct wl_step *s) {
  unsigned count = instruction & WL_MATRIX_COUNT, rows = count * WL_MATRIX_ROWS;
  const struct wl_view *v = &vm->view[wl_site_what(wl_head_event(g->lane)->site)];
  uint8_t *row[WL_LANES];
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    const struct wl_event *e = wl_head_event(&g->lane[lane]);
    uint32_t *held = g->lane[lane].reply_words;
    row[lane] = lane < rows ? v->memory + (e->address - v->base) : NULL;
    for (unsigned m = 0; m < WL_MATRICES; m++)
      held[m] = (uint32_t)((m < 2 ? e->value : e->result) >> m % 2 * 32);
    g->lane[lane].reply = instruction & WL_MATRIX_STORES ? WL_REPLY_NONE : WL_REPLY_WORDS;
    g->lane[lane].reply_bits = count;
    s->access.address[lane] = e->address;
  }
  for (unsigned m = 0; m < count; m++) {
    uint32_t *fragment[WL_LANES];
    for (unsigned lane = 0; lane < WL_LANES; lane++) fragment[lane] = &g->lane[lane].reply_words[m];
    move_matrix(row + m * WL_MATRIX_ROWS, instruction, fragment);
  }
  for (unsigned lane = 0; lane < rows; lane++)
    s->value[lane] = wl_value_bits((enum wl_scalar)s->type.scalar, row[lane]);
}

/* All lanes of the warp carry it out together; those that give an address are told
 * as active. */
static bool step_matrix(struct wl_vm *vm, const struct wl_lane_group *g, const struct wl_event *e) {
  unsigned instruction = wl_site_part(e->site), count = instruction & WL_MATRIX_COUNT;
  bool stores = instruction & WL_MATRIX_STORES;
  if (g->mask != UINT32_MAX)
    return wl_error_at(vm, wl_site_token(e->site), &g->lane[__builtin_ctz(g->mask)],
                       "call it where all 32 lanes of a warp come, with the same array",
                       "only %d of 32 lanes are at this %s", __builtin_popcount(g->mask),
                       wl_op_names[stores ? WL_MATRIX_STORE : WL_MATRIX_LOAD]);
  const struct wl_view *v = &vm->view[wl_site_what(e->site)];
  struct wl_step *s = begin(vm, g, e, WL_STEP_ACCESS);
  s->array = v->array;
  s->type = (struct wl_type){v->type.scalar < WL_SCALARS ? v->type.scalar : WL_UINT, 1};
  s->access.space = WL_SHARED;
  s->access.op = stores ? WL_MATRIX_STORE : WL_MATRIX_LOAD;
  s->access.cache = WL_PLAIN;
  s->access.form = WL_FORM_NATIVE;
  s->access.width = WL_MATRIX_ROW_BYTES;
  s->access.layout = WL_LAYOUT_ARRAY;
  s->access.mask = UINT32_MAX >> (WL_LANES - count * WL_MATRIX_ROWS);
  move_matrices(vm, g, instruction, s);
  return send_access(vm, g, e);
}

static void step_shuffle(struct wl_vm *vm, const struct wl_lane_group *g,
                         const struct wl_event *e) {
  struct wl_step *s = begin(vm, g, e, WL_STEP_SHUFFLE);
  enum wl_scalar scalar = wl_group_scalar(g, s->value);
  s->type.scalar = (uint8_t)scalar;
  s->shuffle_mode = s->name % WL_SHFL_MODES; /* as enum wl_step_name is ordered */
  s->shuffle_width = e->width;
  s->undefined = 0;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(g->mask >> i & 1)) continue;
    const struct wl_event *own = wl_head_event(&g->lane[i]), *from = own;
    unsigned source = wl_shuffle_source(s->shuffle_mode, own->width, (int)(uint32_t)own->address,
                                        i, NULL);
    if (wl_group_partners(g, i) >> source & 1) from = wl_head_event(&g->lane[source]);
    else s->undefined |= UINT32_C(1) << i; /* nobody there to send: any value may come */
    s->source[i] = (uint8_t)source;
    s->result[i] = wl_figure_text_bits(scalar, from);
    g->lane[i].reply = from->number ? WL_REPLY_NUMBER : WL_REPLY_INTEGER;
    g->lane[i].reply_bits = from->value;
  }
  wl_send_step(vm);
}

static void step_vote(struct wl_vm *vm, const struct wl_lane_group *g, const struct wl_event *e) {
  struct wl_step *s = begin(vm, g, e, WL_STEP_VOTE);
  uint32_t ballot = 0;
  for (unsigned i = 0; i < WL_LANES; i++)
    if ((g->met >> i & 1) && wl_head_event(&g->lane[i])->value != 0) ballot |= UINT32_C(1) << i;
  bool any = s->name == WL_NAME_ANY || s->name == WL_NAME_ANY_SYNC;
  bool all = s->name == WL_NAME_ALL || s->name == WL_NAME_ALL_SYNC;
  s->type.scalar = any || all ? WL_INT : WL_UINT;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(g->mask >> i & 1)) continue;
    uint32_t partners = wl_group_partners(g, i), own = ballot & partners;
    uint64_t result = any ? own != 0 : all ? own == partners : own;
    s->value[i] = ballot >> i & 1;
    s->result[i] = result;
    g->lane[i].reply = any || all ? WL_REPLY_BOOLEAN : WL_REPLY_INTEGER;
    g->lane[i].reply_bits = result;
  }
  wl_send_step(vm);
}

static void set_state(const struct wl_lane_group *g, enum wl_lane_state state) {
  for (unsigned i = 0; i < WL_LANES; i++)
    if (g->mask >> i & 1) g->lane[i].state = (uint8_t)state;
}

static void step_pipeline(struct wl_vm *vm, const struct wl_lane_group *g,
                          const struct wl_event *e) {
  struct wl_step *s = begin(vm, g, e, WL_STEP_BARRIER);
  s->has_values = s->name == WL_NAME_PIPELINE_WAIT;
  for (unsigned i = 0; i < WL_LANES && s->has_values; i++)
    if (g->mask >> i & 1) s->value[i] = wl_head_event(&g->lane[i])->value;
  wl_send_step(vm);
}

static void step_mark(struct wl_step *step, const struct wl_lane *lane) {
  memset(step->text, 0, sizeof step->text);
  strcpy(step->text, lane->text); /* wl_api_mark() has seen that it fits */
}

bool wl_group_step(struct wl_vm *vm, const struct wl_lane_group *g) {
  const struct wl_lane *lane = &g->lane[__builtin_ctz(g->mask)];
  const struct wl_event *e = wl_head_event(lane);
  switch (wl_site_stage(e->site)) {
    case WL_STAGE_MATRIX:
      if (!step_matrix(vm, g, e)) return false;
      break;
    case WL_STAGE_SHUFFLE: step_shuffle(vm, g, e); break;
    case WL_STAGE_VOTE: step_vote(vm, g, e); break;
    case WL_STAGE_COLLECT:
      wl_group_collective(vm, g, begin(vm, g, e, WL_STEP_VOTE));
      break;
    case WL_STAGE_MARK:
      step_mark(begin(vm, g, e, WL_STEP_MARK), lane);
      wl_send_step(vm);
      break;
    case WL_STAGE_LABEL:
      if (wl_stop_mark(vm, wl_site_what(e->site), begin(vm, g, e, WL_STEP_MARK))) wl_send_step(vm);
      return true; /* its threads have gone on */
    case WL_STAGE_PIPELINE:
      step_pipeline(vm, g, e);
      return true; /* … likewise */
    case WL_STAGE_SYNCWARP:
      begin(vm, g, e, WL_STEP_BARRIER);
      wl_send_step(vm);
      break;
    case WL_STAGE_BARRIER:
      begin(vm, g, e, WL_STEP_BARRIER);
      wl_send_step(vm);
      set_state(g, WL_LANE_PARKED);
      return true;
    default: return step_access(vm, g, e);
  }
  set_state(g, WL_LANE_READY);
  return true;
}
