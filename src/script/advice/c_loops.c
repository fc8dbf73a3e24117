/* C's loops, and what Lua writes for them. */
#include "script/advice/c_loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "script/syntax/operand.h"

/* The next ; on the line of token `i`, or the end of the head; 0: neither. */
static uint32_t part_end(const struct wl_source *s, uint32_t i) {
  uint32_t line = s->token[i].line, depth = 0;
  for (; i <= s->tokens && s->token[i].line == line; i++) {
    uint8_t word = s->token[i].word;
    if (word == WL_W_SEMICOLON || word == WL_W_DO || word == WL_W_BRACE) return i;
    if (word == WL_W_PAREN) depth++;
    else if (word == WL_W_PAREN_END && depth-- == 0) return i;
  }
  return 0;
}

static bool is_whole(const struct wl_source *s, uint32_t i) {
  const struct wl_token *t = &s->token[i];
  for (uint32_t k = 0; k < t->size; k++)
    if (!wl_is_digit(s->text[t->offset + k])) return false;
  return t->size < 10 && (t->size == 1 || s->text[t->offset] != '0'); /* else octal to C */
}

/* Whether the tokens up to `end` are a sum or product of whole numbers, names and fields, which C
 * and Lua write alike: then their text. */
static bool sum_text(const struct wl_source *s, uint32_t first, uint32_t end,
                     char text[WL_OPERAND_TEXT]) {
  bool operand = false;
  for (uint32_t i = first; i < end; i++) {
    const struct wl_token *t = &s->token[i];
    bool value = t->kind == WL_TOKEN_NAME || (t->kind == WL_TOKEN_NUMBER && is_whole(s, i));
    bool joins = wl_token_is(s, i, "+") || wl_token_is(s, i, "-") || wl_token_is(s, i, "*") ||
                 t->word == WL_W_DOT;
    if (operand ? !joins : !value) return false;
    operand = value;
  }
  return operand && wl_operand_text(s, first, end - 1, text);
}

/* The step at token `i`:  name++, ++name  and  name += sum. */
static bool step_text(const struct wl_source *s, uint32_t i, uint32_t name,
                      char text[WL_OPERAND_TEXT]) {
  uint32_t end = part_end(s, i), first = i + wl_source_same(s, i, name);
  if (!wl_token_is(s, first, "+")) return false;
  snprintf(text, WL_OPERAND_TEXT, "1");
  if (wl_token_is(s, first + 1, "+"))
    return first > i ? end == first + 2 : wl_source_same(s, i + 2, name) && end == i + 3;
  return first > i && wl_token_is(s, first + 1, "=") && sum_text(s, first + 2, end, text);
}

/* Lua's words for the loop over `name`, whose limit begins behind the comparison. False: its parts
 * are not as plain as that. */
static bool write_loop(const struct wl_source *s, uint32_t name, uint32_t first, uint32_t second,
                       char *hint, size_t size) {
  char start[WL_OPERAND_TEXT], limit[WL_OPERAND_TEXT + 4], step[WL_OPERAND_TEXT];
  bool less = wl_token_is(s, first + 2, "<");
  if ((!less && !wl_token_is(s, first + 2, "<=")) || !sum_text(s, name + 2, first, start) ||
      !sum_text(s, first + 3, second, limit) || !step_text(s, second + 1, name, step))
    return false;
  if (less && second == first + 4 && wl_is_digit(*limit))
    snprintf(limit, sizeof limit, "%ld", strtol(limit, NULL, 10) - 1);
  else if (less) strcat(limit, " - 1");
  bool one = strcmp(step, "1") == 0;
  int used = snprintf(hint, size, "Lua writes  for %.*s = %s, %s%s%s do … end",
                      (int)s->token[name].size, s->text + s->token[name].offset, start, limit,
                      one ? "" : ", ", one ? "" : step);
  return used > 0 && (size_t)used < size;
}

bool wl_loop_habit(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  uint32_t at = i, line = s->token[i].line;
  while (at > 1 && s->token[at].word != WL_W_FOR && s->token[at - 1].line == line) at--;
  if (s->token[at].word != WL_W_FOR) return false;
  at += 1 + wl_token_is(s, at + 1, "(");
  bool whole = true;
  for (; at < s->tokens && wl_is_name(s, at) && wl_is_name(s, at + 1); at++) /* int */
    whole = whole && !wl_token_is(s, at, "float") && !wl_token_is(s, at, "double");
  if (!wl_is_name(s, at) || s->token[at + 1].word != WL_W_ASSIGN) return false;
  uint32_t first = part_end(s, at + 2), second = first ? part_end(s, first + 1) : 0;
  if (second <= first + 3 || s->token[first].word != WL_W_SEMICOLON ||
      s->token[second].word != WL_W_SEMICOLON || !wl_source_same(s, first + 1, at))
    return false;
  if (!whole || !write_loop(s, at, first, second, hint, size))
    snprintf(hint, size, "Lua's for has a first value, a last one and a step: write what does "
             "not fit, such as halving, as a while");
  return true;
}

bool wl_loop_counts(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i; k > 1; k--) {
    if (!wl_source_same(s, k, i) || !wl_is_name(s, k)) continue;
    if (s->token[k - 1].word == WL_W_FOR) return s->token[k + 1].word == WL_W_ASSIGN;
    if (wl_token_is(s, k + 1, "<")) return false; /* local x <const> */
  }
  return false;
}
