/* Which block lacks its end, or which end is too many, judged by indentation. It says nothing if
 * the rest of the script does not fit then, or is not indented. */
#ifndef WL_SCRIPT_ADVICE_INDENTATION_H
#define WL_SCRIPT_ADVICE_INDENTATION_H

#include "core/base/diag.h"
#include "script/syntax/tokens.h"

/* The first token of a block that has no end, and in `*line` the line in front of which it is
 * missed; 0: none is seen. */
uint32_t wl_indent_open(const struct wl_source *s, uint32_t *line);

/* The `if` of the  else if  in the block that begins at a token; 0: it has none. */
uint32_t wl_indent_split(const struct wl_source *s, uint32_t block);

/* The `end` that stands further right than its block, and is too many; 0: there is none. */
uint32_t wl_indent_end(const struct wl_source *s);

/* The `end` in front of an else or elseif at a token that closes the `if` which goes on there, as
 * C's brace does; 0: it does not. */
uint32_t wl_indent_else(const struct wl_source *s, uint32_t token);

/* A message and its hint, as they are being found. */
struct wl_error_text { char what[sizeof ((struct wl_diag *)0)->what], hint[256]; };

/* Where Lua stops at a token with the message `t->what`: the token to be shown instead, as Lua
 * notices such an end further on, and both texts; 0: it is something else, or nobody can tell. */
uint32_t wl_missing_end_tell(const struct wl_source *s, uint32_t token, struct wl_error_text *t);

#endif
