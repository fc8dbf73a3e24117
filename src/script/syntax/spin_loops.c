/* Finds loops that wait for other lanes: which names in a loop hold the result of an atomic or of
 * a repeated load, and whether they end the loop. */
#include "script/syntax/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

/* What a name, or an expression, holds. */
enum {
  CHANGES = 1, /* something that the loop itself computes */
  POLLED = 2,  /* an element whose place stays the same in the loop, which does not store there */
  ATOMIC = 4,  /* what an atomic operation returned */
};

struct name { uint32_t token; uint8_t holds; };
struct block { uint8_t word, holds; }; /* holds: of the conditions that lead into it */

struct search {
  struct wl_source *s;
  uint32_t loop, first, last; /* tokens of the loop */
  struct name *name;
  size_t names, name_capacity;
  struct block *block;
  size_t blocks, block_capacity;
  bool *atomic;               /* by token: the name of a function that has an atomic in it */
  uint8_t atomic_ends, polled_ends, other_ends; /* of the loop */
  bool changed, out_of_memory;
};

static const struct wl_token *at(const struct search *f, uint32_t i) { return &f->s->token[i]; }

static bool same_name(const struct search *f, uint32_t a, uint32_t b) {
  return at(f, a)->kind == WL_TOKEN_NAME && at(f, b)->kind == WL_TOKEN_NAME &&
         wl_source_same(f->s, a, b);
}

static bool in_loop(const struct search *f, uint32_t i) {
  uint32_t loop = at(f, i)->loop;
  while (loop != 0 && loop != f->loop) loop = f->s->loop[loop].parent;
  return loop != 0;
}

static uint8_t holds_of(const struct search *f, uint32_t token) {
  for (size_t n = 0; n < f->names; n++)
    if (same_name(f, f->name[n].token, token)) return f->name[n].holds;
  return 0;
}

/* The name at `token` holds `holds`, too. */
static void add(struct search *f, uint32_t token, uint8_t holds) {
  size_t n = 0;
  while (n < f->names && !same_name(f, f->name[n].token, token)) n++;
  if (n == f->names) {
    if (f->names == f->name_capacity) {
      struct name *more = wl_grow(f->name, sizeof *more, &f->name_capacity, 16);
      f->out_of_memory |= more == NULL;
      if (more == NULL) return;
      f->name = more;
    }
    f->name[f->names++] = (struct name){.token = token};
  }
  f->changed |= (f->name[n].holds | holds) != f->name[n].holds;
  f->name[n].holds |= holds;
}

static bool is_atomic(const struct search *f, uint32_t i) {
  const struct wl_token *t = at(f, i);
  if (t->kind != WL_TOKEN_NAME || at(f, i + 1)->word != WL_W_PAREN) return false;
  if (t->size > 6 && memcmp(f->s->text + t->offset, "atomic", 6) == 0) return true;
  for (uint32_t k = 1; k <= f->s->tokens; k++)
    if (f->atomic[k] && same_name(f, k, i)) return true;
  return false;
}

/* Whether the loop stores to an element of the array at token `i`. */
static bool stores(const struct search *f, uint32_t i) {
  for (uint32_t k = f->first; k <= f->last; k++)
    if ((at(f, k)->flags & WL_STARTS_STATEMENT) && at(f, k + 1)->word == WL_W_BRACKET &&
        same_name(f, k, i))
      return true;
  return false;
}

/* What the tokens from `i` up to `end` hold, of the expression that they are. */
static uint8_t expression(const struct search *f, uint32_t i, uint32_t end) {
  uint8_t holds = 0;
  for (; i < end; i++) {
    const struct wl_token *t = at(f, i);
    if (t->kind != WL_TOKEN_NAME || at(f, i - 1)->word == WL_W_DOT) continue;
    if (is_atomic(f, i)) return ATOMIC;
    holds |= holds_of(f, i);
    const struct wl_token *open = at(f, i + 1);
    if (open->word != WL_W_BRACKET) continue;
    uint8_t index = expression(f, i + 2, open->match);
    if (index == 0 && !stores(f, i)) holds |= POLLED;
    else holds |= CHANGES;
    i = open->match - 1;
  }
  return holds;
}

