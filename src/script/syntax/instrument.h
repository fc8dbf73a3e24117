/* The text that Lua compiles, and the map from its lines back to the script. */
#ifndef WL_SCRIPT_SYNTAX_INSTRUMENT_H
#define WL_SCRIPT_SYNTAX_INSTRUMENT_H

#include "script/syntax/tokens.h"

/* What a chunk is made for. The lines are the same in both. */
enum wl_instrument_use {
  WL_INSTRUMENT_CHECK, /* the student's tokens: Lua checks the syntax, and that loops count alone */
  WL_INSTRUMENT_RUN,   /* with the calls that tell loops and returns */
};

/* The chunk name that Lua puts before its messages. */
#define WL_INSTRUMENT_NAME "=script"

/* The script with every token alone on a line, so that the "current line" of
 * Lua's debug interface is the current token. malloc'ed, NULL when out of memory.
 * `expression`: the text of -e is an expression, not statements. To be run, the
 * chunk takes what wl_instrument_names lists as arguments. */
char *wl_instrument_make(const struct wl_source *s, enum wl_instrument_use use, bool expression,
                         size_t *size);

/* Arguments of the chunk: the hooks that it calls, then names of the language
 * that are worth a local variable. NULL ends the list. */
extern const char *const wl_instrument_names[];

/* Between groups of lines lies a gap so wide that Lua has to store the line anew
 * (its steps are signed bytes): it finds a line by walking from the last stored
 * one, and it is asked for the line of every access. */
enum { WL_LINE_GROUP = 8, WL_LINE_GAP = 128 };
static inline uint32_t wl_instrument_line(uint32_t token) {
  return token + token / WL_LINE_GROUP * WL_LINE_GAP;
}

/* The token of a line as Lua reports it; 0 where it is none of the script. */
static inline uint32_t wl_instrument_token(const struct wl_source *s, int line) {
  uint32_t n = line > 0 ? (uint32_t)line : 0;
  uint32_t group = n / (WL_LINE_GROUP + WL_LINE_GAP), rest = n % (WL_LINE_GROUP + WL_LINE_GAP);
  uint32_t token = group * WL_LINE_GROUP + rest;
  return rest < WL_LINE_GROUP && token <= s->tokens + 1 ? token : 0;
}

/* The token of an instruction, as its line was reported while it ran. Lua 5.4 puts a call on
 * the line of its first token or on that of the bracket, as its release has it, and looks one
 * token ahead in tables: what is meant is always the first token. */
static inline uint32_t wl_instrument_instruction(const struct wl_source *s, int line) {
  uint32_t token = wl_instrument_token(s, line), head = s->token[token].head;
  return head != 0 ? head : token;
}

/* What happens at a token, as far as the place in the script depends on it. */
enum wl_source_span_kind {
  WL_SOURCE_SPAN_INDEX, /* a[i] was read; Lua gives the token behind it, or its last */
  WL_SOURCE_SPAN_STORE, /* a[i] was written; Lua gives the last token of the statement */
  WL_SOURCE_SPAN_CALL,  /* a function was called; Lua gives its first token */
  WL_SOURCE_SPAN_TOKEN, /* something else: the token itself */
};

/* The expression that a token belongs to. */
struct wl_source_span wl_source_span_find(const struct wl_source *s, uint32_t token,
                                          enum wl_source_span_kind kind);

/* First and last token of the same. */
void wl_source_span_tokens(const struct wl_source *s, uint32_t token, enum wl_source_span_kind kind,
                           uint32_t *first, uint32_t *last);

/* The name token in front of `token` that spells `name`; `token` if none near. */
uint32_t wl_source_span_name(const struct wl_source *s, uint32_t token, const char *name);

#endif
