/* Atomic operations on one element of global or shared memory. */
#include <assert.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/machine/atomic.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

static const char *const names[] = {
  [WL_ATOMIC_ADD] = "atomicAdd", [WL_ATOMIC_SUB] = "atomicSub", [WL_ATOMIC_MIN] = "atomicMin",
  [WL_ATOMIC_MAX] = "atomicMax", [WL_ATOMIC_EXCH] = "atomicExch", [WL_ATOMIC_CAS] = "atomicCAS",
  [WL_ATOMIC_AND] = "atomicAnd", [WL_ATOMIC_OR] = "atomicOr", [WL_ATOMIC_XOR] = "atomicXor",
  [WL_ATOMIC_INC] = "atomicInc", [WL_ATOMIC_DEC] = "atomicDec",
};
static_assert(sizeof names / sizeof *names == WL_ATOMICS, "a name for every operation");

static uint64_t operand(lua_State *L, int arg, const char *function, enum wl_scalar s) {
  uint64_t bits = 0;
  if (!wl_value_scalar(L, arg, s, &bits)) {
    /* First: the usage below pushes a string. */
    const char *trouble = wl_value_trouble(L, arg, (struct wl_type){(uint8_t)s, 1});
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "%s(): argument %d is %s, not a number",
             function, arg, trouble);
  }
  return bits;
}

static struct wl_element target(lua_State *L, enum wl_atomic op, enum wl_script_setup stage) {
  const char *function = names[op];
  struct wl_element e = wl_ref_element(L, wl_ref_check_array(L, 1, function), 2, stage);
  const struct wl_type t = e.view->type;
  char type[WL_TYPE_TEXT];
  wl_type_text(L, t, type);
  if (e.view->space != WL_GLOBAL && e.view->space != WL_SHARED)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "use an array in global or shared memory",
             "%s(): %s memory has no atomics", function, wl_space_names[e.view->space]);
  if (!wl_atomic_takes(op, t))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "use an int or uint array", "%s() does not work on %s",
             function,
             type);
  if (op == WL_ATOMIC_ADD && t.scalar == WL_FLOAT) wl_api_need(L, NULL, WL_HAS_ATOMIC_FLOAT);
  if (op == WL_ATOMIC_ADD && t.scalar == WL_DOUBLE) wl_api_need(L, NULL, WL_HAS_ATOMIC_DOUBLE);
  if (e.view->cast) wl_ref_check_aligned(L, e, stage);
  return e;
}

/* A loop: all lanes that come here go through it together (warp_instruction.c), for how often it
 * goes
 * round depends on what the lanes before have left of the word. */
static int wait_loop(lua_State *L, enum wl_script_setup stage, enum wl_atomic op,
                     struct wl_element e,
                     uint64_t v) {
  struct wl_lane *lane = wl_lane_of(L);
  wl_api_enter(L, names[op], WL_FEATURES);
  struct wl_event *event = wl_event_call(L, lane, stage, e.number, 0);
  event->address = e.view->base + e.offset;
  event->value = v;
  event->form = WL_FORM_LOOP;
  event->atomic = op & 15;
  event->width = (uint8_t)e.view->bytes;
  return wl_event_wait(L, lane);
}

int wl_api_atomic(lua_State *L) {
  enum wl_atomic op = (enum wl_atomic)wl_api_number(L);
  const char *function = names[op];
  wl_api_in_kernel(L, function);
  struct wl_lane *lane = wl_lane_of(L);
  const struct wl_source *s = lane->vm->source;
  uint32_t here = wl_call_site(L), call = s->token[here].call;
  bool statement = s->token[call].flags & WL_CALL_STATEMENT;
  bool unused = statement && wl_atomic_reduces(op);
  enum wl_script_setup stage = wl_atomic_stage(op, statement);

  struct wl_element e = target(L, op, stage);
  enum wl_scalar scalar = (enum wl_scalar)e.view->type.scalar;
  uint64_t compare = op == WL_ATOMIC_CAS ? operand(L, 3, function, scalar) : 0;
  uint64_t v = operand(L, op == WL_ATOMIC_CAS ? 4 : 3, function, scalar);
  enum wl_form form = wl_atomic_form(lane->vm, e.view, op, v, unused, here);
  if (form == WL_FORM_LOOP) return wait_loop(L, stage, op, e, v);
  wl_event_turn(L, lane, stage, wl_api_atomic);
  uint8_t *memory = e.memory;
  uint64_t old = wl_value_bits(scalar, memory), new = wl_atomic_apply(op, scalar, old, v, compare);
  wl_value_push(L, e.view->type, memory);
  memcpy(memory, &new, e.view->bytes);
  lane->vm->changes += old != new;

  struct wl_event *event = wl_event_add(L, lane, here, wl_site(call, stage, e.number, 0));
  event->address = e.view->base + e.offset;
  event->value = v;
  event->form = form & 15;
  event->result = unused ? 0 : old;
  event->width = (uint8_t)e.view->bytes;
  if (lane->vm->touch != NULL && e.view->space == WL_GLOBAL) {
    wl_touched_note(lane->vm->touch, WL_TOUCHED_UPDATE, memory, e.view->bytes);
    if (!unused) wl_touched_note(lane->vm->touch, WL_TOUCHED_READ, memory, e.view->bytes);
  }
  return wl_event_return(L, lane, 1);
}
