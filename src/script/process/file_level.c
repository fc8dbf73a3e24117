/* The file level of a script. */
#include "script/process/file_level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/gpu/occupancy.h"
#include "core/trace/setting.h"
#include "script/advice/c_habits.h"
#include "script/language/api_functions.h"
#include "script/language/array_ref.h"
#include "script/language/cache_settings.h"
#include "script/language/environment.h"
#include "script/language/sandbox.h"
#include "script/language/unknown_names.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/event.h"
#include "script/machine/run_options.h"
#include "script/process/outside_state.h"
#include "script/syntax/instrument.h"
#include "script/syntax/tokens.h"

/* Compiles a chunk onto the stack. False leaves Lua's message there. */
static bool load(struct wl_vm *vm, enum wl_instrument_use use, bool expression, int *status) {
  size_t size;
  char *text = wl_alloc_or_die(wl_instrument_make(vm->source, use, expression, &size));
  *status = luaL_loadbufferx(vm->L, text, size, WL_INSTRUMENT_NAME, "t");
  free(text);
  return *status == LUA_OK;
}

/* Whether the one line assigns something: then it is no expression. */
static bool assigns(const struct wl_source *s) {
  for (uint32_t i = 1; i <= s->tokens; i++)
    if (s->token[i].word == WL_W_ASSIGN) return true;
  return false;
}

/* Lets Lua check the student's own tokens, so that its messages name nothing
 * that we add. Finds out whether the text of -e is an expression. */
static bool check_syntax(struct wl_vm *vm, bool *expression) {
  int status;
  *expression = false;
  if (vm->source->one_line && vm->source->tokens == 0)
    return wl_error_at(vm, 0, NULL, "write what each thread does, as in  g[tid]",
                       "the expression is empty");
  if (vm->source->one_line && load(vm, WL_INSTRUMENT_CHECK, true, &status)) {
    *expression = true;
    lua_pop(vm->L, 1);
    return true;
  }
  if (load(vm, WL_INSTRUMENT_CHECK, false, &status)) {
    lua_pop(vm->L, 1);
    return true;
  }
  if (vm->source->one_line && !assigns(vm->source)) load(vm, WL_INSTRUMENT_CHECK, true, &status);
  wl_error_take(vm, vm->L, status);
  return false;
}

/* Runs the function on top of the stack, with `arguments` arguments, as a
 * coroutine: its stack stays for the error message. */
static bool run(struct wl_vm *vm, int arguments) {
  lua_State *co = lua_newthread(vm->L);
  int results;
  lua_insert(vm->L, -2 - arguments);
  lua_xmove(vm->L, co, arguments + 1);
  vm->running = co;
  if (vm->expired) lua_sethook(co, wl_error_expired, LUA_MASKCOUNT, 1);
  int status = lua_resume(co, vm->L, arguments, &results);
  if (status != LUA_OK) {
    wl_error_take(vm, co, status);
    return false;
  }
  vm->running = vm->L;
  lua_pop(vm->L, 1);
  return true;
}

static void refuse_name(lua_State *L, const struct wl_setting *s) {
  struct wl_type type;
  bool array = strlen(s->name) == 1 && strchr("gsc", *s->name);
  const char *hint = array && wl_type_find(s->value, &type)
                         ? "the arrays of -e are of float; a script can have others"
                         : "g, s, c, tid and the names of the language cannot be set";
  wl_raise_setting(L, hint, "the name \"%.64s\" is taken", s->name);
}

/* The steps of a grid or block that is set are those of one that is not. */
static void offer_shapes(struct wl_head *h, const char *name) {
  bool block = *name == 'b';
  const uint32_t own[3] = {block ? WL_LANES : 1, 1, 1};
  for (unsigned i = 0; i < h->params; i++) {
    struct wl_param *p = &h->param[i];
    if (strcmp(p->name, name) != 0) continue;
    *p = (struct wl_param){.kind = WL_PARAM_CHOICE, .made = 1, .min = 1, .max = 0, .step = 1};
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->help, sizeof p->help, block ? "threads" : "blocks");
    wl_param_shapes(own, block ? h->block : h->grid, block, p);
  }
}

