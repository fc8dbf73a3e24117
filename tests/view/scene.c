#include "scene_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/flops.h"
#include "core/cache/caches.h"
#include "script/syntax/redact.h"

enum { KEEP = 1 << 21 };

static void check(bool good, const char *what) {
  if (good) return;
  fprintf(stderr, "scene: %s\n", what);
  abort();
}

struct scene scene_begin(const char *name, const char *text, const struct wl_head *head) {
  struct scene s = {wl_trace_create(1, KEEP), NULL};
  s.analysis = wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 1, KEEP);
  check(s.trace && s.analysis, "out of memory");
  check(wl_trace_set_source(s.trace, name, text, strlen(text)), "out of memory");
  check(wl_redact(s.trace), "out of memory");
  check(wl_head_valid(head), "bad head");
  wl_trace_set_head(s.trace, head);
  struct wl_caches *caches = wl_caches_create(wl_target_make(wl_arch_default(), NULL));
  check(caches && wl_caches_begin(caches, head, 1), "out of memory");
  wl_analysis_take_caches(s.analysis, caches);
  return s;
}

uint8_t scene_ask(struct scene s, const struct wl_question *q) {
  static struct wl_lesson_data l;
  l = *wl_trace_lesson(s.trace);
  l.stop[l.stops++] = (struct wl_lesson_stop){.asks = 1, .question = *q};
  check(wl_trace_set_lesson(s.trace, &l), "out of memory");
  return (uint8_t)l.stops;
}

void scene_add(struct scene s, const struct wl_step *step) {
  uint8_t packed[WL_STEP_MAX];
  struct wl_diag d;
  if (step->kind == WL_STEP_ACCESS && !wl_access_check(wl_arch_default(), &step->access, &d))
    check(false, d.what);
  check(wl_trace_add(s.trace, 0, step->block, packed, wl_step_pack(step, packed)), "out of memory");
  check(wl_analysis_add(s.analysis, 0, step), "out of memory");
  check(wl_caches_add(wl_analysis_caches(s.analysis), 0, step), "out of memory");
  struct wl_hazards *hazards = wl_analysis_hazards(s.analysis);
  check(hazards == NULL || wl_hazards_add(hazards, 0, step), "out of memory");
}

void scene_flops(struct scene s, uint32_t line, uint64_t operations) {
  struct wl_flops *f = wl_analysis_flops(s.analysis);
  check(wl_flops_add(f, 0, &(struct wl_line_flops){line, operations}), "out of memory");
  wl_flops_close(f, 0);
}

struct scene scene_end(struct scene s) {
  wl_trace_close(s.trace, 0);
  wl_analysis_close(s.analysis, 0);
  wl_caches_close(wl_analysis_caches(s.analysis), 0);
  check(wl_caches_end(wl_analysis_caches(s.analysis)), "out of memory");
  if (wl_analysis_hazards(s.analysis) != NULL) wl_hazards_close(wl_analysis_hazards(s.analysis), 0);
  return s;
}

void scene_cache(struct wl_analysis *a, const struct wl_trace *t) {
  static struct wl_step step;
  struct wl_caches *caches = wl_caches_create(wl_target_make(wl_analysis_arch(a), NULL));
  check(caches && wl_caches_begin(caches, wl_trace_head(t), 1), "out of memory");
  for (size_t i = 0; wl_trace_get(t, i, &step); i++)
    check(wl_caches_add(caches, 0, &step), "out of memory");
  wl_caches_close(caches, 0);
  check(wl_caches_end(caches), "out of memory");
  wl_analysis_take_caches(a, caches);
}

void scene_destroy(struct scene s) {
  wl_trace_destroy(s.trace);
  wl_analysis_destroy(s.analysis);
}

