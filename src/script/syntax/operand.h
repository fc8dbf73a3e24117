/* The operands beside an operator, as written. The tokens may be invalid Lua. */
#ifndef WL_SCRIPT_SYNTAX_OPERAND_H
#define WL_SCRIPT_SYNTAX_OPERAND_H

#include "script/syntax/tokens.h"

enum { WL_OPERAND_TEXT = 48 };

/* Whether token `i` is written so, whatever its kind. */
bool wl_token_is(const struct wl_source *s, uint32_t i, const char *text);

/* Whether it is a name, and no keyword. */
static inline bool wl_is_name(const struct wl_source *s, uint32_t i) {
  return s->token[i].kind == WL_TOKEN_NAME;
}

/* The first token of the names, fields, indices and calls that end at token `i`; 0: none do. */
uint32_t wl_operand_start(const struct wl_source *s, uint32_t i);

/* The last token of those, or of the constant or table, that begin at token `i`; 0: none do. */
uint32_t wl_operand_end(const struct wl_source *s, uint32_t i);

/* The text from token `first` to `last`; false, and "…", where it is long or not on one line. */
bool wl_operand_text(const struct wl_source *s, uint32_t first, uint32_t last,
                     char text[WL_OPERAND_TEXT]);

#endif
