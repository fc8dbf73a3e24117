#include "script/advice/missing_end.h"

#include <stdio.h>
#include <string.h>

#include "script/advice/indentation.h"

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
