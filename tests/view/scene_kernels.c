/* Whole kernels, for what caches make of them. */
#include <stdio.h>

#include "core/analysis/flops.h"
#include "scene_make.h"

enum { SIDE = 64, TILE = 16, PRODUCT = 2 * SIDE * SIDE * SIDE /* float operations */ };

static const char vadd_text[] =
  "title \"Vector addition\"\nblock(256)\ngrid(16)\n"
  "local a = global(\"a\", float, 4096)\nlocal b = global(\"b\", float, 4096)\n"
  "local c = global(\"c\", float, 4096)\nfunction kernel()\n"
  "  local i = blockIdx.x * blockDim.x + threadIdx.x\n  c[i] = a[i] + b[i]\nend\n";

static const char rows_text[] =
  "title \"Sums of rows\"\nblock(256)\ngrid(4)\n"
  "local m = global(\"m\", float, 1024, 64)\nlocal sums = global(\"sums\", float, 1024)\n"
  "function kernel()\n  local row, sum = blockIdx.x * blockDim.x + threadIdx.x, 0\n"
  "  for k = 0, 63 do\n    sum = sum + m[row][k]\n  end\n  sums[row] = sum\nend\n";

static const char thrash_text[] =
  "title \"Sums of pairs of rows\"\nblock(1024)\n"
  "local m = global(\"m\", float, 2048, 32)\n\nlocal sums = global(\"sums\", float, 1024)\n"
  "function kernel()\n  local row, sum = threadIdx.x, 0\n"
  "  for k = 0, 3 do\n    sum = sum + m[row][k] + m[row + 1024][k]\n  end\n"
  "  sums[row] = sum\nend\n";

static const char naive_text[] =
  "title \"Naive matrix product\"\nlocal N = 64\ngrid(N // 16, N // 16)\nblock(16, 16)\n"
  "local a = global(\"a\", float, N, N)\nlocal b = global(\"b\", float, N, N)\n"
  "local c = global(\"c\", float, N, N)\nfunction kernel()\n"
  "  local x, y = blockIdx.x * 16 + threadIdx.x, blockIdx.y * 16 + threadIdx.y\n"
  "  local sum = 0\n  for k = 0, N - 1 do\n    sum = sum + a[y][k] * b[k][x]\n  end\n"
  "  c[y][x] = sum\nend\n";

static const char tiled_text[] =
  "title \"Tiled matrix product\"\nlocal N, T = 64, 16\ngrid(N // T, N // T)\nblock(T, T)\n"
  "local a = global(\"a\", float, N, N)\nlocal b = global(\"b\", float, N, N)\n"
  "local c = global(\"c\", float, N, N)\n"
  "local s = shared(\"s\", float, T, T)\nlocal t = shared(\"t\", float, T, T)\n"
  "function kernel()\n  local tx, ty = threadIdx.x, threadIdx.y\n"
  "  local x, y, sum = blockIdx.x * T + tx, blockIdx.y * T + ty, 0\n"
  "  for m = 0, N - 1, T do\n    s[ty][tx] = a[y][m + tx]\n    t[ty][tx] = b[m + ty][x]\n"
  "    __syncthreads()\n    for k = 0, T - 1 do\n      sum = sum + s[ty][k] * t[k][tx]\n    end\n"
  "    __syncthreads()\n  end\n  c[y][x] = sum\nend\n";

/* Where the steps of a warp go. */
struct warp {
  struct scene s;
  const struct wl_head *h;
  const char *text;
  uint32_t block;
  uint16_t warp, phase;
};

/* An access of thread (x, y) of the block to element [row of it][column of it]. */
static void touch(const struct warp *w, uint16_t array, enum wl_op op, uint32_t line,
                  const char *expression, uint32_t iteration,
                  void (*at)(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]), uint32_t k) {
  struct wl_step step = scene_access(w->h, array, op, scene_place(w->text, line, expression));
  uint32_t wide = w->h->block[0];
  for (unsigned l = 0; l < WL_LANES; l++) {
    uint32_t thread = w->warp * 32u + l, place[2];
    uint32_t bx = w->block % w->h->grid[0] * wide, by = w->block / w->h->grid[0] * w->h->block[1];
    bool shared = w->h->array[array].space == WL_SHARED;
    at((shared ? 0 : bx) + thread % wide, (shared ? 0 : by) + thread / wide, k, place);
    scene_element(&step, w->h, l, place[0], place[1]);
  }
  step.block = w->block;
  step.warp = w->warp;
  step.phase = w->phase;
  step.iteration = iteration;
  scene_add(w->s, &step);
}

