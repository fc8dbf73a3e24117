/* Cuts a script into tokens, as Lua's own scanner does. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "script/advice/c_habits.h"

static const char *const keywords[] = {
  "", "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
  "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
};
static_assert(sizeof keywords / sizeof *keywords == WL_W_KEYWORDS, "a row for every keyword");

/* Longest first: the scanner takes the first that fits. */
static const struct { char text[4]; uint8_t word; } operators[] = {
  {"...", WL_W_DOTS}, {"..", WL_W_OTHER}, {"==", WL_W_OTHER}, {"~=", WL_W_OTHER},
  {"<=", WL_W_OTHER}, {">=", WL_W_OTHER}, {"<<", WL_W_OTHER}, {">>", WL_W_OTHER},
  {"//", WL_W_OTHER}, {"::", WL_W_LABEL}, {"+", WL_W_OTHER}, {"-", WL_W_OTHER},
  {"*", WL_W_OTHER}, {"/", WL_W_OTHER}, {"%", WL_W_OTHER}, {"^", WL_W_OTHER}, {"#", WL_W_OTHER},
  {"&", WL_W_OTHER}, {"~", WL_W_OTHER}, {"|", WL_W_OTHER}, {"<", WL_W_OTHER}, {">", WL_W_OTHER},
  {"=", WL_W_ASSIGN}, {".", WL_W_DOT}, {":", WL_W_COLON}, {",", WL_W_COMMA},
  {";", WL_W_SEMICOLON}, {"(", WL_W_PAREN}, {")", WL_W_PAREN_END}, {"[", WL_W_BRACKET},
  {"]", WL_W_BRACKET_END}, {"{", WL_W_BRACE}, {"}", WL_W_BRACE_END},
};

/* Characters that a C programmer, or a word processor, puts into a script. */
static const struct { const char *text, *hint; } strangers[] = {
  {"!", "\"not equal\" is ~= in Lua, and \"not\" is the word not"},
  {"?", "Lua has no ?: operator; write  c and a or b"},
  {"\xe2\x80\x9c", "this is a typographic quote; use a plain \""},
  {"\xe2\x80\x9d", "this is a typographic quote; use a plain \""},
  {"\xe2\x80\x98", "this is a typographic quote; use a plain '"},
  {"\xe2\x80\x99", "this is a typographic quote; use a plain '"},
  {"\xe2\x88\x92", "this is a typographic minus; use a plain -"},
  {"\xc2\xa0", "this is a no-break space; use a plain one"},
};

struct scanner {
  struct wl_source *s;
  struct wl_diag *d;
  const char *at, *end, *line_start;
  uint32_t line;
  size_t capacity;
};

static bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_hex(char c) {
  return wl_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
static char peek(const struct scanner *c, size_t ahead) {
  return (size_t)(c->end - c->at) > ahead ? c->at[ahead] : '\0';
}

/* Passes a line end; "\r\n" and "\n\r" count as one. */
static void new_line(struct scanner *c) {
  char first = *c->at++;
  if (c->at < c->end && (*c->at == '\n' || *c->at == '\r') && *c->at != first) c->at++;
  c->line++;
  c->line_start = c->at;
}

static uint16_t column_of(const struct scanner *c, const char *p) {
  ptrdiff_t column = p - c->line_start + 1;
  return column > UINT16_MAX ? UINT16_MAX : (uint16_t)column;
}

static bool fail_at(struct scanner *c, struct wl_span at, const char *what) {
  wl_diag_fail(c->d, WL_SCRIPT, "%s", what);
  wl_diag_place(c->d, c->s->name, c->s->text, c->s->size, at);
  return false;
}

/* The level of a long bracket that opens here, -1 if none does. */
static int long_level(const struct scanner *c) {
  if (peek(c, 0) != '[') return -1;
  size_t n = 1;
  while (peek(c, n) == '=') n++;
  return peek(c, n) == '[' ? (int)(n - 1) : -1;
}

/* Passes a long bracket of `level` with its content. False: it never closes. */
static bool pass_long(struct scanner *c, int level) {
  c->at += level + 2;
  while (c->at < c->end) {
    if (*c->at == ']') {
      int n = 0;
      while (peek(c, (size_t)n + 1) == '=') n++;
      if (n == level && peek(c, (size_t)n + 1) == ']') {
        c->at += level + 2;
        return true;
      }
      c->at++;
    } else if (*c->at == '\n' || *c->at == '\r') {
      new_line(c);
    } else {
      c->at++;
    }
  }
  return false;
}

static bool pass_string(struct scanner *c) {
  char quote = *c->at++;
  while (c->at < c->end) {
    char now = *c->at;
    if (now == quote) {
      c->at++;
      return true;
    }
    if (now == '\n' || now == '\r') return false;
    c->at++;
    if (now != '\\' || c->at == c->end) continue;
    if (*c->at == 'z') {
      c->at++;
      while (c->at < c->end && strchr(" \t\v\f\n\r", *c->at) != NULL && *c->at != '\0') {
        if (*c->at == '\n' || *c->at == '\r') new_line(c);
        else c->at++;
      }
    } else if (*c->at == '\n' || *c->at == '\r') {
      new_line(c);
    } else {
      c->at++;
    }
  }
  return false;
}

/* Takes what Lua takes for a number, however malformed: Lua says so itself. */
static void pass_number(struct scanner *c) {
  bool hex = peek(c, 0) == '0' && (peek(c, 1) == 'x' || peek(c, 1) == 'X');
  if (hex) c->at += 2;
  while (c->at < c->end) {
    char now = *c->at;
    bool exponent = hex ? now == 'p' || now == 'P' : now == 'e' || now == 'E';
    if (exponent && (peek(c, 1) == '+' || peek(c, 1) == '-')) c->at += 2;
    else if (is_hex(now) || exponent || now == '.') c->at++;
    else break;
  }
  while (c->at < c->end && (is_alpha(*c->at) || wl_is_digit(*c->at))) c->at++;
}

/* Passes blanks and comments. False: a comment never closes. */
static bool pass_blanks(struct scanner *c) {
  while (c->at < c->end) {
    char now = *c->at;
    if (now == '\n' || now == '\r') {
      new_line(c);
    } else if (now == ' ' || now == '\t' || now == '\v' || now == '\f') {
      c->at++;
    } else if (now == '-' && peek(c, 1) == '-') {
      uint32_t line = c->line;
      uint16_t column = column_of(c, c->at);
      c->at += 2;
      int level = long_level(c);
      if (level >= 0) {
        if (!pass_long(c, level))
          return fail_at(c, (struct wl_span){line, column, column + 4u}, "this comment never ends");
      } else {
        while (c->at < c->end && *c->at != '\n' && *c->at != '\r') c->at++;
      }
    } else {
      break;
    }
  }
  return true;
}

static bool fail_stranger(struct scanner *c) {
  size_t left = (size_t)(c->end - c->at), size = 1;
  if (left >= 4 && memcmp(c->at, "\x1bLua", 4) == 0) {
    wl_diag_fail(c->d, WL_SCRIPT, "precompiled scripts are not accepted");
    wl_diag_file(c->d, c->s->name, 0);
    return wl_diag_hint(c->d, "give the Lua source text");
  }
  while (size < left && size < 4 && ((unsigned char)c->at[size] & 0xc0) == 0x80) size++;
  if ((unsigned char)*c->at < 0x80) size = 1;
  char shown[32];
  wl_text_clean(c->at, size, false, shown, sizeof shown);
  uint16_t column = column_of(c, c->at);
  wl_diag_fail(c->d, WL_SCRIPT, "Lua has no character %s here", shown);
  for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
    if (strlen(strangers[i].text) == size && memcmp(strangers[i].text, c->at, size) == 0)
      wl_diag_hint(c->d, "%s", strangers[i].hint);
  wl_diag_place(c->d, c->s->name, c->s->text, c->s->size,
                (struct wl_span){c->line, column, (uint32_t)(column + size)});
  return false;
}

static bool pass_name(struct scanner *c, struct wl_token *t) {
  const char *start = c->at;
  while (c->at < c->end && (is_alpha(*c->at) || wl_is_digit(*c->at))) c->at++;
  size_t size = (size_t)(c->at - start);
  t->kind = WL_TOKEN_NAME;
  for (unsigned w = WL_W_AND; w < WL_W_KEYWORDS; w++) {
    if (strlen(keywords[w]) != size || memcmp(keywords[w], start, size) != 0) continue;
    t->kind = WL_TOKEN_WORD;
    t->word = (uint8_t)w;
  }
  if (size >= 5 && memcmp(start, "__wl_", 5) == 0)
    return fail_at(c, (struct wl_span){t->line, t->column, (uint32_t)(t->column + size)},
                   "names that begin with __wl_ belong to warplens");
  return true;
}

static bool pass_operator(struct scanner *c, struct wl_token *t) {
  size_t left = (size_t)(c->end - c->at);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    size_t size = strlen(operators[i].text);
    if (size > left || memcmp(operators[i].text, c->at, size) != 0) continue;
    c->at += size;
    t->kind = WL_TOKEN_WORD;
    t->word = operators[i].word;
    return true;
  }
  return fail_stranger(c);
}

