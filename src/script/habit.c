/* What C programmers write from habit, seen from where Lua stops reading. */
#include <stdio.h>
#include <string.h>

#include "script/habit.h"

static bool is_text(const struct wl_source *s, uint32_t i, const char *text) {
  const struct wl_token *t = &s->token[i];
  return t->kind != WL_TOKEN_END && t->size == strlen(text) &&
         memcmp(s->text + t->offset, text, t->size) == 0;
}

static bool is_type(const struct wl_source *s, uint32_t i) {
  static const char *const types[] = {"int", "float", "double", "char", "short", "long", "unsigned",
                                      "uint", "bool", "const", "size_t", "auto", "half", "float2",
                                      "float4", "int2", "int4", "longlong", "ulonglong"};
  for (size_t n = 0; n < sizeof types / sizeof *types; n++)
    if (is_text(s, i, types[n])) return true;
  return false;
}

static bool is_name(const struct wl_source *s, uint32_t i) {
  return s->token[i].kind == WL_TOKEN_NAME;
}

static int size_of(const struct wl_source *s, uint32_t i) {
  return s->token[i].size < 40 ? (int)s->token[i].size : 40;
}
#define TEXT(i) size_of(s, i), s->text + s->token[i].offset

/* `__shared__ float s[32]`, from its type on. */
static void shared_hint(const struct wl_source *s, uint32_t type, char *hint, size_t size) {
  bool whole = type + 3 <= s->tokens && is_name(s, type) && is_name(s, type + 1) &&
               is_text(s, type + 2, "[");
  if (!whole)
    snprintf(hint, size, "write above the kernel  local s = shared(\"s\", float, 32)");
  else
    snprintf(hint, size, "write above the kernel  local %.*s = shared(\"%.*s\", %.*s, %.*s)",
             TEXT(type + 1), TEXT(type + 1), TEXT(type), TEXT(type + 3));
}

/* Whether two words in a row stand behind a // on one line: a sentence. */
static bool ends_comment(const struct wl_source *s, uint32_t i) {
  bool words = false;
  for (uint32_t line = s->token[i - 1].line; i > 1 && s->token[i - 1].line == line; i--) {
    words = words || (is_name(s, i) && is_name(s, i - 1));
    if (is_text(s, i - 1, "//")) return words;
  }
  return false;
}

static bool follows_cast(const struct wl_source *s, uint32_t i) {
  return i > 3 && is_text(s, i - 1, ")") && is_type(s, i - 2) && is_text(s, i - 3, "(");
}

/* Whether a cast stands before the chain of names and indices that ends before `i`:
 * Lua takes the type in brackets for a value, and the chain for a new statement. */
static bool casts_chain(const struct wl_source *s, uint32_t i) {
  for (i--; i > 3; i--) {
    uint32_t match = s->token[i].match;
    if (match != 0 && match < i) i = match;
    else if (!is_name(s, i)) return false;
    else if (follows_cast(s, i)) return true;
    else if (!is_text(s, i - 1, ".")) return false;
    else i--;
  }
  return false;
}

/* Whether the last brace before opens behind a condition, which Lua calls then. */
static bool follows_brace(const struct wl_source *s, uint32_t i) {
  for (unsigned n = 0; n < 64 && i > 1; n++)
    if (is_text(s, --i, "{")) return is_text(s, i - 1, ")");
  return false;
}

/* Whether "--" stands right behind token `i`: meant as a decrement, read as a
 * comment. */
static bool decrements(const struct wl_source *s, uint32_t i) {
  const struct wl_token *t = &s->token[i];
  size_t at = t->offset + t->size;
  return i > 0 && t->kind == WL_TOKEN_NAME && at + 2 <= s->size &&
         memcmp(s->text + at, "--", 2) == 0;
}

/* Whether a while opens a brace on the line of token `i` or the one before. */
static bool follows_while(const struct wl_source *s, uint32_t i) {
  uint32_t line = s->token[i].line;
  bool brace = false;
  for (; i > 0 && s->token[i].line + 1 >= line; i--) {
    brace = brace || is_text(s, i, "{");
    if (is_text(s, i, "while")) return brace;
  }
  return false;
}

/* Whether an if follows an else on its line, up to token `i`: it opens a block. */
static bool splits_elseif(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i; k > 1; k--)
    if (is_text(s, k, "if") && is_text(s, k - 1, "else") &&
        s->token[k].line == s->token[k - 1].line)
      return true;
  return false;
}

