/* What atomics do to an element, and what instructions they become. */
#include <assert.h>

#include "script/machine/atomic.h"

#define BIT(s) (1u << (s))
#define WHOLE (BIT(WL_INT) | BIT(WL_UINT) | BIT(WL_LONGLONG) | BIT(WL_ULONGLONG))
#define REAL (BIT(WL_FLOAT) | BIT(WL_DOUBLE))

/* Types that each operation takes. CUDA also wants unsigned long long where it
 * has 64 bits; we let a long long pass. Source: CUDA C++ Programming Guide,
 * "Atomic Functions". */
static const unsigned types[] = {
  [WL_ATOMIC_ADD] = WHOLE | REAL, [WL_ATOMIC_SUB] = WHOLE, [WL_ATOMIC_MIN] = WHOLE,
  [WL_ATOMIC_MAX] = WHOLE, [WL_ATOMIC_EXCH] = WHOLE | REAL, [WL_ATOMIC_CAS] = WHOLE,
  [WL_ATOMIC_AND] = WHOLE, [WL_ATOMIC_OR] = WHOLE, [WL_ATOMIC_XOR] = WHOLE,
  [WL_ATOMIC_INC] = BIT(WL_UINT) | BIT(WL_INT), [WL_ATOMIC_DEC] = BIT(WL_UINT) | BIT(WL_INT),
};
static_assert(sizeof types / sizeof *types == WL_ATOMICS, "a row for every operation");

bool wl_atomic_takes(enum wl_atomic op, struct wl_type t) {
  return t.scalar != WL_STRUCT && t.components == 1 && (types[op] & BIT(t.scalar)) != 0;
}

static bool less(enum wl_scalar s, uint64_t a, uint64_t b) {
  if (wl_scalars[s].kind == WL_UNSIGNED) return a < b;
  return wl_scalar_to_integer(s, a) < wl_scalar_to_integer(s, b);
}

/* The sum as the type rounds it; of halves two. */
static uint64_t add(enum wl_scalar s, uint64_t a, uint64_t b) {
  if (s == WL_HALF && (a | b) >> 16 != 0)
    return add(s, a >> 16, b >> 16) << 16 | add(s, a & 65535, b & 65535);
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

enum wl_script_setup wl_atomic_stage(enum wl_atomic op, bool unused) {
  if (op == WL_ATOMIC_CAS) return unused ? WL_STAGE_CAS_IN_VAIN : WL_STAGE_CAS;
  if (!unused) return WL_STAGE_ATOMIC;
  return wl_atomic_reduces(op) ? WL_STAGE_REDUCE : WL_STAGE_ATOMIC_IN_VAIN;
}

/* Whether the last argument of the call at a token is a number as it stands. */
static bool last_is_literal(const struct wl_source *s, uint32_t at) {
  uint32_t close = s->token[at].call;
  if (close < 2 || s->token[close - 1].kind != WL_TOKEN_NUMBER) return false;
  const struct wl_token *comma = &s->token[close - 2];
  return comma->size == 1 && s->text[comma->offset] == ',';
}

enum wl_form wl_atomic_form(const struct wl_vm *vm, const struct wl_view *view, enum wl_atomic op,
                           uint64_t v, bool unused, uint32_t at) {
  if (view->space != WL_SHARED) return WL_FORM_NATIVE;
  bool whole = wl_scalars[view->type.scalar].kind != WL_FLOATING;
  bool swaps = op == WL_ATOMIC_EXCH || op == WL_ATOMIC_CAS;
  if (!swaps && (view->bytes == 8 || !whole)) /* before cc 5.0 all atomics loop, for a lock */
    return vm->options->arch->family == WL_COALESCED ? WL_FORM_NATIVE : WL_FORM_LOOP;
  bool one = (op == WL_ATOMIC_ADD && v == 1) || (op == WL_ATOMIC_INC && v == UINT32_MAX);
  return one && unused && last_is_literal(vm->source, at) ? WL_FORM_INCREMENT : WL_FORM_NATIVE;
}
