#include "script/advice/indentation.h"

#include <stdio.h>
#include <string.h>

/* A block that is open. */
struct block {
  uint32_t token, line, left; /* where it begins; the column that its line begins at */
  uint32_t depth;             /* of brackets around it */
  bool heads;                 /* its do or then is still to come */
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
      .heads = t->word == WL_W_FOR || t->word == WL_W_WHILE || t->word == WL_W_IF};
  return true;
}

/* The words behind token `i` are what the block does, from its line on. */
static bool begin_body(struct walk *w, struct block *b, uint32_t i) {
  b->heads = false;
  b->begun = false;
  b->line = w->s->token[i].line;
  return true;
}

/* Goes past a token. False: it does not go with the block that is open, or these are too many. */
static bool pass(struct walk *w, uint32_t i) {
  struct block *b = innermost(w);
  enum wl_word word = (enum wl_word)w->s->token[i].word;
  enum wl_word opener = b ? (enum wl_word)w->s->token[b->token].word : WL_W_OTHER;
  switch (word) {
  case WL_W_PAREN: case WL_W_BRACKET: case WL_W_BRACE:
    w->depth++;
    return true;
  case WL_W_PAREN_END: case WL_W_BRACKET_END: case WL_W_BRACE_END:
    return w->depth > (b ? b->depth : 0) && w->depth--;
  case WL_W_DO:
    return b && b->heads && opener != WL_W_IF ? begin_body(w, b, i) : push(w, i);
  case WL_W_THEN:
    return opener == WL_W_IF && begin_body(w, b, i);
  case WL_W_ELSE: case WL_W_ELSEIF:
    if (opener != WL_W_IF) return false;
    begin_body(w, b, i);
    b->heads = word == WL_W_ELSEIF;
    return true;
  case WL_W_FUNCTION: case WL_W_IF: case WL_W_FOR: case WL_W_WHILE: case WL_W_REPEAT:
    return push(w, i);
  case WL_W_END: case WL_W_UNTIL:
    if (!b || b->depth != w->depth || (word == WL_W_UNTIL) != (opener == WL_W_REPEAT)) return false;
    w->count--;
    return true;
  default:
    return true;
  }
}

static bool closes(const struct wl_token *t) {
  return t->word == WL_W_END || t->word == WL_W_UNTIL;
}

static bool is_else(const struct wl_token *t) {
  return t->word == WL_W_ELSE || t->word == WL_W_ELSEIF;
}

/* Whether lines begin with blanks of both kinds: then columns tell nothing. */
static bool mixes_blanks(const struct wl_source *s) {
  bool space = false, tab = false;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const char *at = s->text + s->token[i].offset;
    for (uint32_t n = 1; begins_line(s, i) && n < s->token[i].column; n++) {
      space |= at[-(int)n] == ' ';
      tab |= at[-(int)n] == '\t';
    }
  }
  return space && tab;
}