/* Words of other languages where a statement begins. */
static const struct { const char *word, *hint; } words[] = {
  {"continue", "Lua has no continue; write  goto next  and  ::next::  before the end"},
  {"fi", "blocks end with the word end"},
  {"endif", "blocks end with the word end"},
  {"done", "blocks end with the word end"},
  {"xor", "exclusive or is ~ in Lua"},
  {"switch", "Lua has no switch; write  if … elseif … end"},
  {"elif", "Lua writes  elseif"},
  {"elsif", "Lua writes  elseif"},
};

static const char *foreign_hint(const struct wl_source *s, uint32_t i) {
  for (size_t n = 0; n < sizeof words / sizeof *words; n++)
    if (is_text(s, i, words[n].word) || is_text(s, i - 1, words[n].word)) return words[n].hint;
  return NULL;
}

bool wl_habit_comment(const struct wl_source *s) {
  uint32_t line = s->tokens > 0 ? s->token[s->tokens].line : 0;
  for (uint32_t i = s->tokens; i > 1 && s->token[i - 1].line == line; i--)
    if (is_text(s, i - 1, "//")) return true;
  return false;
}

bool wl_habit_power(const struct wl_source *s, uint32_t i) {
  if (i == 0 || i > s->tokens) return false;
  uint32_t line = s->token[i].line;
  while (i > 1 && s->token[i - 1].line == line) i--;
  for (; i <= s->tokens && s->token[i].line == line; i++)
    if (is_text(s, i, "^")) return true;
  return false;
}

static const char *word_hint(const struct wl_source *s, uint32_t i) {
  uint32_t before = i - 1;
  bool opens = (is_text(s, i, "/") && is_text(s, i + 1, "*")) ||
               (is_text(s, before, "/") && is_text(s, i, "*"));
  if (opens || is_text(s, i, "//") || ends_comment(s, i))
    return "a comment starts with --";
  if (is_text(s, before, "__global__") || is_text(s, before, "void"))
    return "the kernel is  function kernel() … end";
  if (is_text(s, before, "__device__")) return "a helper is  local function f(x) … end";
  if (is_text(s, i, "&") && !is_text(s, before, "&"))
    return "there are no addresses: give the array and the index, as in atomicAdd(a, 0, v)";
  if (follows_cast(s, i) || follows_cast(s, before) || casts_chain(s, i))
    return "a cast is a call:  int(x), float(x)";
  if (is_text(s, i, "#") && is_text(s, i + 1, "define"))
    return "a constant is  local N <const> = 32";
  if (is_text(s, i, "#") && is_text(s, i + 1, "include")) return "there is nothing to include";
  if (is_text(s, i, "-") && is_text(s, i + 1, ">")) return "a field follows a dot, as in p[i].x";
  if (decrements(s, before)) return "Lua has no -- ; it begins a comment: write  x = x - 1";
  if (is_text(s, i, "[") && i > 2 && is_text(s, i - 2, "local"))
    return "a thread's own array is  local a = {}  or  localmem(\"a\", float, n)";
  if (is_text(s, i, "=") && is_text(s, before, ")")) return "an index goes into square brackets";
  if (follows_while(s, i)) return "Lua writes  while c do … end";
  if (follows_brace(s, i)) return "braces make tables; Lua writes  if c then … end";
  return foreign_hint(s, i);
}

bool wl_habit_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  if (i == 0 || i > s->tokens + 1) return false;
  const struct wl_token *t = &s->token[i];
  if (t->kind == WL_TOKEN_END) {
    if (splits_elseif(s, s->tokens))
      snprintf(hint, size, "elseif is one word; else if needs an end of its own");
    return splits_elseif(s, s->tokens);
  }
  const char *advice = word_hint(s, i);
  bool suffix = t->kind == WL_TOKEN_NUMBER && strchr("fFuUlL", s->text[t->offset + t->size - 1]);
  if (advice != NULL) snprintf(hint, size, "%s", advice);
  else if (suffix) snprintf(hint, size, "numbers have no suffix");
  else if (is_text(s, i - 1, "__shared__")) shared_hint(s, i, hint, size);
  else if (is_type(s, i - 1) && is_type(s, i)) snprintf(hint, size, "write  local x = …");
  else if (is_type(s, i - 1) && is_name(s, i))
    snprintf(hint, size, "write  local %.*s = …", TEXT(i));
  else return false;
  return true;
}
