/* Finds loops, brackets, calls and statements in the tokens of a valid script. It parses blocks
 * only, and recognizes expressions by their neighbours. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "script/syntax/tokens.h"

enum block_kind {
  BLOCK_FILE, BLOCK_FUNCTION, BLOCK_PLAIN, BLOCK_FOR, BLOCK_WHILE, BLOCK_REPEAT,
  BLOCK_UNTIL,   /* the condition behind `until`, which no token closes */
  BLOCK_REGION,  /* from a label to the last `goto` back to it: a loop too */
  BLOCK_BRACKET,
};

struct block {
  uint8_t kind;
  bool header;             /* a loop before its `do`; a function before its `)` */
  bool kernel, condition;
  uint32_t open, last;     /* tokens; `last`: of a region */
  uint32_t outer, self;    /* loops */
  uint32_t tail;           /* function: the token that ends its parameters */
  uint32_t label;          /* 1 + index of a label whose region reaches to our end */
};

struct label {
  uint32_t token, depth, open, last; /* name token; its block; where its region ends */
};

struct walk {
  struct wl_source *s;
  struct block *stack;
  size_t depth, capacity;      /* stack[depth] is the top */
  struct label *label;
  size_t labels, label_capacity, loop_capacity;
  uint32_t loop;               /* where the walk is */
  bool condition, second, ended_function, out_of_memory;
  unsigned functions;
};

static struct wl_token *tok(const struct walk *w, uint32_t i) { return &w->s->token[i]; }
static struct block *top(const struct walk *w) { return &w->stack[w->depth]; }

static void *grow(struct walk *w, void *array, size_t *capacity, size_t size) {
  void *grown = wl_grow(array, size, capacity, 64);
  if (grown == NULL) w->out_of_memory = true;
  return grown ? grown : array;
}

static void push(struct walk *w, enum block_kind kind, uint32_t open) {
  if (w->depth + 1 >= w->capacity)
    w->stack = grow(w, w->stack, &w->capacity, sizeof *w->stack);
  if (w->out_of_memory) return;
  w->stack[++w->depth] = (struct block){.kind = (uint8_t)kind, .open = open, .outer = w->loop,
                                        .condition = w->condition};
}

static bool ends_operand(const struct wl_token *t) {
  switch (t->kind) {
    case WL_TOKEN_NAME: case WL_TOKEN_NUMBER: case WL_TOKEN_STRING: return true;
    case WL_TOKEN_WORD: break;
    default: return false;
  }
  switch (t->word) {
    case WL_W_NIL: case WL_W_TRUE: case WL_W_FALSE: case WL_W_END: case WL_W_DOTS:
    case WL_W_PAREN_END: case WL_W_BRACKET_END: case WL_W_BRACE_END: return true;
    default: return false;
  }
}

/* Whether tokens from … to - 1 neither call, index nor loop: nothing can happen
 * in such a function that its caller has to be known for. */
static bool is_plain(const struct walk *w, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    const struct wl_token *t = tok(w, i);
    bool after = ends_operand(tok(w, i - 1));
    if (t->kind == WL_TOKEN_STRING && after) return false;
    if (t->kind != WL_TOKEN_WORD) continue;
    switch (t->word) {
      case WL_W_PAREN: case WL_W_BRACE:
        if (after) return false;
        break;
      case WL_W_BRACKET: case WL_W_COLON: case WL_W_FUNCTION: case WL_W_FOR: case WL_W_WHILE:
      case WL_W_REPEAT: case WL_W_GOTO: case WL_W_LABEL: return false;
      default: break;
    }
  }
  return true;
}

/* Leaves the innermost block at token `end`. */
static void pop(struct walk *w, uint32_t end) {
  struct block *b = top(w);
  if (w->depth == 0) return;
  if (b->label != 0 && w->label[b->label - 1].last < end) w->label[b->label - 1].last = end;
  if (b->kind == BLOCK_FUNCTION) w->functions--;
  if (b->kind == BLOCK_FUNCTION && b->tail != 0 && is_plain(w, b->tail + 1, end))
    tok(w, b->tail)->flags &= (uint16_t)~WL_ENTERED_AFTER;
  w->ended_function = b->kind == BLOCK_FUNCTION;
  w->loop = b->outer;
  w->condition = b->condition;
  w->depth--;
}

