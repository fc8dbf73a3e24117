/* param(): values that the user can change, with their limits. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/trace/setting.h"
#include "script/advice/c_habits.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

static const char function[] = "param";

/* The value at `index` as text: what a user would type for it. */
static void text_of(lua_State *L, int index, char *buffer, size_t size) {
  if (lua_isinteger(L, index))
    snprintf(buffer, size, "%lld", (long long)lua_tointeger(L, index));
  else if (lua_type(L, index) == LUA_TNUMBER)
    snprintf(buffer, size, "%.14g", (double)lua_tonumber(L, index));
  else if (lua_type(L, index) == LUA_TBOOLEAN)
    snprintf(buffer, size, "%s", lua_toboolean(L, index) ? "true" : "false");
  else
    wl_api_copy(buffer, size, lua_tostring(L, index));
}

static bool is_choice_value(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TBOOLEAN;
}

/* A number among the options; `otherwise` where it is not given. */
static double number_option(lua_State *L, const char *name, double otherwise) {
  int type = lua_getfield(L, 3, name);
  double v = lua_tonumber(L, -1);
  lua_pop(L, 1);
  if (type != LUA_TNIL && (type != LUA_TNUMBER || isnan(v)))
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): %s is not a number", name);
  return type == LUA_TNUMBER ? v : otherwise;
}

/* Reads `values` into the choices. */
static void take_choices(lua_State *L, struct wl_param *p) {
  if (lua_getfield(L, 3, "values") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_istable(L, -1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  values = {\"a\", \"b\"}",
             "param(): values is not a table");
  lua_Unsigned n = lua_rawlen(L, -1);
  if (n == 0 || n > WL_MAX_CHOICES)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): values must have 1 to %d entries",
             WL_MAX_CHOICES);
  for (lua_Unsigned i = 1; i <= n; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    if (!is_choice_value(L, -1))
      wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): a value is %s", wl_value_kind(L, -1));
    text_of(L, -1, p->choice[p->choices++], sizeof p->choice[0]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  p->kind = WL_PARAM_CHOICE;
}

static void take_options(lua_State *L, struct wl_param *p) {
  if (lua_isnoneornil(L, 3)) return;
  static const char *const fields[] = {"min", "max", "step", "values", "help", NULL};
  wl_api_table(L, 3, function, "param()", fields);
  take_choices(L, p);
  double min = number_option(L, "min", -HUGE_VAL), max = number_option(L, "max", HUGE_VAL);
  p->step = number_option(L, "step", p->step);
  if (min > max || !(p->step > 0))
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): min is above max, or step is not above 0");
  if (min > -HUGE_VAL || max < HUGE_VAL) {
    p->min = min > -WL_PARAM_UNLIMITED ? min : -WL_PARAM_UNLIMITED;
    p->max = max < WL_PARAM_UNLIMITED ? max : WL_PARAM_UNLIMITED;
  }
  if (lua_getfield(L, 3, "help") == LUA_TSTRING)
    wl_api_copy(p->help, sizeof p->help, lua_tostring(L, -1));
  lua_pop(L, 1);
}

/* Pushes the value that `text` means for the parameter; false if it means none. */
static bool push_value(lua_State *L, const struct wl_param *p, const char *text) {
  lua_Integer i;
  if (p->kind == WL_PARAM_CHOICE) {
    int c = wl_param_choice(p, text);
    if (c < 0) return false;
    if (lua_istable(L, 3)) lua_getfield(L, 3, "values");
    else lua_pushnil(L);
    if (lua_istable(L, -1)) lua_rawgeti(L, -1, (lua_Integer)c + 1);
    else lua_pushboolean(L, c == 1); /* a parameter that is true or false */
    lua_remove(L, -2);
    return true;
  }
  size_t size = lua_stringtonumber(L, text);
  if (size == 0) return false;
  bool whole = lua_isinteger(L, -1) ||
               (lua_tonumber(L, -1) == floor(lua_tonumber(L, -1)) &&
                lua_numbertointeger(lua_tonumber(L, -1), &i));
  bool inside = p->min > p->max || (lua_tonumber(L, -1) >= p->min && lua_tonumber(L, -1) <= p->max);
  if (!inside || isnan(lua_tonumber(L, -1)) || (p->kind == WL_PARAM_INTEGER && !whole)) {
    lua_pop(L, 1);
    return false;
  }
  if (p->kind == WL_PARAM_INTEGER && !lua_isinteger(L, -1)) {
    lua_pushinteger(L, (lua_Integer)lua_tonumber(L, -1));
    lua_remove(L, -2);
  }
  return true;
}