struct wl_array scene_array(const char *name, enum wl_space space, struct wl_type type,
                            uint64_t base, uint32_t rows, uint32_t columns) {
  struct wl_array a = {.space = (uint8_t)space, .dimensions = rows > 1 ? 2 : 1, .type = type};
  uint32_t bytes = wl_type_bytes(type);
  snprintf(a.name, sizeof a.name, "%s", name);
  a.extent[0] = rows > 1 ? rows : columns;
  a.extent[1] = rows > 1 ? columns : 1;
  a.extent[2] = 1;
  a.element_bytes = bytes;
  a.base = base;
  a.bytes = (uint64_t)rows * columns * bytes;
  return a;
}

struct wl_param scene_param(const char *name, int value, double max, const char *help) {
  struct wl_param p = {.kind = WL_PARAM_INTEGER, .max = max, .step = 1};
  snprintf(p.name, sizeof p.name, "%s", name);
  snprintf(p.value, sizeof p.value, "%d", value);
  snprintf(p.initial, sizeof p.initial, "0");
  snprintf(p.help, sizeof p.help, "%s", help);
  return p;
}

struct wl_source_span scene_place(const char *text, uint32_t line, const char *expression) {
  for (uint32_t i = 1; i < line; i++) text = strchr(text, '\n') + 1;
  const char *at = strstr(text, expression);
  check(at && at < strchr(text, '\n'), expression);
  uint16_t column = (uint16_t)(at - text + 1);
  return (struct wl_source_span){line, column, (uint16_t)(column + strlen(expression))};
}

struct wl_step scene_blank(void) {
  struct wl_step s = {.array = WL_NO_ARRAY, .iteration = WL_NO_ITERATION, .live = 0xffffffff};
  s.access.mask = 0xffffffff;
  return s;
}

struct wl_step scene_access(const struct wl_head *h, uint16_t index, enum wl_op op,
                                struct wl_source_span at) {
  struct wl_step s = scene_blank();
  s.kind = WL_STEP_ACCESS;
  s.type = h->array[index].type;
  s.array = index;
  s.place = at;
  s.has_values = true;
  s.access.space = h->array[index].space;
  s.access.op = (uint8_t)op;
  s.access.width = (uint8_t)h->array[index].element_bytes;
  return s;
}

void scene_element(struct wl_step *s, const struct wl_head *h, unsigned lane, uint32_t y,
                    uint32_t x) {
  const struct wl_array *a = &h->array[s->array];
  uint32_t columns = a->dimensions > 1 ? a->extent[1] : a->extent[0];
  uint32_t i = y * columns + x;
  s->access.address[lane] = a->base + (uint64_t)i * a->element_bytes;
  s->value[lane] = wl_scalar_from_double((enum wl_scalar)s->type.scalar, i % 1000);
}

const struct wl_type scene_float = {WL_FLOAT, 1};

static const char transpose_text[] =
  "title \"Matrix transpose through shared memory\"\n"
  "local pad = param(\"pad\", 0, { min = 0, max = 8, help = \"extra columns of the tile\" })\n"
  "\n"
  "local N = 1024\n"
  "grid(N // 32, N // 32)\n"
  "block(32, 8)\n"
  "\n"
  "local input  = global(\"input\",  float, N, N)\n"
  "local output = global(\"output\", float, N, N)\n"
  "local tile   = shared(\"tile\",   float, 32, 32 + pad)\n"
  "\n"
  "function kernel()\n"
  "  local x, y = blockIdx.x * 32 + threadIdx.x, blockIdx.y * 32 + threadIdx.y\n"
  "  for j = 0, 31, 8 do\n"
  "    tile[threadIdx.y + j][threadIdx.x] = input[y + j][x]\n"
  "  end\n"
  "  __syncthreads()\n"
  "  x, y = blockIdx.y * 32 + threadIdx.x, blockIdx.x * 32 + threadIdx.y\n"
  "  for j = 0, 31, 8 do\n"
  "    output[y + j][x] = tile[threadIdx.x][threadIdx.y + j]\n"
  "  end\n"
  "end\n";

static struct wl_step transpose_access(const struct wl_head *h, uint16_t index, enum wl_op op,
                                       uint32_t line, const char *expression) {
  return scene_access(h, index, op, scene_place(transpose_text, line, expression));
}

