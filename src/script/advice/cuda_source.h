/* CUDA C++ where a script was expected: told as a whole, not by its first syntax error. */
#ifndef WL_SCRIPT_ADVICE_CUDA_SOURCE_H
#define WL_SCRIPT_ADVICE_CUDA_SOURCE_H

#include "script/syntax/tokens.h"

/* Whether a text that is no Lua is CUDA C++. Then the diag says so, at the first token that
 * tells it, and how its first kernel begins in Lua. */
bool wl_cuda_tell(const struct wl_source *s, struct wl_diag *d);

#endif
