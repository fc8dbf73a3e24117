/* What C programmers write from habit, seen from where Lua stops reading. */
#include <stdio.h>
#include <string.h>

#include "script/error.h"

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

/* Whether the last brace before opens behind a condition, which Lua calls then. */
static bool follows_brace(const struct wl_source *s, uint32_t i) {
  for (unsigned n = 0; n < 64 && i > 1; n++)
    if (is_text(s, --i, "{")) return is_text(s, i - 1, ")");
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
  if (follows_cast(s, i) || follows_cast(s, before))
    return "there are no casts; math.floor(x) makes a whole number";
  if (follows_brace(s, i)) return "braces make tables; Lua writes  if c then … end";
  return NULL;
}

bool wl_habit_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  if (i == 0 || i > s->tokens) return false;
  const struct wl_token *t = &s->token[i];
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
