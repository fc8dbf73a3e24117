/* expect(), case() and the helpers of checks that say what is wrong. */
#include <stdio.h>
#include <string.h>

#include "script/judge/check_process.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/event.h"
#include "script/machine/value.h"
#include "script/results/check_state.h"
#include "script/results/result_figures.h"

static const char functions_key = 'f', fills_key = 'p';

/* Stores the value on top of the stack as entry `i` of a list in the registry. */
static void keep(lua_State *L, const char *key, uint32_t i) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_insert(L, -2);
  lua_rawseti(L, -2, (lua_Integer)i + 1);
  lua_pop(L, 1);
}

static void push_kept(lua_State *L, const char *key, uint32_t i) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    lua_remove(L, -2);
  }
}

void wl_expect_push(lua_State *L, uint32_t i) { push_kept(L, &functions_key, i); }
void wl_expect_push_fill(lua_State *L, uint32_t i) { push_kept(L, &fills_key, i); }

/* A field of the sheet that must hold the whole text. */
static void copy_whole(lua_State *L, const char *function, const char *what, const char *text,
                       char *to, size_t size) {
  if (*text == '\0' || strlen(text) >= size)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s(): %s must have 1 to %zu bytes", function, what,
             size - 1);
  wl_api_copy(to, size, text);
}

/* The next check of the sheet, named by argument 1. NULL where nobody judges:
 * then the arguments are looked at, no more. */
static struct wl_check *add_check(lua_State *L, const char *function) {
  static struct wl_check unused;
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  const char *name = wl_api_string(L, 1, function, "the name");
  if (strpbrk(name, "\r\n") != NULL)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s(): the name must be one line", function);
  if (j == NULL) {
    copy_whole(L, function, "the name", name, unused.name, sizeof unused.name);
    return NULL;
  }
  struct wl_checks *c = &j->sheet->checks;
  for (uint32_t i = 0; i < c->count; i++)
    if (strcmp(c->check[i].name, name) == 0)
      wl_raise(L, WL_SOURCE_SPAN_CALL, "give every check its own name",
               "%s(): there is a check \"%s\" already", function, name);
  if (c->count == WL_MAX_CHECKS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d checks", WL_MAX_CHECKS);
  struct wl_check *check = &c->check[c->count];
  *check = (struct wl_check){.points = 1};
  copy_whole(L, function, "the name", name, check->name, sizeof check->name);
  return check;
}

static void check_function(lua_State *L, int arg, const char *function) {
  if (lua_isfunction(L, arg)) return;
  const char *kind = wl_value_kind(L, arg);
  wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
           "%s(): argument %d is %s, not a function",
           function, arg, kind);
}

int wl_api_expect(lua_State *L) {
  wl_api_in_file(L, "expect");
  check_function(L, 2, "expect");
  struct wl_check *check = add_check(L, "expect");
  if (check == NULL) return 0;
  lua_settop(L, 2);
  keep(L, &functions_key, wl_lane_of(L)->vm->judge->sheet->checks.count++);
  return 0;
}

/* One `name = value` of params, at the top of the stack, as text. */
static void take_setting(lua_State *L, struct wl_check *check, struct wl_plan_of_case *plan) {
  int type = lua_type(L, -1);
  if (lua_type(L, -2) != LUA_TSTRING ||
      (type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TBOOLEAN))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  params = { pad = 1 }", "case(): a parameter is %s",
             wl_value_kind(L, -1));
  if (plan->settings == WL_MAX_CASE_SETTINGS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "case(): more than %d parameters",
                   WL_MAX_CASE_SETTINGS);
  const char *name = lua_tostring(L, -2), *value = luaL_tolstring(L, -1, NULL);
  copy_whole(L, "case", "the name of a parameter", name, plan->setting[plan->settings].name,
             sizeof plan->setting->name);
  copy_whole(L, "case", "a parameter", value, plan->setting[plan->settings].value,
             sizeof plan->setting->value);
  plan->settings++;
  size_t used = strlen(check->settings);
  if (used + strlen(name) + strlen(value) + 3 > sizeof check->settings)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "case(): the parameters are too long");
  snprintf(check->settings + used, sizeof check->settings - used, "%s%s=%s", used ? " " : "", name,
           value);
  lua_pop(L, 1);
}

/* The keys of params in order, so that the same rubric is always shown alike. */
static void take_params(lua_State *L, struct wl_check *check, struct wl_plan_of_case *plan) {
  int type = lua_getfield(L, 2, "params");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  params = { pad = 1 }", "case(): params is %s",
             wl_value_kind(L, -1));
  for (const char *last = ""; type == LUA_TTABLE;) {
    const char *next = NULL;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
      if (lua_type(L, -2) != LUA_TSTRING) take_setting(L, check, plan); /* raises */
      const char *name = lua_tostring(L, -2);
      if (strcmp(name, last) > 0 && (next == NULL || strcmp(name, next) < 0)) next = name;
    }
    if (next == NULL) break;
    lua_pushstring(L, next);
    lua_getfield(L, -2, next);
    take_setting(L, check, plan);
    lua_pop(L, 2);
    last = next;
  }
  lua_pop(L, 1);
}

