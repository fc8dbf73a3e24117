/* C's loops, and what Lua writes for them. */
#include "script/loop_habit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/operand.h"

/* `for (name = start; name < limit; step)` as its tokens. */
struct c_loop {
  uint32_t name, start[2], limit[2], compare; /* first and last token */
  const char *step;                           /* Lua's operator; "" where Lua's for cannot do it */
  char by[WL_OPERAND_TEXT];                   /* the operand of the step */
  bool down;
};

static bool is_text(const struct wl_source *s, uint32_t i, const char *text) {
  const struct wl_token *t = &s->token[i];
  return t->kind != WL_TOKEN_END && t->size == strlen(text) &&
         memcmp(s->text + t->offset, text, t->size) == 0;
}

static bool same(const struct wl_source *s, uint32_t a, uint32_t b) {
  return s->token[a].size == s->token[b].size &&
         memcmp(s->text + s->token[a].offset, s->text + s->token[b].offset, s->token[a].size) == 0;
}

/* The next ; on the line of token `i`, or its ) if it has none; 0: neither. */
static uint32_t part_end(const struct wl_source *s, uint32_t i) {
  uint32_t line = s->token[i].line, depth = 0;
  for (; i <= s->tokens && s->token[i].line == line; i++) {
    if (s->token[i].word == WL_W_SEMICOLON) return i;
    if (s->token[i].word == WL_W_PAREN) depth++;
    else if (s->token[i].word == WL_W_PAREN_END && depth-- == 0) return i;
  }
  return 0;
}

static bool by_one(struct c_loop *c, bool down) {
  memcpy(c->by, "1", 2);
  c->step = down ? "-" : "+";
  c->down = down;
  return true;
}

/* The step, which begins at token `i`. A -- is a comment to Lua, and ends the tokens of the line:
 * what is left of it is at most the name. */
static bool read_step(const struct wl_source *s, uint32_t i, struct c_loop *c) {
  static const struct { const char *c, *lua; bool adds; } rows[] = {
    {"+", "+", true}, {"-", "-", true}, {">>", ">>", false}, {"<<", "<<", false},
    {"/", "//", false}, {"*", "*", false}};
  uint32_t line = s->token[c->name].line;
  if (s->token[i].line != line) return by_one(c, true);
  if (is_text(s, i, "+") && is_text(s, i + 1, "+")) return by_one(c, false);
  if (!same(s, i, c->name)) return false;
  if (s->token[i + 1].line != line) return by_one(c, true);
  if (is_text(s, i + 1, "+") && is_text(s, i + 2, "+")) return by_one(c, false);
  uint32_t at = i + 1;
  if (is_text(s, at, "=") && same(s, at + 1, c->name)) at += 2; /* s = s / 2 */
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    if (!is_text(s, at, rows[n].c)) continue;
    uint32_t first = at + 1 + is_text(s, at + 1, "="), end = part_end(s, first);
    if (end <= first) return false;
    c->step = rows[n].lua;
    c->down = rows[n].adds && *rows[n].c == '-';
    return wl_operand_text(s, first, end - 1, c->by);
  }
  return false;
}

/* Reads the loop whose `for` is token `i`. */
static bool read_loop(const struct wl_source *s, uint32_t i, struct c_loop *c) {
  i += 1 + is_text(s, i + 1, "(");
  while (i + 1 <= s->tokens && s->token[i].kind == WL_TOKEN_NAME &&
         s->token[i + 1].kind == WL_TOKEN_NAME)
    i++; /* int */
  if (s->token[i].kind != WL_TOKEN_NAME || s->token[i + 1].word != WL_W_ASSIGN) return false;
  uint32_t first = part_end(s, i + 2), second = first ? part_end(s, first + 1) : 0;
  if (first <= i + 2 || second <= first + 3) return false;
  if (s->token[second].word != WL_W_SEMICOLON || !same(s, first + 1, i)) return false;
  *c = (struct c_loop){.name = i, .start = {i + 2, first - 1}, .limit = {first + 3, second - 1},
                       .compare = first + 2};
  return read_step(s, second + 1, c);
}

/* The last value of a loop that ends before its limit. */
static void last_value(const struct wl_source *s, const struct c_loop *c, char *text, size_t size) {
  char limit[WL_OPERAND_TEXT], *end;
  bool whole = wl_operand_text(s, c->limit[0], c->limit[1], limit);
  bool one = !whole || wl_operand_end(s, c->limit[0]) == c->limit[1];
  long number = strtol(limit, &end, 10);
  if (s->token[c->compare].size > 1) snprintf(text, size, "%s", limit); /* <= and >= */
  else if (*end == '\0') snprintf(text, size, "%ld", number + (c->down ? 1 : -1));
  else snprintf(text, size, "%s%s%s %s 1", one ? "" : "(", limit, one ? "" : ")",
                c->down ? "+" : "-");
}

bool wl_loop_habit(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  struct c_loop c;
  char start[WL_OPERAND_TEXT], limit[WL_OPERAND_TEXT], last[WL_OPERAND_TEXT + 8];
  uint32_t from = i > 3 ? i - 3 : 1, at = i;
  while (at > from && s->token[at].word != WL_W_FOR) at--;
  if (s->token[at].word != WL_W_FOR || !read_loop(s, at, &c)) return false;
  if (!is_text(s, c.compare, "<") && !is_text(s, c.compare, ">") && !is_text(s, c.compare, "<=") &&
      !is_text(s, c.compare, ">="))
    return false;
  int n = (int)s->token[c.name].size < WL_OPERAND_TEXT ? (int)s->token[c.name].size : 0;
  const char *name = s->text + s->token[c.name].offset;
  wl_operand_text(s, c.start[0], c.start[1], start);
  wl_operand_text(s, c.limit[0], c.limit[1], limit);
  last_value(s, &c, last, sizeof last);
  bool adds = strcmp(c.step, "+") == 0 || strcmp(c.step, "-") == 0, one = strcmp(c.by, "1") == 0;
  if (adds)
    snprintf(hint, size, "Lua writes  for %.*s = %s, %s%s%s%s do … end", n, name, start, last,
             one && !c.down ? "" : ", ", c.down ? "-" : "", one && !c.down ? "" : c.by);
  else
    snprintf(hint, size, "Lua's for only adds:  local %.*s = %s  while %.*s %.*s %s do … "
             "%.*s = %.*s %s %s end", n, name, start, n, name, (int)s->token[c.compare].size,
             s->text + s->token[c.compare].offset, limit, n, name, n, name, c.step, c.by);
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
  int n = (int)s->token[name].size < WL_OPERAND_TEXT ? (int)s->token[name].size : 0;
  const char *text = s->text + s->token[name].offset;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (is_text(s, step + 2, rows[k].c)) {
      snprintf(hint, size, "Lua's for only adds; write  while … do … %.*s = %.*s %s %.*s end", n,
               text, n, text, rows[k].lua, (int)s->token[step + 3].size % WL_OPERAND_TEXT,
               s->text + s->token[step + 3].offset);
      return true;
    }
  return false;
}

bool wl_loop_counts(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i; k > 1; k--) {
    if (!same(s, k, i) || s->token[k].kind != WL_TOKEN_NAME) continue;
    if (s->token[k - 1].word == WL_W_FOR) return s->token[k + 1].word == WL_W_ASSIGN;
    if (is_text(s, k + 1, "<")) return false; /* local x <const> */
  }
  return false;
}
