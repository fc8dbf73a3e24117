/* ldmatrix and stmatrix, which the whole warp carries out together. */
#include <stdio.h>
#include <string.h>

#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/machine/call_site.h"
#include "script/machine/errors.h"
#include "script/machine/matrix.h"
#include "script/machine/value.h"
#include "script/process/api_table.h"

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

/* Where lane `lane` finds half `half` of its fragment of a matrix: elements 2 k and
 * 2 k + 1 of row lane / 4, k being lane % 4, or of that column. Source: PTX ISA,
 * ldmatrix, fragments of m8n8.b16. */
static uint8_t *half_of(uint8_t *const row[WL_MATRIX_ROWS], unsigned lane, unsigned half,
                        bool transposed) {
  unsigned major = lane / 4, minor = lane % 4 * 2 + half;
  return transposed ? row[minor] + 2 * major : row[major] + 2 * minor;
}

static void move_matrix(uint8_t *const row[WL_MATRIX_ROWS], unsigned instruction,
                        uint32_t *const fragment[WL_LANES]) {
  bool turned = instruction & WL_MATRIX_TRANSPOSED;
  for (unsigned lane = 0; lane < WL_LANES; lane++)
    for (unsigned half = 0; half < 2; half++) {
      uint8_t *there = half_of(row, lane, half, turned);
      uint8_t *here = (uint8_t *)fragment[lane] + 2 * half; /* little-endian, as the hardware */
      if (instruction & WL_MATRIX_STORES) memcpy(there, here, 2);
      else memcpy(here, there, 2);
    }
}

void wl_matrix_move(struct wl_vm *vm, const struct wl_lane_group *g, unsigned instruction,
                    struct wl_step *s) {
  unsigned count = instruction & WL_MATRIX_COUNT, rows = count * WL_MATRIX_ROWS;
  const struct wl_view *v = &vm->view[wl_site_what(wl_head_event(g->lane)->site)];
  uint8_t *row[WL_LANES];
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    const struct wl_event *e = wl_head_event(&g->lane[lane]);
    uint32_t *held = g->lane[lane].reply_words;
    row[lane] = lane < rows ? v->memory + (e->address - v->base) : NULL;
    for (unsigned m = 0; m < WL_MATRICES; m++)
      held[m] = (uint32_t)((m < 2 ? e->value : e->result) >> m % 2 * 32);
    g->lane[lane].reply = instruction & WL_MATRIX_STORES ? WL_REPLY_NONE : WL_REPLY_WORDS;
    g->lane[lane].reply_bits = count;
    s->access.address[lane] = e->address;
  }
  for (unsigned m = 0; m < count; m++) {
    uint32_t *fragment[WL_LANES];
    for (unsigned lane = 0; lane < WL_LANES; lane++) fragment[lane] = &g->lane[lane].reply_words[m];
    move_matrix(row + m * WL_MATRIX_ROWS, instruction, fragment);
  }
  for (unsigned lane = 0; lane < rows; lane++)
    s->value[lane] = wl_value_bits((enum wl_scalar)s->type.scalar, row[lane]);
}
