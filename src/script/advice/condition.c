/* Conditions that are numbers: C takes 0 for false, Lua takes every number for true. This file
 * finds conditions, and what stands left of an `and` or after a `not`. Arithmetic is always wrong
 * there; for elements and calls wl_hook_test() checks the value. A variable counts as what it is
 * declared with, if it can never be nil. */
#include "script/advice/c_habits.h"
#include "script/syntax/operand.h"

/* A part of an expression. */
struct operand {
  uint32_t first, last; /* tokens; last 0: what is here cannot be read */
  bool question;        /* a comparison or a `not`: true or false */
  bool number;          /* plain arithmetic */
};

static bool is_one_of(const struct wl_source *s, uint32_t i, const char *const *words) {
  for (; *words && s->token[i].kind == WL_TOKEN_WORD; words++)
    if (wl_token_is(s, i, *words)) return true;
  return false;
}

/* Where a local's = is, if it has one: its name is token `i`, maybe with <const> behind it. */
static uint32_t value_sign(const struct wl_source *s, uint32_t i) {
  return wl_token_is(s, i + 1, "<") && i + 4 <= s->tokens ? i + 4 : i + 1;
}

/* Part of what declares names without a value of their own: parameters, variables of loops,
 * and lists. */
static bool declares(const struct wl_source *s, uint32_t i) {
  const struct wl_token *t = s->token;
  uint32_t k = i - 1;
  while (t[k].word == WL_W_COMMA && t[k - 1].kind == WL_TOKEN_NAME) k -= 2;
  if (t[k].word == WL_W_PAREN) { /* of  function f.g(…), or of a call */
    do k--;
    while (t[k].kind == WL_TOKEN_NAME || t[k].word == WL_W_DOT || t[k].word == WL_W_COLON);
    return t[k].word == WL_W_FUNCTION;
  }
  bool list = k < i - 1 || t[i + 1].word == WL_W_COMMA;
  bool bare = t[k].word == WL_W_LOCAL && (list || t[value_sign(s, i)].word != WL_W_ASSIGN);
  return t[k].word == WL_W_FOR || bare || (list && (t[k + 1].flags & WL_STARTS_STATEMENT));
}

static struct operand comparison(struct wl_source *s, uint32_t i, uint32_t *wrong);

/* What the variable `name` is declared with, where the file declares one of this name, and all
 * else that it is set to is arithmetic. */
static struct operand declared(struct wl_source *s, uint32_t name) {
  const struct wl_token *t = s->token;
  struct operand value = {0}, none = {0};
  for (uint32_t i = 1; i <= s->tokens; i++) {
    bool same = t[i].kind == WL_TOKEN_NAME && wl_source_same(s, i, name);
    if (!same || t[i - 1].word == WL_W_DOT) continue;
    if (declares(s, i)) return none;
    bool local = t[i - 1].word == WL_W_LOCAL;
    uint32_t sign = local ? value_sign(s, i) : i + 1;
    if (t[sign].word != WL_W_ASSIGN) continue;
    if (!local && !(t[i].flags & WL_STARTS_STATEMENT)) continue;
    struct operand o = comparison(s, sign + 1, NULL);
    uint8_t next = t[o.last + 1].word;
    bool whole = o.last != 0 && next != WL_W_AND && next != WL_W_OR && !o.question;
    if (!whole || (local ? value.last != 0 : !o.number)) return none;
    if (local) value = o;
  }
  return value;
}

static bool is_index(const struct wl_source *s, uint32_t i) {
  static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
  for (const char *const *n = names; *n != NULL; n++)
    if (wl_source_names(s, i, *n)) return s->token[i + 1].word == WL_W_DOT;
  return wl_source_names(s, i, "warpSize");
}

/* Asks for the value of `o` whether it holds. What is in parentheses is asked in there. True
 * where it is a number in any case. */
