/* Atomics on shared memory that no instruction does: the steps of their loops. */
#ifndef WL_CORE_ACCESS_ATOMIC_FORM_H
#define WL_CORE_ACCESS_ATOMIC_FORM_H

#include "core/access/access.h"

/* Whether an access belongs to such a loop; whether it is its try: a swap that may fail. */
static inline bool wl_access_loops(const struct wl_access *a) {
  return a->form == WL_FORM_LOOP || a->form == WL_FORM_AGAIN;
}
static inline bool wl_access_tries(const struct wl_access *a) {
  return wl_access_loops(a) && wl_op_is_atomic((enum wl_op)a->op);
}

/* Whether a generation has nothing like this step: before cc 5.0 an atomic on shared memory
 * is one loop with a lock, and the first try stands for all of it. */
static inline bool wl_access_absent(const struct wl_arch *arch, const struct wl_access *a) {
  if (arch->family != WL_COALESCED || !wl_access_loops(a)) return false;
  return a->form != WL_FORM_LOOP || !wl_access_tries(a);
}

/* What an access is called: its operation, or "try". */
static inline const char *wl_access_name(const struct wl_access *a) {
  return wl_access_tries(a) ? "try" : wl_op_names[a->op];
}

/* The lanes that a try serves: the lowest of each bank, half-warp by half-warp with 8 bytes a
 * lane. The others try again, and with them those of the upper half whose word the lower has
 * changed. Source: H200 counters. */
uint32_t wl_try_served(const struct wl_access *a);

#endif
