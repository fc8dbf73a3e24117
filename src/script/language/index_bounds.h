/* What to write where an index is outside of its array. */
#ifndef WL_SCRIPT_LANGUAGE_INDEX_BOUNDS_H
#define WL_SCRIPT_LANGUAGE_INDEX_BOUNDS_H

#include "script/machine/errors.h"

struct wl_view;

/* The advice on index `i` of an array that has `limit` elements in this dimension, at the place
 * where the script is. NULL: there is none. May leave text on the stack. */
const char *wl_bounds_hint(lua_State *L, const struct wl_view *v, lua_Integer i, uint64_t limit,
                           enum wl_source_span_kind place);

#endif