/* Whether the line so far holds a // as C's comments do. */
static bool has_comment_of_c(const struct wl_source *s) {
  uint32_t line = s->tokens > 0 ? s->token[s->tokens].line : 0;
  for (uint32_t i = s->tokens; i > 1 && s->token[i - 1].line == line; i--)
    if (wl_token_is(s, i - 1, "//")) return true;
  return false;
}

static bool pass_token(struct scanner *c, struct wl_token *t) {
  char now = *c->at;
  t->offset = (uint32_t)(c->at - c->s->text);
  t->line = c->line;
  t->column = column_of(c, c->at);
  int level = long_level(c);
  if (is_alpha(now)) {
    if (!pass_name(c, t)) return false;
  } else if (wl_is_digit(now) || (now == '.' && wl_is_digit(peek(c, 1)))) {
    t->kind = WL_TOKEN_NUMBER;
    pass_number(c);
  } else if (now == '"' || now == '\'' || level >= 0) {
    t->kind = WL_TOKEN_STRING;
    if (!(level >= 0 ? pass_long(c, level) : pass_string(c))) {
      fail_at(c, (struct wl_span){t->line, t->column, t->column + 1u}, "this string never ends");
      return wl_diag_hint(c->d, "%s", has_comment_of_c(c->s) ? "a comment starts with --"
                          : "close it on the same line; text of several lines goes into [[ … ]]");
    }
  } else if (!pass_operator(c, t)) {
    return false;
  }
  t->size = (uint32_t)(c->at - c->s->text) - t->offset;
  t->end_column = c->line == t->line ? column_of(c, c->at) : (uint16_t)(t->column + 1);
  t->call = c->s->tokens;
  return true;
}

static struct wl_token *add_token(struct scanner *c) {
  struct wl_source *s = c->s;
  if (s->tokens + 2 >= c->capacity) {
    size_t had = c->capacity;
    struct wl_token *grown = wl_grow(s->token, sizeof *grown, &c->capacity, 1024);
    if (grown == NULL) {
      wl_diag_fail(c->d, WL_LIMIT, "not enough memory to read the script");
      return NULL;
    }
    memset(grown + had, 0, (c->capacity - had) * sizeof *grown);
    s->token = grown;
  }
  return &s->token[++s->tokens];
}

bool wl_source_lex(struct wl_source *s, struct wl_diag *d) {
  struct scanner c = {.s = s, .d = d, .at = s->text, .end = s->text + s->size,
                      .line_start = s->text, .line = 1};
  s->tokens = 0;
  for (;;) {
    if (!pass_blanks(&c)) return false;
    struct wl_token *t = add_token(&c);
    if (t == NULL) return false;
    if (c.at >= c.end) break;
    if (!pass_token(&c, t)) return false;
  }
  s->tokens--; /* the last one is the empty token behind the end */
  s->token[s->tokens + 1].line = c.line;
  s->token[s->tokens + 1].column = column_of(&c, c.at);
  s->token[s->tokens + 1].end_column = (uint16_t)(s->token[s->tokens + 1].column + 1);
  return true;
}

bool wl_source_names(const struct wl_source *s, uint32_t i, const char *name) {
  const struct wl_token *t = &s->token[i];
  return t->kind == WL_TOKEN_NAME && t->size == strlen(name) &&
         memcmp(s->text + t->offset, name, t->size) == 0;
}

bool wl_source_same(const struct wl_source *s, uint32_t a, uint32_t b) {
  const struct wl_token *x = &s->token[a], *y = &s->token[b];
  return x->size == y->size && memcmp(s->text + x->offset, s->text + y->offset, x->size) == 0;
}

int wl_token_deeper(const struct wl_token *t) {
  switch (t->word) {
  case WL_W_FUNCTION: case WL_W_DO: case WL_W_IF: case WL_W_REPEAT:
  case WL_W_PAREN: case WL_W_BRACE: case WL_W_BRACKET: return 1;
  case WL_W_END: case WL_W_UNTIL:
  case WL_W_PAREN_END: case WL_W_BRACE_END: case WL_W_BRACKET_END: return -1;
  default: return 0;
  }
}

void wl_source_finish(struct wl_source *s) {
  free(s->token);
  free(s->loop);
  s->token = NULL;
  s->loop = NULL;
  s->tokens = s->loops = 0;
}
