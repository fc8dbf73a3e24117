#include <stdio.h>

#include "scene_make.h"

/* One of each kind of memory, with good and bad ways to use it. */
static const char spaces_text[] =
  "title \"Every kind of memory\"\n"
  "local own   = localmem(\"own\", float, 64)\n"
  "local wide  = localmem(\"wide\", double, 16)\n"
  "local image = texture(\"image\", float, 64, 64)\n"
  "local plane = texture(\"plane\", float, 64, 64, \"pitch\")\n"
  "local a     = global(\"a\", float4, 4096)\n"
  "local tile  = shared(\"tile\", float4, 512)\n"
  "local count = shared(\"count\", uint, 64)\n"
  "local c     = constant(\"c\", float, 256)\n"
  "local sum   = global(\"sum\", uint, 64)\n"
  "function kernel()\n"
  "  local t = threadIdx.x\n"
  "  own[5] = t\n"
  "  local x = own[t]\n"
  "  wide[1] = t\n"
  "  x = tex2D(image, t % 8, t // 8)\n"
  "  x = tex2D(image, t, 0)\n"
  "  x = tex2D(image, 0, t)\n"
  "  x = tex2D(plane, 0, t)\n"
  "  copy_async(tile, t, a, t)\n"
  "  copy_async(tile, t * 8, a, t * 16)\n"
  "  ldmatrix(tile, t * 8)\n"
  "  ldmatrix(tile, t)\n"
  "  stmatrix(tile, t * 9)\n"
  "  x = c[t]\n"
  "  atomicAdd(count, 0, 1)\n"
  "  atomicAdd(sum, t % 4, 1)\n"
  "  x = tex2D(image, t * 977 % 64, t * 13 % 64)\n"
  "end\n";

enum spaces_array { OWN, WIDE, IMAGE, PLANE, FROM, TILE, COUNT, TABLE, SUM };

/* Line, array, operation, expression; element = t % mod × step, or with `row` the
 * column, and the row the same; of cp.async `row` is the element of shared memory. */
static const struct spaces_row {
  unsigned line;
  enum spaces_array array;
  enum wl_op op;
  const char *expression;
  uint32_t first, mod, step, row_divide, row_step;
} spaces_rows[] = {
  {13, OWN, WL_STORE, "own[5]", 5, 1, 0, 1, 0},
  {14, OWN, WL_LOAD, "own[t]", 0, 32, 1, 1, 0},
  {15, WIDE, WL_STORE, "wide[1]", 1, 1, 0, 1, 0},
  {16, IMAGE, WL_LOAD, "tex2D(image, t % 8, t // 8)", 0, 8, 1, 8, 1},
  {17, IMAGE, WL_LOAD, "tex2D(image, t, 0)", 0, 32, 1, 1, 0},
  {18, IMAGE, WL_LOAD, "tex2D(image, 0, t)", 0, 1, 0, 1, 1},
  {19, PLANE, WL_LOAD, "tex2D(plane, 0, t)", 0, 1, 0, 1, 1},
  {20, FROM, WL_COPY, "copy_async(tile, t, a, t)", 0, 32, 1, 1, 1},
  {21, FROM, WL_COPY, "copy_async(tile, t * 8, a, t * 16)", 0, 32, 16, 1, 8},
  {22, TILE, WL_MATRIX_LOAD, "ldmatrix(tile, t * 8)", 0, 32, 8, 1, 0},
  {23, TILE, WL_MATRIX_LOAD, "ldmatrix(tile, t)", 0, 32, 1, 1, 0},
  {24, TILE, WL_MATRIX_STORE, "stmatrix(tile, t * 9)", 0, 32, 9, 1, 0},
  {25, TABLE, WL_LOAD, "c[t]", 0, 32, 1, 1, 0},
  {26, COUNT, WL_REDUCE, "atomicAdd(count, 0, 1)", 0, 1, 0, 1, 0},
  {27, SUM, WL_REDUCE, "atomicAdd(sum, t % 4, 1)", 0, 4, 1, 1, 0},
  {28, IMAGE, WL_LOAD, "tex2D(image, t * 977 % 64, t * 13 % 64)", 0, 32, 49, 1, 13},
};