/* One block of the transpose: block (block % 32, block / 32), eight warps. */
static void transpose_block(struct scene s, const struct wl_head *h, uint32_t block) {
  uint32_t bx = block % 32 * 32, by = block / 32 * 32;
  struct wl_step load = transpose_access(h, 0, WL_LOAD, 15, "input[y + j][x]");
  struct wl_step put =
    transpose_access(h, 2, WL_STORE, 15, "tile[threadIdx.y + j][threadIdx.x]");
  struct wl_step get =
    transpose_access(h, 2, WL_LOAD, 20, "tile[threadIdx.x][threadIdx.y + j]");
  struct wl_step store = transpose_access(h, 1, WL_STORE, 20, "output[y + j][x]");
  struct wl_step sync = scene_blank();
  sync.kind = WL_STEP_BARRIER;
  sync.name = WL_NAME_SYNCTHREADS;
  sync.place = scene_place(transpose_text, 17, "__syncthreads()");
  for (int phase = 0; phase < 2; phase++)
    for (uint16_t warp = 0; warp < 8; warp++) {
      for (uint32_t j = 0; j < 32; j += 8) {
        struct wl_step *pair[2] = {phase ? &get : &load, phase ? &store : &put};
        for (unsigned l = 0; l < WL_LANES; l++) {
          scene_element(&load, h, l, by + warp + j, bx + l);
          scene_element(&put, h, l, warp + j, l);
          scene_element(&get, h, l, l, warp + j);
          scene_element(&store, h, l, bx + warp + j, by + l);
        }
        for (int i = 0; i < 2; i++) {
          pair[i]->block = block;
          pair[i]->warp = warp;
          pair[i]->phase = (uint16_t)phase;
          pair[i]->iteration = j / 8;
          scene_add(s, pair[i]);
        }
      }
      sync.block = block;
      sync.warp = warp;
      if (!phase) scene_add(s, &sync);
    }
}

static struct scene transpose(int pad, unsigned blocks) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {32, 32, 1}, .block = {32, 8, 1}, .arrays = 3, .params = 1};
  snprintf(h.title, sizeof h.title, "Matrix transpose through shared memory");
  h.array[0] = scene_array("input", WL_GLOBAL, scene_float, SCENE_BASE, 1024, 1024);
  h.array[1] = scene_array("output", WL_GLOBAL, scene_float, SCENE_BASE + (4u << 20), 1024, 1024);
  h.array[2] = scene_array("tile", WL_SHARED, scene_float, 0, 32, 32 + (uint32_t)pad);
  h.shared_bytes = (uint32_t)h.array[2].bytes;
  h.param[0] = scene_param("pad", pad, 8, "extra columns of the tile");
  struct scene s = scene_begin("patterns/transpose.lua", transpose_text, &h);
  for (uint32_t b = 0; b < blocks; b++) transpose_block(s, &h, b);
  return scene_end(s);
}

/* What is asked about strides: a number to type, and a choice, which was counted as well. */
static uint8_t ask_stride(struct scene s, uint16_t array, int stride) {
  static const char *const choices[] = {"1", "2", "32"};
  struct wl_question q = {.array = array, .asked = array ? WL_WAVEFRONTS : WL_SECTORS};
  snprintf(q.text, sizeof q.text, array ? "How many wavefronts does this load need?"
                                        : "How many sectors does the load move?");
  if (!array) return scene_ask(s, &q);
  q.choices = 3;
  for (int i = 0; i < 3; i++) snprintf(q.choice[i], sizeof q.choice[i], "%s", choices[i]);
  snprintf(q.because, sizeof q.because, "as many as words of bank 0");
  snprintf(q.chip, sizeof q.chip, "H200");
  q.figure = WL_WAVEFRONTS;
  q.counted = (uint32_t)stride; /* of a power of two */
  return scene_ask(s, &q);
}

