/* Finds habits of C programmers at the place where Lua stops parsing. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"
#include "script/advice/c_habits.h"
#include "script/syntax/operand.h"

static bool is_type(const struct wl_source *s, uint32_t i) {
  static const char *const types[] = {"int", "float", "double", "char", "short", "long", "unsigned",
                                      "uint", "bool", "const", "size_t", "auto", "half", "float2",
                                      "float4", "int2", "int4", "longlong", "ulonglong", "let",
                                      "var"};
  for (size_t n = 0; n < sizeof types / sizeof *types; n++)
    if (wl_token_is(s, i, types[n])) return true;
  return false;
}

static int size_of(const struct wl_source *s, uint32_t i) {
  return s->token[i].size < 40 ? (int)s->token[i].size : 40;
}
#define TEXT(i) size_of(s, i), s->text + s->token[i].offset

/* Whether two words in a row stand behind a // on one line: a sentence. */
static bool ends_comment(const struct wl_source *s, uint32_t i) {
  bool words = false;
  for (uint32_t line = s->token[i - 1].line; i > 1 && s->token[i - 1].line == line; i--) {
    words = words || (wl_is_name(s, i) && wl_is_name(s, i - 1));
    if (wl_token_is(s, i - 1, "//")) return words;
  }
  return false;
}

static bool follows_cast(const struct wl_source *s, uint32_t i) {
  return i > 3 && wl_token_is(s, i - 1, ")") && is_type(s, i - 2) && wl_token_is(s, i - 3, "(");
}

/* Whether a cast stands before the chain of names and indices that ends before `i`:
 * Lua takes the type in brackets for a value, and the chain for a new statement. */
static bool casts_chain(const struct wl_source *s, uint32_t i) {
  return follows_cast(s, wl_operand_start(s, i - 1));
}

/* Whether `*p = 1` stands before the = at token `i`, which Lua takes for a product. */
static bool stores_through(const struct wl_source *s, uint32_t i) {
  uint32_t first = wl_operand_start(s, i - 1);
  return first > 1 && wl_token_is(s, i, "=") && wl_token_is(s, first - 1, "*") &&
         s->token[first - 2].line < s->token[first - 1].line;
}

/* Whether the last brace before opens behind a condition, which Lua calls then. */
static bool follows_brace(const struct wl_source *s, uint32_t i) {
  for (unsigned n = 0; n < 64 && i > 1; n++)
    if (wl_token_is(s, --i, "{")) return wl_token_is(s, i - 1, ")");
  return false;
}

/* Whether "--" stands right behind token `i`: meant as a decrement, read as a
 * comment. */
static bool decrements(const struct wl_source *s, uint32_t i) {
  const struct wl_token *t = &s->token[i];
  size_t at = t->offset + t->size;
  return i > 0 && (t->kind == WL_TOKEN_NAME || t->word == WL_W_BRACKET_END) && at + 2 <= s->size &&
         memcmp(s->text + at, "--", 2) == 0;
}

/* Whether a while opens a brace on the line of token `i` or the one before. */
static bool follows_while(const struct wl_source *s, uint32_t i) {
  uint32_t line = s->token[i].line;
  bool brace = false;
  for (; i > 0 && s->token[i].line + 1 >= line; i--) {
    brace = brace || wl_token_is(s, i, "{");
    if (wl_token_is(s, i, "while")) return brace;
  }
  return false;
}

/* Whether an if follows an else on its line, up to token `i`: it opens a block. */
static bool splits_elseif(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i; k > 1; k--)
    if (wl_token_is(s, k, "if") && wl_token_is(s, k - 1, "else") &&
        s->token[k].line == s->token[k - 1].line)
      return true;
  return false;
}

/* Where the value of an assignment ends that begins at token `i`. */
static uint32_t value_end(const struct wl_source *s, uint32_t i) {
  uint32_t line = s->token[i].line, last = 0;
  while (i <= s->tokens && s->token[i].line == line) {
    if (s->token[i].word == WL_W_SEMICOLON || s->token[i].word == WL_W_END) break;
    uint32_t end = wl_operand_end(s, i);
    last = end > i ? end : i;
    i = last + 1;
  }
  return last;
}

