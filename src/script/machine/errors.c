/* Errors: turns a failure into a sentence, a place and advice. */
#include "script/machine/errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "script/advice/c_habits.h"
#include "script/advice/indentation.h"
#include "script/syntax/operand.h"

/* What Lua says, and what a student should do about it. First match wins. */
static const struct { const char *part, *hint; } hints[] = {
  {"string too large", "make the string shorter"},
  {"string length overflow", "make the string shorter"},
  {"divide by zero", "the divisor is 0"},
  {"userdata value", "this is an array or a type: give an array an index, as in a[i]"},
  {"on a nil value (field 'integer index')", "this element has no value yet: give it one first"},
  {"on a nil value", "the value is missing here; is the name spelled right?"},
  {"call a nil value", "there is no such function; is the name spelled right?"},
  {"the variable of the loop", "write a while, or change a copy of it:  local v = …"},
  {"index a number value", "a number has no fields"},
  {"index a nil value", "the value is missing here; is the name spelled right?"},
  {"compare number with nil", "one side has no value; is the name spelled right?"},
  {"compare nil with number", "one side has no value; is the name spelled right?"},
  {"on a boolean value", "true and false are no numbers in Lua; write  c and 1 or 0"},
  {"compare boolean with number", "true and false are no numbers in Lua; write  c and 1 or 0"},
  {"compare number with boolean", "true and false are no numbers in Lua; write  c and 1 or 0"},
  {"on a table value", "vectors have no arithmetic: work on .x, .y, .z and .w"},
  {"(number has no integer representation)", "this takes a whole number below 2^63"},
  {"no integer representation", "bit operations need whole numbers; use // for integer division"},
  {"remainder of a division by 0", "the divisor is 0"},
  {"nested too deeply", "give inner parts names of their own"},
  {"stack overflow", "a function calls itself without end"},
  {"'<eof>' expected near 'end'", "there is one end too many"},
  {"<eof> expected near 'end'", "there is one end too many"},
  {"malformed number", "numbers are written as 12, 1.5, 1e3 or 0xff"},
  {"on a string value", "a string is no number"},
  {"near '+'", "Lua has no += and no ++; write  x = x + 1"},
  {"near '-'", "Lua has no -= and no --; write  x = x - 1"},
  {"'then' expected near '='", "compare with == ; a single = assigns"},
  {"'then' expected near '{'", "Lua writes  if c then … end"},
  {"'then' expected", "Lua writes  if c then … end"},
  {"']' expected near ','", "write one bracket for each index, as in a[x][0]"},
  {"']' expected", "a ] is missing in front of this"},
  {"near '~='", "~= compares; write  x = x ~ 1"},
  {"'do' expected near '{'", "Lua writes  for i = 0, n - 1 do … end"},
  {"'do' expected", "Lua writes  for i = 0, n - 1 do … end  and  while c do … end"},
  {"'}' expected", "a comma or a } is missing in front of this"},
  {"')' expected", "a comma or a ) is missing in front of this"},
  {"bad 'for' limit (number expected, got boolean",
   "the second part is the last value, not a condition:  for i = 0, n - 1 do"},
  {"'=' or 'in' expected", "Lua writes  for i = 0, n - 1 do … end"},
  {"<name> expected near '('", "Lua writes  for i = 0, n - 1 do … end"},
  {"',' expected near ';'", "Lua writes  for i = 0, n - 1 do … end"},
  {"near '&'", "\"and\" is the word and"},
  {"near '|'", "\"or\" is the word or"},
  {"near '{'", "blocks end with the word end; braces make tables"},
  {"near '<eof>'", "something is not closed: an end, a bracket or a string is missing"},
  {"near <eof>", "something is not closed: an end, a bracket or a string is missing"},
  {"'end' expected", "a block that begins above is not closed"},
  {"syntax error near", "a statement is an assignment, a call, or begins with a keyword"},
};