/* A load and a store at a stride: what every generation can do. */
static struct scene strided(int stride, bool asks) {
  static const char text[] = "kernel a[t * stride], s[t * stride]\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}, .arrays = 2, .params = 1};
  h.shared_bytes = 8192;
  snprintf(h.title, sizeof h.title, "A stride");
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 65536);
  h.array[1] = scene_array("s", WL_SHARED, scene_float, 0, 1, 2048);
  h.param[0] = scene_param("stride", stride, 64, "elements between lanes");
  struct scene s = scene_begin("stride.lua", text, &h);
  for (uint16_t i = 0; i < 2; i++) {
    struct wl_step step = scene_access(&h, i, i ? WL_STORE : WL_LOAD,
                                    scene_place(text, 1, i ? "s[t * stride]" : "a[t * stride]"));
    for (uint32_t t = 0; t < WL_LANES; t++) scene_element(&step, &h, t, 0, t * (uint32_t)stride);
    if (asks) step.question = ask_stride(s, i, stride);
    scene_add(s, &step);
  }
  return scene_end(s);
}

/* Two warps write and read an array of shared memory, with no barrier between. */
static struct scene race(void) {
  static const char text[] = "block(64)\nfunction kernel() local t = threadIdx.x\n"
                             "  s[t] = t\n  local v = s[63 - t]\nend\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {64, 1, 1}, .arrays = 1};
  snprintf(h.title, sizeof h.title, "A race");
  h.array[0] = scene_array("s", WL_SHARED, scene_float, 0, 1, 64);
  h.array[0].place = (struct wl_source_span){1, 1, 2};
  h.shared_bytes = 256;
  struct scene s = scene_begin("race.lua", text, &h);
  check(wl_analysis_watch(s.analysis, &h, 1), "out of memory");
  for (uint16_t warp = 0; warp < 2; warp++) {
    struct wl_step put = scene_access(&h, 0, WL_STORE, scene_place(text, 3, "s[t] = t"));
    struct wl_step get = scene_access(&h, 0, WL_LOAD, scene_place(text, 4, "s[63 - t]"));
    put.warp = get.warp = warp;
    for (unsigned l = 0; l < WL_LANES; l++) {
      scene_element(&put, &h, l, 0, warp * 32 + l);
      scene_element(&get, &h, l, 0, 63 - warp * 32 - l);
    }
    scene_add(s, &put);
    scene_add(s, &get);
  }
  return scene_end(s);
}

/* Lanes that go into a branch and come back, in a block of one and a half warps. */
static struct scene branch(void) {
  static const char text[] = "block(48)\nfunction kernel() local t = threadIdx.x\n"
                             "  a[t] = t\n  if t % 4 == 0 then a[t] = 0 end\n"
                             "  for i = 0, t // 16 do a[t + 64 * i] = i end\n"
                             "  if t < 16 then return end\n  a[t] = 1\nend\n";
  static const struct {
    unsigned line;
    const char *code;
    uint32_t mask, live, iteration;
  } rows[] = {
    {3, "a[t] = t", 0xffffffff, 0xffffffff, WL_NO_ITERATION},
    {4, "a[t] = 0", 0x11111111, 0xffffffff, WL_NO_ITERATION},
    {5, "a[t + 64 * i] = i", 0xffffffff, 0xffffffff, 0},
    {5, "a[t + 64 * i] = i", 0xffff0000, 0xffffffff, 1},
    {7, "a[t] = 1", 0xffff0000, 0xffff0000, WL_NO_ITERATION},
    {3, "a[t] = t", 0xffff, 0xffff, WL_NO_ITERATION},
    {4, "a[t] = 0", 0x1111, 0xffff, WL_NO_ITERATION},
    {5, "a[t + 64 * i] = i", 0xffff, 0xffff, 0},
  };
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {48, 1, 1}, .arrays = 1};
  snprintf(h.title, sizeof h.title, "Branches");
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, 0, 1, 256);
  h.array[0].place = (struct wl_source_span){1, 1, 2};
  struct scene s = scene_begin("branch.lua", text, &h);
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct wl_source_span place = scene_place(text, rows[i].line, rows[i].code);
    struct wl_step step = scene_access(&h, 0, WL_STORE, place);
    step.warp = i >= 5;
    step.live = rows[i].live;
    step.access.mask = rows[i].mask;
    step.iteration = rows[i].iteration;
    for (unsigned l = 0; l < WL_LANES; l++)
      if (rows[i].mask >> l & 1) scene_element(&step, &h, l, 0, step.warp * 32u + l);
    scene_add(s, &step);
  }
  return scene_end(s);
}