static void sync(const struct warp *w, uint32_t line) {
  struct wl_step step = scene_blank();
  step.kind = WL_STEP_BARRIER;
  step.name = WL_NAME_SYNCTHREADS;
  step.place = scene_place(w->text, line, "__syncthreads()");
  step.block = w->block;
  step.warp = w->warp;
  step.phase = w->phase;
  scene_add(w->s, &step);
}

static void at_x(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  (void)y, (void)k;
  place[0] = 0, place[1] = x;
}
static void at_xk(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  (void)y;
  place[0] = x, place[1] = k;
}
static void at_far_xk(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  (void)y;
  place[0] = x + 1024, place[1] = k;
}
static void at_yk(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  (void)x;
  place[0] = y, place[1] = k;
}
static void at_kx(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  (void)y;
  place[0] = k, place[1] = x;
}
static void at_yx(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  (void)k;
  place[0] = y, place[1] = x;
}
static void at_y_tile(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  place[0] = y, place[1] = k + x % TILE;
}
static void at_tile_x(uint32_t x, uint32_t y, uint32_t k, uint32_t place[2]) {
  place[0] = k + y % TILE, place[1] = x;
}

static void vadd_warp(const struct warp *w) {
  touch(w, 0, WL_LOAD, 9, "a[i]", WL_NO_ITERATION, at_x, 0);
  touch(w, 1, WL_LOAD, 9, "b[i]", WL_NO_ITERATION, at_x, 0);
  touch(w, 2, WL_STORE, 9, "c[i]", WL_NO_ITERATION, at_x, 0);
}

static void rows_warp(const struct warp *w) {
  for (uint32_t k = 0; k < 64; k++) touch(w, 0, WL_LOAD, 9, "m[row][k]", k, at_xk, k);
  touch(w, 1, WL_STORE, 11, "sums[row]", WL_NO_ITERATION, at_x, 0);
}

/* Rows of 32 warps, two to a thread: more lines than L1 has. */
static void thrash_warp(const struct warp *w) {
  for (uint32_t k = 0; k < 4; k++) {
    touch(w, 0, WL_LOAD, 9, "m[row][k]", k, at_xk, k);
    touch(w, 0, WL_LOAD, 9, "m[row + 1024][k]", k, at_far_xk, k);
  }
  touch(w, 1, WL_STORE, 11, "sums[row]", WL_NO_ITERATION, at_x, 0);
}

static void naive_warp(const struct warp *w) {
  for (uint32_t k = 0; k < SIDE; k++) {
    touch(w, 0, WL_LOAD, 12, "a[y][k]", k, at_yk, k);
    touch(w, 1, WL_LOAD, 12, "b[k][x]", k, at_kx, k);
  }
  touch(w, 2, WL_STORE, 14, "c[y][x]", WL_NO_ITERATION, at_yx, 0);
}

/* One phase: the tiles are filled, or used. */
static void tiled_warp(const struct warp *w) {
  uint32_t m = w->phase / 2 * TILE;
  if (w->phase % 2 == 0) {
    touch(w, 0, WL_LOAD, 14, "a[y][m + tx]", m / TILE, at_y_tile, m);
    touch(w, 3, WL_STORE, 14, "s[ty][tx]", m / TILE, at_yx, 0);
    touch(w, 1, WL_LOAD, 15, "b[m + ty][x]", m / TILE, at_tile_x, m);
    touch(w, 4, WL_STORE, 15, "t[ty][tx]", m / TILE, at_yx, 0);
    sync(w, 16);
    return;
  }
  for (uint32_t k = 0; k < TILE; k++) {
    touch(w, 3, WL_LOAD, 18, "s[ty][k]", k, at_yk, k);
    touch(w, 4, WL_LOAD, 18, "t[k][tx]", k, at_kx, k);
  }
  sync(w, 20);
}