/* A setting of -e: a number (or text) under its name, and a parameter. */
static void add_setting(lua_State *L, const struct wl_setting *s) {
  lua_pushcfunction(L, wl_api_param);
  lua_pushstring(L, s->name);
  if (lua_stringtonumber(L, s->value) == 0) {
    lua_pushstring(L, s->value);
    lua_createtable(L, 0, 1);
    lua_createtable(L, 1, 0);
    lua_pushstring(L, s->value);
    lua_rawseti(L, -2, 1);
    lua_setfield(L, -2, "values");
    lua_call(L, 3, 1);
  } else {
    lua_call(L, 2, 1);
  }
  bool shape = strcmp(s->name, "grid") == 0 || strcmp(s->name, "block") == 0;
  if (shape) {
    lua_pushcfunction(L, *s->name == 'g' ? wl_api_grid : wl_api_block);
    lua_insert(L, -2);
    lua_call(L, 1, 0);
    offer_shapes(&wl_lane_of(L)->vm->head, s->name);
    return;
  }
  wl_sandbox_push(L);
  lua_pushstring(L, s->name);
  bool taken = lua_rawget(L, -2) != LUA_TNIL || strcmp(s->name, "tid") == 0;
  wl_sandbox_push_own(L);
  lua_pushstring(L, s->name);
  taken = lua_rawget(L, -2) != LUA_TNIL || taken;
  lua_pop(L, 2);
  if (taken) refuse_name(L, s);
  lua_pop(L, 1);
  lua_pushstring(L, s->name);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  lua_pop(L, 2);
}

/* Elements of the shared array of -e: 48 KiB, or what the generation has. None
 * where the expression does not name it: it would take room from the blocks. */
static uint32_t shared_elements(const struct wl_vm *vm) {
  enum { ELEMENTS = 12288 };
  const struct wl_sm *sm = vm->options->arch->sm;
  bool named = false;
  for (uint32_t i = 1; i <= vm->source->tokens && !named; i++)
    named = wl_source_names(vm->source, i, "s");
  if (!named) return 0;
  uint32_t most = wl_sm_shared_room(sm) / 4;
  return most < ELEMENTS ? most : ELEMENTS;
}

/* What -e has ready: g, s and c, and a parameter for every setting. */
static int one_line_names(lua_State *L) {
  const struct wl_run_options *o = wl_lane_of(L)->vm->options;
  enum { MOST = 1 << 24 };
  uint64_t room = wl_memory_granted(o, WL_GLOBAL) / sizeof(float);
  const struct { char name[2]; uint8_t space; uint32_t elements; } arrays[] = {
    {"g", WL_GLOBAL, room < MOST ? (uint32_t)room : MOST},
    {"s", WL_SHARED, shared_elements(wl_lane_of(L)->vm)},
    {"c", WL_CONSTANT, 16384}};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    const uint32_t extent[3] = {arrays[i].elements, 1, 1};
    if (arrays[i].elements == 0) continue;
    if (arrays[i].space == WL_SHARED) wl_lane_of(L)->vm->head.shared_assumed = true;
    wl_sandbox_push(L);
    lua_pushstring(L, arrays[i].name);
    wl_array_declare(L, (enum wl_space)arrays[i].space, arrays[i].name,
                     (struct wl_type){WL_FLOAT, 1}, 1, extent);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  }
  for (size_t i = 0; i < o->setting_count; i++) add_setting(L, &o->settings[i]);
  return 0;
}

/* Pushes what the chunk takes; returns how many. */
static int push_arguments(lua_State *L) {
  static const lua_CFunction hooks[] = {wl_hook_enter, wl_hook_turn, wl_hook_call, wl_hook_leave,
                                        wl_hook_test, wl_hook_write, wl_hook_label};
  int n = 0;
  for (; n < (int)(sizeof hooks / sizeof *hooks); n++) lua_pushcfunction(L, hooks[n]);
  wl_caret_push(L);
  n++;
  for (; wl_instrument_names[n] != NULL; n++) {
    wl_sandbox_push(L);
    lua_getfield(L, -1, wl_instrument_names[n]);
    lua_remove(L, -2);
  }
  return n;
}

/* C's habit: if (n % 2). It would take every lane here, and say nothing. */
static bool check_conditions(struct wl_vm *vm) {
  uint32_t token = wl_condition_find(vm->source);
  if (token == 0) return true;
  return wl_error_at(vm, token, NULL, "0 is true in Lua; write  … ~= 0",
                     "this condition is a number, which is always true");
}

/* C's habit: a[i] = n--. The rest would be a comment, and nothing be taken from n. */
static bool check_decrements(struct wl_vm *vm) {
  char x[WL_OPERAND_TEXT], hint[2 * WL_OPERAND_TEXT + 64];
  uint32_t token = wl_c_habit_decrement(vm->source, x);
  if (token == 0) return true;
  snprintf(hint, sizeof hint, "write  %s = %s - 1  on a line of its own", x, x);
  return wl_error_at(vm, token, NULL, hint, "-- begins a comment: nothing is taken from %s", x);
}

