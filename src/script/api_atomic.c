/* Atomic operations on one element of global or shared memory. */
#include <assert.h>
#include <string.h>

#include "script/api.h"
#include "script/api_functions.h"
#include "script/argument.h"
#include "script/atomic.h"
#include "script/error.h"
#include "script/here.h"
#include "script/ref.h"
#include "script/retry.h"
#include "script/touch.h"
#include "script/value.h"

#define BIT(s) (1u << (s))
#define WHOLE (BIT(WL_INT) | BIT(WL_UINT) | BIT(WL_LONGLONG) | BIT(WL_ULONGLONG))
#define REAL (BIT(WL_FLOAT) | BIT(WL_DOUBLE))

/* Types that each operation takes. CUDA also wants unsigned long long where it
 * has 64 bits; we let a long long pass. Source: CUDA C++ Programming Guide,
 * "Atomic Functions". */
static const struct { const char *name; unsigned types; } atomics[] = {
  [WL_ATOMIC_ADD] = {"atomicAdd", WHOLE | REAL}, [WL_ATOMIC_SUB] = {"atomicSub", WHOLE},
  [WL_ATOMIC_MIN] = {"atomicMin", WHOLE},        [WL_ATOMIC_MAX] = {"atomicMax", WHOLE},
  [WL_ATOMIC_EXCH] = {"atomicExch", WHOLE | REAL}, [WL_ATOMIC_CAS] = {"atomicCAS", WHOLE},
  [WL_ATOMIC_AND] = {"atomicAnd", WHOLE},        [WL_ATOMIC_OR] = {"atomicOr", WHOLE},
  [WL_ATOMIC_XOR] = {"atomicXor", WHOLE},
  [WL_ATOMIC_INC] = {"atomicInc", BIT(WL_UINT) | BIT(WL_INT)},
  [WL_ATOMIC_DEC] = {"atomicDec", BIT(WL_UINT) | BIT(WL_INT)},
};
static_assert(sizeof atomics / sizeof *atomics == WL_ATOMICS, "a row for every operation");

bool wl_atomic_takes(enum wl_atomic op, struct wl_type t) {
  return t.scalar != WL_STRUCT && t.components == 1 && (atomics[op].types & BIT(t.scalar)) != 0;
}

static bool less(enum wl_scalar s, uint64_t a, uint64_t b) {
  if (wl_scalars[s].kind == WL_UNSIGNED) return a < b;
  return wl_scalar_to_integer(s, a) < wl_scalar_to_integer(s, b);
}

/* The sum as the type rounds it. */
static uint64_t add(enum wl_scalar s, uint64_t a, uint64_t b) {
  if (wl_scalars[s].kind == WL_FLOATING)
    return wl_scalar_from_double(s, wl_scalar_to_double(s, a) + wl_scalar_to_double(s, b));
  return wl_scalar_from_integer(s, (int64_t)(a + b));
}

uint64_t wl_atomic_apply(enum wl_atomic op, enum wl_scalar s, uint64_t old, uint64_t v,
                         uint64_t compare) {
  switch (op) {
    case WL_ATOMIC_ADD: return add(s, old, v);
    case WL_ATOMIC_SUB: return wl_scalar_from_integer(s, (int64_t)(old - v));
    case WL_ATOMIC_MIN: return less(s, v, old) ? v : old;
    case WL_ATOMIC_MAX: return less(s, old, v) ? v : old;
    case WL_ATOMIC_CAS: return old == compare ? v : old;
    case WL_ATOMIC_AND: return old & v;
    case WL_ATOMIC_OR: return old | v;
    case WL_ATOMIC_XOR: return old ^ v;
    case WL_ATOMIC_INC: return old >= v ? 0 : old + 1;
    case WL_ATOMIC_DEC: return old == 0 || old > v ? v : old - 1;
    case WL_ATOMIC_EXCH: case WL_ATOMICS: break;
  }
  return v;
}

