/* What was meant by loops that C programmers write from habit. */
#ifndef WL_SCRIPT_ADVICE_C_LOOPS_H
#define WL_SCRIPT_ADVICE_C_LOOPS_H

#include "script/syntax/tokens.h"

/* Lua's words for `for (int i = 0; i < n; i++)`, in the head of which Lua stops at token `i`.
 * False: it is none. */
bool wl_loop_habit(const struct wl_source *s, uint32_t i, char *hint, size_t size);

/* Whether the name at token `i`, which must not be assigned, is the variable of a loop. */
bool wl_loop_counts(const struct wl_source *s, uint32_t i);

#endif