/* x += 1 and its kin, at the operator: what Lua has for it. */
static bool compound_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  static const struct { const char *c, *lua, *note; } rows[] = {
    {"+", "+", ""}, {"-", "-", ""}, {"*", "*", ""}, {"/", "//", "  (/ keeps the fraction)"},
    {"%", "%", ""}, {"//", "//", ""}, {"&", "&", ""}, {"|", "|", ""},
    {"^", "~", "  (^ is a power)"}, {"<<", "<<", ""}, {">>", ">>", ""}, {"..", "..", ""},
  };
  const struct wl_token *t = &s->token[i];
  if (!wl_token_is(s, i + 1, "=") || s->token[i + 1].offset != t->offset + t->size) return false;
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    if (!wl_token_is(s, i, rows[n].c)) continue;
    char x[WL_OPERAND_TEXT], v[WL_OPERAND_TEXT];
    uint32_t first = wl_operand_start(s, i - 1), last = value_end(s, i + 2);
    bool one = last == i + 2 || wl_operand_end(s, i + 2) == last;
    bool whole = wl_operand_text(s, first, i - 1, x) && wl_operand_text(s, i + 2, last, v);
    if (!whole)
      snprintf(hint, size, "Lua has no %s=; write  x = x %s 1%s", rows[n].c, rows[n].lua,
               rows[n].note);
    else
      snprintf(hint, size, "Lua has no %s=; write  %s = %s %s %s%s%s%s", rows[n].c, x, x,
               rows[n].lua, one ? "" : "(", v, one ? "" : ")", rows[n].note);
    return true;
  }
  return false;
}

uint32_t wl_c_habit_decrement(const struct wl_source *s, char x[WL_OPERAND_TEXT]) {
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (!decrements(s, i)) continue;
    size_t at = s->token[i].offset + s->token[i].size + 2;
    while (at < s->size && (s->text[at] == ' ' || s->text[at] == '\t')) at++;
    bool words = at < s->size && strchr("\r\n;,)]}", s->text[at]) == NULL;
    if (!words && wl_operand_text(s, wl_operand_start(s, i), i, x)) return i;
  }
  return 0;
}

/* x++, ++x and x--, at the operator or behind it: "--" is no token, but begins a comment. */
static bool step_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  char x[WL_OPERAND_TEXT];
  uint32_t first = 0, last = i - 1;
  if (decrements(s, last)) {
    if (!wl_operand_text(s, wl_operand_start(s, last), last, x)) return false;
    snprintf(hint, size, "Lua has no -- ; it begins a comment: write  %s = %s - 1", x, x);
    return true;
  }
  if (!wl_token_is(s, i, "+")) return false;
  if (wl_token_is(s, i + 1, "+")) first = wl_operand_start(s, last);
  else if (wl_token_is(s, last, "+")) first = i + 1, last = wl_operand_end(s, i + 1);
  if (first == 0 || !wl_operand_text(s, first, last, x)) return false;
  snprintf(hint, size, "Lua has no ++; write  %s = %s + 1", x, x);
  return true;
}

/* `int x` and `float a[32]`, with however many words of a type before the name. */
static bool local_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  if (!is_type(s, i - 1) || s->token[i - 2].word == WL_W_FOR) return false;
  while (is_type(s, i)) i++;
  if (!wl_is_name(s, i)) return false;
  if (!wl_token_is(s, i + 1, "[")) snprintf(hint, size, "write  local %.*s = …", TEXT(i));
  else
    snprintf(hint, size, "a thread's own array is  local %.*s = {}  and one for all, above the "
             "kernel,  local %.*s = global(\"%.*s\", float, n)", TEXT(i), TEXT(i), TEXT(i));
  return true;
}

/* The bracket that is open at token `i`; 0: none. */
static uint32_t open_bracket(const struct wl_source *s, uint32_t i) {
  uint32_t depth = 0;
  while (--i > 0) {
    if (s->token[i].word == WL_W_PAREN_END) depth++;
    if (s->token[i].word == WL_W_PAREN && depth-- == 0) return i;
  }
  return 0;
}

/* Whether an operand may begin behind token `i`. */
static bool awaits_operand(const struct wl_source *s, uint32_t i) {
  uint8_t word = s->token[i].word;
  return word == WL_W_PAREN || word == WL_W_COMMA || word == WL_W_AND || word == WL_W_OR ||
         word == WL_W_NOT;
}

