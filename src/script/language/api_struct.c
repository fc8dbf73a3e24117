/* struct() and sizeof(). */
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/language/sandbox.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

static bool is_name(const char *s) {
  if (*s == '\0' || (*s >= '0' && *s <= '9')) return false;
  for (; *s != '\0'; s++) {
    char c = (char)(*s | 0x20);
    if (!(c >= 'a' && c <= 'z') && !(*s >= '0' && *s <= '9') && *s != '_') return false;
  }
  return true;
}

static void check_name(lua_State *L, const char *what, const char *name) {
  if (!is_name(name) || strlen(name) >= WL_TYPE_TEXT)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "use letters, digits and _, as for a variable",
             "struct(): \"%.40s\" cannot be the name of a %s", name, what);
}

/* Adds the member that the table at `arg` describes. */
static void add_member(lua_State *L, struct wl_struct *l, int arg) {
  const struct wl_head *h = &wl_lane_of(L)->vm->head;
  const char *usage = wl_api_usage(L, "struct");
  lua_rawgeti(L, arg, 1);
  lua_rawgeti(L, arg, 2);
  lua_rawgeti(L, arg, 3);
  if (lua_type(L, -3) != LUA_TSTRING)
    wl_raise(L, WL_SOURCE_SPAN_CALL, usage,
             "struct(): a member is {\"name\", type}, and the name is %s",
             wl_value_kind(L, -3));
  const char *name = lua_tostring(L, -3);
  check_name(L, "member", name);
  for (unsigned i = 0; i < l->members; i++)
    if (strcmp(l->member[i].name, name) == 0)
      wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "struct(): there are two members \"%s\"", name);
  if (!wl_ref_is_type(L, -2))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "a type is a name without quotes, such as float or int4",
             "struct(): the type of \"%s\" is %s", name, wl_value_kind(L, -2));
  lua_Integer count = 0;
  if (!lua_isnil(L, -1))
    count = wl_api_integer(L, lua_gettop(L), "struct", "the length of an array", 1,
                           WL_MAX_STRUCT_BYTES);
  if (l->members == WL_MAX_MEMBERS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "struct(): more than %d members", WL_MAX_MEMBERS);
  if (!wl_struct_add(h->structure, l, wl_ref_check_type(L, lua_gettop(L) - 1, "struct"),
                     (uint16_t)count))
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "struct(): more than %d bytes",
                   WL_MAX_STRUCT_BYTES);
  memcpy(l->member[l->members - 1].name, name, strlen(name) + 1);
  lua_pop(L, 4);
}

/* The alignment that the table at `arg` asks for, as __align__ in CUDA; 0: it is
 * a member instead. */
static uint32_t asked_align(lua_State *L, int arg) {
  if (lua_getfield(L, arg, "align") == LUA_TNIL) {
    lua_pop(L, 1);
    return 0;
  }
  lua_Integer align = wl_api_integer(L, lua_gettop(L), "struct", "the alignment", 1, 256);
  lua_pop(L, 1);
  if ((align & (align - 1)) != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "struct(): an alignment is a power of two, not %d",
             (int)align);
  return (uint32_t)align;
}

/* A rubric, a report and its reader know a type by its name: no struct takes that of another. */
static void check_free(lua_State *L, const char *name) {
  wl_sandbox_push_own(L);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  if (wl_ref_is_type(L, -1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "choose another name",
             "struct(): \"%s\" is a type of the language",
             name);
  lua_pop(L, 2);
}

int wl_api_struct(lua_State *L) {
  wl_api_in_file(L, "struct");
  struct wl_head *h = &wl_lane_of(L)->vm->head;
  const char *name = wl_api_string(L, 1, "struct", "the name");
  int last = lua_gettop(L);
  check_name(L, "struct", name);
  check_free(L, name);
  for (unsigned i = 0; i < h->structs; i++)
    if (strcmp(h->structure[i].name, name) == 0)
      return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "struct(): there is a struct \"%s\" already",
                      name);
  if (h->structs == WL_MAX_STRUCTS)
    return wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d structs", WL_MAX_STRUCTS);
  struct wl_struct l = {.align = 1};
  uint32_t align = 1;
  memcpy(l.name, name, strlen(name) + 1);
  for (int arg = 2; arg <= last; arg++) {
    if (!lua_istable(L, arg)) {
      const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
      return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "struct"),
                      "struct(): argument %d is %s, not a member in braces", arg, kind);
    }
    uint32_t asked = asked_align(L, arg);
    if (asked > 0) align = asked;
    else add_member(L, &l, arg);
  }
  if (l.members == 0)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "struct"),
                    "struct(): \"%s\" has no members",
                    name);
  wl_struct_close(&l, align);
  if (l.bytes > WL_MAX_STRUCT_BYTES || l.bytes / (l.align < 16 ? l.align : 16) > WL_MAX_PARTS)
    return wl_raise_limit(L, WL_SOURCE_SPAN_CALL, "put arrays of their own beside it",
                          "struct(): to move a whole \"%s\" takes more than %d accesses", name,
                          WL_MAX_PARTS);
  h->structure[h->structs] = l;
  wl_type_push(L, (struct wl_type){WL_STRUCT, (uint8_t)h->structs++});
  return 1;
}

int wl_api_sizeof(lua_State *L) {
  const struct wl_vm *vm = wl_lane_of(L)->vm;
  if (wl_ref_is_type(L, 1)) {
    lua_pushinteger(L, wl_sizeof(vm->head.structure, wl_ref_check_type(L, 1, "sizeof")));
    return 1;
  }
  if (!lua_islightuserdata(L, 1)) {
    const char *kind = wl_value_kind(L, 1); /* first: the usage below pushes a string */
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "sizeof"),
                    "sizeof(): argument 1 is %s, not a type or an array", kind);
  }
  wl_ref r = wl_ref_check_array(L, 1, "sizeof");
  const struct wl_view *v = &vm->view[wl_ref_view(r)];
  uint64_t bytes = v->bytes;
  for (unsigned d = wl_ref_level(r); d < v->dimensions; d++) bytes *= v->extent[d];
  if (v->cast && !v->inner) bytes = v->size - wl_ref_offset(r);
  lua_pushinteger(L, (lua_Integer)bytes);
  return 1;
}
