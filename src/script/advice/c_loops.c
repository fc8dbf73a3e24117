/* C's loops, and what Lua writes for them. */
#include "script/advice/c_loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/advice/c_numbers.h"
#include "script/syntax/operand.h"

/* `for (name = start; name < limit; step)` as its tokens. */
struct c_loop {
  uint32_t name, start[2], limit[2], compare; /* first and last token */
  uint32_t head[2];                           /* the same, without its brackets */
  const char *step;                           /* Lua's operator; NULL: nothing Lua could say */
  char operand[WL_OPERAND_TEXT + 2];          /* what stands behind it, in brackets if need be */
  bool down;
};

static bool same(const struct wl_source *s, uint32_t a, uint32_t b) {
  return s->token[a].size == s->token[b].size &&
         memcmp(s->text + s->token[a].offset, s->text + s->token[b].offset, s->token[a].size) == 0;
}

/* The next ; on the line of token `i`, or the end of the head if it has none; 0: neither. */
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

static bool by_one(struct c_loop *c, bool down) {
  memcpy(c->operand, "1", 2);
  c->step = down ? "-" : "+";
  c->down = down;
  return true;
}

static size_t pass_spaces(const struct wl_source *s, size_t at) {
  while (at < s->size && s->text[at] == ' ') at++;
  return at;
}

/* Whether a -- of the variable, and no more, is the step behind token `i`. It is a comment to
 * Lua, and ends the tokens of the line. */
static bool decrements(const struct wl_source *s, uint32_t i, const struct c_loop *c) {
  const struct wl_token *name = &s->token[c->name];
  size_t at = pass_spaces(s, s->token[i].offset + s->token[i].size);
  if (at + 2 > s->size || memcmp(s->text + at, "--", 2) != 0) return false;
  at = pass_spaces(s, at + 2);
  if (s->token[i].word == WL_W_SEMICOLON) { /* --i */
    if (at + name->size > s->size || memcmp(s->text + at, s->text + name->offset, name->size) != 0)
      return false;
    at = pass_spaces(s, at + name->size);
  }
  return at == s->size || strchr(")\r\n", s->text[at]) != NULL ||
         (at + 2 <= s->size && memcmp(s->text + at, "do", 2) == 0);
}

/* The step, which begins at token `i`; false: Lua has no words for it. */
static bool read_step(const struct wl_source *s, uint32_t i, struct c_loop *c) {
  static const struct { const char *c, *lua; bool adds; } rows[] = {
    {"+", "+", true}, {"-", "-", true}, {">>", ">>", false}, {"<<", "<<", false},
    {"/", "//", false}, {"*", "*", false}};
  uint32_t line = s->token[c->name].line, end = part_end(s, i);
  if (s->token[i].line != line) return decrements(s, i - 1, c) && by_one(c, true);
  if (wl_token_is(s, i, "+") && wl_token_is(s, i + 1, "+"))
    return same(s, i + 2, c->name) && end == i + 3 && by_one(c, false);
  if (!same(s, i, c->name)) return false;
  if (s->token[i + 1].line != line) return decrements(s, i, c) && by_one(c, true);
  if (wl_token_is(s, i + 1, "+") && wl_token_is(s, i + 2, "+"))
    return end == i + 3 && by_one(c, false);
  bool whole = wl_token_is(s, i + 1, "=") && same(s, i + 2, c->name); /* s = s / 2 */
  uint32_t at = i + (whole ? 3 : 1);
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    if (!wl_token_is(s, at, rows[n].c)) continue;
    uint32_t first = at + (whole ? 1 : 2);
    char text[WL_OPERAND_TEXT];
    if (end <= first || (!whole && !wl_token_is(s, at + 1, "="))) return false;
    bool one = wl_operand_end(s, first) == end - 1;
    if ((whole && !one) || !wl_number_lua(s, first, end - 1, text)) return false;
    c->step = rows[n].lua;
    c->down = rows[n].adds && *rows[n].c == '-';
    snprintf(c->operand, sizeof c->operand, "%s%s%s", one ? "" : "(", text, one ? "" : ")");
    return true;
  }
  return false;
}