/* Finds out which variables a function has from others. What the chunk is given, and the table
 * behind all globals, are not the script's. */
static bool find_scopes(struct wl_vm *vm) {
  uint32_t wrong;
  if (!wl_source_scopes(vm->source, &wrong, &vm->diag)) return !(vm->failed = true);
  if (wrong == 0) return true;
  if (vm->source->token[wrong].kind == WL_TOKEN_NAME)
    return wl_error_at(vm, wrong, NULL, "globals are plain names here", "unknown name \"_ENV\"");
  return wl_error_at(vm, wrong, NULL, "what can be set before a run is made by param()",
                     "a script is given no arguments");
}

/* Whether token `i` is kernel, misspelled. */
static bool means_kernel(const struct wl_source *s, uint32_t i) {
  char name[16];
  const struct wl_token *t = &s->token[i];
  if (t->kind != WL_TOKEN_NAME || t->size >= sizeof name) return false;
  memcpy(name, s->text + t->offset, t->size);
  name[t->size] = '\0';
  struct wl_guess near = {0};
  wl_guess_try(&near, name, "kernel");
  return near.distance > 0 && wl_guess_good(&near, name);
}

/* The kernel must be a global function without parameters. */
static bool check_kernel(struct wl_vm *vm) {
  lua_State *L = vm->L;
  wl_sandbox_push(L);
  lua_pushliteral(L, "kernel");
  int type = lua_rawget(L, -2);
  lua_Debug ar = {.nparams = 0};
  if (type == LUA_TFUNCTION) lua_getinfo(L, ">uS", &ar);
  else lua_pop(L, 1);
  lua_pop(L, 1);
  bool borrowed = type == LUA_TFUNCTION && strcmp(ar.source, WL_INSTRUMENT_NAME) != 0;
  if (vm->options->rubric && type == LUA_TNIL) return true;
  if (vm->options->rubric)
    return wl_error_at(vm, 0, NULL, "the script that it judges has the kernel",
                       "a rubric has no kernel");
  const struct wl_source *s = vm->source;
  uint32_t at = 0, near = 0, first = 0, named = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (named == 0 && wl_source_names(s, i, "kernel")) named = i;
    if (s->token[i - 1].word != WL_W_FUNCTION) continue;
    bool is_kernel = wl_source_names(s, i, "kernel");
    if (is_kernel && first == 0) first = i;
    if (is_kernel && s->token[i - 2].word == WL_W_LOCAL && at == 0) at = i;
    if (near == 0 && means_kernel(s, i)) near = i;
  }
  if (borrowed)
    return wl_error_at(vm, named, NULL, "write  function kernel() … end  and call it there",
                       "kernel is a function of the language, not one of the script");
  if (type == LUA_TFUNCTION && ar.nparams > 0)
    return wl_error_at(vm, first, NULL, "it is called for every thread, with nothing: read "
                       "threadIdx.x, blockIdx.x and so on", "the kernel has parameters");
  if (type == LUA_TFUNCTION) return true;
  if (near != 0 && at == 0)
    return wl_error_at(vm, near, NULL, "did you mean  function kernel() … end?",
                       "the script has no kernel");
  if (at != 0)
    return wl_error_at(vm, at, NULL, "leave out the word local", "the kernel is local to the file");
  if (type != LUA_TNIL)
    return wl_error_at(vm, 0, NULL, "write  function kernel() … end", "kernel is not a function");
  return wl_error_at(vm, 0, NULL, "write  function kernel() … end", "the script has no kernel");
}

/* Threads and registers are known only now; block() is what a user can change. */
static bool check_launch(struct wl_vm *vm) {
  const struct wl_head *h = &vm->head;
  struct wl_diag d;
  uint32_t at = 0, threads = h->block[0] * h->block[1] * h->block[2];
  if (wl_sm_launches(vm->options->arch->sm, threads, h->registers, h->shared_bytes, &d))
    return true;
  for (uint32_t i = 1; i < vm->source->tokens && at == 0; i++)
    if (wl_source_names(vm->source, i, "block") && vm->source->token[i + 1].word == WL_W_PAREN)
      at = i;
  return wl_error_at(vm, at, NULL, d.hint[0] ? d.hint : NULL, "%s", d.what);
}

