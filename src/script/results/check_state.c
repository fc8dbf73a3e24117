/* The state of a check while it is judged. */
#include "script/results/check_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/teach/check_results.h"
#include "script/machine/errors.h"
#include "script/results/final_arrays.h"

const uint8_t *wl_judge_values(const struct wl_judge *j, const struct wl_array *a) {
  return j->values == NULL ? NULL : wl_values_of(j->values, a);
}

void wl_judge_note(struct wl_judge *j, const char *format, ...) {
  enum { LAST = 40 /* room for what is said when more does not fit */ };
  char *to = j->current->message;
  size_t used = strlen(to), room = sizeof j->current->message - LAST;
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  j->unmet = true;
  if (used + strlen(line) + 2 > room || j->dropped > 0) j->dropped++;
  else snprintf(to + used, room - used, "%s%s", used > 0 ? "\n" : "", line);
}

int wl_judge_stop(lua_State *L, const char *format, ...) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  wl_judge_note(j, "%s", line);
  wl_leave(L, j);
}

void wl_result_note(struct wl_judge *j, const struct wl_reading *r) {
  unsigned same = 0;
  while (same < j->readings && memcmp(&j->reading[same], r, sizeof *r) != 0) same++;
  if (same < j->readings) return;
  if (j->readings == WL_MAX_READINGS)
    memmove(j->reading, j->reading + 1, sizeof j->reading[0] * --j->readings);
  j->reading[j->readings++] = *r;
}

/* Upvalue 1: what to read instead. */
static int no_length(lua_State *L) {
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, lua_tostring(L, lua_upvalueindex(1)),
                  "# counts nothing here: this is no list");
}

void wl_result_strict(lua_State *L, lua_CFunction index, int upvalues, const char *hint) {
  lua_pushcclosure(L, index, upvalues);
  lua_createtable(L, 0, 3);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, hint);
  lua_pushcclosure(L, no_length, 1);
  lua_setfield(L, -2, "__len");
  lua_pushliteral(L, "group of figures");
  lua_setfield(L, -2, "__name");
  lua_setmetatable(L, -2);
}
