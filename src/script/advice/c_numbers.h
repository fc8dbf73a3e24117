/* C's arithmetic as Lua would write it. */
#ifndef WL_SCRIPT_ADVICE_C_NUMBERS_H
#define WL_SCRIPT_ADVICE_C_NUMBERS_H

#include "script/syntax/operand.h"

/* The arithmetic from token `first` to `last` for Lua: C's suffixes of numbers are left out, and
 * what is long is "…". False: Lua cannot read it, or reads something else in it than C does. */
bool wl_number_lua(const struct wl_source *s, uint32_t first, uint32_t last,
                   char text[WL_OPERAND_TEXT]);

#endif
