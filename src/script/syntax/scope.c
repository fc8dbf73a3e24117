/* Walks every block of a valid script with the names that are visible in it. */
#include "script/syntax/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

struct name {
  uint32_t token;    /* 0: self, which a method has without a word */
  uint32_t function; /* how deep; 0 for the file */
  bool own;          /* of the kernel, which threads alone call: each has its own */
};

struct walk {
  struct wl_source *s;
  uint32_t at, function;
  uint32_t wrong;      /* the first name or `...` that no script has; 0: none */
  struct name *name;   /* what is seen here, the innermost last */
  size_t names, capacity;
  bool varying;        /* the function takes any number of arguments */
  bool kernel;         /* within it, and nothing else in the text names it */
  bool out_of_memory;
};

static struct wl_token *now(const struct walk *w) { return &w->s->token[w->at]; }
static struct wl_token *ahead(const struct walk *w, uint32_t n) {
  uint32_t i = w->at + n;
  return &w->s->token[i <= w->s->tokens ? i : w->s->tokens + 1];
}
static bool more(const struct walk *w) { return w->at <= w->s->tokens && !w->out_of_memory; }
static bool is(const struct walk *w, enum wl_word word) { return more(w) && now(w)->word == word; }

/* Passes the word if it is here. */
static bool take(struct walk *w, enum wl_word word) {
  bool here = is(w, word);
  w->at += here;
  return here;
}

static bool names(const struct walk *w, const struct name *n, uint32_t token) {
  return n->token == 0 ? wl_source_names(w->s, token, "self")
                       : wl_source_same(w->s, n->token, token);
}

static void note_wrong(struct walk *w, uint32_t token) {
  if (w->wrong == 0) w->wrong = token;
}

/* A variable is read, written or made: not that of Lua's globals. */
static void see_variable(struct walk *w, uint32_t token) {
  if (wl_source_names(w->s, token, "_ENV")) note_wrong(w, token);
}

/* From here to the end of the block there is a variable with the name of this token. */
static void declare(struct walk *w, uint32_t token) {
  see_variable(w, token);
  if (w->names == w->capacity) {
    struct name *grown = wl_grow(w->name, sizeof *w->name, &w->capacity, 64);
    if (grown == NULL) w->out_of_memory = true;
    else w->name = grown;
  }
  if (!w->out_of_memory) w->name[w->names++] = (struct name){token, w->function, w->kernel};
}

/* Whether an <attribute> begins here, behind a name that is declared. */
static bool is_attribute(const struct wl_token *t) {
  return t->kind == WL_TOKEN_WORD && t->word == WL_W_OTHER && t[1].kind == WL_TOKEN_NAME;
}

/* Declares the names of a list from token `i` on, which may have <attributes>. */
static void declare_list(struct walk *w, uint32_t i) {
  const struct wl_token *t = w->s->token;
  for (;; i++) {
    declare(w, i++);
    if (is_attribute(&t[i])) i += 3;
    if (t[i].word != WL_W_COMMA) return;
  }
}

/* Marks the name at `token`, which the statement from `start` on assigns, if the variable may live
 * outside of the kernel and is not one of the function itself. */
static void assign(struct walk *w, uint32_t start, uint32_t token) {
  size_t n = w->names;
  while (n > 0 && !names(w, &w->name[n - 1], token)) n--;
  const struct name *found = n > 0 ? &w->name[n - 1] : NULL;
  see_variable(w, token);
  if (found ? found->own || found->function == w->function : w->function == 0) return;
  w->s->token[token].flags |= WL_SETS_OUTER;
  w->s->token[start].flags |= WL_OUTER_BEFORE;
}

static void block(struct walk *w);
static void expression(struct walk *w);

static void expressions(struct walk *w) {
  do expression(w);
  while (take(w, WL_W_COMMA));
}

/* From the ( of the parameters to the end. */
static void body(struct walk *w, bool method) {
  size_t names = w->names;
  bool varying = w->varying;
  w->function++;
  w->varying = false;
  if (method) declare(w, 0);
  take(w, WL_W_PAREN);
  for (; more(w) && !is(w, WL_W_PAREN_END); w->at++) {
    if (now(w)->kind == WL_TOKEN_NAME) declare(w, w->at);
    if (is(w, WL_W_DOTS)) w->varying = true;
  }
  take(w, WL_W_PAREN_END);
  block(w);
  take(w, WL_W_END);
  w->function--;
  w->varying = varying;
  w->names = names;
}

static void table(struct walk *w) {
  take(w, WL_W_BRACE);
  while (more(w) && !take(w, WL_W_BRACE_END)) {
    if (take(w, WL_W_BRACKET)) {
      expression(w);
      take(w, WL_W_BRACKET_END);
      take(w, WL_W_ASSIGN);
    } else if (now(w)->kind == WL_TOKEN_NAME && ahead(w, 1)->word == WL_W_ASSIGN) {
      w->at += 2;
    }
    expression(w);
    if (!take(w, WL_W_COMMA)) take(w, WL_W_SEMICOLON);
  }
}

/* A name or brackets with what is indexed and called behind. */
static void chain(struct walk *w) {
  if (now(w)->kind == WL_TOKEN_NAME) {
    see_variable(w, w->at++);
  } else {
    take(w, WL_W_PAREN);
    expression(w);
    take(w, WL_W_PAREN_END);
  }
  while (more(w)) {
    if (is(w, WL_W_DOT) || is(w, WL_W_COLON)) {
      w->at += 2;
    } else if (take(w, WL_W_BRACKET)) {
      expression(w);
      take(w, WL_W_BRACKET_END);
    } else if (take(w, WL_W_PAREN)) {
      if (!is(w, WL_W_PAREN_END)) expressions(w);
      take(w, WL_W_PAREN_END);
    } else if (is(w, WL_W_BRACE)) {
      table(w);
    } else if (now(w)->kind == WL_TOKEN_STRING) {
      w->at++;
    } else {
      break;
    }
  }
}