void wl_error_where(const struct wl_head *head, uint32_t thread, uint32_t block, char *buffer,
                    size_t size) {
  uint32_t b[3], t[3];
  wl_head_block(head, block, b);
  wl_head_thread(head, thread / WL_LANES, thread % WL_LANES, t);
  snprintf(buffer, size, "lane %u of warp %u, thread (%u, %u, %u) of block (%u, %u, %u)",
           thread % WL_LANES, thread / WL_LANES, t[0], t[1], t[2], b[0], b[1], b[2]);
}

static void place(struct wl_vm *vm, uint32_t token, enum wl_source_span_kind kind) {
  const struct wl_source *s = vm->source;
  if (token == 0) {
    snprintf(vm->diag.file, sizeof vm->diag.file, "%s", s->name);
    return;
  }
  struct wl_source_span p = wl_source_span_find(s, token, kind);
  wl_diag_place(&vm->diag, s->name, s->text, s->size, wl_source_span_of(p));
}

static void place_lane(struct wl_vm *vm, const struct wl_lane *lane) {
  if (lane != NULL && !lane->host)
    wl_error_where(&vm->head, lane->index, vm->block, vm->diag.where, sizeof vm->diag.where);
}

/* The token of the script at a level of the stack; 0: it is at none. */
static uint32_t token_at(const struct wl_vm *vm, lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "lS", ar);
  bool own = ar->currentline > 0 && strcmp(ar->source, WL_INSTRUMENT_NAME) == 0;
  return own ? wl_instrument_instruction(vm->source, ar->currentline) : 0;
}

/* The innermost one. */
static uint32_t stack_token(const struct wl_vm *vm, lua_State *L) {
  lua_Debug ar;
  uint32_t token = 0;
  for (int level = 0; token == 0 && lua_getstack(L, level, &ar); level++)
    token = token_at(vm, L, &ar);
  return token;
}

/* Notes from which lines of the script the function at fault was called. */
static void note_callers(struct wl_vm *vm, lua_State *L) {
  enum { DEEPEST = WL_DIAG_COUNTED + 8 }; /* Lua walks the stack anew for every level */
  lua_Debug ar;
  bool inside = false;
  vm->diag.callers = 0;
  for (int level = 0; level < DEEPEST && lua_getstack(L, level, &ar); level++) {
    uint32_t token = token_at(vm, L, &ar);
    if (token == 0) continue;
    if (inside && vm->diag.callers < WL_DIAG_CALLERS)
      vm->diag.caller[vm->diag.callers] = vm->source->token[token].line;
    vm->diag.callers += inside;
    inside = true;
  }
}

static void set(struct wl_vm *vm, enum wl_status status, const char *hint, const char *format,
                va_list args) {
  char what[sizeof vm->diag.what];
  vsnprintf(what, sizeof what, format, args);
  vm->failed = true;
  wl_diag_fail(&vm->diag, status, "%s", what);
  if (hint != NULL) wl_diag_hint(&vm->diag, "%s", hint);
}

void wl_leave(lua_State *L, const void *told) {
  lua_pushlightuserdata(L, (void *)told);
  lua_error(L);
  abort(); /* C does not know that it never comes here */
}

int wl_raise_at(lua_State *L, enum wl_status status, uint32_t token,
                enum wl_source_span_kind kind, const char *hint, const char *format, ...) {
  struct wl_lane *lane = wl_lane_of(L);
  va_list args;
  va_start(args, format);
  set(lane->vm, status, hint, format, args);
  va_end(args);
  place(lane->vm, token, kind);
  place_lane(lane->vm, lane);
  note_callers(lane->vm, L);
  wl_leave(L, &lane->vm->diag);
}

int wl_raise_setting(lua_State *L, const char *hint, const char *format, ...) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  va_list args;
  va_start(args, format);
  set(vm, WL_USAGE, hint, format, args);
  va_end(args);
  wl_leave(L, &vm->diag);
}

bool wl_error_at(struct wl_vm *vm, uint32_t token, const struct wl_lane *lane, const char *hint,
                 const char *format, ...) {
  va_list args;
  va_start(args, format);
  set(vm, WL_SCRIPT, hint, format, args);
  va_end(args);
  place(vm, token, WL_SOURCE_SPAN_CALL);
  place_lane(vm, lane);
  return false;
}

