/* ldmatrix and stmatrix, which the whole warp carries out together. */
#include <stdio.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/machine/errors.h"
#include "script/machine/value.h"

/* "__ldmatrix_x4" */
static const char *name_of(int instruction, char name[16]) {
  snprintf(name, 16, "__%smatrix_x%d", instruction & WL_MATRIX_STORES ? "st" : "ld",
           instruction & WL_MATRIX_COUNT);
  return name;
}

/* The row that begins at the element at arguments 1 and 2. */
static struct wl_element row_at(lua_State *L, const char *function, wl_ref r) {
  struct wl_element e = wl_ref_element(L, r, 2, WL_STAGE_MATRIX);
  char text[128];
  wl_ref_text(L, r, 2, text, sizeof text);
  if (WL_MATRIX_ROW_BYTES > e.view->size - e.offset)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "a row is 16 bytes: 8 elements of 2",
             "%s(): the row from %s on reaches past the end of the array", function, text);
  if ((e.view->base + e.offset) % WL_MATRIX_ROW_BYTES != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "a row of a matrix is 16 bytes, aligned to them",
             "%s(): %s lies at byte %llu, which is no multiple of 16", function, text,
             (unsigned long long)e.offset);
  return e;
}

/* Whether argument `arg`, the last one, asks for the transposed matrix. */
static bool transposed(lua_State *L, const char *function, int arg) {
  if (lua_isnoneornil(L, arg)) return false;
  if (lua_type(L, arg) != LUA_TSTRING || strcmp(lua_tostring(L, arg), "trans") != 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, function),
             "%s(): argument %d can only be \"trans\"", function, arg);
  return true;
}

int wl_api_matrix(lua_State *L) {
  int instruction = wl_api_number(L), count = instruction & WL_MATRIX_COUNT;
  bool stores = instruction & WL_MATRIX_STORES;
  char function[16];
  name_of(instruction, function);
  wl_api_in_kernel(L, function);
  struct wl_lane *lane = wl_lane_of(L);
  if (!lua_isyieldable(L))
    return wl_raise(L, WL_SOURCE_SPAN_CALL, NULL,
                    "%s() cannot be called while another function waits for it", function);
  wl_ref r = wl_ref_check_array(L, 1, function);
  const struct wl_view *v = &lane->vm->view[wl_ref_view(r)];
  if (v->space != WL_SHARED)
    return wl_raise(L, WL_SOURCE_SPAN_CALL, "copy it into shared memory first",
                    "%s() is for shared memory, not %s", function, wl_space_names[v->space]);
  /* Lanes behind the last row name none: whatever they give is not looked at. */
  uint64_t address = 0;
  if (lane->index % WL_LANES < (unsigned)count * WL_MATRIX_ROWS)
    address = v->base + row_at(L, function, r).offset;
  uint32_t held[WL_MATRICES] = {0};
  for (int m = 0; stores && m < count; m++)
    held[m] = (uint32_t)wl_api_integer(L, 3 + m, function, "a fragment", INT32_MIN, UINT32_MAX);
  if (transposed(L, function, stores ? 3 + count : 3)) instruction |= WL_MATRIX_TRANSPOSED;
  struct wl_event *e = wl_event_call(L, lane, WL_STAGE_MATRIX, wl_ref_view(r),
                                     (unsigned)instruction);
  e->address = address;
  e->value = held[0] | (uint64_t)held[1] << 32;
  e->result = held[2] | (uint64_t)held[3] << 32;
  return wl_event_wait(L, lane);
}
