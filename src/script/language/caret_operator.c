#include "script/language/caret_operator.h"

#include <lauxlib.h>
#include <stdio.h>

#include "script/machine/call_site.h"
#include "script/machine/errors.h"
#include "script/syntax/operand.h"

static int doubted(lua_State *L) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  uint32_t token = wl_call_site(L);
  char a[WL_OPERAND_TEXT], b[WL_OPERAND_TEXT], hint[4 * WL_OPERAND_TEXT + 64];
  if (!wl_operand_text(s, wl_operand_start(s, token - 1), token - 1, a) ||
      !wl_operand_text(s, token + 1, wl_operand_end(s, token + 1), b))
    snprintf(hint, sizeof hint, "exclusive or is  a ~ b; a power is  float(a) ^ b");
  else
    snprintf(hint, sizeof hint, "exclusive or is  %s ~ %s; a power is  float%s%s%s ^ %s", a, b,
             *a == '(' ? "" : "(", a, *a == '(' ? "" : ")", b);
  return wl_raise_token(L, token, hint, "^ is a power in Lua, and this is a whole number");
}

/* Called as it ^ b, which keeps b, and right behind as a ^ it. */
static int power(lua_State *L) {
  if (lua_type(L, 1) == LUA_TUSERDATA) {
    lua_setiuservalue(L, 1, 1);
    return 1;
  }
  lua_getiuservalue(L, 2, 1);
  bool numbers = lua_isinteger(L, 1) && lua_type(L, 3) == LUA_TNUMBER;
  if (numbers && !wl_lane_of(L)->host &&
      wl_caret_doubted(lua_tointeger(L, 1), lua_tonumber(L, 3)))
    return doubted(L);
  lua_replace(L, 2);
  lua_arith(L, LUA_OPPOW);
  return 1;
}

void wl_caret_push(lua_State *L) {
  lua_newuserdatauv(L, 0, 1);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, power);
  lua_setfield(L, -2, "__pow");
  lua_setmetatable(L, -2);
}