void wl_error_stopped(struct wl_vm *vm, uint32_t token, const struct wl_lane *lane) {
  vm->failed = true;
  wl_diag_fail(&vm->diag, WL_LIMIT, "the script was still running after %g s",
               vm->options->seconds);
  wl_diag_hint(&vm->diag, "look for a loop that never ends, or give it more time");
  place(vm, token, WL_SOURCE_SPAN_TOKEN);
  place_lane(vm, lane);
}

void wl_error_expired(lua_State *L, lua_Debug *ar) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  (void)ar;
  wl_error_stopped(vm, stack_token(vm, L), wl_lane_of(L));
  note_callers(vm, L);
  wl_leave(L, &vm->diag);
}

/* Lua's own messages name tokens of our text as "script:LINE:"; inside a
 * message ("at line N") too. Writes the message with the lines of the script. */
static void translate(const struct wl_source *s, const char *message, char *out, size_t size) {
  size_t used = 0;
  static const char lua[] = "attempt to ", unnamed[] = " (field '?')"; /* which tells nothing */
  bool from_lua = strncmp(message, lua, sizeof lua - 1) == 0;
  while (*message != '\0' && used + 1 < size) {
    int line, length = 0;
    if (from_lua && strcmp(message, unnamed) == 0) break;
    if (strncmp(message, "at line ", 8) == 0 &&
        sscanf(message + 8, "%d%n", &line, &length) == 1 && wl_instrument_token(s, line) != 0) {
      int n = snprintf(out + used, size - used, "at line %u",
                       s->token[wl_instrument_token(s, line)].line);
      used += n > 0 ? (size_t)n : 0;
      message += 8 + length;
    } else {
      out[used++] = *message++;
    }
  }
  out[used < size ? used : size - 1] = '\0';
}

/* Messages that Lua places badly. Where a jump or break has no target it says the
 * line of the end of the block, but names the right one; a variable that must not
 * be assigned stands before the place. */
static uint32_t named_token(const struct wl_source *s, const char *message, uint32_t token) {
  int line;
  char name[64];
  if (sscanf(message, "attempt to assign to const variable '%63[^']", name) == 1)
    return wl_source_span_name(s, token, name);
  const char *at = strstr(message, " at line ");
  bool jump = strncmp(message, "break outside", 13) == 0 ||
              strncmp(message, "no visible label", 16) == 0;
  if (!jump || at == NULL || sscanf(at, " at line %d", &line) != 1) return token;
  return wl_instrument_token(s, line);
}

/* Whether the name at token `i`, which must not be assigned, is the variable of a loop. */
static bool is_of_loop(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i; k > 1; k--) {
    if (!wl_source_same(s, k, i) || !wl_is_name(s, k)) continue;
    if (s->token[k - 1].word == WL_W_FOR) return s->token[k + 1].word == WL_W_ASSIGN;
    if (wl_token_is(s, k + 1, "<")) return false; /* local x <const> */
  }
  return false;
}

/* Says of the variable of a loop, which Lua calls a constant, what it is. */
static bool is_counter(const struct wl_source *s, uint32_t token, char *what, size_t size) {
  char name[64];
  if (sscanf(what, "attempt to assign to const variable '%63[^']", name) != 1) return false;
  if (!is_of_loop(s, token)) return false;
  snprintf(what, size, "the variable of the loop, %s, cannot be assigned: the loop counts alone",
           name);
  return true;
}

/* What a message means by the names in it. */
static bool named_hint(const char *what, char *hint, size_t size) {
  static const char *const places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  char quoted[20];
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(quoted, sizeof quoted, "'%s'", places[i]);
    if (!strstr(what, "on a table value") || !strstr(what, quoted)) continue;
    snprintf(hint, size, "it has parts: write  %s.x", places[i]);
    return true;
  }
  char name[64];
  const char *local = strstr(what, "on a nil value (local '");
  if (local && sscanf(local, "on a nil value (local '%63[^']", name) == 1) {
    snprintf(hint, size, "%s has no value yet: give it one first, as in  local %s = 0", name, name);
    return true;
  }
  return false;
}

