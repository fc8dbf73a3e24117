/* What a script says of itself that has to be known before it runs. */
#include <string.h>

#include "script/process/run.h"
#include "script/syntax/tokens.h"

/* Whether a statement may begin behind token `i`. */
static bool ends_statement(const struct wl_token *t) {
  if (t->kind != WL_TOKEN_WORD) return true;
  return t->word == WL_W_END || t->word == WL_W_SEMICOLON || t->word == WL_W_LABEL ||
         t->word == WL_W_PAREN_END || t->word == WL_W_BRACKET_END || t->word == WL_W_BRACE_END ||
         t->word == WL_W_NIL || t->word == WL_W_TRUE || t->word == WL_W_FALSE;
}

/* How many blocks and brackets deeper a token leads. */
static int deeper(uint8_t word) {
  switch (word) {
  case WL_W_FUNCTION: case WL_W_DO: case WL_W_IF: case WL_W_REPEAT:
  case WL_W_PAREN: case WL_W_BRACKET: case WL_W_BRACE: return 1;
  case WL_W_END: case WL_W_UNTIL:
  case WL_W_PAREN_END: case WL_W_BRACKET_END: case WL_W_BRACE_END: return -1;
  default: return 0;
  }
}

/* The string that the name `i` is called with, alone and in quotes; 0: none. */
static uint32_t argument(const struct wl_source *s, uint32_t i) {
  bool closed = s->token[i + 1].word == WL_W_PAREN;
  uint32_t at = i + 1 + closed;
  if (at > s->tokens || s->token[at].kind != WL_TOKEN_STRING) return 0;
  const char *text = s->text + s->token[at].offset;
  bool plain = (*text == '"' || *text == '\'') && !memchr(text, '\\', s->token[at].size);
  return plain && (!closed || s->token[at + 1].word == WL_W_PAREN_END) ? at : 0;
}

uint32_t wl_source_call(const struct wl_source *s, const char *name) {
  uint32_t found = 0;
  int depth = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const struct wl_token *before = &s->token[i - 1];
    depth += deeper(s->token[i].word);
    if (!wl_source_names(s, i, name) || before->word == WL_W_DOT) continue;
    if (before->word == WL_W_LOCAL || before->word == WL_W_FUNCTION ||
        (depth == 0 && s->token[i + 1].word == WL_W_ASSIGN))
      return 0; /* a name of the script's own */
    if (found == 0 && depth == 0 && ends_statement(before)) found = i;
  }
  return found;
}

uint32_t wl_source_arch(const struct wl_source *s) {
  uint32_t i = wl_source_call(s, "arch");
  return i > 0 ? argument(s, i) : 0;
}

struct wl_target wl_script_target(const char *text, size_t size) {
  struct wl_target target = wl_target_make(wl_arch_default(), NULL);
  struct wl_source s = {.name = "", .text = text, .size = size};
  struct wl_diag d;
  uint32_t at = text != NULL && wl_source_lex(&s, &d) ? wl_source_arch(&s) : 0;
  char name[WL_TARGET_TEXT];
  if (at > 0 && s.token[at].size - 2 < sizeof name) {
    memcpy(name, text + s.token[at].offset + 1, s.token[at].size - 2);
    name[s.token[at].size - 2] = '\0';
    wl_target_find(name, &target, &d); /* an unknown one is an error once the script runs */
  }
  wl_source_finish(&s);
  return target;
}