/* A loop may come to its `return` behind all that is in the text: then so is the last one. */
static void note_return(struct wl_head *h, const struct wl_source *s, uint32_t token) {
  struct wl_source_span here = wl_source_span_find(s, token, WL_SOURCE_SPAN_TOKEN);
  if (h->leaves[0].line == 0) h->leaves[0] = here;
  if (s->token[token].loop != 0) here.line = UINT32_MAX;
  if (h->leaves[1].line < UINT32_MAX) h->leaves[1] = here;
}

/* What the kernel may use to put threads in order, and to leave early: by name, whether or not
 * it runs. */
static void note_order(struct wl_vm *vm) {
  static const char warp[] = "__syncwarp", fence[] = "__threadfence";
  const struct wl_source *s = vm->source;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const struct wl_token *t = &s->token[i];
    const char *name = s->text + t->offset;
    if (t->flags & WL_LEAVES_KERNEL) note_return(&vm->head, s, i);
    if (t->kind != WL_TOKEN_NAME) continue;
    if (t->size >= sizeof warp - 1 && memcmp(name, warp, sizeof warp - 1) == 0)
      vm->head.syncwarps = true;
    if (t->size >= sizeof fence - 1 && memcmp(name, fence, sizeof fence - 1) == 0)
      vm->head.fences = true;
  }
}

/* Whether a script has a name anywhere, as a word or in quotes: then it is the script's. */
static bool mentions(const struct wl_source *s, const char *name) {
  size_t size = strlen(name);
  for (uint32_t i = 1; i <= s->tokens; i++) {
    const struct wl_token *t = &s->token[i];
    const char *text = s->text + t->offset;
    size_t quote = t->kind == WL_TOKEN_NAME ? 0 : 1;
    if (t->size == size + 2 * quote && memcmp(text + quote, name, size) == 0) return true;
  }
  return false;
}

static int shape_as_it_is(lua_State *L, const uint32_t shape[3], lua_CFunction set) {
  lua_settop(L, 0);
  for (int d = 0; d < 3; d++) lua_pushinteger(L, shape[d]);
  return set(L);
}

/* A grid or a block that the user sets, and the script leaves as it is: as if it had called the
 * function before all else. */
static int set_shapes(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  if (wl_param_setting(vm, "grid") && !mentions(vm->source, "grid"))
    shape_as_it_is(L, vm->head.grid, wl_api_grid);
  if (wl_param_setting(vm, "block") && !mentions(vm->source, "block"))
    shape_as_it_is(L, vm->head.block, wl_api_block);
  return 0;
}

bool wl_evaluate(struct wl_vm *vm) {
  bool expression;
  int status;
  if (!wl_memory_reserve(vm)) return false;
  if (!wl_source_lex(vm->source, &vm->diag) ||
      (check_syntax(vm, &expression) && !wl_source_structure(vm->source, &vm->diag)))
    vm->failed = true;
  if (vm->failed && vm->diag.status == WL_SCRIPT) wl_cuda_tell(vm->source, &vm->diag);
  if (vm->failed || !find_scopes(vm) || !check_decrements(vm) || !check_conditions(vm))
    return false;
  vm->failed = !wl_spin_find(vm->source, &vm->diag);
  if (vm->failed) return false;
  wl_api_index(vm, WL_INDEX_GRID_DIM, vm->head.grid);
  wl_api_index(vm, WL_INDEX_BLOCK_DIM, vm->head.block);
  if (vm->source->one_line) {
    lua_pushcfunction(vm->L, one_line_names);
    if (!run(vm, 0)) return false;
  } else {
    lua_pushcfunction(vm->L, set_shapes);
    if (!run(vm, 0)) return false;
  }
  if (!load(vm, WL_INSTRUMENT_RUN, expression, &status)) {
    wl_error_take(vm, vm->L, status);
    return false;
  }
  wl_sandbox_push(vm->L);
  lua_setupvalue(vm->L, -2, 1);
  if (!run(vm, push_arguments(vm->L))) return false;
  note_order(vm);
  return wl_cache_settings(vm) && wl_names_settings(vm) &&
         wl_lesson_flips(vm) && check_kernel(vm) && check_launch(vm);
}

bool wl_evaluate_expression(struct wl_vm *vm) {
  bool expression;
  int status;
  if (!wl_source_lex(vm->source, &vm->diag)) vm->failed = true;
  if (vm->failed || !check_syntax(vm, &expression)) return false;
  if (!load(vm, WL_INSTRUMENT_CHECK, true, &status)) {
    wl_error_take(vm, vm->L, status);
    return false;
  }
  wl_sandbox_push(vm->L);
  lua_setupvalue(vm->L, -2, 1);
  return true;
}
