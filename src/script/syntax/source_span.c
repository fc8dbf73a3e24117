/* From the token that Lua reports to the expression that it belongs to. */
#include "script/syntax/instrument.h"

static const struct wl_token *tok(const struct wl_source *s, uint32_t i) { return &s->token[i]; }

static bool names(const struct wl_token *t) {
  return t->kind == WL_TOKEN_NAME || t->kind == WL_TOKEN_STRING;
}

/* The first token of the chain of names, indices and calls that ends at `i`. */
static uint32_t chain_start(const struct wl_source *s, uint32_t i) {
  while (i > 1) {
    const struct wl_token *t = tok(s, i), *before = tok(s, i - 1);
    bool bracket = t->word == WL_W_PAREN_END || t->word == WL_W_BRACKET_END;
    bool table = t->word == WL_W_BRACE_END && t->match > 1 && /* lesson{…} */
                 tok(s, t->match - 1)->kind == WL_TOKEN_NAME;
    if ((bracket || table) && t->match != 0) {
      i = t->match;
      before = tok(s, i - 1);
      bool goes_on = before->kind == WL_TOKEN_NAME || before->word == WL_W_PAREN_END ||
                     before->word == WL_W_BRACKET_END;
      if (!goes_on || (tok(s, i)->flags & WL_STARTS_STATEMENT)) return i;
      i--;
    } else if (names(t) && (before->word == WL_W_DOT || before->word == WL_W_COLON)) {
      i -= 2;
    } else if (t->kind == WL_TOKEN_STRING && before->kind == WL_TOKEN_NAME) { /* mark "…" */
      i--;
    } else {
      return i;
    }
  }
  return i;
}

/* An index is read when the token behind it is known, or its own last one. A
 * few tokens may stand between: "a[i], }". */
static uint32_t index_end(const struct wl_source *s, uint32_t i) {
  for (uint32_t n = i; n > 0 && n + 3 > i; n--) {
    const struct wl_token *t = tok(s, n);
    bool field = names(t) && tok(s, n - 1)->word == WL_W_DOT;
    if (t->word == WL_W_BRACKET_END || field) return n;
  }
  return i;
}

/* The statement that holds `i`, from inside its last expression. */
static uint32_t statement_start(const struct wl_source *s, uint32_t i) {
  while (i > 1 && !(tok(s, i)->flags & WL_STARTS_STATEMENT)) {
    uint32_t match = tok(s, i)->match;
    i = match != 0 && match < i ? match : i - 1;
    if (tok(s, i)->flags & WL_STARTS_STATEMENT) break;
  }
  return i;
}

/* The targets of the assignment that `i` ends. */
static void store_target(const struct wl_source *s, uint32_t i, uint32_t *first, uint32_t *last) {
  *first = statement_start(s, i);
  uint32_t n = *first;
  while (n < i && tok(s, n)->word != WL_W_ASSIGN) {
    uint32_t match = tok(s, n)->match;
    n = match > n ? match + 1 : n + 1;
  }
  *last = n > *first ? n - 1 : i;
}

void wl_source_span_tokens(const struct wl_source *s, uint32_t token, enum wl_source_span_kind kind,
                           uint32_t *first, uint32_t *last) {
  if (token > s->tokens + 1) token = s->tokens + 1;
  *first = *last = token;
  switch (kind) {
    case WL_SOURCE_SPAN_INDEX:
      *last = index_end(s, token);
      *first = chain_start(s, *last);
      break;
    case WL_SOURCE_SPAN_STORE: store_target(s, token, first, last); break;
    case WL_SOURCE_SPAN_CALL:
      *last = tok(s, token)->call > token ? tok(s, token)->call : token;
      *first = chain_start(s, *last);
      break;
    case WL_SOURCE_SPAN_TOKEN: break;
  }
}

struct wl_source_span wl_source_span_find(const struct wl_source *s, uint32_t token,
                                          enum wl_source_span_kind kind) {
  uint32_t first, last;
  wl_source_span_tokens(s, token, kind, &first, &last);
  const struct wl_token *a = tok(s, first), *b = tok(s, last);
  /* An expression of several lines is shown by what stands on its first. */
  while (b->line != a->line && last > first) b = tok(s, --last);
  return (struct wl_source_span){.line = a->line, .column = a->column, .end_column = b->end_column};
}

uint32_t wl_source_span_name(const struct wl_source *s, uint32_t token, const char *name) {
  if (token > s->tokens) token = s->tokens;
  for (uint32_t n = token; n > 0 && n + 8 > token; n--)
    if (wl_source_names(s, n, name)) return n;
  return token;
}
