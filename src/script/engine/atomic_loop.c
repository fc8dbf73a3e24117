#include "script/engine/atomic_loop.h"

#include <string.h>

#include "script/machine/atomic.h"

static uint64_t wanted(const struct wl_atomic_loop *r, const struct wl_step *s, unsigned lane) {
  return wl_atomic_apply(r->atomic, (enum wl_scalar)s->type.scalar, r->word[lane],
                         r->operand[lane], 0);
}

/* The load of a loop. A minimum or maximum that leaves its word as it is swaps nothing: its loop
 * ends here. Other operations do not look. Source: H200 counters, tests/truth/loops.csv. */
static void read_words(struct wl_atomic_loop *r, struct wl_step *s) {
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
static uint32_t swap(struct wl_atomic_loop *r, const struct wl_step *s) {
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

void wl_atomic_loop_begin(struct wl_atomic_loop *r, enum wl_atomic atomic, struct wl_step *s) {
  if (!wl_access_loops(&s->access)) return;
  r->op = s->access.op;
  r->atomic = atomic;
  r->lanes = s->access.mask;
  memcpy(r->operand, s->value, sizeof r->operand);
  memcpy(r->word, s->result, sizeof r->word);
  read_words(r, s);
}

bool wl_atomic_loop_next(struct wl_atomic_loop *r, struct wl_step *s) {
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
