#include <stdio.h>

#include "scene_make.h"

/* One of each: one warp, one line for each kind of access. */
static const char zoo_text[] =
  "title \"One of each\"\n"
  "local stride = param(\"stride\", 2, { min = 0, max = 64, help = \"elements between lanes\" })\n"
  "block(32)\n"
  "local a = global(\"a\", float, 65536)\n"
  "local v = global(\"v\", float4, 4096)\n"
  "local s = shared(\"s\", float, 2048)\n"
  "local d = shared(\"d\", double, 1024)\n"
  "local c = constant(\"c\", float, 256)\n"
  "local b = global(\"b\", char, 4096)\n"
  "local m = global(\"m\", float, 1024, 1024)\n"
  "function kernel()\n"
  "  local t = threadIdx.x\n"
  "  local x = a[t * stride]\n"
  "  local y = a[(t * 977 + 13) % 4001]\n"
  "  local z = v[t]\n"
  "  m[t][0] = x\n"
  "  s[t * stride] = x\n"
  "  local q = d[t]\n"
  "  mark(\"now the odd ones: constant, atomics, divergence\")\n"
  "  local k = c[t // 4]\n"
  "  atomicAdd(a, 0, 1)\n"
  "  atomicAdd(s, t // 8, 1)\n"
  "  if t < 12 then a[t + 3] = 0 end\n"
  "  local w = b[t]\n"
  "  x = x + __shfl_xor_sync(0xffffffff, x, 16)\n"
  "  if t < 20 then y = __shfl_down_sync(0xfffff, y, 4) end\n"
  "  local n = __ballot_sync(0xffffffff, x > 10)\n"
  "  x = a[t ~ 1]\n"
  "  x = a[0]\n"
  "end\n";

enum zoo_array { A, V, S, D, C, B, M };

static uint32_t zoo_index(unsigned line, uint32_t t, uint32_t stride) {
  switch (line) {
  case 13: case 17: return t * stride;
  case 14: return (t * 977 + 13) % 4001;
  case 16: return t * 1024;
  case 20: return t / 4;
  case 21: case 29: return 0;
  case 22: return t / 8;
  case 23: return t + 3;
  case 28: return t ^ 1;
  default: return t;
  }
}

/* Its accesses, by line. */
static const struct zoo_access {
  unsigned line;
  enum zoo_array array;
  enum wl_op op;
  uint32_t mask;
  const char *expression;
} zoo_accesses[] = {
  {13, A, WL_LOAD, ~0u, "a[t * stride]"},
  {14, A, WL_LOAD, ~0u, "a[(t * 977 + 13) % 4001]"},
  {15, V, WL_LOAD, ~0u, "v[t]"},
  {16, M, WL_STORE, ~0u, "m[t][0]"},
  {17, S, WL_STORE, ~0u, "s[t * stride]"},
  {18, D, WL_LOAD, ~0u, "d[t]"},
  {20, C, WL_LOAD, ~0u, "c[t // 4]"},
  {21, A, WL_ATOMIC, ~0u, "atomicAdd(a, 0, 1)"},
  {22, S, WL_ATOMIC, ~0u, "atomicAdd(s, t // 8, 1)"},
  {23, A, WL_STORE, 0xfff, "a[t + 3]"},
  {24, B, WL_LOAD, ~0u, "b[t]"},
  {28, A, WL_LOAD, ~0u, "a[t ~ 1]"},
  {29, A, WL_LOAD, ~0u, "a[0]"},
};

static void zoo_access(struct scene s, const struct wl_head *h, const struct zoo_access *z,
                       uint32_t stride) {
  struct wl_step step = scene_access(h, (uint16_t)z->array, z->op,
                                     scene_place(zoo_text, z->line, z->expression));
  step.access.mask = z->mask;
  for (uint32_t t = 0; t < WL_LANES; t++) {
    uint32_t i = zoo_index(z->line, t, stride);
    bool rows = h->array[z->array].dimensions > 1;
    if (z->mask >> t & 1)
      scene_element(&step, h, t, rows ? i / 1024 : 0, i % (rows ? 1024 : 65536));
    if (z->op == WL_ATOMIC) step.result[t] = wl_scalar_from_double(WL_FLOAT, t);
  }
  scene_add(s, &step);
}

/* The accesses of lines `from` to `to`. */
static void zoo_lines(struct scene s, const struct wl_head *h, unsigned from, unsigned to,
                      uint32_t stride) {
  for (size_t i = 0; i < sizeof zoo_accesses / sizeof zoo_accesses[0]; i++)
    if (zoo_accesses[i].line >= from && zoo_accesses[i].line <= to)
      zoo_access(s, h, &zoo_accesses[i], stride);
}

/* How lanes exchange values, and where that is written. */
struct exchange {
  const char *text;
  unsigned line;
  enum wl_shuffle_mode mode;
  int arg, width;
  uint8_t question;
};