static void take_points(lua_State *L, struct wl_check *check) {
  int type = lua_getfield(L, 2, "points");
  if (type != LUA_TNIL) {
    check->points = lua_tonumber(L, -1);
    if (type != LUA_TNUMBER || !(check->points >= 0 && check->points <= 1e6))
      wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "case(): points must be a number from 0 to 1000000");
  }
  lua_pop(L, 1);
}

/* Sentences, the next one telling more than the last. */
static void take_hints(lua_State *L, struct wl_check *check) {
  static const char usage[] = "write  hints = { \"a first one\", \"one that tells more\" }";
  int type = lua_getfield(L, 2, "hints");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wl_raise(L, WL_SOURCE_SPAN_CALL, usage, "case(): hints is %s", wl_value_kind(L, -1));
  lua_Unsigned count = type == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
  if (count > WL_MAX_HINTS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "case(): more than %d hints", WL_MAX_HINTS);
  for (lua_Unsigned i = 0; i < count; i++) {
    if (lua_rawgeti(L, -1, (lua_Integer)i + 1) != LUA_TSTRING)
      wl_raise(L, WL_SOURCE_SPAN_CALL, usage, "case(): a hint is %s", wl_value_kind(L, -1));
    copy_whole(L, "case", "a hint", lua_tostring(L, -1), check->hint[i], sizeof check->hint[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void take_visibility(lua_State *L, struct wl_check *check) {
  if (lua_getfield(L, 2, "visibility") != LUA_TNIL) {
    unsigned v = 0;
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?";
    while (v < WL_VISIBILITIES && strcmp(wl_visibility_names[v], text) != 0) v++;
    if (v == WL_VISIBILITIES)
      wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "case(): visibility must be one of %s, %s, %s, %s",
               wl_visibility_names[0], wl_visibility_names[1], wl_visibility_names[2],
               wl_visibility_names[3]);
    check->visibility = (uint8_t)v;
  }
  lua_pop(L, 1);
}

static void take_arch(lua_State *L, struct wl_plan_of_case *plan) {
  if (lua_getfield(L, 2, "arch") != LUA_TNIL) {
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    struct wl_target target;
    if (text == NULL || !wl_target_find(text, &target, NULL))
      wl_raise(L, WL_SOURCE_SPAN_CALL, "write it as a string, as in  arch = \"8.0\"",
               "case(): arch is no GPU generation");
    copy_whole(L, "case", "arch", text, plan->arch, sizeof plan->arch);
  }
  lua_pop(L, 1);
}

int wl_api_case(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  if (!vm->options->rubric || vm->judge == NULL)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "a script has expect(name, function(r) … end)",
                    "case() belongs to a rubric");
  static const char *const fields[] = {"params", "points", "hints", "visibility", "arch", "fill",
                                       NULL};
  wl_api_table(L, 2, "case", "case()", fields);
  check_function(L, 3, "case");
  struct wl_sheet *sheet = vm->judge->sheet;
  struct wl_check *check = add_check(L, "case");
  struct wl_plan_of_case *plan = &sheet->plan[sheet->checks.count];
  *plan = (struct wl_plan_of_case){0};
  lua_settop(L, 3);
  take_params(L, check, plan);
  take_points(L, check);
  take_hints(L, check);
  take_visibility(L, check);
  take_arch(L, plan);
  int fill = lua_getfield(L, 2, "fill");
  if (fill != LUA_TNIL && fill != LUA_TTABLE)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "write  fill = { input = function(i) return i end }",
                    "case(): fill is %s", wl_value_kind(L, -1));
  plan->fills = fill == LUA_TTABLE;
  if (plan->fills) keep(L, &fills_key, sheet->checks.count);
  else lua_pop(L, 1);
  keep(L, &functions_key, sheet->checks.count++);
  return 0;
}

/* The check that a helper belongs to; raises where there is none. */
static struct wl_judge *judge_of(lua_State *L, const char *function) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  if (j == NULL || j->current == NULL)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "call it in the function of expect() or case()",
             "%s() has a meaning only in a check", function);
  j->asked = true;
  return j;
}