/* Refuses a setting of the user, saying what would do. */
static void refuse(lua_State *L, const struct wl_param *p, const char *text, bool of_user) {
  char range[256] = "";
  if (p->kind == WL_PARAM_CHOICE) {
    size_t n = (size_t)snprintf(range, sizeof range, "it must be one of");
    for (unsigned c = 0; c < p->choices && n < sizeof range; c++)
      n += (size_t)snprintf(range + n, sizeof range - n, "%s %s", c > 0 ? "," : "", p->choice[c]);
  } else {
    char limits[WL_PARAM_LIMITS];
    wl_param_limits(p, limits);
    snprintf(range, sizeof range, "it must be a %snumber%s%s",
             p->kind == WL_PARAM_INTEGER ? "whole " : "", *limits ? " " : "", limits);
  }
  if (!of_user)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): the default of %s is %.32s; %s", p->name, text,
             range);
  wl_raise_setting(L, NULL, "%s=%.64s: %s", p->name, text, range);
}

const char *wl_param_setting(const struct wl_vm *vm, const char *name) {
  const char *value = NULL;
  for (size_t i = 0; i < vm->options->setting_count; i++)
    if (strcmp(vm->options->settings[i].name, name) == 0) value = vm->options->settings[i].value;
  return value;
}

static void check_default(lua_State *L) {
  int type = lua_type(L, 2);
  if (!is_choice_value(L, 2))
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "param(): the default is %s, not a number or a string", wl_value_kind(L, 2));
  if (type == LUA_TNUMBER && !isfinite(lua_tonumber(L, 2)))
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): the default is no finite number");
}

int wl_api_param(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_head *h = &vm->head;
  wl_api_in_file(L, function);
  const char *name = wl_api_string(L, 1, function, "the name");
  lua_settop(L, 3);
  check_default(L);
  struct wl_param p = {.min = 1, .max = 0, .step = 1};
  if (*name == '\0' || strlen(name) >= sizeof p.name || strchr(name, '=') != NULL)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL,
                    "param(): the name must have 1 to %zu characters and no =", sizeof p.name - 1);
  for (unsigned i = 0; i < h->params; i++)
    if (strcmp(h->param[i].name, name) == 0)
      return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "param(): there is a parameter \"%s\" already",
                      name);
  if (h->params == WL_MAX_PARAMS)
    return wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d parameters", WL_MAX_PARAMS);
  wl_api_copy(p.name, sizeof p.name, name);
  p.kind = lua_isinteger(L, 2) ? WL_PARAM_INTEGER : WL_PARAM_NUMBER;
  if (lua_isboolean(L, 2)) {
    p.kind = WL_PARAM_CHOICE;
    p.choices = 2;
    wl_api_copy(p.choice[0], sizeof p.choice[0], "false");
    wl_api_copy(p.choice[1], sizeof p.choice[1], "true");
  }
  take_options(L, &p);
  if (lua_type(L, 2) == LUA_TSTRING && p.kind != WL_PARAM_CHOICE)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "write  { values = {\"a\", \"b\"} }",
                    "param(): a parameter that is a string needs a list of values");
  text_of(L, 2, p.initial, sizeof p.initial);
  if (!push_value(L, &p, p.initial)) refuse(L, &p, p.initial, false);
  const char *setting = wl_param_setting(vm, name);
  if (setting != NULL) {
    bool known = push_value(L, &p, setting);
    if (!known && !vm->options->edited) refuse(L, &p, setting, true);
    if (known) lua_remove(L, -2); /* the default */
  }
  text_of(L, -1, p.value, sizeof p.value);
  h->param[h->params++] = p;
  return 1;
}