/* A new loop inside the present one; 0 at file level, where none is counted. */
static uint32_t add_loop(struct walk *w, uint32_t start) {
  struct wl_source *s = w->s;
  if (w->functions == 0 && !s->one_line) return 0;
  if (s->loops + 2 > w->loop_capacity)
    s->loop = grow(w, s->loop, &w->loop_capacity, sizeof *s->loop);
  if (w->out_of_memory) return 0;
  s->loop[++s->loops] = (struct wl_loop){.parent = w->loop, .start = start};
  return s->loops;
}

static void instrument(struct walk *w, uint32_t i, uint32_t loop, unsigned flags) {
  if (loop == 0) return;
  tok(w, i)->flags |= (uint16_t)flags;
  tok(w, i)->body = loop;
}

/* Whether a statement may follow token `i` whatever it begins with. */
static bool ends_statement(const struct walk *w, uint32_t i) {
  const struct wl_token *t = tok(w, i);
  if (i == 0 || (t->flags & WL_ENDS_PARAMETERS)) return true;
  if (t->kind == WL_TOKEN_NAME) return tok(w, i - 1)->word == WL_W_GOTO;
  if (t->kind != WL_TOKEN_WORD) return false;
  switch (t->word) {
    case WL_W_DO: case WL_W_THEN: case WL_W_ELSE: case WL_W_REPEAT: case WL_W_BREAK:
    case WL_W_SEMICOLON: return true;
    case WL_W_LABEL: return t->match != 0 && t->match < i;
    case WL_W_END: return !w->ended_function;
    default: return false;
  }
}

static bool starts_statement(const struct walk *w, uint32_t i) {
  const struct wl_token *t = tok(w, i);
  if (t->kind == WL_TOKEN_NAME || t->word == WL_W_FUNCTION)
    return ends_statement(w, i - 1) || ends_operand(tok(w, i - 1));
  if (t->kind != WL_TOKEN_WORD) return false;
  switch (t->word) {
    case WL_W_PAREN: return ends_statement(w, i - 1);
    case WL_W_LABEL: return t->match == 0 || t->match > i;
    case WL_W_DO: return !top(w)->header;
    case WL_W_BREAK: case WL_W_GOTO: case WL_W_WHILE: case WL_W_REPEAT: case WL_W_IF:
    case WL_W_FOR: case WL_W_LOCAL: case WL_W_RETURN: return true;
    default: return false;
  }
}

static bool closes_block(const struct wl_token *t) {
  if (t->kind == WL_TOKEN_END) return true;
  return t->word == WL_W_END || t->word == WL_W_ELSE || t->word == WL_W_ELSEIF ||
         t->word == WL_W_UNTIL || t->word == WL_W_SEMICOLON;
}

/* The blocks that no token closes end where the next statement begins. */
static void leave_open_blocks(struct walk *w, uint32_t i) {
  for (;;) {
    struct block *b = top(w);
    bool over = (b->kind == BLOCK_UNTIL && (starts_statement(w, i) || closes_block(tok(w, i)))) ||
                (b->kind == BLOCK_REGION && i > b->last);
    if (!over) return;
    pop(w, i - 1);
  }
}

static void see_label(struct walk *w, uint32_t i) {
  if (tok(w, i)->match != 0 && tok(w, i)->match < i) return; /* the closing one */
  tok(w, i)->match = i + 2;
  tok(w, i + 2)->match = i;
  if (!w->second) {
    if (w->labels == w->label_capacity)
      w->label = grow(w, w->label, &w->label_capacity, sizeof *w->label);
    if (w->out_of_memory) return;
    w->label[w->labels++] = (struct label){i + 1, (uint32_t)w->depth, top(w)->open, 0};
    return;
  }
  uint32_t last = 0;
  for (size_t k = 0; k < w->labels; k++)
    if (w->label[k].token == i + 1) last = w->label[k].last;
  uint32_t loop = last != 0 ? add_loop(w, i) : 0;
  if (loop == 0) return;
  instrument(w, i, loop, WL_LOOP_BEFORE);
  instrument(w, i + 2, loop, WL_BODY_AFTER);
  push(w, BLOCK_REGION, i);
  top(w)->last = last;
  w->loop = loop;
  w->condition = false;
}

/* A `goto` back to a visible label makes a loop of what lies between. */
static void see_goto(struct walk *w, uint32_t i) {
  if (w->second) return;
  for (size_t k = w->labels; k-- > 0;) {
    struct label *l = &w->label[k];
    if (!wl_source_same(w->s, l->token, i + 1)) continue;
    if (l->depth > w->depth || w->stack[l->depth].open != l->open) continue;
    bool outside = false;
    for (size_t n = l->depth + 1; n <= w->depth; n++)
      outside = outside || w->stack[n].kind == BLOCK_FUNCTION;
    if (outside) continue;
    if (l->depth == w->depth) l->last = i + 1;
    else w->stack[l->depth + 1].label = (uint32_t)k + 1;
    return;
  }
}

