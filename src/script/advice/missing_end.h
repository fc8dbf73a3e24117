/* What is told of an `end` that is missing, too many or too early. */
#ifndef WL_SCRIPT_ADVICE_MISSING_END_H
#define WL_SCRIPT_ADVICE_MISSING_END_H

#include "core/base/diag.h"
#include "script/syntax/tokens.h"

/* A message and its hint, as they are being found. */
struct wl_error_text { char what[sizeof ((struct wl_diag *)0)->what], hint[256]; };

/* Where Lua stops at a token with the message `t->what`: the token to be shown instead, as Lua
 * notices such an end further on, and both texts; 0: it is something else, or nobody can tell. */
uint32_t wl_missing_end_tell(const struct wl_source *s, uint32_t token, struct wl_error_text *t);

#endif