/* Every warp of every block, phase by phase. */
static struct scene make(const char *name, const char *text, const struct wl_head *h,
                         unsigned phases, void (*steps)(const struct warp *w),
                         struct wl_line_flops flops) {
  struct warp w = {scene_begin(name, text, h), h, text, 0, 0, 0};
  for (; w.block < wl_head_blocks(h); w.block++)
    for (w.phase = 0; w.phase < phases; w.phase++)
      for (w.warp = 0; w.warp < wl_head_warps(h); w.warp++) steps(&w);
  scene_flops(w.s, (uint32_t)flops.line, flops.operations);
  return scene_end(w.s);
}

static void matrices(struct wl_head *h, const char *title, uint16_t arrays) {
  *h = (struct wl_head){.grid = {SIDE / TILE, SIDE / TILE, 1}, .block = {TILE, TILE, 1},
                        .arrays = arrays};
  snprintf(h->title, sizeof h->title, "%s", title);
  static const char *const names[] = {"a", "b", "c"};
  for (unsigned i = 0; i < 3; i++)
    h->array[i] = scene_array(names[i], WL_GLOBAL, scene_float,
                              SCENE_BASE + i * (uint64_t)SIDE * SIDE * 4, SIDE, SIDE);
}

/* The last phase of a tiled warp stores. */
static void tiled_or_store(const struct warp *w) {
  if (w->phase < 2 * SIDE / TILE) tiled_warp(w);
  else touch(w, 2, WL_STORE, 22, "c[y][x]", WL_NO_ITERATION, at_yx, 0);
}

struct scene scene_product(bool tiled) {
  static struct wl_head h;
  if (!tiled) {
    matrices(&h, "Naive matrix product", 3);
    return make("naive.lua", naive_text, &h, 1, naive_warp, (struct wl_line_flops){12, PRODUCT});
  }
  matrices(&h, "Tiled matrix product", 5);
  h.array[3] = scene_array("s", WL_SHARED, scene_float, 0, TILE, TILE);
  h.array[4] = scene_array("t", WL_SHARED, scene_float, 1024, TILE, TILE);
  h.shared_bytes = 2048;
  return make("tiled.lua", tiled_text, &h, 2 * SIDE / TILE + 1, tiled_or_store,
              (struct wl_line_flops){18, PRODUCT});
}

struct scene scene_vadd(void) {
  static struct wl_head h;
  static const char *const names[] = {"a", "b", "c"};
  h = (struct wl_head){.grid = {16, 1, 1}, .block = {256, 1, 1}, .arrays = 3};
  snprintf(h.title, sizeof h.title, "Vector addition");
  for (unsigned i = 0; i < 3; i++)
    h.array[i] = scene_array(names[i], WL_GLOBAL, scene_float, SCENE_BASE + i * 16384u, 1, 4096);
  return make("vadd.lua", vadd_text, &h, 1, vadd_warp, (struct wl_line_flops){9, 4096});
}

struct scene scene_thrash(void) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {1024, 1, 1}, .arrays = 2};
  snprintf(h.title, sizeof h.title, "Sums of pairs of rows");
  h.array[0] = scene_array("m", WL_GLOBAL, scene_float, SCENE_BASE, 2048, 32);
  h.array[1] = scene_array("sums", WL_GLOBAL, scene_float, SCENE_BASE + 262144, 1, 1024);
  return make("thrash.lua", thrash_text, &h, 1, thrash_warp, (struct wl_line_flops){9, 8192});
}

struct scene scene_rows(void) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {4, 1, 1}, .block = {256, 1, 1}, .arrays = 2};
  snprintf(h.title, sizeof h.title, "Sums of rows");
  h.array[0] = scene_array("m", WL_GLOBAL, scene_float, SCENE_BASE, 1024, 64);
  h.array[1] = scene_array("sums", WL_GLOBAL, scene_float, SCENE_BASE + 262144, 1, 1024);
  return make("rows.lua", rows_text, &h, 1, rows_warp, (struct wl_line_flops){9, 65536});
}
