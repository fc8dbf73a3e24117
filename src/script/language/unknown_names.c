/* Unknown names: which name was meant, and what a script cannot have. */
#include "script/language/unknown_names.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "script/advice/c_habits.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/sandbox.h"
#include "script/machine/errors.h"
#include "script/machine/event.h"
#include "script/syntax/operand.h"

#define NO_TIME "warplens does not model time"
#define NO_PRINT "a script cannot print: see values with :a[3] on the screen, or report --array=a"

/* Names that are missing on purpose, and C's own, each with what to do instead. */
static const struct { const char *name, *hint; } absent[] = {
  {"print", NO_PRINT},
  {"printf", NO_PRINT},
  {"ask", "write  at(\"label\", { ask = { … } })  after the kernel"},
  {"load", "a script is one file; write the code out"},
  {"loadstring", "a script is one file; write the code out"},
  {"dofile", "a script is one file; write the code out"},
  {"require", "a script is one file; write the code out"},
  {"io", "a script cannot reach files"},
  {"os", "a script cannot reach the system"},
  {"debug", "a script cannot look into Lua"},
  {"package", "a script is one file; write the code out"},
  {"collectgarbage", "memory is freed automatically"},
  {"coroutine", "use the threads of the kernel"},
  {"pcall", "an error ends the script and is shown"},
  {"xpcall", "an error ends the script and is shown"},
  {"setmetatable", "metatables are not available"},
  {"getmetatable", "metatables are not available"},
  {"next", "use pairs(t), which has a fixed order"},
  {"rawget", "write t[k]"},
  {"rawset", "write t[k] = v"},
  {"rawlen", "write #t"},
  {"rawequal", "write a == b"},
  {"utf8", "use the string functions"},
  {"_G", "globals are plain names here"},
  {"_ENV", "globals are plain names here"},
  {"__shared__", "declare it above the kernel: local tile = shared(\"tile\", float, 32, 32)"},
  {"__global__", "the kernel is  function kernel() … end"},
  {"__device__", "a helper is  local function f(x) … end  above the kernel"},
  {"__constant__", "declare it above the kernel: local c = constant(\"c\", float, 256)"},
  {"unsigned", "write uint"},
  {"void", "a function is  local function f(x) … end"},
  {"bool", "Lua's variables have no types; write  local"},
  {"size_t", "write ulonglong"},
  {"range", "Lua writes  for i = 0, n - 1 do … end"},
  {"null", "Lua writes nil"},
  {"NULL", "Lua writes nil"},
  {"tex1D", "use tex1Dfetch(texture, i), with a whole number"},
  {"tex3D", "textures have one row, or rows and columns: use tex2D(texture, x, y)"},
  {"clock", NO_TIME},
  {"clock64", NO_TIME},
  {"switch", "Lua has no switch; write  if … elseif … end"},
  {"__syncblock", "the barrier of a block is __syncthreads()"},
  {"thread", "the thread is threadIdx.x, .y and .z"},
  {"launch", "the launch stands above the kernel:  grid(4)  block(256)"},
  {"kernel", "the kernel is  function kernel() … end"},
  {"dim3", "write  grid(x, y, z)  and  block(x, y, z)"},
};

static const char *absent_hint(const char *name) {
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
    if (strcmp(absent[i].name, name) == 0) return absent[i].hint;
  return NULL;
}

/* Whether token `i` stands where a local variable is named. */
static bool names_local(const struct wl_source *s, uint32_t i) {
  if (s->token[i].kind != WL_TOKEN_NAME) return false;
  for (int n = 0; n < 200 && s->token[i - 1].word == WL_W_COMMA &&
                  s->token[i - 2].kind == WL_TOKEN_NAME; n++)
    i -= 2; /* Lua has no more locals than this */
  uint8_t before = s->token[i - 1].word;
  return before == WL_W_LOCAL || before == WL_W_FOR ||
         (before == WL_W_FUNCTION && s->token[i - 2].word == WL_W_LOCAL);
}

static void token_text(const struct wl_source *s, uint32_t i, char *buffer, size_t size) {
  const struct wl_token *t = &s->token[i];
  size_t n = t->size < size - 1 ? t->size : size - 1;
  memcpy(buffer, s->text + t->offset, n);
  buffer[n] = '\0';
}

