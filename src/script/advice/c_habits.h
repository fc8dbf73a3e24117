/* What to write in Lua in place of C. */
#ifndef WL_SCRIPT_ADVICE_C_HABITS_H
#define WL_SCRIPT_ADVICE_C_HABITS_H

#include "core/base/text.h"
#include "script/syntax/operand.h"
#include "script/syntax/tokens.h"

/* Advice on C where Lua stops reading at a token, which becomes the one to be shown: that may
 * be one before. False: it is no C known. */
bool wl_c_habit_hint(const struct wl_source *s, uint32_t *token, char *hint, size_t size);

/* The last token of the first `x--` that Lua takes without a word, as the rest of its line is a
 * comment, and x; 0 if there is none. */
uint32_t wl_c_habit_decrement(const struct wl_source *s, char x[WL_OPERAND_TEXT]);

/* Marks the values that are asked whether they hold, for wl_hook_test(). The first token of one
 * that is plain arithmetic, a number, and so always true in Lua; 0 if there is none. Needs the
 * structure. */
uint32_t wl_condition_find(struct wl_source *s);

/* Whether the line of token `i` has a ^, which is a power and no exclusive or. */
bool wl_c_habit_power(const struct wl_source *s, uint32_t i);

/* Whether a text that is no Lua is CUDA C++. Then the diag says so, at the first token that
 * tells it, and how its first kernel begins in Lua. */
bool wl_cuda_tell(const struct wl_source *s, struct wl_diag *d);

#endif
