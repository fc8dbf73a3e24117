#include "script/syntax/operand.h"

#include <string.h>

bool wl_token_is(const struct wl_source *s, uint32_t i, const char *text) {
  const struct wl_token *t = &s->token[i];
  return t->kind != WL_TOKEN_END && t->size == strlen(text) &&
         memcmp(s->text + t->offset, text, t->size) == 0;
}

static uint8_t word(const struct wl_source *s, uint32_t i) { return s->token[i].word; }

static bool opens(const struct wl_source *s, uint32_t i) {
  return word(s, i) == WL_W_PAREN || word(s, i) == WL_W_BRACKET || word(s, i) == WL_W_BRACE;
}
static bool closes(const struct wl_source *s, uint32_t i) {
  return word(s, i) == WL_W_PAREN_END || word(s, i) == WL_W_BRACKET_END ||
         word(s, i) == WL_W_BRACE_END;
}

/* The partner of the bracket at `i`, which is before it (`step` -1) or behind; 0: it has none. */
static uint32_t partner(const struct wl_source *s, uint32_t i, int step) {
  int depth = 0;
  for (; i > 0 && i <= s->tokens; i = step > 0 ? i + 1 : i - 1) {
    depth += opens(s, i) - closes(s, i);
    if (depth == 0) return i;
  }
  return 0;
}

uint32_t wl_operand_start(const struct wl_source *s, uint32_t i) {
  if (i > 0 && s->token[i].kind == WL_TOKEN_NUMBER) return i;
  while (i > 0) {
    if (closes(s, i)) {
      uint32_t open = partner(s, i, -1);
      bool goes_on = open > 1 && (wl_is_name(s, open - 1) || closes(s, open - 1));
      if (!goes_on) return word(s, i) == WL_W_PAREN_END ? open : 0;
      i = open - 1;
    } else if (!wl_is_name(s, i)) {
      return 0;
    } else if (word(s, i - 1) != WL_W_DOT) {
      return i;
    } else {
      i -= 2;
    }
  }
  return 0;
}

static bool is_literal(const struct wl_source *s, uint32_t i) {
  uint8_t w = word(s, i), kind = s->token[i].kind;
  return kind == WL_TOKEN_NUMBER || kind == WL_TOKEN_STRING || w == WL_W_TRUE ||
         w == WL_W_FALSE || w == WL_W_NIL || w == WL_W_DOTS;
}

uint32_t wl_operand_end(const struct wl_source *s, uint32_t i) {
  if (i > s->tokens) return 0;
  if (is_literal(s, i)) return i;
  if (word(s, i) == WL_W_BRACE) return partner(s, i, 1);
  if (word(s, i) == WL_W_PAREN) i = partner(s, i, 1);
  else if (!wl_is_name(s, i)) return 0;
  while (i != 0 && i < s->tokens) {
    uint8_t next = word(s, i + 1);
    if ((next == WL_W_DOT || next == WL_W_COLON) && wl_is_name(s, i + 2)) i += 2;
    else if (s->token[i + 1].kind == WL_TOKEN_STRING) i++;
    else if (opens(s, i + 1)) i = partner(s, i + 1, 1);
    else return i;
  }
  return i;
}

bool wl_operand_text(const struct wl_source *s, uint32_t first, uint32_t last,
                     char text[WL_OPERAND_TEXT]) {
  const struct wl_token *a = &s->token[first], *b = &s->token[last];
  size_t size = first != 0 && last >= first ? b->offset + b->size - a->offset : WL_OPERAND_TEXT;
  if (size >= WL_OPERAND_TEXT || a->line != b->line) {
    memcpy(text, "…", sizeof "…");
    return false;
  }
  memcpy(text, s->text + a->offset, size);
  text[size] = '\0';
  return true;
}
