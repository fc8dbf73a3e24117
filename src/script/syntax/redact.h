/* What the text of a script reveals before it runs, and which part may be shown while its
 * questions are open. */
#ifndef WL_SCRIPT_SYNTAX_REDACT_H
#define WL_SCRIPT_SYNTAX_REDACT_H

#include "core/trace/trace.h"

/* Notes it in a trace that has its source. While questions are open the kernel may be seen, the
 * grid and block, and the definitions that they name, in turn: without comments, without strings
 * but names, without what at() and its like are told. All else is blank; lines and columns stay.
 * False when memory ran out. */
bool wl_redact(struct wl_trace *t);

/* The same of a CUDA file: all of it may be seen without comments, and strings without what is in
 * them. */
bool wl_redact_code(struct wl_trace *t);

#endif
