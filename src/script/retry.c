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

static uint64_t wanted(const struct wl_retry *r, const struct wl_step *s, unsigned lane) {
  return wl_atomic_apply(r->atomic, (enum wl_scalar)s->type.scalar, r->word[lane],
                         r->operand[lane], 0);
}

/* The load of a loop. A minimum or maximum that leaves its word as it is swaps nothing: its loop
 * ends here. Other operations do not look. Source: H200 counters, tests/truth/loops.csv. */
static void read_words(struct wl_retry *r, struct wl_step *s) {
  s->access.op = WL_LOAD;
  memcpy(s->value, r->word, sizeof s->value);
  for (unsigned i = 0; i < WL_LANES; i++)
    if (s->access.mask >> i & 1) r->old[i] = r->word[i];
  s->goes_on = s->access.mask;
  if (r->atomic != WL_ATOMIC_MIN && r->atomic != WL_ATOMIC_MAX) return;
  for (unsigned i = 0; i < WL_LANES; i++)
    if (s->access.mask >> i & 1 && wanted(r, s, i) == r->word[i])
      s->goes_on &= ~(UINT32_C(1) << i);
}

/* The lanes that a try serves swap one after the other, if the word is still as it was loaded:
 * the lower half-warp may have changed it, or written what it held. Returns who failed. */
static uint32_t swap(struct wl_retry *r, const struct wl_step *s) {
  const struct wl_access *a = &s->access;
  uint32_t served = wl_try_served(a), failed = a->mask;
  uint64_t loaded[WL_LANES];
  memcpy(loaded, r->word, sizeof loaded);
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (!(served >> i & 1) || r->word[i] != loaded[i]) continue;
    uint64_t new = wanted(r, s, i);
    for (unsigned k = 0; k < WL_LANES; k++)
      if (r->lanes >> k & 1 && a->address[k] == a->address[i]) r->word[k] = new;
    failed &= ~(UINT32_C(1) << i);
  }
  return failed;
}

void wl_retry_begin(struct wl_retry *r, enum wl_atomic atomic, struct wl_step *s) {
  if (!wl_access_loops(&s->access)) return;
  r->op = s->access.op;
  r->atomic = atomic;
  r->lanes = s->access.mask;
  memcpy(r->operand, s->value, sizeof r->operand);
  memcpy(r->word, s->result, sizeof r->word);
  read_words(r, s);
}

bool wl_retry_next(struct wl_retry *r, struct wl_step *s) {
  if (!wl_access_loops(&s->access)) return false;
  s->question = 0; /* was asked about the first */
  s->access.mask = s->goes_on;
  if (s->access.op == WL_LOAD) {
    s->access.op = r->op;
    memcpy(s->value, r->operand, sizeof s->value);
    memcpy(s->result, r->word, sizeof s->result);
    s->goes_on = swap(r, s);
  } else {
    s->access.form = WL_FORM_AGAIN;
    read_words(r, s);
  }
  return s->access.mask != 0;
}
