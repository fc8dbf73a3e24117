#include "script/indent.h"

/* A block that is open. */
struct block {
  uint32_t token, line, left; /* where it begins; the column that its line begins at */
  uint32_t depth;             /* of brackets around it */
  bool heads;                 /* a for or while, in front of its do */
  bool begun, indented;       /* a line of it has come; the first one was further right */
};

enum { DEEPEST = 64 /* blocks in one another: where there are more, nothing is told */ };

struct walk {
  const struct wl_source *s;
  struct block open[DEEPEST];
  uint32_t count, depth;
};

static bool begins_line(const struct wl_source *s, uint32_t i) {
  return i == 1 || s->token[i - 1].line != s->token[i].line;
}

static struct block *innermost(struct walk *w) {
  return w->count ? &w->open[w->count - 1] : NULL;
}

static bool push(struct walk *w, uint32_t i) {
  const struct wl_token *t = &w->s->token[i];
  uint32_t first = i;
  if (w->count == DEEPEST) return false;
  while (!begins_line(w->s, first)) first--;
  w->open[w->count++] = (struct block){
      .token = i, .line = t->line, .left = w->s->token[first].column, .depth = w->depth,
      .heads = t->word == WL_W_FOR || t->word == WL_W_WHILE};
  return true;
}

/* Goes past a token. False: a block is closed that is not open, or there are too many. */
static bool pass(struct walk *w, uint32_t i) {
  struct block *b = innermost(w);
  switch ((enum wl_word)w->s->token[i].word) {
  case WL_W_PAREN: case WL_W_BRACKET: case WL_W_BRACE:
    w->depth++;
    return true;
  case WL_W_PAREN_END: case WL_W_BRACKET_END: case WL_W_BRACE_END:
    return w->depth-- > 0;
  case WL_W_DO:
    if (!b || !b->heads) return push(w, i);
    b->heads = false;
    return true;
  case WL_W_FUNCTION: case WL_W_IF: case WL_W_FOR: case WL_W_WHILE: case WL_W_REPEAT:
    return push(w, i);
  case WL_W_END: case WL_W_UNTIL:
    return w->count && w->count--;
  default:
    return true;
  }
}

static bool closes(const struct wl_token *t) {
  return t->word == WL_W_END || t->word == WL_W_UNTIL;
}

/* Whether the line that begins with token `i` stands where the block cannot go on. */
static bool is_out(struct block *b, const struct wl_token *t, uint32_t depth) {
  if (!b || b->depth != depth || t->line == b->line) return false;
  if (closes(t)) return t->column < b->left;
  if (t->word == WL_W_ELSE || t->word == WL_W_ELSEIF) return false;
  if (!b->begun) b->indented = t->column > b->left;
  b->begun = true;
  return b->indented && t->column <= b->left;
}

uint32_t wl_indent_open(const struct wl_source *s, uint32_t *line) {
  struct walk w = {.s = s};
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const struct wl_token *t = &s->token[i];
    if (begins_line(s, i) && is_out(innermost(&w), t, w.depth)) {
      *line = t->line;
      return innermost(&w)->token;
    }
    if (!pass(&w, i)) return 0;
  }
  return 0;
}

uint32_t wl_indent_end(const struct wl_source *s) {
  struct walk w = {.s = s};
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const struct wl_token *t = &s->token[i];
    const struct block *b = innermost(&w);
    if (b && t->word == WL_W_END && begins_line(s, i) && t->line != b->line &&
        t->column > b->left && t->column != s->token[b->token].column)
      return i;
    if (!pass(&w, i)) return 0;
  }
  return 0;
}
