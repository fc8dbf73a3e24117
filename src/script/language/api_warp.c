/* Functions of several lanes or threads. Each stops its thread; the warp completes it (warp.c). */
#include <math.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/machine/errors.h"
#include "script/machine/event.h"
#include "script/machine/value.h"

int wl_api_lane_id(lua_State *L) {
  wl_api_in_kernel(L, "laneid");
  lua_pushinteger(L, wl_lane_of(L)->index % WL_LANES);
  return 1;
}

int wl_api_warp_id(lua_State *L) {
  wl_api_in_kernel(L, "warpid");
  lua_pushinteger(L, wl_lane_of(L)->index / WL_LANES);
  return 1;
}

/* A fence stops nobody. */
int wl_api_fence(lua_State *L) {
  unsigned name = (unsigned)wl_api_number(L);
  wl_api_in_kernel(L, wl_step_names[name]);
  struct wl_lane *lane = wl_lane_of(L);
  wl_event_call(L, lane, WL_STAGE_PIPELINE, name, 0);
  return wl_event_return(L, lane, 0);
}

/* Source: CUDA C++ Programming Guide, "Warp Vote Functions" and "Warp Shuffle Functions",
 * removal notices. */
bool wl_api_gone(const struct wl_arch *arch, unsigned name) {
  bool old = name <= WL_NAME_SHFL_XOR || (name >= WL_NAME_BALLOT && name <= WL_NAME_ALL);
  return old && !arch->lockstep;
}

static void need_old(lua_State *L, unsigned name) {
  const struct wl_arch *arch = wl_lane_of(L)->vm->options->arch;
  const char *function = wl_step_names[name];
  if (!wl_api_gone(arch, name)) return;
  wl_raise(L, WL_SOURCE_SPAN_CALL,
           lua_pushfstring(L, "write %s_sync() with the lanes that take part first: 0xffffffff "
                              "for all", function),
           "cc %s has no %s(): CUDA has it for generations before cc 7.0 only, whose lanes keep "
           "step (CUDA C++ Programming Guide, warp vote and shuffle functions)",
           arch->cc, function);
}

int wl_api_shuffle(lua_State *L) {
  int name = wl_api_number(L);
  const char *function = wl_step_names[name];
  struct wl_lane *lane = wl_api_enter(L, function, WL_HAS_SHUFFLE);
  need_old(L, (unsigned)name);
  int first = name >= WL_NAME_SHFL_SYNC ? 2 : 1; /* where the arguments behind the mask begin */
  int given = lua_gettop(L); /* first: the usage below pushes a string */
  if (given < first + 1) /* most often it is the mask that is forgotten */
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
                    "%s() takes at least %d values, and here it has %d", function, first + 1,
                    given);
  uint32_t mask = first == 2 ? wl_api_mask(L, lane, function) : 0;
  if (lua_type(L, first) != LUA_TNUMBER) {
    /* First: the usage below pushes a string. */
    const char *trouble = wl_value_trouble(L, first, (struct wl_type){WL_FLOAT, 1});
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
                    "%s(): the value is %s, not a number", function, trouble);
  }
  lua_Integer argument = wl_api_integer(L, first + 1, function, "the lane argument", INT32_MIN,
                                        UINT32_MAX);
  lua_Integer width = lua_isnoneornil(L, first + 2)
                          ? WL_LANES : wl_api_integer(L, first + 2, function, "the width", 1,
                                                      WL_LANES);
  if ((width & (width - 1)) != 0)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL,
                    "%s(): the width is %d; it must be 1, 2, 4, 8, 16 or 32", function, (int)width);
  struct wl_event *e = wl_event_call(L, lane, WL_STAGE_SHUFFLE, (unsigned)name, 0);
  e->number = !lua_isinteger(L, first);
  if (e->number) {
    lua_Number v = lua_tonumber(L, first);
    memcpy(&e->value, &v, sizeof v);
  } else {
    e->value = (uint64_t)lua_tointeger(L, first);
  }
  e->address = (uint64_t)(uint32_t)argument;
  e->width = (uint8_t)width;
  e->result = mask;
  return wl_event_wait(L, lane);
}

/* As in C, 0 is false; as in Lua, nil is too. */
static bool condition(lua_State *L, int arg) {
  if (lua_type(L, arg) == LUA_TNUMBER) return lua_tonumber(L, arg) != 0;
  return lua_toboolean(L, arg);
}

int wl_api_vote(lua_State *L) {
  int name = wl_api_number(L);
  bool ballot = name == WL_NAME_BALLOT || name == WL_NAME_BALLOT_SYNC || name == WL_NAME_ACTIVEMASK;
  struct wl_lane *lane = wl_api_enter(L, wl_step_names[name], ballot ? WL_HAS_BALLOT : WL_HAS_VOTE);
  need_old(L, (unsigned)name);
  bool sync = name == WL_NAME_BALLOT_SYNC || name == WL_NAME_ANY_SYNC || name == WL_NAME_ALL_SYNC;
  uint32_t mask = sync ? wl_api_mask(L, lane, wl_step_names[name]) : 0;
  int arg = sync ? 2 : 1;
  if (name != WL_NAME_ACTIVEMASK && lua_isnone(L, arg))
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, wl_step_names[name]),
                    "%s(): the condition is missing", wl_step_names[name]);
  struct wl_event *e = wl_event_call(L, lane, WL_STAGE_VOTE, (unsigned)name, 0);
  e->value = name == WL_NAME_ACTIVEMASK || condition(L, arg);
  e->result = mask;
  return wl_event_wait(L, lane);
}

int wl_api_syncwarp(lua_State *L) {
  struct wl_lane *lane = wl_api_enter(L, "__syncwarp", WL_FEATURES);
  uint32_t mask = lua_isnoneornil(L, 1) ? UINT32_MAX : wl_api_mask(L, lane, "__syncwarp");
  wl_event_call(L, lane, WL_STAGE_SYNCWARP, WL_NAME_SYNCWARP, 0)->result = mask;
  return wl_event_wait(L, lane);
}

int wl_api_syncthreads(lua_State *L) {
  struct wl_lane *lane = wl_api_enter(L, "__syncthreads", WL_FEATURES);
  lane->barrier = wl_call_site(L);
  wl_event_call(L, lane, WL_STAGE_BARRIER, WL_NAME_SYNCTHREADS, 0);
  return wl_event_wait(L, lane);
}

int wl_api_mark(lua_State *L) {
  struct wl_lane *lane = wl_api_enter(L, "mark", WL_FEATURES);
  enum { ROOM = sizeof ((struct wl_step *)NULL)->text };
  lane->text = wl_api_string(L, 1, "mark", "the text");
  if (strlen(lane->text) >= ROOM)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "more than that is a second mark",
                    "mark(): the text has more than %d bytes", ROOM - 1);
  if (!lua_isnoneornil(L, 2))
    return wl_raise(L, WL_SOURCE_SPAN_CALL,
                    "write  ::label::  here, and  at(\"label\", { title = …, "
                    "notes = … })  after the kernel", "mark(): takes a text and no more");
  wl_event_call(L, lane, WL_STAGE_MARK, 0, 0);
  return wl_event_wait(L, lane);
}

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
