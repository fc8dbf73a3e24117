/* Which assignments may change what lives outside of the kernel. */
#ifndef WL_SCRIPT_SYNTAX_SCOPE_H
#define WL_SCRIPT_SYNTAX_SCOPE_H

#include "script/syntax/tokens.h"

/* Marks the names that are assigned and may live outside of the kernel, as globals and variables of
 * functions around do (WL_SETS_OUTER), and the first tokens of these statements
 * (WL_OUTER_BEFORE). Comes behind wl_source_structure(). *wrong: the first token that no script
 * has, _ENV, or a `...` that is of no function; 0: there is none. */
bool wl_source_scopes(struct wl_source *s, uint32_t *wrong, struct wl_diag *d);

#endif
