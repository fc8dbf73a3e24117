#include "script/retry.h"

#include <string.h>

#include "script/atomic.h"
#include "script/run_options.h"

/* Whether the last argument of the call at a token is a number as it stands. */
static bool last_is_literal(const struct wl_source *s, uint32_t at) {
  uint32_t close = s->token[at].call;
  if (close < 2 || s->token[close - 1].kind != WL_TOKEN_NUMBER) return false;
  const struct wl_token *comma = &s->token[close - 2];
  return comma->size == 1 && s->text[comma->offset] == ',';
}

enum wl_form wl_retry_form(const struct wl_vm *vm, const struct wl_view *view, enum wl_atomic op,
                           uint64_t v, bool unused, uint32_t at) {
  if (view->space != WL_SHARED) return WL_FORM_NATIVE;
  bool whole = wl_scalars[view->type.scalar].kind != WL_FLOATING;
  bool swaps = op == WL_ATOMIC_EXCH || op == WL_ATOMIC_CAS;
  if (!swaps && (view->bytes == 8 || !whole)) /* before cc 5.0 all atomics loop, for a lock */
    return vm->options->arch->family == WL_COALESCED ? WL_FORM_NATIVE : WL_FORM_LOOP;
  bool one = (op == WL_ATOMIC_ADD && v == 1) || (op == WL_ATOMIC_INC && v == UINT32_MAX);
  return one && unused && last_is_literal(vm->source, at) ? WL_FORM_INCREMENT : WL_FORM_NATIVE;
}

/* A load gets what the lane found when it got through. */
void wl_retry_begin(struct wl_retry *r, struct wl_step *s) {
  if (!wl_access_loops(&s->access)) return;
  r->op = s->access.op;
  memcpy(r->operand, s->value, sizeof r->operand);
  memcpy(s->value, s->result, sizeof s->value);
  s->access.op = WL_LOAD;
}

bool wl_retry_next(const struct wl_retry *r, struct wl_step *s) {
  if (!wl_access_loops(&s->access)) return false;
  s->question = NULL; /* was asked about the first */
  s->question_size = 0;
  if (s->access.op == WL_LOAD) {
    s->access.op = r->op;
    memcpy(s->value, r->operand, sizeof s->value);
  } else {
    s->access.mask &= ~wl_try_through(&s->access);
    s->access.op = WL_LOAD;
    s->access.form = WL_FORM_AGAIN;
    memcpy(s->value, s->result, sizeof s->value);
  }
  return s->access.mask != 0;
}
