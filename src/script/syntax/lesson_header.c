/* Reads title, about and lesson{} from the text of a script. */
#include "script/syntax/lesson_header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/syntax/tokens.h"

/* Where a string's text begins and ends inside its quotes or long brackets. */
static const char *inside(const struct wl_source *s, uint32_t token, const char **end) {
  const struct wl_token *t = &s->token[token];
  const char *from = s->text + t->offset;
  size_t quotes = 1;
  if (*from == '[')
    while (from[quotes++] != '[') {}
  *end = from + t->size - quotes;
  return from + quotes;
}

/* Copies a string with single blanks for line ends and the like; what has no room is cut
 * behind a whole character. */
static void take_string(const struct wl_source *s, uint32_t token, char *to, size_t size) {
  const char *end, *from = inside(s, token, &end);
  size_t used = 0;
  for (bool gap = false; from < end && used + 2 < size; from++) {
    if (strchr(" \t\r\n", *from)) {
      gap = used > 0;
      continue;
    }
    if (gap) to[used++] = ' ';
    to[used++] = *from;
    gap = false;
  }
  while (from < end && used > 0 && ((unsigned char)*from & 0xc0) == 0x80 &&
         ((unsigned char)to[used - 1] & 0x80)) {
    from--; /* of a character whose rest is missing */
    used--;
  }
  to[used] = '\0';
}

/* The string behind the name that token `i` is, with or without parentheses; 0: none. */
static uint32_t argument(const struct wl_source *s, uint32_t i) {
  uint32_t at = i + 1 + (s->token[i + 1].word == WL_W_PAREN);
  return at <= s->tokens && s->token[at].kind == WL_TOKEN_STRING ? at : 0;
}

static void take_call(const struct wl_source *s, const char *name, char *to, size_t size) {
  uint32_t i = wl_source_call(s, name), at = i ? argument(s, i) : 0;
  if (at) take_string(s, at, to, size);
}

/* A whole number of 0 … most; 0 where it is none. */
static unsigned number(const struct wl_source *s, uint32_t token, unsigned most) {
  unsigned value = 0;
  const struct wl_token *t = &s->token[token];
  for (size_t i = 0; i < t->size; i++) {
    char c = s->text[t->offset + i];
    if (c < '0' || c > '9') return 0;
    value = value * 10 + (unsigned)(c - '0');
    if (value > most) return 0;
  }
  return value;
}

/* One entry  name = value  of the table, whose name is token `i`. */
static void take_entry(const struct wl_source *s, uint32_t i, struct wl_lesson *l) {
  const struct wl_token *value = &s->token[i + 2];
  if (value->kind == WL_TOKEN_STRING) {
    if (wl_source_names(s, i, "topic")) take_string(s, i + 2, l->topic, sizeof l->topic);
    if (wl_source_names(s, i, "flip")) take_string(s, i + 2, l->flip, sizeof l->flip);
  } else if (value->kind == WL_TOKEN_NUMBER) {
    if (wl_source_names(s, i, "order")) l->order = (uint16_t)number(s, i + 2, WL_LESSON_ORDER);
    if (wl_source_names(s, i, "level")) l->level = (uint8_t)number(s, i + 2, WL_LESSON_LEVELS);
    if (wl_source_names(s, i, "minutes"))
      l->minutes = (uint8_t)number(s, i + 2, WL_LESSON_MINUTES);
  }
}

void wl_lesson_find(const struct wl_source *s, struct wl_lesson *out) {
  *out = (struct wl_lesson){.order = 0};
  take_call(s, "title", out->title, sizeof out->title);
  take_call(s, "about", out->about, sizeof out->about);
  uint32_t i = wl_source_call(s, "lesson");
  if (!i) return;
  out->lost = true;
  i += 1 + (s->token[i + 1].word == WL_W_PAREN);
  if (i > s->tokens || s->token[i].word != WL_W_BRACE) return;
  while (i + 2 <= s->tokens && s->token[i].word != WL_W_BRACE_END) {
    i++;
    if (s->token[i].kind == WL_TOKEN_NAME && s->token[i + 1].word == WL_W_ASSIGN)
      take_entry(s, i, out);
  }
  if (!out->order || !out->level || !out->minutes) out->topic[0] = '\0';
  out->lost = !out->topic[0];
}

bool wl_lesson_read(const char *text, size_t size, struct wl_lesson *out) {
  struct wl_source s = {.name = "", .text = text, .size = size};
  struct wl_diag d = {.status = WL_OK};
  *out = (struct wl_lesson){.order = 0};
  if (wl_source_lex(&s, &d)) wl_lesson_find(&s, out);
  else out->lost = true;
  wl_source_finish(&s);
  return d.status != WL_LIMIT;
}

/* Whether a statement may begin behind token `i`. */
static bool ends_statement(const struct wl_token *t) {
  if (t->kind != WL_TOKEN_WORD) return true;
  return t->word == WL_W_END || t->word == WL_W_SEMICOLON || t->word == WL_W_LABEL ||
         t->word == WL_W_PAREN_END || t->word == WL_W_BRACKET_END || t->word == WL_W_BRACE_END ||
         t->word == WL_W_NIL || t->word == WL_W_TRUE || t->word == WL_W_FALSE;
}

/* The string that the name `i` is called with, alone and in quotes; 0: none. */
static uint32_t plain_argument(const struct wl_source *s, uint32_t i) {
  bool closed = s->token[i + 1].word == WL_W_PAREN;
  uint32_t at = i + 1 + closed;
  if (at > s->tokens || s->token[at].kind != WL_TOKEN_STRING) return 0;
  const char *text = s->text + s->token[at].offset;
  bool plain = (*text == '"' || *text == '\'') && !memchr(text, '\\', s->token[at].size);
  return plain && (!closed || s->token[at + 1].word == WL_W_PAREN_END) ? at : 0;
}

uint32_t wl_source_call(const struct wl_source *s, const char *name) {
  uint32_t found = 0;
  int depth = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const struct wl_token *before = &s->token[i - 1];
    depth += wl_token_deeper(&s->token[i]);
    if (!wl_source_names(s, i, name) || before->word == WL_W_DOT) continue;
    if (before->word == WL_W_LOCAL || before->word == WL_W_FUNCTION ||
        (depth == 0 && s->token[i + 1].word == WL_W_ASSIGN))
      return 0; /* a name of the script's own */
    if (found == 0 && depth == 0 && ends_statement(before)) found = i;
  }
  return found;
}

uint32_t wl_source_arch(const struct wl_source *s) {
  uint32_t i = wl_source_call(s, "arch");
  return i > 0 ? plain_argument(s, i) : 0;
}

struct wl_target wl_script_target(const char *text, size_t size) {
  struct wl_target target = wl_target_make(wl_arch_default(), NULL);
  struct wl_source s = {.name = "", .text = text, .size = size};
  struct wl_diag d;
  uint32_t at = text != NULL && wl_source_lex(&s, &d) ? wl_source_arch(&s) : 0;
  char name[WL_TARGET_TEXT];
  if (at > 0 && s.token[at].size - 2 < sizeof name) {
    memcpy(name, text + s.token[at].offset + 1, s.token[at].size - 2);
    name[s.token[at].size - 2] = '\0';
    wl_target_find(name, &target, &d); /* an unknown one is an error once the script runs */
  }
  wl_source_finish(&s);
  return target;
}