static void add_shuffle(struct scene s, struct exchange x, uint32_t mask, const char *expression) {
  struct wl_step step = scene_blank();
  step.kind = WL_STEP_SHUFFLE;
  step.has_values = true;
  step.type = scene_float;
  step.place = scene_place(x.text, x.line, expression);
  step.name = (uint16_t)(WL_NAME_SHFL_SYNC + x.mode);
  step.question = x.question;
  step.shuffle_mode = (uint8_t)x.mode;
  step.shuffle_width = (uint8_t)x.width;
  step.access.mask = mask;
  for (unsigned l = 0; l < WL_LANES; l++) step.value[l] = wl_scalar_from_double(WL_FLOAT, 1.5 * l);
  for (unsigned l = 0; l < WL_LANES; l++) {
    step.source[l] = (uint8_t)wl_shuffle_source(x.mode, (unsigned)x.width, x.arg, l, NULL);
    if (mask >> l & 1 && !(mask >> step.source[l] & 1)) step.undefined |= 1u << l;
    step.result[l] = step.value[step.source[l]];
  }
  scene_add(s, &step);
}

static void zoo_rest(struct scene s, const struct wl_head *h, uint32_t stride) {
  struct wl_step step = scene_blank();
  step.kind = WL_STEP_MARK;
  step.place = scene_place(zoo_text, 19, "mark");
  snprintf(step.text, sizeof step.text, "now the odd ones: constant, atomics, divergence");
  scene_add(s, &step);
  zoo_lines(s, h, 20, 24, stride);
  add_shuffle(s, (struct exchange){zoo_text, 25, WL_SHFL_XOR, 16, 32, 0}, ~0u,
              "__shfl_xor_sync(0xffffffff, x, 16)");
  add_shuffle(s, (struct exchange){zoo_text, 26, WL_SHFL_DOWN, 4, 32, 0}, 0xfffff,
              "__shfl_down_sync(0xfffff, y, 4)");
  step = scene_blank();
  step.kind = WL_STEP_VOTE;
  step.name = WL_NAME_BALLOT_SYNC;
  step.has_values = true;
  step.type = (struct wl_type){WL_UINT, 1};
  step.place = scene_place(zoo_text, 27, "__ballot_sync(0xffffffff, x > 10)");
  for (unsigned l = 0; l < WL_LANES; l++) step.value[l] = l > 6, step.result[l] = 0xffffff80;
  scene_add(s, &step);
  zoo_lines(s, h, 28, 29, stride);
}

struct scene scene_zoo(int stride) {
  static struct wl_head h;
  uint32_t n = (uint32_t)stride;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 7, .params = 1};
  snprintf(h.title, sizeof h.title, "One of each");
  h.array[A] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 65536);
  h.array[V] = scene_array("v", WL_GLOBAL, (struct wl_type){WL_FLOAT, 4}, SCENE_BASE + 0x40000, 1,
                           4096);
  h.array[S] = scene_array("s", WL_SHARED, scene_float, 0, 1, 2048);
  h.array[D] = scene_array("d", WL_SHARED, (struct wl_type){WL_DOUBLE, 1}, 8192, 1, 1024);
  h.array[C] = scene_array("c", WL_CONSTANT, scene_float, 0, 1, 256);
  h.array[B] = scene_array("b", WL_GLOBAL, (struct wl_type){WL_CHAR, 1}, SCENE_BASE + 0x50000, 1,
                           4096);
  h.array[M] = scene_array("m", WL_GLOBAL, scene_float, SCENE_BASE + 0x60000, 1024, 1024);
  for (unsigned i = 0; i < h.arrays; i++) h.array[i].is_volatile = 1; /* else races in old cc */
  h.param[0] = scene_param("stride", stride, 64, "elements between lanes");
  struct scene s = scene_begin("zoo.lua", zoo_text, &h);
  zoo_lines(s, &h, 13, 18, n);
  zoo_rest(s, &h, n);
  return scene_end(s);
}

struct scene scene_exchange(void) {
  static const char text[] = "function kernel()\n"
                             "  x = x + __shfl_xor_sync(0xffffffff, x, 16)\n"
                             "  y = __shfl_sync(0xffffffff, x, 1, 8)\nend\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}};
  snprintf(h.title, sizeof h.title, "Exchange");
  struct wl_question q = {.array = WL_NO_ARRAY, .asked = WL_ASK_RESULT, .lane = 5,
                          .text = "What does lane 5 get?"};
  struct scene s = scene_begin("exchange.lua", text, &h);
  add_shuffle(s, (struct exchange){text, 2, WL_SHFL_XOR, 16, 32, scene_ask(s, &q)}, ~0u,
              "__shfl_xor_sync(0xffffffff, x, 16)");
  add_shuffle(s, (struct exchange){text, 3, WL_SHFL_IDX, 1, 8, 0}, ~0u,
              "__shfl_sync(0xffffffff, x, 1, 8)");
  return scene_end(s);
}