bool wl_atomic_reduces(enum wl_atomic op) { return op != WL_ATOMIC_EXCH && op != WL_ATOMIC_CAS; }

enum wl_stage wl_atomic_stage(enum wl_atomic op, bool unused) {
  if (op == WL_ATOMIC_CAS) return unused ? WL_STAGE_CAS_IN_VAIN : WL_STAGE_CAS;
  if (!unused) return WL_STAGE_ATOMIC;
  return wl_atomic_reduces(op) ? WL_STAGE_REDUCE : WL_STAGE_ATOMIC_IN_VAIN;
}

static uint64_t operand(lua_State *L, int arg, const char *function, enum wl_scalar s) {
  uint64_t bits = 0;
  if (!wl_value_scalar(L, arg, s, &bits)) {
    /* First: the usage below pushes a string. */
    const char *trouble = wl_value_trouble(L, arg, (struct wl_type){(uint8_t)s, 1});
    wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, function), "%s(): argument %d is %s, not a number",
             function, arg, trouble);
  }
  return bits;
}

static struct wl_element target(lua_State *L, enum wl_atomic op, enum wl_stage stage) {
  const char *function = atomics[op].name;
  struct wl_element e = wl_ref_element(L, wl_ref_check_array(L, 1, function), 2, stage);
  const struct wl_type t = e.view->type;
  char type[WL_TYPE_TEXT];
  wl_type_text(L, t, type);
  if (e.view->space != WL_GLOBAL && e.view->space != WL_SHARED)
    wl_raise(L, WL_PLACE_CALL, "use an array in global or shared memory",
             "%s(): %s memory has no atomics", function, wl_space_names[e.view->space]);
  if (!wl_atomic_takes(op, t))
    wl_raise(L, WL_PLACE_CALL, "use an int or uint array", "%s() does not work on %s", function,
             type);
  if (op == WL_ATOMIC_ADD && t.scalar == WL_FLOAT) wl_api_need(L, NULL, WL_HAS_ATOMIC_FLOAT);
  if (op == WL_ATOMIC_ADD && t.scalar == WL_DOUBLE) wl_api_need(L, NULL, WL_HAS_ATOMIC_DOUBLE);
  if (e.view->cast) wl_ref_check_aligned(L, e, stage);
  return e;
}

/* A loop: all lanes that come here go through it together (group.c), for how often it goes
 * round depends on what the lanes before have left of the word. */
static int wait_loop(lua_State *L, enum wl_stage stage, enum wl_atomic op, struct wl_element e,
                     uint64_t v) {
  struct wl_lane *lane = wl_lane_of(L);
  wl_api_enter(L, atomics[op].name, WL_FEATURES);
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
  const char *function = atomics[op].name;
  wl_api_in_kernel(L, function);
  struct wl_lane *lane = wl_lane_of(L);
  const struct wl_source *s = lane->vm->source;
  uint32_t here = wl_here(L), call = s->token[here].call;
  bool statement = s->token[call].flags & WL_CALL_STATEMENT;
  bool unused = statement && wl_atomic_reduces(op);
  enum wl_stage stage = wl_atomic_stage(op, statement);

  struct wl_element e = target(L, op, stage);
  enum wl_scalar scalar = (enum wl_scalar)e.view->type.scalar;
  uint64_t compare = op == WL_ATOMIC_CAS ? operand(L, 3, function, scalar) : 0;
  uint64_t v = operand(L, op == WL_ATOMIC_CAS ? 4 : 3, function, scalar);
  enum wl_form form = wl_retry_form(lane->vm, e.view, op, v, unused, here);
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
    wl_touch_note(lane->vm->touch, WL_TOUCH_UPDATE, memory, e.view->bytes);
    if (!unused) wl_touch_note(lane->vm->touch, WL_TOUCH_READ, memory, e.view->bytes);
  }
  return wl_event_return(L, lane, 1);
}
