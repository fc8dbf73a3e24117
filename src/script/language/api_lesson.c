/* lesson(): the place of a script in a course. Lists and menus have read it from the text before;
 * here it is only checked. */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/gpu/target.h"
#include "core/trace/setting.h"
#include "script/advice/c_habits.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"
#include "script/syntax/lesson_header.h"
#include "script/syntax/tokens.h"

/* Lists read the table from the text: what it comes to must be what stands there, `text` or
 * `number`. */
static void check_field(lua_State *L, const char *name, const char *text, lua_Integer number) {
  bool same = lua_getfield(L, 1, name) == LUA_TNIL ? strcmp(name, "flip") == 0
              : text ? lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), text) == 0
                     : lua_isinteger(L, -1) && lua_tointeger(L, -1) == number;
  if (!same)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "lists read it from the text: short strings with single "
             "blanks, order to 9999, level to 3, minutes to 240",
             "lesson{}: %s is missing, or not written as it is", name);
  lua_pop(L, 1);
}

int wl_api_lesson(lua_State *L) {
  struct wl_lesson written;
  struct wl_lesson_data *lesson = &wl_lane_of(L)->vm->lesson;
  wl_api_in_file(L, "lesson");
  static const char *const fields[] = {"topic", "order", "level", "minutes", "flip", NULL};
  lua_settop(L, 1);
  wl_api_table(L, 1, "lesson", "lesson{}", fields);
  wl_lesson_find(wl_lane_of(L)->vm->source, &written);
  check_field(L, "order", NULL, written.order); /* what is missing makes the rest no lesson */
  check_field(L, "level", NULL, written.level);
  check_field(L, "minutes", NULL, written.minutes);
  check_field(L, "topic", written.topic, 0);
  check_field(L, "flip", written.flip, 0);
  lesson->minutes = written.minutes;
  lesson->level = written.level;
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
                     "an array, carveout, warp_order, or  --arch=6.1",
                     "lesson{}: flip sets %s, which is no parameter", name);
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
    const struct wl_param *p = wl_param_find(&vm->head, vm->options->arch->sm, pair.name, &made);
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
