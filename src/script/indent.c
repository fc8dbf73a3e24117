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

/* Goes past a token. False: it does not go with the block that is open, or these are too many. */
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
  case WL_W_ELSE: case WL_W_ELSEIF:
    if (!b || w->s->token[b->token].word != WL_W_IF) return false;
    b->line = w->s->token[i].line; /* from here on as if it began anew */
    b->begun = false;
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

/* Takes note of a line that begins with token `i` in the blocks around it. */
static void begin_line(struct walk *w, uint32_t i) {
  const struct wl_token *t = &w->s->token[i];
  for (uint32_t n = w->count; n-- > 0 && !w->open[n].begun && t->line > w->open[n].line;) {
    w->open[n].begun = true;
    w->open[n].indented = t->column > w->open[n].left;
  }
}

/* Whether code stands behind the words that open a block, in their line: there it may end, too. */
static bool on_one_line(const struct wl_source *s, const struct block *b, uint32_t i) {
  enum wl_word last = (enum wl_word)s->token[i - 1].word;
  bool head = s->token[b->token].word == WL_W_FUNCTION && last == WL_W_PAREN_END;
  return s->token[i - 1].line == b->line && !head && last != WL_W_THEN && last != WL_W_DO &&
         last != WL_W_ELSE && last != WL_W_REPEAT;
}

/* Whether the line that begins with token `i` stands where the innermost block cannot go on. */
static bool is_out(struct walk *w, uint32_t i) {
  const struct wl_token *t = &w->s->token[i];
  struct block *b = innermost(w), *around = w->count > 1 ? b - 1 : NULL;
  if (!b || b->depth != w->depth || t->line == b->line) return false;
  if (closes(t)) return t->column < b->left;
  if (t->word == WL_W_ELSE || t->word == WL_W_ELSEIF) return false;
  bool first = !b->begun;
  begin_line(w, i);
  if (t->column > b->left) return false;
  return b->indented || (first && around && around->indented && on_one_line(w->s, b, i));
}

/* Whether an `end` that begins a line stands further right than its block. */
static bool is_deep(struct walk *w, uint32_t i) {
  const struct wl_token *t = &w->s->token[i];
  const struct block *b = innermost(w);
  return b && t->word == WL_W_END && t->line != b->line && t->column > b->left &&
         t->column != w->s->token[b->token].column;
}

/* Whether all of the script behind token `i` fits what is open. */
static bool fits(struct walk w, uint32_t i) {
  for (i++; i <= w.s->tokens; i++) {
    if (begins_line(w.s, i) && (is_out(&w, i) || is_deep(&w, i))) return false;
    if (!pass(&w, i)) return false;
  }
  return w.count == 0;
}

uint32_t wl_indent_open(const struct wl_source *s, uint32_t *line) {
  struct walk w = {.s = s};
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (begins_line(s, i) && is_out(&w, i)) {
      uint32_t block = innermost(&w)->token;
      w.count--; /* as if its end were there */
      *line = s->token[i].line;
      return !is_out(&w, i) && pass(&w, i) && fits(w, i) ? block : 0;
    }
    if (!pass(&w, i)) return 0;
  }
  return 0;
}

uint32_t wl_indent_split(const struct wl_source *s, uint32_t block) {
  struct walk w = {.s = s};
  for (uint32_t i = block; i < s->tokens && pass(&w, i) && w.count; i++)
    if (s->token[i].word == WL_W_ELSE && w.count == 1 && s->token[i + 1].word == WL_W_IF &&
        s->token[i + 1].line == s->token[i].line)
      return i + 1;
  return 0;
}

uint32_t wl_indent_end(const struct wl_source *s) {
  struct walk w = {.s = s};
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (begins_line(s, i) && is_out(&w, i)) return 0;
    if (begins_line(s, i) && is_deep(&w, i)) return fits(w, i) ? i : 0;
    if (!pass(&w, i)) return 0;
  }
  return 0;
}