/* Pairs of brackets behind token `i`: a[x][y] has two. */
static unsigned count_indices(const struct wl_source *s, uint32_t i) {
  unsigned count = 0, depth = 0;
  while (++i <= s->tokens && (depth > 0 || s->token[i].word == WL_W_BRACKET)) {
    if (s->token[i].word == WL_W_BRACKET) count += depth++ == 0;
    else if (s->token[i].word == WL_W_BRACKET_END) depth--;
  }
  return count;
}

/* An array of the line of `token` that is given more indices than it has dimensions: `token`
 * becomes that of its name. */
static bool indices_hint(const struct wl_vm *vm, const char *what, uint32_t *token, char *hint,
                         size_t size) {
  const struct wl_source *s = vm->source;
  if (!strstr(what, "index a number value") || *token == 0) return false;
  uint32_t line = s->token[*token].line, i = *token;
  while (i > 1 && s->token[i - 1].line == line) i--;
  for (; i <= s->tokens && s->token[i].line == line; i++) {
    const struct wl_token *t = &s->token[i];
    if (t->kind != WL_TOKEN_NAME) continue;
    for (unsigned k = 0; k < vm->head.arrays; k++) {
      const char *name = vm->head.array[k].name;
      unsigned has = vm->head.array[k].dimensions;
      if (!wl_token_is(s, i, name) || count_indices(s, i) <= has) continue;
      if (has > 1)
        snprintf(hint, size, "%s has %u dimensions, and takes as many indices", name, has);
      else
        snprintf(hint, size, "%s has fewer dimensions than that; with rows of w elements, write  "
                 "%s[y * w + x]", name, name);
      *token = i;
      return true;
    }
  }
  for (i = *token; i > 1 && s->token[i - 1].line == line;) i--;
  for (; i <= s->tokens && s->token[i].line == line; i++) { /* a variable of another name */
    const struct wl_token *t = &s->token[i];
    if (t->kind != WL_TOKEN_NAME || t->size > 32 || count_indices(s, i) < 2) continue;
    int n = (int)t->size;
    snprintf(hint, size, "%.*s has fewer dimensions than that; with rows of w elements, write  "
             "%.*s[y * w + x]", n, s->text + t->offset, n, s->text + t->offset);
    *token = i;
    return true;
  }
  return false;
}

/* Lua 5.4.4 does not note where a division by 0 is; it is the next `//` or `%`
 * after the last place that was noted. */
static uint32_t division_token(const struct wl_source *s, const char *message, uint32_t token) {
  bool floor = strstr(message, "divide by zero") != NULL;
  if (!floor && strstr(message, "perform 'n%") == NULL) return token;
  for (uint32_t i = token; i <= s->tokens; i++)
    if (s->token[i].kind == WL_TOKEN_WORD && wl_token_is(s, i, floor ? "//" : "%")) return i;
  return token;
}

/* Where a text that Lua finds too deep to read is deepest, which it does not say: the
 * token inside the most brackets, else the first one of the line with the most. */
static uint32_t deepest_token(const struct wl_source *s) {
  uint32_t depth = 0, most = 0, deepest = 0, start = 1, longest = 0, busiest = 1;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    char c = s->text[s->token[i].offset];
    if (strchr("([{", c)) depth++;
    else if (strchr(")]}", c) && depth > 0) depth--;
    if (depth > most) most = depth, deepest = i;
    if (s->token[i].line != s->token[start].line) start = i;
    if (i - start > longest) longest = i - start, busiest = start;
  }
  enum { DEEP = 100 }; /* half of what Lua reads */
  return most > DEEP ? deepest : busiest;
}

/* A word that a line lacks at its end is missed on the next one, where a statement begins with a
 * name: names the end of the line that is to be mended. Returns its last token, else the one
 * given. */
