#include "script/argument.h"

#include <math.h>
#include <string.h>

#include "script/api.h"
#include "script/error.h"
#include "script/here.h"
#include "script/run_options.h"
#include "script/value.h"

int wl_api_number(lua_State *L) { return (int)lua_tointeger(L, lua_upvalueindex(1)); }

void wl_api_in_file(lua_State *L, const char *function) {
  bool header = strcmp(function, "title") == 0 || strcmp(function, "about") == 0;
  if (wl_lane_of(L)->vm->options->rubric && !header)
    wl_raise(L, WL_PLACE_CALL, "a rubric has title(), about() and case()",
             "%s() belongs to a script", function);
  if (!wl_lane_of(L)->host)
    wl_raise(L, WL_PLACE_CALL, "call it once, above the kernel",
             "%s() cannot be called inside the kernel", function);
}

void wl_api_in_kernel(lua_State *L, const char *function) {
  if (wl_lane_of(L)->host)
    wl_raise(L, WL_PLACE_CALL, "call it in function kernel()",
             "%s() has a meaning only inside the kernel", function);
  if (wl_here_direct(L) == 0)
    wl_raise(L, WL_PLACE_CALL, "hand over a function of your own that calls it",
             "%s() is called by %s, not by the kernel", function, wl_here_caller(L));
}

double wl_api_told(double v) { return isnan(v) ? (double)NAN : v; }

lua_Integer wl_api_integer(lua_State *L, int arg, const char *function, const char *what,
                           lua_Integer min, lua_Integer max) {
  lua_Integer i = 0;
  if (lua_type(L, arg) != LUA_TNUMBER) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, function), "%s(): %s is %s, not a number", function,
             what, kind);
  }
  if (!lua_isinteger(L, arg) && floor(lua_tonumber(L, arg)) != lua_tonumber(L, arg))
    wl_raise(L, WL_PLACE_CALL, "use // for integer division", "%s(): %s is %.14g, no whole number",
             function, what, wl_api_told(lua_tonumber(L, arg)));
  if (lua_isinteger(L, arg)) i = lua_tointeger(L, arg);
  else if (!lua_numbertointeger(lua_tonumber(L, arg), &i)) i = max < INT64_MAX ? max + 1 : min;
  if (i < min || i > max)
    wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, function),
             "%s(): %s is %.14g; it must be %lld … %lld", function, what,
             (double)lua_tonumber(L, arg), (long long)min, (long long)max);
  return i;
}

lua_Number wl_api_float(lua_State *L, int arg, const char *function) {
  if (lua_type(L, arg) != LUA_TNUMBER) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, function), "%s(): argument %d is %s, not a number",
             function, arg, kind);
  }
  return lua_tonumber(L, arg);
}

const char *wl_api_whole(lua_State *L, int arg) {
  size_t size;
  const char *text = lua_tolstring(L, arg, &size);
  if (strlen(text) == size) return text;
  arg = lua_absindex(L, arg);
  luaL_Buffer shown;
  luaL_buffinit(L, &shown);
  for (size_t i = 0; i < size; i++) {
    if (text[i]) luaL_addchar(&shown, text[i]);
    else luaL_addstring(&shown, "\u2400");
  }
  luaL_pushresult(&shown);
  lua_replace(L, arg);
  return lua_tostring(L, arg);
}

const char *wl_api_string(lua_State *L, int arg, const char *function, const char *what) {
  if (lua_type(L, arg) != LUA_TSTRING)
    wl_raise(L, WL_PLACE_CALL, wl_api_usage(L, function), "%s(): %s is %s, not a string",
             function, what, wl_value_kind(L, arg));
  return wl_api_whole(L, arg);
}

void wl_api_copy(char *to, size_t size, const char *from) {
  static const char cut[] = "…";
  size_t n = strlen(from), end = 0;
  if (n >= size) {
    n = size - sizeof cut;
    end = sizeof cut - 1;
    while (n > 0 && ((unsigned char)from[n] & 0xc0) == 0x80) n--;
  }
  memcpy(to, from, n);
  memcpy(to + n, cut, end);
  memset(to + n + end, 0, size - n - end);
}
