/* What atomics do to an element: the rows of api_atomic.c. */
#ifndef WL_SCRIPT_MACHINE_ATOMIC_H
#define WL_SCRIPT_MACHINE_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#include "core/access/access.h"
#include "script/machine/call_site.h"
#include "script/machine/vm.h"

enum wl_atomic {
  WL_ATOMIC_ADD, WL_ATOMIC_SUB, WL_ATOMIC_MIN, WL_ATOMIC_MAX, WL_ATOMIC_EXCH, WL_ATOMIC_CAS,
  WL_ATOMIC_AND, WL_ATOMIC_OR, WL_ATOMIC_XOR, WL_ATOMIC_INC, WL_ATOMIC_DEC, WL_ATOMICS
};

/* Whether an operation works on elements of a type, and what it leaves of `old`. */
bool wl_atomic_takes(enum wl_atomic op, struct wl_type t);
uint64_t wl_atomic_apply(enum wl_atomic op, enum wl_scalar s, uint64_t old, uint64_t v,
                         uint64_t compare);

/* Whether it is a reduction where its result is unused: PTX has no red.exch and no red.cas;
 * an H200 counts both as atomics. And what it is a stage of. */
bool wl_atomic_reduces(enum wl_atomic op);
enum wl_script_setup wl_atomic_stage(enum wl_atomic op, bool unused);

/* What becomes of an atomic at token `at`, in all lanes alike. v: the operand. */
enum wl_form wl_atomic_form(const struct wl_vm *vm, const struct wl_view *view, enum wl_atomic op,
                           uint64_t v, bool unused, uint32_t at);

#endif