/* Whether this is what other lanes write. */
static bool is_theirs(uint8_t holds) { return (holds & ATOMIC) != 0 || holds == POLLED; }

/* The loop ends by a condition that holds this. */
static void ends_by(struct search *f, uint8_t holds) {
  if (holds & ATOMIC) f->atomic_ends = true;
  else if (holds == POLLED) f->polled_ends = true;
  else if (holds != 0) f->other_ends = true;
}

/* The token of a word from `i` on, outside of brackets. */
static uint32_t find_word(const struct search *f, uint32_t i, uint8_t word) {
  while (i <= f->s->tokens && at(f, i)->word != word) {
    uint8_t w = at(f, i)->word;
    bool open = w == WL_W_PAREN || w == WL_W_BRACKET || w == WL_W_BRACE;
    i = open ? at(f, i)->match + 1 : i + 1;
  }
  return i;
}

/* Behind the last token of the statement or condition that goes on at `i`. */
static uint32_t end_of(const struct search *f, uint32_t i) {
  for (; i <= f->last; i++) {
    uint8_t w = at(f, i)->word;
    if (at(f, i)->flags & WL_STARTS_STATEMENT) return i;
    if (w == WL_W_END || w == WL_W_ELSE || w == WL_W_ELSEIF || w == WL_W_UNTIL) return i;
    if (w == WL_W_PAREN || w == WL_W_BRACKET || w == WL_W_BRACE) i = at(f, i)->match;
  }
  return i;
}

/* What the conditions around hold. */
static uint8_t around(const struct search *f) {
  uint8_t holds = 0;
  for (size_t b = 0; b < f->blocks; b++) holds |= f->block[b].holds;
  return holds;
}

static void push(struct search *f, uint8_t word, uint8_t holds) {
  if (f->blocks == f->block_capacity) {
    struct block *more = wl_grow(f->block, sizeof *more, &f->block_capacity, 16);
    f->out_of_memory |= more == NULL;
    if (more == NULL) return;
    f->block = more;
  }
  f->block[f->blocks++] = (struct block){word, holds};
}

/* A statement that begins at `i`: names that it gives values. */
static void assignment(struct search *f, uint32_t i) {
  uint32_t name = i + (at(f, i)->word == WL_W_LOCAL), sign = name, end;
  while (sign <= f->last && at(f, sign)->word != WL_W_ASSIGN) {
    if (sign > name && (at(f, sign)->flags & WL_STARTS_STATEMENT)) return;
    if (at(f, sign)->kind == WL_TOKEN_WORD && at(f, sign)->word < WL_W_KEYWORDS &&
        at(f, sign)->word != WL_W_OTHER)
      return;
    sign = at(f, sign)->word == WL_W_BRACKET || at(f, sign)->word == WL_W_PAREN
               ? at(f, sign)->match + 1 : sign + 1;
  }
  if (sign > f->last) return;
  end = end_of(f, sign + 1);
  uint8_t holds = expression(f, sign + 1, end) | around(f);
  for (uint32_t k = name; k < sign; k++) {
    bool plain = at(f, k)->kind == WL_TOKEN_NAME && at(f, k - 1)->word != WL_W_DOT;
    uint8_t next = at(f, k + 1)->word;
    if (plain && (next == WL_W_COMMA || next == WL_W_ASSIGN))
      add(f, k, is_theirs(holds) ? holds : CHANGES | holds);
  }
}

