/* Characters by their ASCII meaning, whatever the locale of the user says: names, numbers and
 * spaces of a script are the same bytes everywhere. */
#ifndef WL_CORE_BASE_ASCII_H
#define WL_CORE_BASE_ASCII_H

#include <stdbool.h>

static inline bool wl_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline bool wl_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What a name of Lua may have in it (and, but for digits, begin with). */
static inline bool wl_in_name(char c) { return wl_is_letter(c) || wl_is_digit(c) || c == '_'; }

static inline bool wl_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline char wl_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

#endif