/* Reads the loop whose `for` is token `i`. */
static bool read_loop(const struct wl_source *s, uint32_t i, struct c_loop *c) {
  i += 1 + wl_token_is(s, i + 1, "(");
  uint32_t head = i, end;
  while (i + 1 <= s->tokens && s->token[i].kind == WL_TOKEN_NAME &&
         s->token[i + 1].kind == WL_TOKEN_NAME)
    i++; /* int */
  if (s->token[i].kind != WL_TOKEN_NAME || s->token[i + 1].word != WL_W_ASSIGN) return false;
  uint32_t first = part_end(s, i + 2), second = first ? part_end(s, first + 1) : 0;
  if (first <= i + 2 || second <= first + 3) return false;
  if (s->token[first].word != WL_W_SEMICOLON || s->token[second].word != WL_W_SEMICOLON ||
      !same(s, first + 1, i))
    return false;
  end = part_end(s, second + 1);
  if (end == 0)
    for (end = second + 1; end <= s->tokens && s->token[end].line == s->token[i].line;) end++;
  *c = (struct c_loop){.name = i, .start = {i + 2, first - 1}, .limit = {first + 3, second - 1},
                       .compare = first + 2, .head = {head, end - 1}};
  if (!read_step(s, second + 1, c)) c->step = NULL;
  return true;
}

/* Whether all that the loop counts is whole, so that < ends one before its limit. */
static bool counts(const struct wl_source *s, const struct c_loop *c) {
  for (uint32_t i = c->head[0]; i <= c->head[1]; i++) {
    const struct wl_token *t = &s->token[i];
    const char *text = s->text + t->offset;
    bool hex = t->size > 1 && (text[1] == 'x' || text[1] == 'X');
    if (wl_token_is(s, i, "float") || wl_token_is(s, i, "double") || wl_token_is(s, i, "half"))
      return false;
    for (uint32_t k = 0; t->kind == WL_TOKEN_NUMBER && k < t->size; k++)
      if (text[k] == '.' || (!hex && strchr("eEfF", text[k]) != NULL)) return false;
  }
  return true;
}

/* The last value of a loop that ends before its limit. */
static void last_value(const struct wl_source *s, const struct c_loop *c, const char *limit,
                       char *text, size_t size) {
  bool one = wl_operand_end(s, c->limit[0]) == c->limit[1];
  bool folds = strlen(limit) < 16; /* a long holds it */
  char *end;
  long number = strtol(limit, &end, 0);
  if (s->token[c->compare].size > 1) snprintf(text, size, "%s", limit); /* <= and >= */
  else if (folds && *end == '\0') snprintf(text, size, "%ld", number + (c->down ? 1 : -1));
  else snprintf(text, size, "%s%s%s %s 1", one ? "" : "(", limit, one ? "" : ")",
                c->down ? "+" : "-");
}

/* The loop in Lua. False: it has no words for a part, or there is no room for them. */
static bool write_loop(const struct wl_source *s, const struct c_loop *c, char *hint,
                       size_t size) {
  char name[WL_OPERAND_TEXT], start[WL_OPERAND_TEXT], limit[WL_OPERAND_TEXT],
       last[WL_OPERAND_TEXT + 8];
  if (c->step == NULL || !wl_number_lua(s, c->start[0], c->start[1], start) ||
      !wl_number_lua(s, c->limit[0], c->limit[1], limit) ||
      !wl_operand_text(s, c->name, c->name, name))
    return false;
  const char *compare = s->text + s->token[c->compare].offset;
  bool adds = strcmp(c->step, "+") == 0 || strcmp(c->step, "-") == 0;
  bool plain = !c->down && strcmp(c->operand, "1") == 0, group = !c->down && *c->operand == '(';
  int length = (int)strlen(c->operand) - (group ? 2 : 0);
  bool sure = strncmp(c->operand, "(-", 2) != 0; /* the way of the loop */
  int used;
  last_value(s, c, limit, last, sizeof last);
  if (adds && (*compare == '>') == c->down && sure && counts(s, c))
    used = snprintf(hint, size, "Lua writes  for %s = %s, %s%s%s%.*s do … end", name, start, last,
                    plain ? "" : ", ", c->down ? "-" : "", plain ? 0 : length,
                    c->operand + group);
  else
    used = snprintf(hint, size, "%s  local %s = %s  while %s %.*s %s do … %s = %s %s %s end",
                    adds ? "Lua writes" : "Lua's for only adds:", name, start, name,
                    (int)s->token[c->compare].size, compare, limit, name, name, c->step,
                    c->operand);
  return used >= 0 && (size_t)used < size;
}