/* Tries all names that the script could have meant. True: the very name is a
 * local variable somewhere else. */
static bool try_locals(const struct wl_source *s, const char *name, char (*best)[64],
                       struct wl_guess *near) {
  bool elsewhere = false;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    char text[64];
    if (!names_local(s, i)) continue;
    token_text(s, i, text, sizeof text);
    if (strcmp(text, name) == 0) elsewhere = true;
    struct wl_guess one = {0};
    wl_guess_try(&one, name, text);
    if (near->name != NULL && near->distance <= one.distance) continue;
    memcpy(*best, text, sizeof text);
    *near = (struct wl_guess){*best, one.distance};
  }
  return elsewhere;
}

/* Whether token `i` is the first argument of a function that takes a name there. */
static bool wants_quotes(const struct wl_source *s, uint32_t i) {
  static const char *const takers[] = {"global", "shared", "constant", "localmem", "texture",
                                       "struct", "param"};
  if (i < 3 || s->token[i - 1].word != WL_W_PAREN) return false;
  for (size_t n = 0; n < sizeof takers / sizeof *takers; n++)
    if (wl_token_is(s, i - 2, takers[n])) return true;
  return false;
}

/* The variable of the loop in whose condition token `i` names it:  for i = 0, i < n; 0: none. */
static uint32_t in_condition(const struct wl_source *s, uint32_t i) {
  for (uint32_t k = i, n = 0; k > 1 && n < 64 && s->token[k].word != WL_W_DO; k--, n++) {
    if (s->token[k - 1].word != WL_W_FOR) continue;
    return k < i && wl_source_same(s, k, i) ? k : 0;
  }
  return 0;
}

/* What the place of an unknown name says of how it was meant; NULL: nothing. */
static const char *place_hint(const struct wl_source *s, uint32_t i, char *hint, size_t size) {
  const struct wl_token *t = &s->token[i];
  if (t->kind != WL_TOKEN_NAME) return NULL;
  uint32_t loop = in_condition(s, i);
  if (wants_quotes(s, i))
    snprintf(hint, size, "put the name in quotes:  %.*s(\"%.*s\", …)", (int)s->token[i - 2].size,
             s->text + s->token[i - 2].offset, (int)t->size, s->text + t->offset);
  else if (loop)
    snprintf(hint, size, "the second part is the last value, not a condition:  for %.*s = 0, "
             "n - 1 do", (int)t->size, s->text + t->offset);
  else if (wl_token_is(s, i - 1, "//") && s->token[i - 1].line == t->line)
    snprintf(hint, size, "a comment starts with -- ; // divides");
  else return NULL;
  return hint;
}

/* The names of the table on top of the stack, which is popped. */
static void try_table(lua_State *L, const char *name, struct wl_guess *near) {
  lua_pushnil(L);
  /* In any order: of several as near, the one that sorts first is taken. */
  while (lua_next(L, -2)) {
    bool library = lua_istable(L, -1); /* rarely what a variable is meant to be */
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    struct wl_guess one = {0};
    wl_guess_try(&one, name, lua_tostring(L, -1));
    if (library && one.distance > 1) continue;
    if (near->name == NULL || one.distance < near->distance ||
        (one.distance == near->distance && strcmp(one.name, near->name) < 0))
      *near = one;
  }
  lua_pop(L, 1);
}

static void try_environment(lua_State *L, const char *name, struct wl_guess *near) {
  const struct wl_vm *vm = wl_lane_of(L)->vm;
  for (size_t i = 0; i < vm->api_count; i++) wl_guess_try(near, name, vm->api[i].name);
  wl_sandbox_push_own(L);
  try_table(L, name, near);
  wl_sandbox_push(L);
  try_table(L, name, near);
}

/* The function that made something of the name, which nobody kept; NULL: none did. */
static const char *maker_of(const struct wl_head *h, const char *name) {
  for (unsigned i = 0; i < h->params; i++)
    if (strcmp(h->param[i].name, name) == 0) return "param";
  for (unsigned i = 0; i < h->arrays; i++)
    if (strcmp(h->array[i].name, name) == 0) return wl_declarer(h->array[i].space);
  return NULL;
}