static struct scene nothing(void) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {1, 1, 1}, .block = {32, 1, 1}};
  snprintf(h.title, sizeof h.title, "Nothing yet");
  return scene_end(scene_begin("nothing.lua", "function kernel() end\n", &h));
}

/* Before the first step has come; with a value it has declared its grid. */
static struct scene begun(int value) {
  static const char text[] = "title \"Has begun\"\nblock(32)\nlocal a = global(\"a\", float, 32)\n"
                             "function kernels() end\n\nfunction kernel()\n"
                             "  ::here::\n  a[threadIdx.x] = 1\nend\n"
                             "at(\"here\", { title = \"here\", notes = \"for the lecturer\",\n"
                             "  ask = { figure = \"sectors\", because = \"of the stride\" } })\n";
  static struct wl_head h;
  h = (struct wl_head){.grid = {4096, 1, 1}, .block = {32, 1, 1}};
  snprintf(h.title, sizeof h.title, "Has begun");
  struct scene s = {wl_trace_create(1, KEEP), NULL};
  check(s.trace && wl_trace_set_source(s.trace, "begun.lua", text, strlen(text)), "out of memory");
  check(wl_redact(s.trace), "out of memory");
  if (value) wl_trace_set_head(s.trace, &h);
  return s;
}

struct scene scene_create(const char *name, int value) {
  if (strcmp(name, "begun") == 0) return begun(value);
  if (strcmp(name, "transpose") == 0) return transpose(value, 4);
  if (strcmp(name, "zoo") == 0) return scene_zoo(value);
  if (strcmp(name, "exchange") == 0) return scene_exchange();
  if (strcmp(name, "stride") == 0) return strided(value, false);
  if (strcmp(name, "ask") == 0) return strided(value, true);
  if (strcmp(name, "spaces") == 0) return scene_spaces();
  if (strcmp(name, "halves") == 0) return scene_halves();
  if (strcmp(name, "uneven") == 0) return scene_uneven();
  if (strcmp(name, "race") == 0) return race();
  if (strcmp(name, "product") == 0) return scene_product(value);
  if (strcmp(name, "vadd") == 0) return scene_vadd();
  if (strcmp(name, "rows") == 0) return scene_rows();
  if (strcmp(name, "thrash") == 0) return scene_thrash();
  if (strcmp(name, "branch") == 0) return branch();
  check(strcmp(name, "nothing") == 0, name);
  return nothing();
}

struct scene scene_long(size_t steps, bool one_block) {
  static struct wl_head h;
  h = (struct wl_head){.grid = {1 << 20, 1, 1}, .block = {256, 1, 1}, .arrays = 1};
  h.array[0] = scene_array("a", WL_GLOBAL, scene_float, SCENE_BASE, 1, 1 << 20);
  struct scene s = scene_begin("long.lua", "a[i * stride]\n", &h);
  struct wl_step step = scene_access(&h, 0, WL_LOAD, (struct wl_source_span){1, 1, 14});
  for (size_t i = 0; i < steps; i++) {
    step.block = one_block ? 0 : (uint32_t)(i / 64);
    step.warp = (uint16_t)(i / 8 % 8);
    for (unsigned l = 0; l < WL_LANES; l++) scene_element(&step, &h, l, 0, l * (uint32_t)(i % 33));
    scene_add(s, &step);
  }
  return scene_end(s);
}