/* The first argument of a helper as it is written; "the value" where that is unclear. */
static void copy_argument(lua_State *L, char *buffer, size_t size) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  uint32_t first = wl_call_site(L), end, open;
  for (open = first; open <= s->tokens && s->token[open].word != WL_W_PAREN; open++) {}
  for (end = open + 1; end < s->tokens && s->token[end].word != WL_W_COMMA; end++)
    if (s->token[end].match > end) end = s->token[end].match;
  if (first == 0 || open >= s->tokens || end >= s->tokens || end == open + 1) {
    snprintf(buffer, size, "the value");
    return;
  }
  const struct wl_token *from = &s->token[open + 1], *to = &s->token[end - 1];
  int n = (int)(to->offset + to->size - from->offset);
  snprintf(buffer, size, "%.*s", n, s->text + from->offset);
}

/* Whether the argument as written is this reading, or a variable that may hold it. */
static bool is_reading(const char *argument, const char *name) {
  const char *key = strrchr(argument, '.'), *last = strrchr(name, ' ');
  return key == NULL ? strpbrk(argument, "#([") == NULL
                     : last != NULL && strcmp(key + 1, last + 1) == 0;
}

/* What the first argument is called: the figure that was read, else as it is written. */
static const struct wl_reading *name_argument(lua_State *L, const struct wl_judge *j, char *buffer,
                                              size_t size) {
  char argument[160];
  copy_argument(L, argument, sizeof argument);
  for (unsigned i = j->readings; i-- > 0 && lua_type(L, 1) == LUA_TNUMBER;) {
    if (j->reading[i].value != lua_tonumber(L, 1)) continue;
    wl_result_name(&j->reading[i], buffer, size);
    if (is_reading(argument, buffer)) return &j->reading[i];
  }
  snprintf(buffer, size, "%s", argument);
  return NULL;
}

/* Values as a message shows them. */
static void show(lua_State *L, int arg, char *buffer, size_t size) {
  if (lua_type(L, arg) == LUA_TNUMBER && !lua_isinteger(L, arg))
    snprintf(buffer, size, "%.9g", lua_tonumber(L, arg));
  else if (lua_type(L, arg) == LUA_TSTRING)
    snprintf(buffer, size, "\"%s\"", lua_tostring(L, arg));
  else if (lua_type(L, arg) == LUA_TNUMBER || lua_type(L, arg) == LUA_TBOOLEAN) {
    snprintf(buffer, size, "%s", luaL_tolstring(L, arg, NULL));
    lua_pop(L, 1);
  } else snprintf(buffer, size, "%s", wl_value_kind(L, arg));
}

/* Says that the first argument is not what it should be. */
static void complain(lua_State *L, struct wl_judge *j, const char *relation) {
  char name[160], actual[96], wanted[96], worst[WL_WORST] = "";
  const struct wl_reading *reading = name_argument(L, j, name, sizeof name);
  show(L, 1, actual, sizeof actual);
  show(L, 2, wanted, sizeof wanted);
  wl_judge_note(j, "%s is %s, expected %s%s", name, actual, relation, wanted);
  if (reading != NULL) wl_result_worst(j, reading, worst);
  if (worst[0] != '\0') wl_judge_note(j, "%s", worst);
}

int wl_api_equal(lua_State *L) {
  struct wl_judge *j = judge_of(L, "equal");
  double tolerance = lua_isnoneornil(L, 3) ? 0 : wl_api_float(L, 3, "equal");
  lua_settop(L, 2);
  bool numbers = lua_type(L, 1) == LUA_TNUMBER && lua_type(L, 2) == LUA_TNUMBER;
  bool good = lua_rawequal(L, 1, 2) ||
              (numbers && wl_is_near(lua_tonumber(L, 1), lua_tonumber(L, 2), tolerance));
  if (!good) complain(L, j, "");
  lua_pushboolean(L, good);
  return 1;
}

int wl_api_bound(lua_State *L) {
  bool most = wl_api_number(L) == 0;
  const char *function = most ? "at_most" : "at_least";
  struct wl_judge *j = judge_of(L, function);
  double actual = wl_api_float(L, 1, function);
  double limit = wl_api_float(L, 2, function);
  bool good = most ? actual <= limit : actual >= limit;
  if (!good) complain(L, j, most ? "at most " : "at least ");
  lua_pushboolean(L, good);
  return 1;
}

int wl_api_needed(lua_State *L) {
  struct wl_judge *j = judge_of(L, "need");
  char first[sizeof j->current->message];
  if (lua_toboolean(L, 1)) return 0;
  snprintf(first, sizeof first, "%.*s", (int)strcspn(j->current->message, "\n"),
           j->current->message);
  j->current->message[0] = '\0';
  return wl_judge_stop(L, "not graded until the result is right%s%s", first[0] ? ": " : "", first);
}

int wl_api_ensure(lua_State *L) {
  struct wl_judge *j = judge_of(L, "ensure");
  const char *message = wl_api_string(L, 2, "ensure", "the message");
  bool good = lua_toboolean(L, 1);
  if (!good) wl_judge_note(j, "%s", message);
  lua_pushboolean(L, good);
  return 1;
}