int wl_names_unknown(lua_State *L) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  char name[64], best[64], what[192], hint[192];
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "a name must be a string");
  wl_api_copy(name, sizeof name, lua_tostring(L, 2));
  uint32_t token = wl_source_span_name(s, wl_call_site(L), name);
  struct wl_guess near = {0};
  bool call = token < s->tokens && s->token[token + 1].word == WL_W_PAREN;
  const char *advice = place_hint(s, token, hint, sizeof hint);
  if (advice == NULL) advice = absent_hint(name);
  bool elsewhere = false;
  if (advice == NULL) {
    elsewhere = try_locals(s, name, &best, &near);
    try_environment(L, name, &near);
  }
  const char *maker = maker_of(&wl_lane_of(L)->vm->head, name);
  snprintf(what, sizeof what, "unknown name \"%s\"", name);
  if (advice == hint) {}
  else if (advice != NULL) snprintf(hint, sizeof hint, "%s", advice);
  else if (maker && !elsewhere)
    snprintf(hint, sizeof hint, "what keeps it has the name:  local %s = %s(\"%s\", …)", name,
             maker, name);
  else if (elsewhere)
    snprintf(hint, sizeof hint, "there is a local \"%s\", but not here: declare it above, "
             "outside of the block", name);
  else if (wl_guess_good(&near, name)) snprintf(hint, sizeof hint, "did you mean %s?", near.name);
  else if (s->one_line && wl_lane_of(L)->vm->options->rubric)
    snprintf(hint, sizeof hint, "there are the script's arrays and parameters, sum, min and max");
  else if (s->one_line) snprintf(hint, sizeof hint, "give it a value:  %s=2", name);
  else if (call)
    snprintf(hint, sizeof hint, "declare it above with  local function %s(…) … end", name);
  else snprintf(hint, sizeof hint, "declare it with  local %s = …", name);
  return wl_raise_token(L, token, hint, "%s", what);
}

/* Which names there are: of arrays, or of parameters. */
enum { NAMES = 200 };
static void list_names(const struct wl_head *h, bool arrays, const char *none, char list[NAMES]) {
  size_t n = 0, count = arrays ? h->arrays : h->params;
  if (!count) snprintf(list, NAMES, "%s", none);
  for (size_t i = 0; i < count && n < NAMES; i++)
    n += (size_t)snprintf(list + n, NAMES - n, "%s%s", i > 0 ? ", " : "",
                          arrays ? h->array[i].name : h->param[i].name);
}

static bool hint_names(struct wl_vm *vm, bool array) {
  char arrays[NAMES], params[NAMES];
  list_names(&vm->head, false, array ? "none" : "none at all", params);
  if (!array) return wl_diag_hint(&vm->diag, "it has %s", params);
  list_names(&vm->head, true, "none", arrays);
  return wl_diag_hint(&vm->diag, "its arrays: %s; its parameters: %s", arrays, params);
}

/* A setting that the script has nothing for. What gets a type may be an array, also one that it
 * makes with other values of its parameters only, or a parameter that has types as choices. */
static bool refuse_setting(struct wl_vm *vm, const struct wl_setting *s, struct wl_guess near) {
  struct wl_type type;
  bool array = wl_type_find(s->value, &type);
  vm->failed = true;
  wl_diag_fail(&vm->diag, WL_USAGE, "the script %s \"%.64s\"",
               array ? "has no parameter and makes no array" : "has no parameter", s->name);
  if (strcmp(s->name, "grid") == 0 || strcmp(s->name, "block") == 0)
    return wl_diag_hint(&vm->diag, "and it does not call %s(), which this would replace", s->name);
  for (unsigned i = 0; array && i < vm->head.arrays; i++)
    wl_guess_try(&near, s->name, vm->head.array[i].name);
  if (wl_guess_good(&near, s->name)) return wl_diag_hint(&vm->diag, "did you mean %s?", near.name);
  return hint_names(vm, array);
}

bool wl_names_settings(struct wl_vm *vm) {
  if (vm->options->edited) return true;
  for (size_t i = 0; i < vm->options->setting_count; i++) {
    const struct wl_setting *s = &vm->options->settings[i];
    struct wl_guess near = {0};
    bool found = false;
    for (unsigned p = 0; p < vm->head.params; p++) {
      found = found || strcmp(vm->head.param[p].name, s->name) == 0;
      wl_guess_try(&near, s->name, vm->head.param[p].name);
    }
    if (!found) return refuse_setting(vm, s, near);
  }
  return true;
}