static void see_function(struct walk *w, uint32_t i) {
  push(w, BLOCK_FUNCTION, i);
  struct block *b = top(w);
  b->header = true;
  bool named = wl_source_names(w->s, i + 1, "kernel") && tok(w, i + 2)->word == WL_W_PAREN;
  bool assigned = tok(w, i - 1)->word == WL_W_ASSIGN && wl_source_names(w->s, i - 2, "kernel");
  b->kernel = w->functions == 0 && (named || assigned);
  w->functions++;
  w->loop = 0;
  w->condition = false;
}

static void see_return(struct walk *w, uint32_t i) {
  size_t n = w->depth;
  while (n > 0 && w->stack[n].kind != BLOCK_FUNCTION) n--;
  struct block *b = &w->stack[n];
  if (b->kind != BLOCK_FUNCTION) return;
  if (b->kernel) tok(w, i)->flags |= WL_LEAVES_KERNEL;
  const struct wl_token *next = tok(w, i + 1);
  bool call = next->kind == WL_TOKEN_NAME || next->word == WL_W_PAREN;
  if (call && b->tail != 0) tok(w, b->tail)->flags |= WL_TAIL_AFTER;
}

/* `for`, `while` and `repeat`. The order of execution of a `for` begins at its
 * `do`, for its limits are worked out once, before the loop. */
static void see_loop(struct walk *w, uint32_t i, enum block_kind kind) {
  uint32_t loop = add_loop(w, i);
  instrument(w, i, loop, WL_LOOP_BEFORE);
  push(w, kind, i);
  struct block *b = top(w);
  b->self = loop;
  b->header = kind != BLOCK_REPEAT;
  if (kind == BLOCK_FOR) return;
  w->loop = loop;
  w->condition = kind == BLOCK_WHILE;
  if (kind == BLOCK_REPEAT) instrument(w, i, loop, WL_BODY_AFTER);
}

static void see_do(struct walk *w, uint32_t i) {
  struct block *b = top(w);
  if (!b->header || (b->kind != BLOCK_FOR && b->kind != BLOCK_WHILE)) {
    push(w, BLOCK_PLAIN, i);
    return;
  }
  b->header = false;
  instrument(w, i, b->self, WL_BODY_AFTER);
  if (b->kind == BLOCK_FOR && b->self != 0) w->s->loop[b->self].start = i;
  w->loop = b->self;
  w->condition = false;
}

/* `in`: the iterator of a generic `for` is called at the token `for`. */
static void see_in(struct walk *w) {
  struct block *b = top(w);
  if (b->kind != BLOCK_FOR || b->self == 0) return;
  tok(w, b->open)->loop = b->self;
  tok(w, b->open)->flags |= WL_NEXT_ITERATION;
}

static void see_bracket_end(struct walk *w, uint32_t i) {
  uint32_t open = top(w)->open;
  bool bracket = top(w)->kind == BLOCK_BRACKET;
  pop(w, i);
  if (!bracket) return;
  tok(w, i)->match = open;
  tok(w, open)->match = i;
  struct block *b = top(w);
  if (b->kind != BLOCK_FUNCTION || !b->header) return;
  b->header = false;
  b->tail = i;
  tok(w, i)->flags |= WL_ENDS_PARAMETERS;
  if (!b->kernel) tok(w, i)->flags |= WL_ENTERED_AFTER;
}

static void see_word(struct walk *w, uint32_t i) {
  switch (tok(w, i)->word) {
    case WL_W_PAREN: case WL_W_BRACKET: case WL_W_BRACE: push(w, BLOCK_BRACKET, i); break;
    case WL_W_PAREN_END: case WL_W_BRACKET_END: case WL_W_BRACE_END: see_bracket_end(w, i); break;
    case WL_W_FUNCTION: see_function(w, i); break;
    case WL_W_IF: push(w, BLOCK_PLAIN, i); break;
    case WL_W_DO: see_do(w, i); break;
    case WL_W_FOR: see_loop(w, i, BLOCK_FOR); break;
    case WL_W_WHILE: see_loop(w, i, BLOCK_WHILE); break;
    case WL_W_REPEAT: see_loop(w, i, BLOCK_REPEAT); break;
    case WL_W_IN: see_in(w); break;
    case WL_W_UNTIL: top(w)->kind = BLOCK_UNTIL; break;
    case WL_W_END: pop(w, i); break;
    case WL_W_RETURN: see_return(w, i); break;
    case WL_W_LABEL: see_label(w, i); break;
    case WL_W_GOTO: see_goto(w, i); break;
    default: break;
  }
}

