/* Conditions that are numbers: C takes 0 for false, Lua takes every number for true. */
#include <string.h>

#include "script/habit.h"

static bool is_one_of(const struct wl_source *s, uint32_t i, const char *const *words) {
  const struct wl_token *t = &s->token[i];
  for (; *words; words++)
    if (t->size == strlen(*words) && memcmp(s->text + t->offset, *words, t->size) == 0) return true;
  return false;
}

static bool opens(const struct wl_source *s, uint32_t i) {
  uint8_t word = s->token[i].word;
  return word == WL_W_PAREN || word == WL_W_BRACKET || word == WL_W_BRACE;
}

/* The last token of the condition behind token `i`, which is if, elseif, while or
 * until; 0 where it ends nowhere. That of until ends with its line. */
static uint32_t condition_end(const struct wl_source *s, uint32_t i) {
  uint8_t kind = s->token[i].word;
  for (uint32_t k = i + 1; k <= s->tokens; k++) {
    uint8_t word = s->token[k].word;
    if (kind == WL_W_UNTIL && s->token[k].line != s->token[i].line) return k - 1;
    if (word == WL_W_FUNCTION) return 0;
    if (word == WL_W_THEN || word == WL_W_DO) return k - 1;
    if (opens(s, k) && s->token[k].match > k) k = s->token[k].match;
  }
  return kind == WL_W_UNTIL ? s->tokens : 0;
}

/* Whether the tokens from `i` to `end` compute a number and ask nothing of it. */
static bool computes(const struct wl_source *s, uint32_t i, uint32_t end) {
  static const char *const numbers[] = {"%", "+", "-", "*", "/", "//", "^", "&", "|", "~", "<<",
                                        ">>", NULL};
  static const char *const questions[] = {"==", "~=", "<", ">", "<=", ">=", "and", "or", "not",
                                          "..", NULL};
  while (s->token[i].word == WL_W_PAREN && s->token[i].match == end) i++, end--;
  bool number = false;
  for (; i <= end; i++) {
    if (is_one_of(s, i, questions)) return false;
    number |= is_one_of(s, i, numbers);
    if (opens(s, i) && s->token[i].match > i) i = s->token[i].match;
  }
  return number;
}

uint32_t wl_condition_number(const struct wl_source *s) {
  for (uint32_t i = 1; i <= s->tokens; i++) {
    uint8_t word = s->token[i].word;
    if (word != WL_W_IF && word != WL_W_ELSEIF && word != WL_W_WHILE && word != WL_W_UNTIL)
      continue;
    uint32_t end = condition_end(s, i);
    if (end > i && computes(s, i + 1, end)) return i + 1;
  }
  return 0;
}
