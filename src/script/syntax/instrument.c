/* Writes the text that Lua compiles: one token a line, with added calls that mark loops. Every
 * addition is on the line of a token of the script. */
#include "script/syntax/instrument.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const wl_instrument_names[] = {
  "__wl_enter", "__wl_turn", "__wl_call", "__wl_leave", "__wl_test", "__wl_write", "__wl_label",
  "__wl_power",   "threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

static void put(FILE *f, const char *text) { fputs(text, f); }

/* Bytes that may stand for themselves in a quoted string. */
static bool plain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f; }

/* A long string becomes a quoted one, on one line. Lua drops a line end right
 * behind the bracket and reads every kind of line end as "\n". */
static void put_long(FILE *f, const char *text, size_t size) {
  size_t bracket = 2;
  while (text[bracket - 1] == '=') bracket++;
  const char *at = text + bracket, *end = text + size - bracket;
  bool first = true;
  put(f, "\"");
  while (at < end) {
    char now = *at++;
    if (now == '\n' || now == '\r') {
      if (at < end && (*at == '\n' || *at == '\r') && *at != now) at++;
      if (!first) put(f, "\\n");
    } else if (plain((unsigned char)now)) {
      putc(now, f);
    } else {
      fprintf(f, "\\%03u", (unsigned)(unsigned char)now);
    }
    first = false;
  }
  put(f, "\"");
}

/* A quoted string stays as it is, but for the line ends that it may hold. */
static void put_quoted(FILE *f, const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    bool escape = text[i] == '\\' && i + 1 < size;
    if (escape && (text[i + 1] == '\n' || text[i + 1] == '\r')) {
      put(f, "\\n");
      i++;
      if (i + 1 < size && (text[i + 1] == '\n' || text[i + 1] == '\r') && text[i + 1] != text[i])
        i++;
    } else if (escape && text[i + 1] == 'z') {
      put(f, "\\z ");
      i++;
      while (i + 1 < size && text[i + 1] != '\0' && strchr(" \t\v\f\n\r", text[i + 1]) != NULL) i++;
    } else if (escape) {
      putc(text[i++], f);
      putc(text[i], f);
    } else {
      putc(text[i], f);
    }
  }
}

static void put_token(FILE *f, const struct wl_source *s, const struct wl_token *t) {
  const char *text = s->text + t->offset;
  if (t->kind != WL_TOKEN_STRING) fwrite(text, 1, t->size, f);
  else if (*text == '[') put_long(f, text, t->size);
  else put_quoted(f, text, t->size);
}

/* The variables not of its own function that the statement from token `i` on assigns. */
static void put_writes(FILE *f, const struct wl_source *s, uint32_t i) {
  for (; i <= s->tokens && s->token[i].word != WL_W_ASSIGN; i++) {
    const struct wl_token *t = &s->token[i];
    if (t->flags & WL_SETS_OUTER) fprintf(f, "__wl_write(%u); ", i);
    if (t[-1].word == WL_W_FUNCTION) return;
    if (t->match > i) i = t->match;
  }
}

static void put_line(FILE *f, const struct wl_source *s, uint32_t i) {
  const struct wl_token *t = &s->token[i];
  if (t->flags & WL_OUTER_BEFORE) put_writes(f, s, i);
  if (t->flags & WL_LOOP_BEFORE) fprintf(f, "__wl_enter(%u); ", t->body);
  if (t->flags & WL_LEAVES_KERNEL) put(f, "__wl_leave(); ");
  if (t->flags & WL_TEST_BEFORE) put(f, "__wl_test(");
  put_token(f, s, t);
  if (t->size == 1 && s->text[t->offset] == '^') put(f, "__wl_power^");
  if (t->flags & WL_TEST_AFTER) {
    put(f, ", "); /* whose element it is, or what was called */
    put_token(f, s, &s->token[t->body]);
    put(f, ")");
  }
  if (t->flags & WL_LABEL_AFTER) fprintf(f, " __wl_label(%u);", i);
  if (t->flags & WL_BODY_AFTER) fprintf(f, " __wl_turn(%u);", t->body);
  if (t->flags & WL_ENTERED_AFTER) put(f, " __wl_call();");
  /* A variable to be closed keeps Lua from replacing our frame in a tail call:
   * the frames are how an event knows where it was called from. */
  if (t->flags & WL_TAIL_AFTER) put(f, " local __wl_tail <close> = nil;");
}

static void put_prologue(FILE *f, const struct wl_source *s, bool expression) {
  for (size_t i = 0; wl_instrument_names[i] != NULL; i++)
    fprintf(f, "%s%s <const>", i > 0 ? ", " : "local ", wl_instrument_names[i]);
  put(f, " = ...; ");
  if (s->one_line)
    put(f, "function kernel() local tid <const> = blockIdx.x * blockDim.x + threadIdx.x; ");
  if (expression) put(f, "local __wl_value = ");
}

/* The variable of the numeric loop whose head token `i` stands in, at its `do`; `variable` is that
 * of the loop that was last begun. */
static uint32_t loop_variable(const struct wl_source *s, uint32_t i, uint32_t *variable) {
  uint8_t word = s->token[i].word;
  if (word == WL_W_FOR) *variable = s->token[i + 2].word == WL_W_ASSIGN ? i + 1 : 0;
  else if (word == WL_W_FUNCTION) *variable = 0;
  if (word != WL_W_DO) return 0;
  uint32_t found = *variable;
  *variable = 0;
  return found;
}

/* To be checked, the variable of a loop is constant: to assign it changes nothing of the loop,
 * which who knows C does not expect. */
static void put_checked(FILE *f, const struct wl_source *s, uint32_t i, uint32_t *variable) {
  uint32_t name = loop_variable(s, i, variable);
  put_token(f, s, &s->token[i]);
  if (name == 0) return;
  put(f, " local ");
  put_token(f, s, &s->token[name]);
  put(f, " <const> = ");
  put_token(f, s, &s->token[name]);
  put(f, ";");
}

char *wl_instrument_make(const struct wl_source *s, enum wl_instrument_use use, bool expression,
                         size_t *size) {
  char *text = NULL;
  FILE *f = open_memstream(&text, size);
  if (f == NULL) return NULL;
  if (use == WL_INSTRUMENT_RUN) put_prologue(f, s, expression);
  else if (expression) put(f, "return ");
  uint32_t line = 1, variable = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    for (; line < wl_instrument_line(i); line++) put(f, "\n");
    if (use == WL_INSTRUMENT_RUN) put_line(f, s, i);
    else put_checked(f, s, i, &variable);
  }
  for (; line < wl_instrument_line(s->tokens + 1); line++) put(f, "\n");
  if (use == WL_INSTRUMENT_RUN && s->one_line) put(f, "end");
  bool failed = ferror(f) != 0;
  if (fclose(f) != 0 || failed) {
    free(text);
    return NULL;
  }
  return text;
}
