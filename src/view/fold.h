/* What of a script may be seen while figures are hidden: what its kernel is made of. */
#ifndef WL_VIEW_FOLD_H
#define WL_VIEW_FOLD_H

#include <stdbool.h>

/* Past the string or comment at `s`; `s` itself where there is none. */
char *wl_past_text(char *s);

/* The first byte of a line that stands for lines that are folded. */
enum { WL_FOLDED = 1 };
extern const char wl_folded[], wl_folded_asked[]; /* by the mask; by what is still asked */

/* Whether a script has a call of `name`, and not as a word or in a comment alone. */
bool wl_calls(char *text, const char *name);

/* Leaves the kernel, the grid and block, and the definitions that they name, in turn; all
 * else that stands at the top of the script becomes blank, each run of it behind WL_FOLDED.
 * Lines and columns stay. What at() and comments say must be blank already: what only they
 * name is no part of the kernel. */
void wl_fold(char *text);

#endif