/* Functions that take a table with names; `alone`: and nothing else, which needs no brackets. */
static const struct { const char *name; bool alone; } takers[] = {
  {"param", false}, {"lesson", true}, {"measured", true}};

/* An argument with its name, as in param("n", 32, min=1), at the =; or `if (x = 3)`. */
static bool argument_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  if (!wl_token_is(s, i, "=") || i < 3) return false;
  uint32_t open = open_bracket(s, i), first = wl_operand_start(s, i - 1);
  if (open == 0 || first == 0 || !awaits_operand(s, first - 1)) return false;
  if (!wl_is_name(s, open - 1)) {
    snprintf(hint, size, "compare with == ; a single = assigns");
    return true;
  }
  if (first != i - 1) return false;
  snprintf(hint, size, "arguments have no names: give the values in their order");
  for (size_t n = 0; n < sizeof takers / sizeof *takers; n++) {
    if (!wl_token_is(s, open - 1, takers[n].name) || (!takers[n].alone && first == open + 1))
      continue;
    if (takers[n].alone) snprintf(hint, size, "braces:  %s{ … }", takers[n].name);
    else snprintf(hint, size, "options stand in braces:  { min = 1, … }");
  }
  return true;
}

/* A name alone on its line, or with a ; or a number at token `i` behind it: a call without its
 * brackets. */
static bool call_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  char name[WL_OPERAND_TEXT];
  uint32_t first = wl_operand_start(s, i - 1);
  bool alone = first != 0 && wl_is_name(s, i - 1) &&
               s->token[first - 1].line < s->token[first].line;
  bool ends = s->token[i].line != s->token[first].line || s->token[i].word == WL_W_SEMICOLON;
  bool number = !ends && s->token[i].kind == WL_TOKEN_NUMBER;
  if (!alone || !(ends || number) || !wl_operand_text(s, first, i - 1, name)) return false;
  snprintf(hint, size, "a call has brackets:  %s(%.*s)", name, number ? size_of(s, i) : 0,
           s->text + s->token[i].offset);
  return true;
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
    if (wl_token_is(s, i, words[n].word) || wl_token_is(s, i - 1, words[n].word))
      return words[n].hint;
  return NULL;
}

bool wl_c_habit_power(const struct wl_source *s, uint32_t i) {
  if (i == 0 || i > s->tokens) return false;
  uint32_t line = s->token[i].line;
  while (i > 1 && s->token[i - 1].line == line) i--;
  for (; i <= s->tokens && s->token[i].line == line; i++)
    if (wl_token_is(s, i, "^")) return true;
  return false;
}

static bool casts(const struct wl_source *s, uint32_t i) {
  return follows_cast(s, i) || casts_chain(s, i);
}

static bool takes_address(const struct wl_source *s, uint32_t i) {
  return wl_token_is(s, i, "&") && !wl_token_is(s, i - 1, "&");
}

static bool indexes_local(const struct wl_source *s, uint32_t i) {
  return wl_token_is(s, i, "[") && i > 2 && wl_token_is(s, i - 2, "local");
}

static bool is_pointer(const struct wl_source *s, uint32_t i) {
  return (wl_token_is(s, i, "*") && wl_is_name(s, i + 1)) || stores_through(s, i);
}

/* `function kernel(float *a)`, at the star or behind the type. */
static bool takes_arrays(const struct wl_source *s, uint32_t i) {
  uint32_t open = open_bracket(s, i);
  return open > 2 && wl_token_is(s, open - 1, "kernel") && wl_token_is(s, open - 2, "function") &&
         is_type(s, i - 1);
}

/* `__device__ float w[3]`, where Lua stops behind the first word. */
static bool device_array(const struct wl_source *s, uint32_t i) {
  return wl_token_is(s, i - 1, "__device__") && wl_is_name(s, i + 1) && wl_token_is(s, i + 2, "[");
}

/* Whether `switch (x) {` stands on the line of token `i`, or the one before. */
static bool switches(const struct wl_source *s, uint32_t i) {
  uint32_t line = s->token[i].line;
  for (; i > 1 && s->token[i].line + 1 >= line; i--)
    if (wl_token_is(s, i - 1, "switch")) return true;
  return false;
}