/* Operators have no word of their own here, but `and`, `or` and `not`. */
static bool is_operator(const struct walk *w) {
  return more(w) && now(w)->kind == WL_TOKEN_WORD &&
         (now(w)->word == WL_W_OTHER || now(w)->word == WL_W_AND || now(w)->word == WL_W_OR ||
          now(w)->word == WL_W_NOT);
}

static void expression(struct walk *w) {
  do {
    while (is_operator(w)) w->at++;
    if (!more(w)) return;
    if (take(w, WL_W_FUNCTION)) {
      body(w, false);
    } else if (is(w, WL_W_BRACE)) {
      table(w);
    } else if (now(w)->kind == WL_TOKEN_NAME || is(w, WL_W_PAREN)) {
      chain(w);
    } else {
      if (is(w, WL_W_DOTS) && !w->varying) note_wrong(w, w->at);
      w->at++;
    }
  } while (is_operator(w));
}

/* An assignment or a call. */
static void chains(struct walk *w) {
  uint32_t start = w->at;
  do {
    uint32_t first = w->at;
    chain(w);
    bool alone = w->at == first + 1 && w->s->token[first].kind == WL_TOKEN_NAME;
    if (alone && (is(w, WL_W_COMMA) || is(w, WL_W_ASSIGN))) assign(w, start, first);
  } while (take(w, WL_W_COMMA));
  if (take(w, WL_W_ASSIGN)) expressions(w);
}

/* Passes a list of names with <attributes>. */
static void pass_names(struct walk *w) {
  do {
    w->at++;
    if (more(w) && is_attribute(now(w))) w->at += 3;
  } while (take(w, WL_W_COMMA));
}

static void local(struct walk *w) {
  uint32_t first = ++w->at;
  if (take(w, WL_W_FUNCTION)) {
    declare(w, w->at++);
    body(w, false);
    return;
  }
  pass_names(w);
  if (take(w, WL_W_ASSIGN)) expressions(w);
  declare_list(w, first);
}

/* Whether the name `kernel` stands at `token` and nowhere else. */
static bool names_kernel(const struct walk *w, uint32_t token) {
  unsigned count = 0;
  for (uint32_t i = 1; i <= w->s->tokens; i++) count += wl_source_names(w->s, i, "kernel");
  return count == 1 && wl_source_names(w->s, token, "kernel");
}

static void function(struct walk *w) {
  uint32_t start = w->at++, name = w->at++;
  bool plain = is(w, WL_W_PAREN), method = false, kernel = w->kernel;
  if (plain) assign(w, start, name);
  else see_variable(w, name);
  for (; is(w, WL_W_DOT) || is(w, WL_W_COLON); w->at += 2) method = is(w, WL_W_COLON);
  if (plain && w->function == 0 && names_kernel(w, name)) w->kernel = true;
  body(w, method);
  w->kernel = kernel;
}

static void loop(struct walk *w) {
  size_t names = w->names;
  uint32_t first = ++w->at;
  pass_names(w);
  w->at++; /* = or in */
  expressions(w);
  declare_list(w, first);
  take(w, WL_W_DO);
  block(w);
  take(w, WL_W_END);
  w->names = names;
}

static void branches(struct walk *w) {
  do {
    w->at++;
    expression(w);
    take(w, WL_W_THEN);
    block(w);
  } while (is(w, WL_W_ELSEIF));
  if (take(w, WL_W_ELSE)) block(w);
  take(w, WL_W_END);
}

static bool closes(const struct walk *w) {
  return !more(w) || is(w, WL_W_END) || is(w, WL_W_ELSE) || is(w, WL_W_ELSEIF) || is(w, WL_W_UNTIL);
}

static void statement(struct walk *w) {
  switch (now(w)->word) {
    case WL_W_SEMICOLON: case WL_W_BREAK: w->at++; return;
    case WL_W_LABEL: w->at += 3; return;
    case WL_W_GOTO: w->at += 2; return;
    case WL_W_LOCAL: local(w); return;
    case WL_W_FUNCTION: function(w); return;
    case WL_W_FOR: loop(w); return;
    case WL_W_IF: branches(w); return;
    case WL_W_WHILE:
      w->at++;
      expression(w);
      /* fall through */
    case WL_W_DO:
      take(w, WL_W_DO);
      block(w);
      take(w, WL_W_END);
      return;
    case WL_W_REPEAT:
      w->at++;
      block(w);
      take(w, WL_W_UNTIL);
      expression(w);
      return;
    case WL_W_RETURN:
      w->at++;
      if (!closes(w) && !is(w, WL_W_SEMICOLON)) expressions(w);
      return;
    default: chains(w); return;
  }
}

static void block(struct walk *w) {
  size_t names = w->names;
  while (!closes(w)) {
    uint32_t before = w->at;
    statement(w);
    if (w->at == before) w->at++; /* no script comes here */
  }
  w->names = names;
}

bool wl_source_scopes(struct wl_source *s, uint32_t *wrong, struct wl_diag *d) {
  struct walk w = {.s = s, .at = 1, .function = s->one_line, .kernel = s->one_line};
  for (; more(&w); w.at++) block(&w);
  free(w.name);
  *wrong = w.wrong;
  if (w.out_of_memory) return wl_diag_fail(d, WL_LIMIT, "not enough memory to read the script");
  return true;
}
