/* Match and reduce: each lane gives a value, each gets what all of them make. */
#include <math.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/call_site.h"
#include "script/machine/errors.h"
#include "script/machine/event.h"
#include "script/machine/value.h"
#include "script/process/api_table.h"

/* The number at `arg`; a float that is whole is an integer, so that 1 is 1.0. */
static void take_value(lua_State *L, int arg, const char *function, struct wl_event *e) {
  lua_Integer whole;
  lua_Number number = lua_tonumber(L, arg);
  if (lua_type(L, arg) != LUA_TNUMBER) {
    /* First: the usage below pushes a string. */
    const char *trouble = wl_value_trouble(L, arg, (struct wl_type){WL_FLOAT, 1});
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "%s(): the value is %s, not a number",
             function, trouble);
  }
  e->number = false;
  if (lua_isinteger(L, arg)) {
    e->value = (uint64_t)lua_tointeger(L, arg);
  } else if (floor(number) == number && lua_numbertointeger(number, &whole)) {
    e->value = (uint64_t)whole;
  } else {
    e->number = true;
    memcpy(&e->value, &number, sizeof number);
  }
}

static int log_value(lua_State *L, struct wl_lane *lane, const struct wl_event *value) {
  struct wl_event *e = wl_event_call(L, lane, WL_STAGE_COLLECT, (unsigned)wl_api_number(L), 0);
  e->number = value->number;
  e->value = value->value;
  e->result = value->result;
  return wl_event_wait(L, lane);
}

int wl_api_match(lua_State *L) {
  const char *function = wl_step_names[wl_api_number(L)];
  struct wl_event value;
  struct wl_lane *lane = wl_api_enter(L, function, WL_HAS_MATCH);
  value.result = wl_api_mask(L, lane, function);
  take_value(L, 2, function, &value);
  return log_value(L, lane, &value);
}

int wl_api_reduce(lua_State *L) {
  const char *function = wl_step_names[wl_api_number(L)];
  struct wl_event value;
  struct wl_lane *lane = wl_api_enter(L, function, WL_HAS_REDUX);
  value.result = wl_api_mask(L, lane, function);
  take_value(L, 2, function, &value);
  if (value.number || (int64_t)value.value < INT32_MIN || (int64_t)value.value > UINT32_MAX)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "add up floats with shuffles",
                    "%s(): %.14g is no whole number of 32 bits", function,
                    wl_api_told(lua_tonumber(L, 2)));
  return log_value(L, lane, &value);
}