/* One pass over the loop. */
static void pass(struct search *f) {
  f->blocks = 0;
  f->atomic_ends = f->polled_ends = f->other_ends = false; /* the last pass knows all names */
  for (uint32_t i = f->first; i <= f->last && !f->out_of_memory; i++) {
    const struct wl_token *t = at(f, i);
    bool own = t->loop == f->loop;
    if (t->flags & WL_STARTS_STATEMENT) assignment(f, i);
    switch (t->word) {
      case WL_W_IF: push(f, WL_W_IF, expression(f, i + 1, find_word(f, i, WL_W_THEN))); break;
      case WL_W_ELSEIF:
        if (f->blocks > 0)
          f->block[f->blocks - 1].holds |= expression(f, i + 1, find_word(f, i, WL_W_THEN));
        break;
      case WL_W_WHILE: case WL_W_FOR: case WL_W_REPEAT: case WL_W_FUNCTION:
        push(f, t->word, 0);
        break;
      case WL_W_DO:
        if (f->blocks == 0 || (f->block[f->blocks - 1].word != WL_W_WHILE &&
                               f->block[f->blocks - 1].word != WL_W_FOR))
          push(f, WL_W_DO, 0);
        else
          f->block[f->blocks - 1].word = WL_W_DO; /* its `do` has come */
        break;
      case WL_W_UNTIL:
        if (f->blocks > 0) f->blocks--;
        if (own) ends_by(f, expression(f, i + 1, end_of(f, i + 1)));
        break;
      case WL_W_END:
        if (f->blocks > 0) f->blocks--;
        break;
      case WL_W_BREAK: case WL_W_RETURN: case WL_W_GOTO:
        if (own || t->word == WL_W_RETURN) ends_by(f, around(f));
        break;
      default: break;
    }
    if (t->flags & WL_NEXT_ITERATION && own && t->word != WL_W_FOR &&
        !(at(f, i - 1)->flags & WL_NEXT_ITERATION))
      ends_by(f, expression(f, i, find_word(f, i, WL_W_DO)));
  }
}

static void search_loop(struct search *f, uint32_t loop) {
  f->loop = loop;
  f->first = f->last = 0;
  for (uint32_t i = 1; i <= f->s->tokens; i++) {
    if (!in_loop(f, i)) continue;
    if (f->first == 0) f->first = i;
    f->last = i;
  }
  if (f->first == 0) return;
  f->names = 0;
  do {
    f->changed = false;
    pass(f);
  } while (f->changed && !f->out_of_memory);
  uint8_t begin = at(f, f->s->loop[loop].start)->word;
  bool counts = begin == WL_W_DO; /* `for` starts there */
  if (!f->atomic_ends && (!f->polled_ends || f->other_ends || counts)) return;
  f->s->token[f->s->loop[loop].start].flags |= WL_SPINS;
  f->s->spins = true;
}

/* Notes the names of functions with an atomic in them: what these give back may be its result. */
static void find_functions(struct search *f) {
  for (uint32_t i = 1; i <= f->s->tokens; i++) {
    if (at(f, i)->word != WL_W_FUNCTION) continue;
    uint32_t name = at(f, i + 1)->kind == WL_TOKEN_NAME ? i + 1 : i >= 2 ? i - 2 : 0;
    unsigned depth = 1;
    bool atomic = false;
    for (uint32_t k = i + 1; k <= f->s->tokens && depth > 0; k++) {
      uint8_t w = at(f, k)->word;
      if (w == WL_W_IF || w == WL_W_FUNCTION || w == WL_W_WHILE || w == WL_W_FOR ||
          w == WL_W_REPEAT)
        depth++;
      else if (w == WL_W_DO && !(at(f, k)->flags & WL_BODY_AFTER))
        depth++;
      else if (w == WL_W_END || w == WL_W_UNTIL)
        depth--;
      atomic |= is_atomic(f, k);
    }
    if (atomic && at(f, name)->kind == WL_TOKEN_NAME) f->atomic[name] = true;
  }
}

bool wl_spin_find(struct wl_source *s, struct wl_diag *d) {
  struct search f = {.s = s, .atomic = calloc(s->tokens + 2u, sizeof *f.atomic)};
  f.out_of_memory = f.atomic == NULL;
  if (!f.out_of_memory) find_functions(&f);
  for (uint32_t l = 1; l <= s->loops && !f.out_of_memory; l++) search_loop(&f, l);
  free(f.atomic);
  free(f.name);
  free(f.block);
  return !f.out_of_memory || wl_diag_fail(d, WL_LIMIT, "not enough memory to read the script");
}
