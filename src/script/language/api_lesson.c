/* lesson(): the place of a script in a course. What it says was read from the text long
 * before, by lists and menus: here it is looked over once. */
#include <stdio.h>
#include <string.h>

#include "core/base/nearest.h"
#include "core/gpu/target.h"
#include "core/trace/param.h"
#include "core/trace/setting.h"
#include "script/advice/c_habits.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"
#include "script/process/api_table.h"
#include "script/syntax/lesson_header.h"
#include "script/syntax/tokens.h"

/* The fields of the table: strings have no most. */
static const struct { const char *name; bool needed; lua_Integer most; } fields[] = {
  {"topic", true, 0}, {"order", true, WL_LESSON_ORDER}, {"level", true, WL_LESSON_LEVELS},
  {"minutes", true, WL_LESSON_MINUTES}, {"flip", false, 0},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static void check_names(lua_State *L) {
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    bool found = false;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
    for (size_t i = 0; i < FIELDS; i++) found = found || strcmp(key, fields[i].name) == 0;
    if (!found)
      wl_raise(L, WL_SOURCE_SPAN_CALL, "topic, order, level, minutes and flip are known",
               "lesson{}: unknown field \"%.20s\"", key);
    lua_pop(L, 1);
  }
}

/* What the text has of a field: a string, or "" and a number. */
static const char *text_of(const struct wl_lesson *l, size_t field, lua_Integer *number) {
  const lua_Integer numbers[FIELDS] = {0, l->order, l->level, l->minutes, 0};
  const char *const texts[FIELDS] = {l->topic, "", "", "", l->flip};
  *number = numbers[field];
  return texts[field];
}

static void check_field(lua_State *L, size_t i, const struct wl_lesson *written) {
  const char *name = fields[i].name;
  lua_Integer number;
  const char *text = text_of(written, i, &number);
  int type = lua_getfield(L, 1, name);
  bool same = true;
  if (type == LUA_TNIL && fields[i].needed)
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "lesson"), "lesson{}: %s is missing", name);
  if (type != LUA_TNIL && fields[i].most > 0)
    same = wl_api_integer(L, lua_gettop(L), "lesson", name, 1, fields[i].most) == number;
  else if (type == LUA_TSTRING)
    same = strcmp(lua_tostring(L, -1), text) == 0;
  else if (type != LUA_TNIL)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "lesson{}: %s is %s, not a string", name,
             wl_value_kind(L, -1));
  if (!same)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "lists read it from the text, without running the script",
             "lesson{}: write %s as it is, in short, with single blanks", name);
  lua_pop(L, 1);
}

int wl_api_lesson(lua_State *L) {
  struct wl_lesson written;
  struct wl_lesson_data *lesson = &wl_lane_of(L)->vm->lesson;
  wl_api_in_file(L, "lesson");
  if (!lua_istable(L, 1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "lesson"), "lesson{}: takes a table, not %s",
             wl_value_kind(L, 1));
  lua_settop(L, 1);
  check_names(L);
  wl_lesson_find(wl_lane_of(L)->vm->source, &written);
  /* A missing field makes the rest no lesson: it is told first. */
  for (size_t i = 0; i < FIELDS; i++)
    if (fields[i].needed && lua_getfield(L, 1, fields[i].name) == LUA_TNIL)
      check_field(L, i, &written);
  lua_settop(L, 1);
  for (size_t i = FIELDS; i-- > 0;) check_field(L, i, &written);
  lesson->minutes = written.minutes;
  snprintf(lesson->flip, sizeof lesson->flip, "%s", written.flip);
  return 0;
}

static bool no_parameter(struct wl_vm *vm, uint32_t token, const char *name) {
  struct wl_guess near = {0};
  for (unsigned i = 0; i < vm->head.params; i++) wl_guess_try(&near, name, vm->head.param[i].name);
  if (wl_guess_good(&near, name))
    return wl_error_at(vm, token, NULL, NULL, "lesson{}: flip sets %s, which is no parameter; did "
                       "you mean %s?", name, near.name);
  return wl_error_at(vm, token, NULL, "it sets what param() declares, block or grid, the type of "
                     "an array, or  --arch=6.1", "lesson{}: flip sets %s, which is no parameter",
                     name);
}

static bool check_flip(struct wl_vm *vm, uint32_t token, const char *words) {
  struct wl_setting_pair pair;
  struct wl_param made;
  struct wl_target target;
  struct wl_diag d;
  while (words[strspn(words, " ")]) {
    if (!wl_setting_next(&words, &pair))
      return wl_error_at(vm, token, NULL,
                         "write  flip = \"stride=8, stride=1 pad=1\": two settings, the second of "
                         "two parameters", "lesson{}: flip has \"%.32s\"", words);
    if (strcmp(pair.name, wl_setting_arch) == 0) {
      if (wl_target_find(pair.value, &target, &d)) continue;
      return wl_error_at(vm, token, NULL, d.hint, "lesson{}: in flip, %s", d.what);
    }
    const struct wl_param *p = wl_param_find(&vm->head, pair.name, &made);
    if (!p) return no_parameter(vm, token, pair.name);
    if (!wl_setting_suits(p, pair.value, &d))
      return wl_error_at(vm, token, NULL, d.hint, "lesson{}: in flip, %s", d.what);
  }
  return true;
}

bool wl_lesson_flips(struct wl_vm *vm) {
  const char *flips = vm->lesson.flip;
  unsigned count = wl_variant_count(flips);
  uint32_t token = *flips ? wl_source_call(vm->source, "lesson") : 0;
  char text[WL_VARIANT_TEXT];
  if (count > WL_FLIPS)
    return wl_error_at(vm, token, NULL, "a lecture shows a few", "lesson{}: flip has more than %d "
                       "settings", WL_FLIPS);
  for (unsigned n = 1; n <= count; n++)
    if (!check_flip(vm, token, wl_variant_text(flips, n, text))) return false;
  return true;
}
