/* The text that Lua compiles, and the way from its lines back to the script. */
#ifndef WL_SCRIPT_CHUNK_H
#define WL_SCRIPT_CHUNK_H

#include "script/source.h"

/* What a chunk is made for. The lines are the same in both. */
enum wl_chunk_use {
  WL_CHUNK_CHECK, /* the student's tokens alone: Lua checks the syntax */
  WL_CHUNK_RUN,   /* with the calls that tell loops and returns */
};

/* The chunk name that Lua puts before its messages. */
#define WL_CHUNK_NAME "=script"

/* The script with token i alone on line i, so that the "current line" of Lua's
 * debug interface is the current token. malloc'ed, NULL when out of memory.
 * `expression`: the text of -e is an expression, not statements. To be run, the
 * chunk takes WL_CHUNK_HOOKS arguments: the functions that it calls. */
enum { WL_CHUNK_HOOKS = 3 };
char *wl_chunk_make(const struct wl_source *s, enum wl_chunk_use use, bool expression,
                    size_t *size);

/* What happens at a token, as far as the place in the script depends on it. */
enum wl_place_kind {
  WL_PLACE_INDEX, /* a[i] was read; Lua gives the token behind it, or its last */
  WL_PLACE_STORE, /* a[i] was written; Lua gives the last token of the statement */
  WL_PLACE_CALL,  /* a function was called; Lua gives its first token */
  WL_PLACE_TOKEN, /* something else: the token itself */
};

/* The expression that a token belongs to. */
struct wl_place wl_place_find(const struct wl_source *s, uint32_t token, enum wl_place_kind kind);

/* First and last token of the same. */
void wl_place_tokens(const struct wl_source *s, uint32_t token, enum wl_place_kind kind,
                     uint32_t *first, uint32_t *last);

/* The name token in front of `token` that spells `name`; `token` if none near. */
uint32_t wl_place_name(const struct wl_source *s, uint32_t token, const char *name);

#endif