/* Whether a return stands in front of the statement at token `i`. */
static bool returned(const struct wl_source *s, uint32_t i) {
  while (--i > 0) {
    uint8_t word = s->token[i].word;
    bool value = word == WL_W_AND || word == WL_W_OR || word == WL_W_NOT || word == WL_W_NIL ||
                 word == WL_W_TRUE || word == WL_W_FALSE || word == WL_W_OTHER;
    if (word == WL_W_RETURN) return true;
    if (!value && word < WL_W_KEYWORDS) return false;
  }
  return false;
}

/* What tells a habit: the tokens before, at and behind the one that Lua stops at, where they
 * are given, or a function. First match wins. */
static const struct {
  const char *before, *here, *next;
  bool (*tells)(const struct wl_source *s, uint32_t i);
  const char *hint;
} habits[] = {
  {NULL, "/", "*", NULL, "a comment starts with --"},
  {"/", "*", NULL, NULL, "a comment starts with --"},
  {NULL, "//", NULL, NULL, "a comment starts with --"},
  {NULL, NULL, NULL, ends_comment, "a comment starts with --"},
  {"__global__", NULL, NULL, NULL, "the kernel is  function kernel() … end"},
  {"void", NULL, NULL, NULL, "the kernel is  function kernel() … end"},
  {"__constant__", NULL, NULL, NULL, "write above the kernel  local c = constant(\"c\", float, n)"},
  {NULL, NULL, NULL, device_array, "write above the kernel  local a = global(\"a\", float, n)"},
  {"__device__", NULL, NULL, NULL, "a helper is  local function f(x) … end"},
  {"dim3", NULL, NULL, NULL, "write above the kernel  grid(x, y, z)  block(x, y, z)"},
  {"struct", NULL, NULL, NULL, "write  local P = struct(\"P\", {\"x\", float}, {\"y\", float})"},
  {NULL, NULL, NULL, takes_address,
   "there are no addresses: give the array and the index, as in atomicAdd(a, 0, v)"},
  {NULL, NULL, NULL, casts, "a cast is a call:  int(x), float(x)"},
  {NULL, "#", "define", NULL, "a constant is  local N <const> = 32"},
  {NULL, "#", "include", NULL,
   "this is CUDA C: name the file .cu, or see COMING FROM CUDA C in warplens-script(5)"},
  {NULL, "#", "pragma", NULL, "there are no pragmas: loops run as written"},
  {NULL, "<<", "<", NULL, "the launch stands above the kernel:  grid(4)  block(256)"},
  {"extern", "__shared__", NULL, NULL,
   "write above the kernel  local s = shared(\"s\", float, n)  with its size"},
  {"__shared__", NULL, NULL, NULL, "write above the kernel  local s = shared(\"s\", float, 32)"},
  {NULL, "-", ">", NULL, "a field follows a dot, as in p[i].x"},
  {"-", ">", NULL, NULL, "a field follows a dot, as in p[i].x"},
  {NULL, NULL, NULL, indexes_local,
   "a thread's own array is  local a = {}  or  localmem(\"a\", float, n)"},
  {NULL, NULL, NULL, takes_arrays, "the kernel takes nothing: declare above it  "
   "local a = global(\"a\", float, n)  or  local n = param(\"n\", 32)"},
  {NULL, NULL, NULL, is_pointer, "there are no pointers: an array has an index, as in p[0] = 1"},
  {":", "=", NULL, NULL, "a single = assigns, as in x = 3"},
  {")", "=", NULL, NULL, "an index goes into square brackets"},
  {NULL, NULL, NULL, switches, "Lua has no switch; write  if … elseif … end"},
  {NULL, NULL, NULL, follows_while, "Lua writes  while c do … end"},
  {NULL, NULL, NULL, returned, "a return ends its block: an end is missing behind it, or write  "
   "do return end"},
  {NULL, NULL, NULL, follows_brace, "braces make tables; Lua writes  if c then … end"},
};

static bool is_there(const struct wl_source *s, uint32_t i, const char *word) {
  return word == NULL || wl_token_is(s, i, word);
}

static const char *word_hint(const struct wl_source *s, uint32_t i) {
  for (size_t n = 0; n < sizeof habits / sizeof *habits; n++)
    if (is_there(s, i - 1, habits[n].before) && is_there(s, i, habits[n].here) &&
        is_there(s, i + 1, habits[n].next) && (!habits[n].tells || habits[n].tells(s, i)))
      return habits[n].hint;
  return foreign_hint(s, i);
}