static void spaces_access(struct scene s, const struct wl_head *h, const struct spaces_row *row) {
  struct wl_step step =
    scene_access(h, (uint16_t)row->array, row->op,
                 scene_place(spaces_text, row->line, row->expression));
  bool texture = step.access.space == WL_TEXTURE;
  if (row->array == PLANE) step.access.layout = WL_LAYOUT_PITCH, step.access.pitch = 256;
  for (uint32_t t = 0; t < WL_LANES; t++) {
    uint32_t x = row->first + t % row->mod * row->step, y = t / row->row_divide * row->row_step;
    if (texture) {
      step.access.address[t] = x % 64;
      step.access.second[t] = y % 64;
      step.value[t] = wl_scalar_from_double(WL_FLOAT, x % 64 + y % 64);
      continue;
    }
    scene_element(&step, h, t, 0, x);
    if (row->op == WL_COPY) step.access.second[t] = y * 16;
  }
  scene_add(s, &step);
}

struct scene scene_spaces(void) {
  static struct wl_head h;
  static const struct wl_type uint1 = {WL_UINT, 1}, float4 = {WL_FLOAT, 4};
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 9};
  snprintf(h.title, sizeof h.title, "Every kind of memory");
  h.array[OWN] = scene_array("own", WL_LOCAL, scene_float, 0, 1, 64);
  h.array[WIDE] = scene_array("wide", WL_LOCAL, (struct wl_type){WL_DOUBLE, 1}, 256, 1, 16);
  h.array[IMAGE] = scene_array("image", WL_TEXTURE, scene_float, 0, 64, 64);
  h.array[PLANE] = scene_array("plane", WL_TEXTURE, scene_float, 0, 64, 64);
  h.array[FROM] = scene_array("a", WL_GLOBAL, float4, SCENE_BASE, 1, 4096);
  h.array[TILE] = scene_array("tile", WL_SHARED, float4, 0, 1, 512);
  h.array[COUNT] = scene_array("count", WL_SHARED, uint1, 8192, 1, 64);
  h.array[TABLE] = scene_array("c", WL_CONSTANT, scene_float, 0, 1, 256);
  h.array[SUM] = scene_array("sum", WL_GLOBAL, uint1, SCENE_BASE + 0x20000, 1, 64);
  h.shared_bytes = 8192 + 256;
  struct scene s = scene_begin("spaces.lua", spaces_text, &h);
  for (size_t i = 0; i < sizeof spaces_rows / sizeof spaces_rows[0]; i++)
    spaces_access(s, &h, &spaces_rows[i]);
  return scene_end(s);
}

/* Sixteen lanes with a conflict in bank 0, and sixteen without, one of which asks it, too. */
struct scene scene_halves(void) {
  static const char text[] = "kernel d[t == 1 and 16 or t + t // 16 * 16]\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 1, .shared_bytes = 512};
  snprintf(h.title, sizeof h.title, "Halves of a warp");
  h.array[0] = scene_array("d", WL_SHARED, (struct wl_type){WL_DOUBLE, 1}, 0, 1, 64);
  struct scene s = scene_begin("halves.lua", text, &h);
  struct wl_step step = scene_access(&h, 0, WL_STORE, scene_place(text, 1, "d["));
  for (uint32_t t = 0; t < WL_LANES; t++)
    scene_element(&step, &h, t, 0, t == 1 ? 16 : t + t / 16 * 16);
  scene_add(s, &step);
  return scene_end(s);
}

/* Banks of which one has three words, one has two, and the others one each, or none. */
struct scene scene_uneven(void) {
  static const char text[] = "kernel s[t < 20 and t or t < 22 and (t - 19) * 32 or t + 15]\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 1, .shared_bytes = 512};
  snprintf(h.title, sizeof h.title, "Uneven banks");
  h.array[0] = scene_array("s", WL_SHARED, scene_float, 0, 1, 128);
  struct scene s = scene_begin("uneven.lua", text, &h);
  struct wl_step step = scene_access(&h, 0, WL_LOAD, scene_place(text, 1, "s[t"));
  step.access.mask = 0x7fffff;
  for (uint32_t t = 0; t < 23; t++)
    scene_element(&step, &h, t, 0, t < 20 ? t : t < 22 ? (t - 19) * 32 : t + 15);
  scene_add(s, &step);
  return scene_end(s);
}
