/* Which block lacks its end, and which end is too many, by how the lines are indented. */
#ifndef WL_SCRIPT_INDENT_H
#define WL_SCRIPT_INDENT_H

#include "script/source.h"

/* The first token of a block that is not closed where lines begin as far left as it again, in
 * `*line`; 0: none is seen. Whoever indents nothing is told nothing. */
uint32_t wl_indent_open(const struct wl_source *s, uint32_t *line);

/* The first `end` that stands further right than the block that it closes; 0: there is none. */
uint32_t wl_indent_end(const struct wl_source *s);

#endif
