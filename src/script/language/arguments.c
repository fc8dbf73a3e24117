#include "script/language/arguments.h"

#include <math.h>
#include <string.h>

#include "core/base/text.h"
#include "script/language/api_functions.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

const char *wl_api_usage(lua_State *L, const char *function) {
  const struct wl_vm *vm = wl_lane_of(L)->vm;
  for (size_t i = 0; i < vm->api_count; i++)
    if (strcmp(vm->api[i].name, function) == 0)
      return lua_pushfstring(L, "%s: %s", vm->api[i].signature, vm->api[i].help);
  return NULL;
}

int wl_api_number(lua_State *L) { return (int)lua_tointeger(L, lua_upvalueindex(1)); }

void wl_api_in_file(lua_State *L, const char *function) {
  bool header = strcmp(function, "title") == 0 || strcmp(function, "about") == 0;
  if (wl_lane_of(L)->vm->options->rubric && !header)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "a rubric has title(), about() and case()",
             "%s() belongs to a script", function);
  if (!wl_lane_of(L)->host)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "call it once, above the kernel",
             "%s() cannot be called inside the kernel", function);
}

void wl_api_in_kernel(lua_State *L, const char *function) {
  if (wl_lane_of(L)->host)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "call it in function kernel()",
             "%s() has a meaning only inside the kernel", function);
  if (wl_call_site_direct(L) == 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "hand over a function of your own that calls it",
             "%s() is called by %s, not by the kernel", function, wl_call_site_caller(L));
}

struct wl_lane *wl_api_enter(lua_State *L, const char *function, enum wl_feature feature) {
  wl_api_in_kernel(L, function);
  if (!lua_isyieldable(L))
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL,
             "%s() cannot be called while another function waits for it",
             function);
  if (feature != WL_FEATURES) wl_api_need(L, NULL, feature);
  return wl_lane_of(L);
}

void wl_api_need(lua_State *L, const char *function, enum wl_feature feature) {
  const struct wl_arch *arch = wl_lane_of(L)->vm->options->arch;
  const struct wl_feature_row *row = &wl_features[feature];
  bool one = feature == WL_HAS_DOUBLE || feature == WL_HAS_ATOMIC_FLOAT ||
             feature == WL_HAS_ATOMIC_DOUBLE;
  if (wl_arch_has(arch, feature)) return;
  wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s%scc %s has no %s: %s came with cc %s (%s)",
           function ? function : "", function ? "(): " : "", arch->cc, row->name,
           one ? "it" : "they", wl_archs[row->since].cc, row->source);
}

double wl_api_told(double v) { return isnan(v) ? (double)NAN : v; }

lua_Integer wl_api_integer(lua_State *L, int arg, const char *function, const char *what,
                           lua_Integer min, lua_Integer max) {
  lua_Integer i = 0;
  if (lua_type(L, arg) != LUA_TNUMBER) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function), "%s(): %s is %s, not a number",
             function,
             what, kind);
  }
  if (!lua_isinteger(L, arg) && floor(lua_tonumber(L, arg)) != lua_tonumber(L, arg))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "use // for integer division",
             "%s(): %s is %.14g, no whole number",
             function, what, wl_api_told(lua_tonumber(L, arg)));
  if (lua_isinteger(L, arg)) i = lua_tointeger(L, arg);
  else if (!lua_numbertointeger(lua_tonumber(L, arg), &i)) i = max < INT64_MAX ? max + 1 : min;
  if (i < min || i > max)
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "%s(): %s is %.14g; it must be %lld … %lld", function, what,
             (double)lua_tonumber(L, arg), (long long)min, (long long)max);
  return i;
}

uint32_t wl_api_mask(lua_State *L, const struct wl_lane *lane, const char *function) {
  lua_Integer mask = wl_api_integer(L, 1, function, "the mask", INT32_MIN, UINT32_MAX);
  if (!((uint64_t)mask >> (lane->index % WL_LANES) & 1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "use 0xffffffff to name all lanes",
             "%s(): the mask 0x%08x does not name lane %u, which calls it", function,
             (unsigned)(uint32_t)mask, lane->index % WL_LANES);
  return (uint32_t)mask;
}

lua_Number wl_api_float(lua_State *L, int arg, const char *function) {
  if (lua_type(L, arg) != LUA_TNUMBER) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "%s(): argument %d is %s, not a number",
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
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function), "%s(): %s is %s, not a string",
             function, what, wl_value_kind(L, arg));
  return wl_api_whole(L, arg);
}

static bool is_field(lua_State *L, const void *names) {
  const char *const *n = names;
  while (*n && (lua_type(L, -1) != LUA_TSTRING || strcmp(*n, lua_tostring(L, -1)) != 0)) n++;
  return *n != NULL;
}

void wl_api_table(lua_State *L, int index, const char *function, const char *table,
                  const char *const *names) {
  struct wl_guess near = {0};
  if (!lua_istable(L, index)) {
    const char *kind = wl_value_kind(L, index); /* first: the usage below pushes a string */
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function), "%s: takes a table, not %s", table,
             kind);
  }
  if (!wl_value_stranger(L, index, is_field, names)) return;
  if (lua_type(L, -1) != LUA_TSTRING)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  name = value",
             "%s: every field has a name, and one here has none", table);
  const char *key = lua_tostring(L, -1), *hint = names[0];
  for (size_t i = 0; names[i]; i++) {
    wl_guess_try(&near, key, names[i]);
    if (i > 0) hint = lua_pushfstring(L, "%s, %s", hint, names[i]);
  }
  bool good = wl_guess_good(&near, key);
  wl_raise(L, WL_SOURCE_SPAN_CALL, lua_pushfstring(L, "%s are known", hint),
           "%s: unknown field \"%.20s\"%s%s%s", table, key, good ? "; did you mean " : "",
           good ? near.name : "", good ? "?" : "");
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