/* Whether the head declares or changes a second variable. */
static bool has_second(const struct wl_source *s, const struct c_loop *c) {
  uint32_t depth = 0;
  for (uint32_t i = c->head[0]; i <= c->head[1]; i++) {
    uint8_t word = s->token[i].word;
    if (depth == 0 && word == WL_W_COMMA) return true;
    if (word == WL_W_PAREN) depth++;
    if (word == WL_W_PAREN_END) depth--;
  }
  return false;
}

bool wl_loop_habit(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  struct c_loop c;
  uint32_t at = i, line = s->token[i].line;
  while (at > 1 && s->token[at].word != WL_W_FOR && s->token[at - 1].line == line) at--;
  if (s->token[at].word != WL_W_FOR || !read_loop(s, at, &c)) return false;
  if (!wl_token_is(s, c.compare, "<") && !wl_token_is(s, c.compare, ">") &&
      !wl_token_is(s, c.compare, "<=") && !wl_token_is(s, c.compare, ">="))
    return false;
  if (write_loop(s, &c, hint, size)) return true;
  if (has_second(s, &c))
    snprintf(hint, size, "Lua's for counts one variable: declare a second one before the loop, "
             "and change it inside");
  else
    snprintf(hint, size, "Lua's for has a first value, a last one and a step: write what does "
             "not fit as a while");
  return true;
}

/* The comma behind token `i` in the head of a loop, outside of brackets; 0: there is none. */
static uint32_t next_comma(const struct wl_source *s, uint32_t i) {
  uint32_t depth = 0;
  for (; i <= s->tokens && s->token[i].word != WL_W_DO; i++) {
    uint8_t word = s->token[i].word;
    if (word == WL_W_COMMA && depth == 0) return i;
    if (word == WL_W_PAREN || word == WL_W_BRACKET) depth++;
    else if ((word == WL_W_PAREN_END || word == WL_W_BRACKET_END) && depth > 0) depth--;
  }
  return 0;
}

bool wl_loop_halves(const struct wl_source *s, uint32_t name, char *hint, size_t size) {
  static const struct { const char *c, *lua; } rows[] = {
    {">>", ">>"}, {"<<", "<<"}, {"/", "//"}, {"//", "//"}, {"*", "*"}};
  uint32_t limit = next_comma(s, name), step = limit ? next_comma(s, limit + 1) : 0;
  if (step == 0 || !same(s, step + 1, name)) return false;
  uint32_t first = step + 3, last = wl_operand_end(s, first);
  char text[WL_OPERAND_TEXT], operand[WL_OPERAND_TEXT];
  if (last == 0 || s->token[last + 1].word != WL_W_DO || !wl_operand_text(s, name, name, text) ||
      !wl_number_lua(s, first, last, operand))
    return false;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (wl_token_is(s, step + 2, rows[k].c)) {
      snprintf(hint, size, "Lua's for only adds; write  while … do … %s = %s %s %s end", text,
               text, rows[k].lua, operand);
      return true;
    }
  return false;
}

bool wl_loop_counts(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i; k > 1; k--) {
    if (!same(s, k, i) || s->token[k].kind != WL_TOKEN_NAME) continue;
    if (s->token[k - 1].word == WL_W_FOR) return s->token[k + 1].word == WL_W_ASSIGN;
    if (wl_token_is(s, k + 1, "<")) return false; /* local x <const> */
  }
  return false;
}
