/* Loops that end by what other lanes write: retries of atomicCAS, locks, flags. */
#ifndef WL_SCRIPT_SYNTAX_SPIN_LOOPS_H
#define WL_SCRIPT_SYNTAX_SPIN_LOOPS_H

#include "script/syntax/tokens.h"

/* Sets WL_SPINS at the `start` of each such loop of the script, and `spins` if there is one: its
 * end hangs on what an atomic operation has returned, or on nothing but elements that the loop
 * reads again and again. False and a diag: out of memory. The structure must be known. */
bool wl_spin_find(struct wl_source *s, struct wl_diag *d);

#endif