static uint32_t line_to_mend(const struct wl_source *s, uint32_t token, char *what, size_t size) {
  enum { LONG = 24 /* bytes of what is named */ };
  static const char *const words[] = {"then", "do"};
  const struct wl_token *t = &s->token[token], *before = t - 1;
  char begin[24];
  for (size_t i = 0; i < sizeof words / sizeof *words && token > 1; i++) {
    int n = snprintf(begin, sizeof begin, "'%s' expected near", words[i]);
    if (strncmp(what, begin, (size_t)n) != 0 || before->size > LONG) continue;
    if (before->line == t->line || memchr(s->text + before->offset, '\n', before->size) ||
        !wl_in_name(s->text[t->offset]))
      continue;
    snprintf(what, size, "'%s' expected after '%.*s'", words[i], (int)before->size,
             s->text + before->offset);
    return token - 1;
  }
  return token;
}

static void take_message(struct wl_vm *vm, lua_State *L, const char *message, bool ran) {
  uint32_t token;
  int line, length = 0;
  static const char prefix[] = "script:";
  if (strncmp(message, prefix, sizeof prefix - 1) == 0 &&
      sscanf(message + sizeof prefix - 1, "%d:%n", &line, &length) == 1 && length > 0) {
    message += sizeof prefix - 1 + (size_t)length;
    if (*message == ' ') message++;
    token = ran ? wl_instrument_instruction(vm->source, line) : wl_instrument_token(vm->source,
                                                                                    line);
  } else {
    token = stack_token(vm, L);
  }
  token = named_token(vm->source, message, token);
  token = division_token(vm->source, message, token);
  if (strstr(message, "perform 'n%")) message = "the remainder of a division by 0";
  if (strstr(message, "C stack overflow")) {
    message = "this is nested too deeply";
    if (token == 0) token = deepest_token(vm->source);
  }
  struct wl_error_text t = {"", ""};
  char *what = t.what, *hint = t.hint;
  translate(vm->source, message, what, sizeof t.what);
  if (!is_counter(vm->source, token, what, sizeof t.what) &&
      !indices_hint(vm, what, &token, hint, sizeof t.hint))
    named_hint(what, hint, sizeof t.hint);
  bool near = strstr(what, " near ") != NULL;
  uint32_t stopped = token, end = near ? wl_missing_end_tell(vm->source, token, &t) : 0;
  if (near && !end) wl_c_habit_hint(vm->source, &token, hint, sizeof t.hint);
  if (end) token = end;
  else if (token != stopped)
    snprintf(what, sizeof t.what, "syntax error near '%.*s'", (int)vm->source->token[token].size,
             vm->source->text + vm->source->token[token].offset);
  else token = line_to_mend(vm->source, token, what, sizeof t.what);
  bool limit = strstr(what, "string too large") || strstr(what, "string length overflow");
  wl_diag_fail(&vm->diag, limit ? WL_LIMIT : WL_SCRIPT, "%s", what);
  if (*hint) wl_diag_hint(&vm->diag, "%s", hint);
  for (size_t i = 0; vm->diag.hint[0] == '\0' && i < sizeof hints / sizeof *hints; i++)
    if (strstr(what, hints[i].part) != NULL) wl_diag_hint(&vm->diag, "%s", hints[i].hint);
  place(vm, token, WL_SOURCE_SPAN_TOKEN);
}

void wl_error_take(struct wl_vm *vm, lua_State *L, int status) {
  bool told = vm->failed && lua_touserdata(L, -1) == &vm->diag;
  vm->failed = true;
  if (told) return;
  if (status == LUA_ERRMEM) {
    wl_diag_fail(&vm->diag, WL_LIMIT, "the script needs more than %zu MiB of memory",
                 vm->options->memory >> 20);
    wl_diag_hint(&vm->diag, "look for a table or string that grows without end");
    place(vm, stack_token(vm, L), WL_SOURCE_SPAN_TOKEN);
  } else if (lua_type(L, -1) == LUA_TSTRING) {
    take_message(vm, L, lua_tostring(L, -1), status != LUA_ERRSYNTAX);
  } else {
    wl_diag_fail(&vm->diag, WL_SCRIPT, "error() was called with a %s, not a message",
                 luaL_typename(L, -1));
    place(vm, stack_token(vm, L), WL_SOURCE_SPAN_TOKEN);
  }
  place_lane(vm, wl_lane_of(L));
  note_callers(vm, L);
}