/* The token to be shown for what Lua stops at: the mistake may end the line before. */
static uint32_t culprit(const struct wl_source *s, uint32_t i) {
  const struct wl_token *t = &s->token[i];
  bool next = t->kind == WL_TOKEN_NAME || (t->word != WL_W_OTHER && t->word < WL_W_KEYWORDS);
  uint32_t first = follows_cast(s, i) ? i : wl_operand_start(s, i - 1);
  if (follows_cast(s, first)) return first - 2;
  if (stores_through(s, i)) return first - 1;
  return next && t->line != s->token[i - 1].line ? i - 1 : i;
}

bool wl_c_habit_hint(const struct wl_source *s, uint32_t *token, char *hint, size_t size) {
  uint32_t i = *token;
  if (i == 0 || i > s->tokens + 1) return false;
  const struct wl_token *t = &s->token[i];
  if (t->kind == WL_TOKEN_END) {
    if (splits_elseif(s, s->tokens))
      snprintf(hint, size, "elseif is one word; else if needs an end of its own");
    return splits_elseif(s, s->tokens);
  }
  const char *advice = NULL;
  if (compound_hint(s, i, hint, size) || argument_hint(s, i, hint, size)) return true;
  bool suffix = t->kind == WL_TOKEN_NUMBER && strchr("fFuUlL", s->text[t->offset + t->size - 1]);
  if (step_hint(s, i, hint, size)) {}
  else if ((advice = word_hint(s, i)) != NULL) snprintf(hint, size, "%s", advice);
  else if (suffix) snprintf(hint, size, "numbers have no suffix");
  else if (!local_hint(s, i, hint, size) && !call_hint(s, i, hint, size)) return false;
  *token = culprit(s, i);
  return true;
}

/* What only CUDA's text has, anywhere in a line, and only Lua's, where a line begins. */
static const char *const cuda[] = {"#include", "#define", "#pragma", "__global__", "__device__",
                                   "__host__", "<<<"};
static const char *const lua[] = {"local ", "function "};

/* The first of CUDA's words in a line; NULL: it has none. */
static const char *find(const char *line, size_t size, size_t *length) {
  for (const char *at = line; at < line + size; at++)
    for (size_t i = 0; i < sizeof cuda / sizeof *cuda; i++) {
      *length = strlen(cuda[i]);
      if (*length <= (size_t)(line + size - at) && memcmp(at, cuda[i], *length) == 0) return at;
    }
  return NULL;
}

static bool is_lua(const char *line, size_t size) {
  while (size > 0 && wl_is_space(*line)) line++, size--;
  for (size_t i = 0; i < sizeof lua / sizeof *lua; i++)
    if (size >= strlen(lua[i]) && memcmp(line, lua[i], strlen(lua[i])) == 0) return true;
  return false;
}

bool wl_cuda_tell(const struct wl_source *s, struct wl_diag *d) {
  const char *dot = strrchr(s->name, '.');
  bool named = dot && (strcasecmp(dot, ".cu") == 0 || strcasecmp(dot, ".cuh") == 0);
  struct wl_span at = {named, 1, 2};
  uint32_t number = 1;
  bool told = false;
  for (size_t from = 0, next, length; from < s->size; from += next, number++) {
    const char *line = s->text + from;
    size_t size = wl_text_line(line, s->size - from, &next);
    const char *word = told ? NULL : find(line, size, &length);
    if (is_lua(line, size)) return false; /* a slip, which is told by itself */
    if (!word) continue;
    uint32_t column = (uint32_t)(word - line) + 1;
    at = (struct wl_span){number, column, column + (uint32_t)length};
    told = true;
  }
  if (at.line == 0) return false;
  wl_diag_fail(d, WL_SCRIPT, "this is CUDA C++, and warplens runs kernels that are written in Lua");
  wl_diag_hint(d, "in Lua it begins  grid(4)  block(256)  local a = global(\"a\", float, 1024)  "
               "function kernel() … end : \"Coming from CUDA C\" in warplens-script(5) has the "
               "rest");
  wl_diag_place(d, s->name, s->text, s->size, at);
  return true;
}