static void walk_tokens(struct walk *w) {
  w->stack[0] = (struct block){.kind = BLOCK_FILE};
  w->depth = w->functions = 0;
  w->loop = 0;
  w->condition = w->ended_function = false;
  w->s->loops = 0;
  for (uint32_t i = 1; i <= w->s->tokens; i++) tok(w, i)->flags = 0;
  for (uint32_t i = 1; i <= w->s->tokens && !w->out_of_memory; i++) {
    struct wl_token *t = tok(w, i);
    leave_open_blocks(w, i);
    if (top(w)->kind != BLOCK_BRACKET && starts_statement(w, i)) t->flags |= WL_STARTS_STATEMENT;
    t->loop = w->loop;
    if (w->condition) t->flags |= WL_NEXT_ITERATION;
    if (t->kind == WL_TOKEN_WORD) see_word(w, i);
  }
}

/* The end of the suffix of an operand that begins at `j`: an index or a call; 0: it is none. */
static uint32_t suffix_end(const struct wl_source *s, uint32_t j) {
  const struct wl_token *t = &s->token[j];
  if (t->kind == WL_TOKEN_STRING) return j;
  switch (t->word) {
    case WL_W_DOT: case WL_W_COLON: return j + 1;
    case WL_W_BRACKET: case WL_W_BRACE: return t->match;
    case WL_W_PAREN: return t->flags & WL_STARTS_STATEMENT ? 0 : t->match;
    default: return 0;
  }
}

/* For each token that may begin a call expression, the token that ends the
 * first call of it: arguments run before the call does, and stand before it. */
static void find_calls(struct wl_source *s) {
  for (uint32_t i = 1; i <= s->tokens; i++) {
    struct wl_token *t = &s->token[i];
    const struct wl_token *before = &s->token[i - 1];
    bool operand = t->kind == WL_TOKEN_NAME && before->word != WL_W_DOT &&
                   before->word != WL_W_COLON;
    if (t->word == WL_W_PAREN) operand = !ends_operand(before) || t->flags & WL_STARTS_STATEMENT;
    if (!operand) continue;
    bool called = false;
    uint32_t j = t->word == WL_W_PAREN ? t->match + 1 : i + 1;
    for (uint32_t end; (end = suffix_end(s, j)) > 0 && end <= s->tokens; j = end + 1) {
      struct wl_token *n = &s->token[j];
      bool calls = n->kind == WL_TOKEN_STRING || n->word == WL_W_PAREN || n->word == WL_W_BRACE;
      if (calls && !called) t->call = end;
      called |= calls;
      n->head = i;
    }
    if (t->flags & WL_STARTS_STATEMENT) s->token[t->call].flags |= WL_CALL_STATEMENT;
  }
}

static bool is_jumped_to(const struct wl_source *s, uint32_t name) {
  for (uint32_t i = 1; i < s->tokens; i++)
    if (s->token[i].word == WL_W_GOTO && wl_source_same(s, i + 1, name)) return true;
  return false;
}

/* Labels that tell who passes them: in scripts that call at(). A goto may lead past local
 * variables only to a label with nothing behind it, so those it leads to stay as they are. */
static void find_labels(struct wl_source *s) {
  bool spoken_of = false;
  for (uint32_t i = 1; i < s->tokens && !spoken_of; i++)
    spoken_of = wl_source_names(s, i, "at") && s->token[i + 1].word == WL_W_PAREN;
  for (uint32_t i = 1; i < s->tokens && spoken_of; i++)
    if (s->token[i].word == WL_W_LABEL && s->token[i].match > i && !is_jumped_to(s, i + 1))
      s->token[i + 2].flags |= WL_LABEL_AFTER;
}

bool wl_source_structure(struct wl_source *s, struct wl_diag *d) {
  struct walk w = {.s = s};
  w.stack = grow(&w, NULL, &w.capacity, sizeof *w.stack);
  if (!w.out_of_memory) walk_tokens(&w); /* finds the labels that are jumped back to */
  w.second = true;
  if (!w.out_of_memory) walk_tokens(&w);
  if (!w.out_of_memory) find_calls(s);
  if (!w.out_of_memory) find_labels(s);
  free(w.stack);
  free(w.label);
  if (w.out_of_memory) return wl_diag_fail(d, WL_LIMIT, "not enough memory to read the script");
  return true;
}
