#include "run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char script[] = "title \"Transpose\"\n"
                             "local pad = param(\"pad\", 1)\n"
                             "\n"
                             "function kernel()\n"
                             "  tile[threadIdx.y][threadIdx.x] = input[y][x]\n"
                             "  __syncthreads()\n"
                             "  output[y][x] = tile[threadIdx.x][threadIdx.y]\n"
                             "  sum = sum + __shfl_xor_sync(-1, sum, 1)\n"
                             "  atomicAdd(total, 0, sum + table[blockIdx.x])\n"
                             "end\n";

static const struct wl_array arrays[] = {
  {.name = "input", .space = WL_GLOBAL, .dimensions = 2, .type = {WL_FLOAT, 1},
   .extent = {64, 64, 1}, .element_bytes = 4, .base = 0x10000, .bytes = 16384},
  {.name = "output", .space = WL_GLOBAL, .dimensions = 2, .type = {WL_FLOAT, 1},
   .extent = {64, 64, 1}, .element_bytes = 4, .base = 0x20000, .bytes = 16384},
  {.name = "tile", .space = WL_SHARED, .dimensions = 2, .type = {WL_FLOAT, 1},
   .extent = {32, 32, 1}, .element_bytes = 4, .base = 0, .bytes = 4096},
  {.name = "total", .space = WL_GLOBAL, .dimensions = 1, .type = {WL_INT, 1},
   .extent = {1, 1, 1}, .element_bytes = 4, .base = 0x30000, .bytes = 4},
  {.name = "table", .space = WL_CONSTANT, .dimensions = 1, .type = {WL_INT, 1},
   .extent = {64, 1, 1}, .element_bytes = 4, .base = 0, .bytes = 256},
};

static void set_head(struct wl_trace *trace, bool hostile) {
  static struct wl_head head;
  head = (struct wl_head){.title = "Transpose", .grid = {2, 2, 1}, .block = {32, 32, 1},
                          .arrays = 5, .params = 1};
  memcpy(head.array, arrays, sizeof arrays);
  head.param[0] = (struct wl_param){.name = "pad", .value = "0", .initial = "1",
                                    .help = "extra columns of the tile"};
  if (hostile) {
    strcpy(head.title, "\x1b[2J\u202e\xff\"]]>");
    strcpy(head.array[0].name, "in\xffput\n");
    strcpy(head.param[0].name, "p\x9b");
    strcpy(head.param[0].value, "\"\\\x01");
  }
  assert_true(wl_head_valid(&head));
  wl_trace_set_head(trace, &head);
}

static void add(struct run *run, const struct wl_step *step) {
  uint8_t packed[WL_STEP_MAX];
  assert_true(wl_trace_add(run->trace, 0, step->block, packed, wl_step_pack(step, packed)));
  assert_true(wl_analysis_add(run->analysis, 0, step));
}

/* An access of lane i to base + i × stride bytes. */
static void add_access(struct run *run, struct wl_step step, uint16_t array, enum wl_op op,
                       uint32_t line, uint64_t offset, uint64_t stride) {
  step.kind = WL_STEP_ACCESS;
  step.array = array;
  step.type = arrays[array].type;
  step.place = (struct wl_source_span){line, 3, 40};
  step.access.space = arrays[array].space;
  step.access.op = (uint8_t)op;
  step.access.width = 4;
  for (unsigned i = 0; i < WL_LANES; i++)
    step.access.address[i] = arrays[array].base + offset + i * stride;
  assert_true(wl_access_check(wl_analysis_arch(run->analysis), &step.access, NULL));
  add(run, &step);
}

static void add_other(struct run *run, struct wl_step step, enum wl_step_kind kind,
                      enum wl_step_name name, uint32_t line) {
  step.kind = (uint8_t)kind;
  step.name = kind == WL_STEP_MARK ? 0 : (uint16_t)name;
  step.place = (struct wl_source_span){line, 3, 20};
  step.type = (struct wl_type){WL_FLOAT, 1};
  step.shuffle_width = 32;
  step.shuffle_mode = WL_SHFL_XOR;
  for (unsigned i = 0; i < WL_LANES; i++) step.source[i] = (uint8_t)(i ^ 1);
  strcpy(step.text, "half way");
  add(run, &step);
}

static void add_warp(struct run *run, uint32_t block, uint16_t warp) {
  struct wl_step step = {.array = WL_NO_ARRAY, .warp = warp, .block = block, .live = UINT32_MAX,
                         .iteration = WL_NO_ITERATION, .access.mask = UINT32_MAX};
  uint64_t x = block % 2 * 32, y = block / 2 * 32 + warp;
  add_access(run, step, 0, WL_LOAD, 5, (y * 64 + x) * 4, 4);
  add_access(run, step, 2, WL_STORE, 5, warp * 128ull, 4);
  add_other(run, step, WL_STEP_BARRIER, WL_NAME_SYNCTHREADS, 6);
  step.phase = 1;
  add_access(run, step, 2, WL_LOAD, 7, warp * 4ull, 128);
  add_access(run, step, 1, WL_STORE, 7, (y * 64 + x) * 4, 4);
  step.iteration = 3;
  add_other(run, step, WL_STEP_SHUFFLE, WL_NAME_SHFL_XOR_SYNC, 8);
  step.access.mask = 1;
  add_access(run, step, 4, WL_LOAD, 9, 0, 0);
  add_access(run, step, 3, WL_REDUCE, 9, 0, 0);
  add_access(run, step, 2, warp % 2 ? WL_ATOMIC : WL_REDUCE, 9, 0, 0);
  if (warp == 31) add_other(run, step, WL_STEP_VOTE, WL_NAME_ANY_SYNC, 9);
  if (warp == 31) add_other(run, step, WL_STEP_MARK, 0, 9);
}

struct run make_run(bool hostile) {
  const char *name = hostile ? "a\nb\xff.lua" : "transpose.lua";
  struct run run = {wl_trace_create(1, 100000),
                    wl_analysis_create(wl_target_make(wl_arch_default(), NULL), 1, 100000)};
  char *text = strdup(script);
  if (hostile) memcpy(strstr(text, "input"), "\x1b\xe2\x80\xae\xff", 5);
  assert_true(wl_trace_set_source(run.trace, name, text, strlen(text)));
  free(text);
  set_head(run.trace, hostile);
  for (uint32_t block = 0; block < 4; block++)
    for (uint16_t warp = 0; warp < 32; warp++) add_warp(&run, block, warp);
  wl_trace_close(run.trace, 0);
  wl_analysis_close(run.analysis, 0);
  return run;
}

void drop_run(struct run *run) {
  wl_trace_destroy(run->trace);
  wl_analysis_destroy(run->analysis);
}