static bool ask(struct wl_source *s, struct operand o) {
  struct wl_token *t = s->token;
  if (o.last == 0 || o.question) return false;
  uint32_t first = o.first, last = o.last;
  if (o.first == o.last && t[first].kind == WL_TOKEN_NAME) o = declared(s, first);
  if (o.number || is_index(s, o.first)) return true;
  if (t[o.first].word == WL_W_PAREN && t[o.first].match == o.last) {
    t[o.first].flags |= WL_TESTED;
  } else if (t[o.first].kind == WL_TOKEN_NAME && o.last > o.first) {
    t[first].flags |= WL_TEST_BEFORE;
    t[last].flags |= WL_TEST_AFTER;
    t[last].body = o.first;
  }
  return false;
}

/* What begins at token `i`, up to the next comparison, `and` or `or`. `wrong`: NULL, or the first
 * token of what is a number behind a `not`, if there was none before. */
static struct operand arithmetic(struct wl_source *s, uint32_t i, uint32_t *wrong) {
  static const char *const before[] = {"-", "#", "~", NULL};
  static const char *const between[] = {"%", "+", "-", "*", "/", "//", "^", "&", "|", "~", "<<",
                                        ">>", NULL};
  static const char *const joins[] = {"..", NULL};
  struct operand o = {.first = i};
  for (;; i++) {
    bool negated = false;
    for (; s->token[i].word == WL_W_NOT || is_one_of(s, i, before); i++) {
      negated = s->token[i].word == WL_W_NOT;
      o.number |= !negated;
    }
    struct operand inner = {.first = i, .last = wl_operand_end(s, i)};
    inner.number = s->token[i].kind == WL_TOKEN_NUMBER && inner.last == i;
    o.number |= inner.number && !negated;
    o.last = inner.last;
    if (o.last == 0) return o;
    i = o.last + 1;
    if (negated && is_one_of(s, i, between) && s->text[s->token[i].offset] == '^')
      negated = false; /* a power goes before */
    if (negated && wrong != NULL && ask(s, inner) && *wrong == 0) *wrong = inner.first;
    o.question |= negated;
    if (is_one_of(s, i, joins)) o.question = true; /* a string */
    else if (is_one_of(s, i, between)) o.number = true;
    else return o;
  }
}

/* A comparison, or what stands alone between `and`s and `or`s. */
static struct operand comparison(struct wl_source *s, uint32_t i, uint32_t *wrong) {
  static const char *const questions[] = {"==", "~=", "<", ">", "<=", ">=", NULL};
  struct operand o = arithmetic(s, i, wrong);
  while (o.last != 0 && is_one_of(s, o.last + 1, questions)) {
    o.last = arithmetic(s, o.last + 2, wrong).last;
    o.question = true;
  }
  return o;
}

/* The expression that begins at token `i`. `asked`: whether it holds. */
static void expression(struct wl_source *s, uint32_t i, bool asked, uint32_t *wrong) {
  for (;;) {
    struct operand o = comparison(s, i, wrong);
    uint8_t next = o.last != 0 ? s->token[o.last + 1].word : WL_W_OTHER;
    bool goes_on = next == WL_W_AND || next == WL_W_OR;
    if ((asked || next == WL_W_AND) && ask(s, o) && *wrong == 0) *wrong = o.first;
    if (!goes_on) return;
    i = o.last + 2;
  }
}

uint32_t wl_condition_find(struct wl_source *s) {
  uint32_t wrong = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    switch (s->token[i].word) {
      case WL_W_IF: case WL_W_ELSEIF: case WL_W_WHILE: case WL_W_UNTIL:
        expression(s, i + 1, true, &wrong);
        break;
      case WL_W_PAREN:
        expression(s, i + 1, s->token[i].flags & WL_TESTED, &wrong);
        break;
      case WL_W_ASSIGN: case WL_W_COMMA: case WL_W_SEMICOLON: case WL_W_BRACKET: case WL_W_BRACE:
      case WL_W_RETURN: case WL_W_IN:
        expression(s, i + 1, false, &wrong);
        break;
      default: break;
    }
  }
  return wrong;
}