/* Takes note of a line that begins with token `i` in the blocks around it. */
static void begin_line(struct walk *w, uint32_t i) {
  const struct wl_token *t = &w->s->token[i];
  for (uint32_t n = w->count; n-- > 0 && !w->open[n].begun && t->line > w->open[n].line;) {
    if (w->open[n].heads) continue;
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

/* Whether a line that begins with token `i`, which begin_line() has taken note of, stands where the
 * innermost block cannot go on; `first`: it is the first one of that. */
static bool is_out(const struct walk *w, uint32_t i, bool first) {
  const struct wl_token *t = &w->s->token[i];
  const struct block *b = w->count ? &w->open[w->count - 1] : NULL;
  const struct block *around = w->count > 1 ? b - 1 : NULL;
  if (!b || b->heads || b->depth != w->depth || t->line == b->line) return false;
  if (t->word == WL_W_LABEL) return false; /* some stand at the left on purpose */
  bool own = closes(t) || (is_else(t) && w->s->token[b->token].word == WL_W_IF);
  if (own) return t->column < b->left;
  if (t->column > b->left) return false;
  return b->indented || (first && around && around->indented && on_one_line(w->s, b, i));
}

/* Whether an `end` that begins a line stands further right than its block, and that is indented. */
static bool is_deep(const struct walk *w, uint32_t i) {
  const struct wl_token *t = &w->s->token[i];
  const struct block *b = w->count ? &w->open[w->count - 1] : NULL;
  return b && t->word == WL_W_END && t->line != b->line && b->indented && t->column > b->left &&
         t->column != w->s->token[b->token].column;
}

/* The same of a token that may begin no line; takes note of one that does. */
static bool comes_out(struct walk *w, uint32_t i) {
  const struct block *b = innermost(w);
  bool first = b && !b->begun;
  if (!begins_line(w->s, i)) return false;
  if (!closes(&w->s->token[i]) && !is_else(&w->s->token[i])) begin_line(w, i);
  return is_out(w, i, first);
}

/* Whether the script from token `i` on fits what is open, where `i` begins a line behind what was
 * put in or left out: the lines that go on there stand as it does. */
static bool fits(struct walk w, uint32_t i) {
  const struct wl_token *from = &w.s->token[i];
  uint32_t count = closes(from) || is_else(from) ? UINT32_MAX : w.count, depth = w.depth;
  for (; i <= w.s->tokens; i++) {
    const struct wl_token *t = &w.s->token[i];
    bool begins = begins_line(w.s, i);
    if (comes_out(&w, i) || (begins && is_deep(&w, i))) return false;
    if (begins && w.count == count && w.depth == depth && t->column > from->column) return false;
    if (!pass(&w, i)) return false;
  }
  return w.count == 0;
}

uint32_t wl_indent_open(const struct wl_source *s, uint32_t *line) {
  struct walk w = {.s = s};
  if (mixes_blanks(s)) return 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (comes_out(&w, i)) {
      uint32_t block = innermost(&w)->token;
      w.count--; /* as if its end were there */
      *line = s->token[i].line;
      return s->token[block].word != WL_W_REPEAT && fits(w, i) ? block : 0;
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
  if (mixes_blanks(s)) return 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (comes_out(&w, i)) return 0;
    if (begins_line(s, i) && is_deep(&w, i)) return i < s->tokens && fits(w, i + 1) ? i : 0;
    if (!pass(&w, i)) return 0;
  }
  return 0;
}

uint32_t wl_indent_else(const struct wl_source *s, uint32_t token) {
  struct walk w = {.s = s};
  uint32_t end = token - 1;
  if (token < 2 || !is_else(&s->token[token]) || s->token[end].word != WL_W_END) return 0;
  for (uint32_t i = 1; i < end; i++)
    if (!pass(&w, i)) return 0;
  const struct block *b = innermost(&w);
  bool beside = !begins_line(s, token) || s->token[token].column == s->token[end].column;
  return b && s->token[b->token].word == WL_W_IF && begins_line(s, end) && beside &&
         s->token[end].column == b->left ? end : 0;
}

/* Of an `end` that is missing: the block, where the indentation tells it; 0: it does not. */
static uint32_t missing_end(const struct wl_source *s, uint32_t token, struct wl_error_text *t) {
  uint32_t line = 0;
  bool begins = token > s->tokens || s->token[token].line != s->token[token - 1].line;
  if (token < 2 || !begins || !strstr(t->what, "'end' expected")) return 0;
  uint32_t block = wl_indent_open(s, &line), split = block ? wl_indent_split(s, block) : 0;
  if (split) block = split;
  if (!block) return 0;
  snprintf(t->what, sizeof t->what, "this '%.*s' has no 'end'", (int)s->token[block].size,
           s->text + s->token[block].offset);
  if (split)
    snprintf(t->hint, sizeof t->hint, "elseif is one word; else if needs an end of its own");
  else
    snprintf(t->hint, sizeof t->hint, "by the indentation it is missing before line %u", line);
  return block;
}

/* … and of one too many: that one. */
static uint32_t surplus_end(const struct wl_source *s, uint32_t token, struct wl_error_text *t) {
  bool over = strstr(t->what, "<eof> expected near 'end'") ||
              strstr(t->what, "'<eof>' expected near 'end'");
  enum wl_word word = (enum wl_word)s->token[token].word;
  uint32_t end = over || word == WL_W_ELSE || word == WL_W_ELSEIF ? wl_indent_end(s) : 0;
  if (!end) return 0;
  snprintf(t->what, sizeof t->what, "there is one 'end' too many");
  snprintf(t->hint, sizeof t->hint, "by the indentation it is this one");
  return end;
}

/* … and of one in front of an else, where C closes a block. */
static uint32_t early_end(const struct wl_source *s, uint32_t token, struct wl_error_text *t) {
  uint32_t end = wl_indent_else(s, token);
  if (!end) return 0;
  snprintf(t->what, sizeof t->what, "this 'end' closes the if in front of its %.*s",
           (int)s->token[token].size, s->text + s->token[token].offset);
  snprintf(t->hint, sizeof t->hint, "one end closes all of it:  if c then … else … end");
  return end;
}

uint32_t wl_missing_end_tell(const struct wl_source *s, uint32_t token, struct wl_error_text *t) {
  uint32_t at = missing_end(s, token, t);
  if (!at) at = surplus_end(s, token, t);
  return at ? at : early_end(s, token, t);
}
