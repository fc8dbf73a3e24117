/* Atomics on shared memory without an instruction of their own: the loop that compilers make of
 * them. */
#ifndef WL_SCRIPT_ENGINE_ATOMIC_LOOP_H
#define WL_SCRIPT_ENGINE_ATOMIC_LOOP_H

#include "script/machine/atomic.h"

struct wl_atomic_loop {
  uint8_t op; /* enum wl_op: of the tries */
  enum wl_atomic atomic;
  uint32_t lanes;          /* all that take part */
  uint64_t operand[WL_LANES];
  uint64_t word[WL_LANES]; /* what the word of each lane holds; lanes of one word have the same */
  uint64_t old[WL_LANES];  /* what each lane found when it was done: the result of its atomic */
};

/* Turns the step of an atomic, whose value[] are the operands and result[] what memory holds
 * now, into the first step of its loop, the load of all lanes; of any other form nothing
 * changes. */
void wl_atomic_loop_begin(struct wl_atomic_loop *r, enum wl_atomic atomic, struct wl_step *s);

/* Turns a step of the loop into the one that follows: the try of those lanes that want to change
 * their word, the load of those that did not get through. False: none does; then word[] is what
 * memory is to hold. */
bool wl_atomic_loop_next(struct wl_atomic_loop *r, struct wl_step *s);

#endif
