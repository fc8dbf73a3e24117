/* Textures: declared at file level, fetched texel by texel. */
#include <math.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

/* Texels have 1, 2 or 4 components of 8, 16 or 32 bits. Source: CUDA C++
 * Programming Guide, "Texture Memory". */
static void check_texel(lua_State *L, struct wl_type t) {
  char type[WL_TYPE_TEXT];
  if (t.scalar != WL_STRUCT && t.components != 3 && wl_scalars[t.scalar].bytes <= 4) return;
  wl_type_text(L, t, type);
  wl_raise(L, WL_SOURCE_SPAN_CALL, "use float, int, half, char … or a vector of 2 or 4 of them",
           "texture(): no texel is a %s: it has 1, 2 or 4 components of at most 4 bytes", type);
}

/* The layout that the table at `arg` names; that of a CUDA array where it names none. */
static enum wl_texture_layout layout_option(lua_State *L, int arg) {
  static const char *const fields[] = {"layout", NULL};
  enum wl_texture_layout layout = WL_LAYOUT_ARRAY;
  wl_api_table(L, arg, "texture", "texture()", fields);
  if (lua_getfield(L, arg, "layout") == LUA_TNIL) return layout;
  const char *name = wl_api_string(L, -1, "texture", "the layout");
  while (layout < WL_LAYOUTS && strcmp(name, wl_layout_names[layout]) != 0) layout++;
  if (layout == WL_LAYOUTS)
    wl_raise(L, WL_SOURCE_SPAN_CALL,
             "\"array\" as cudaMallocArray() makes it, or \"pitch\": row by row",
             "texture(): no layout is \"%.40s\"", name);
  return layout;
}

/* A single row of texels is linear memory. Rows begin at multiples of 512 bytes,
 * as cudaMallocPitch() has them. */
int wl_api_texture(lua_State *L) {
  enum { PITCH = 512 };
  wl_api_in_file(L, "texture");
  const char *name = wl_api_string(L, 1, "texture", "the name");
  struct wl_type type = wl_ref_check_type(L, 2, "texture");
  check_texel(L, type);
  int top = lua_gettop(L);
  bool option = top > 2 && lua_istable(L, top);
  unsigned dimensions = top - option > 3 ? 2 : 1;
  if (top - option > 4)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "texture"),
                    "texture(): a texture has a height and a width, no more");
  uint32_t extent[3] = {1, 1, 1};
  for (unsigned d = 0; d < dimensions; d++)
    extent[d] = (uint32_t)wl_api_integer(L, 3 + (int)d, "texture", "a size", 1, INT32_MAX);
  enum wl_texture_layout layout = option ? layout_option(L, top) : WL_LAYOUT_ARRAY;
  if (dimensions == 1 && option && layout == WL_LAYOUT_ARRAY)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "give a height and a width, or leave the layout out",
                    "texture(): one row of texels is linear memory");
  wl_array_declare(L, WL_TEXTURE, name, type, dimensions, extent);

  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_view *v = &vm->view[vm->views - 1];
  uint64_t row = (uint64_t)extent[dimensions - 1] * v->bytes;
  if (dimensions == 1) layout = WL_LAYOUT_PITCH;
  v->layout = (uint8_t)layout;
  if (layout == WL_LAYOUT_PITCH) v->pitch = (uint32_t)((row + PITCH - 1) / PITCH * PITCH);
  return 1;
}

/* The texture of a fetch with `dimensions` coordinates. */
static wl_ref texture_at(lua_State *L, const char *function, unsigned dimensions) {
  wl_api_in_kernel(L, function);
  wl_ref r = wl_ref_check_array(L, 1, function);
  const struct wl_view *v = &wl_lane_of(L)->vm->view[wl_ref_view(r)];
  if (v->space != WL_TEXTURE)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "index the array itself",
             "%s() is for textures, not %s memory",
             function, wl_space_names[v->space]);
  if (v->dimensions != dimensions)
    wl_raise(L, WL_SOURCE_SPAN_CALL, dimensions == 2 ? "use tex1Dfetch(texture, i)"
                                               : "use tex2D(texture, x, y)",
             "%s(): \"%s\" has %s", function, wl_lane_of(L)->vm->head.array[v->array].name,
             dimensions == 2 ? "one row of texels" : "rows of texels");
  if (wl_ref_level(r) != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s() takes the whole texture, not a row", function);
  return r;
}

/* The texel that a coordinate of 0 … extent falls in; the first or last one where
 * it lies outside (cudaAddressModeClamp, cudaFilterModePoint). */
static uint32_t coordinate(lua_State *L, int arg, const char *what, uint32_t extent) {
  if (lua_type(L, arg) != LUA_TNUMBER) {
    const char *kind = wl_value_kind(L, arg); /* first: the usage below pushes a string */
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "tex2D"), "tex2D(): %s is %s, not a number",
             what,
             kind);
  }
  lua_Number n = floor(lua_tonumber(L, arg));
  if (isnan(n)) wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "tex2D(): %s is not a number", what);
  return n <= 0 ? 0 : n >= extent ? extent - 1 : (uint32_t)n;
}

/* Logs the fetch of one texel and pushes it. */
static int fetch(lua_State *L, wl_ref r, uint32_t x, uint32_t y) {
  struct wl_lane *lane = wl_lane_of(L);
  const struct wl_view *v = &lane->vm->view[wl_ref_view(r)];
  uint32_t width = v->extent[v->dimensions - 1];
  const uint8_t *memory = v->memory + ((uint64_t)y * width + x) * v->bytes;
  struct wl_event *e = wl_event_call(L, lane, WL_STAGE_FETCH, wl_ref_view(r), 0);
  e->address = x;
  e->result = y;
  e->value = wl_value_bits((enum wl_scalar)v->type.scalar, memory);
  e->width = (uint8_t)v->bytes;
  wl_value_push(L, v->type, memory);
  return wl_event_return(L, lane, 1);
}

int wl_api_tex2d(lua_State *L) {
  wl_ref r = texture_at(L, "tex2D", 2);
  const struct wl_view *v = &wl_lane_of(L)->vm->view[wl_ref_view(r)];
  uint32_t x = coordinate(L, 2, "x", v->extent[1]), y = coordinate(L, 3, "y", v->extent[0]);
  return fetch(L, r, x, y);
}

int wl_api_tex1d_fetch(lua_State *L) {
  wl_ref r = texture_at(L, "tex1Dfetch", 1);
  struct wl_element e = wl_ref_element(L, r, 2, WL_STAGE_FETCH);
  return fetch(L, r, (uint32_t)(e.offset / e.view->bytes), 0);
}
