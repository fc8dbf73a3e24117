/* Launches: runs blocks one after the other, phase by phase and warp by warp, and sends their
 * steps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "input/cuda/runtime/launches.h"
#include "input/cuda/runtime/runtime.h"
#include "script/machine/protocol.h"


extern struct { uint32_t x, y, z; } threadIdx, blockIdx, blockDim, gridDim;
extern void (*wl_kernel_call)(void *);
extern void *wl_kernel_argument;

static uint32_t launches;

/* ---- running ---- */

static uint64_t counted[3]; /* of __syncthreads_count() and its like */

static void set_threads(void) {
  uint32_t at[3] = {0};
  for (uint32_t i = 0; i < wl_launch.threads; i++) {
    struct wl_thread *t = &wl_threads[i];
    void **context = t->context;
    char *stack = t->stack;
    *t = (struct wl_thread){
        .context = context, .stack = stack, .state = WL_THREAD_READY, .seen = UINT64_MAX};
    memcpy(t->xyz, at, sizeof at);
    if (++at[0] < wl_launch.extent[0]) continue;
    at[0] = 0;
    if (++at[1] == wl_launch.extent[1]) at[1] = 0, at[2]++;
  }
}

/* The barrier opens: the votes of __syncthreads_count(), _and() and _or() are counted. */
static bool open_barrier(void) {
  bool any = false;
  uint64_t count = 0, present = 0;
  for (uint32_t i = 0; i < wl_launch.threads; i++) {
    struct wl_thread *t = &wl_threads[i];
    if (t->state != WL_THREAD_PARKED) continue;
    any = true;
    present++;
    count += t->value != 0;
  }
  counted[0] = count;
  counted[1] = count == present;
  counted[2] = count > 0;
  for (uint32_t i = 0; i < wl_launch.threads; i++) {
    struct wl_thread *t = &wl_threads[i];
    if (t->state != WL_THREAD_PARKED) continue;
    t->state = WL_THREAD_READY;
    t->result = t->mode < 3 ? counted[t->mode] : 0;
  }
  return any;
}

/* Accesses of the launches that are not shown, which have a limit together. */
static uint64_t others;

/* Whether the accesses of one more block like those before are within the limit. */
static bool has_room(const struct wl_launch_state *l) {
  uint64_t had = l->accesses + (l->shown ? 0 : others);
  return had + (l->largest > 0 ? l->largest : 1) <= wl_setup.accesses;
}

int wl_kernel(uint32_t kernel) {
  const struct wl_cuda_kernel *k = &wl_cuda_kernels[kernel];
  if (wl_now == NULL)
    wl_cuda_fail_line(wl_setup.file, k->line, "the host calls %.60s like a function: launch it, "
                      "%.60s<<<grid, block>>>(...)", k->name, k->name);
  if (wl_launch.told) return wl_recorded;
  wl_launch.kernel = kernel;
  wl_launch_tell();
  if (!wl_launch.listed || !has_room(&wl_launch)) wl_recording_stop(0);
  return wl_recorded;
}

static void run_block(uint32_t block) {
  struct wl_launch_state *l = &wl_launch;
  uint64_t before = l->accesses;
  l->block = block;
  l->phase = 0;
  blockIdx.x = block % l->grid[0];
  blockIdx.y = block / l->grid[0] % l->grid[1];
  blockIdx.z = block / l->grid[0] / l->grid[1];
  if (block == 0) wl_recorded = true;
  else if (!l->stopped && (block == wl_setup.blocks || !has_room(l))) wl_recording_stop(block);
  set_threads();
  wl_path_reset();
  do {
    for (uint32_t w = 0; w < l->warps; w++) wl_cuda_warp_run(w);
    if (++l->phase > UINT16_MAX)
      wl_cuda_fail(WL_LIMIT, 0, "", "a block passes more than %d barriers", UINT16_MAX);
  } while (open_barrier());
  if (l->accesses - before > l->largest) l->largest = l->accesses - before;
  wl_block_done();
  if (block == 0) wl_steps_flush();
}

enum { SHARED_STATIC = 48 << 10, SHARED_MOST = 227 << 10 };
static uint64_t shared_allowed = SHARED_STATIC; /* dynamic; more has to be asked for */

void wl_shared_allow(int bytes) {
  if (bytes > (int)shared_allowed && bytes <= SHARED_MOST) shared_allowed = (uint64_t)bytes;
}

void wl_launch_refuse(const char *name, const char *parameter, const char *why) {
  wl_complain(0, "write a main that launches it", "%.60s is not launched: %.60s %s", name,
              parameter, why);
}

static int complain(const struct wl_launch_state *l, const char *hint, const char *what,
                    uint64_t number) {
  char text[200];
  snprintf(text, sizeof text, what, (unsigned long long)number);
  wl_complain(l->line, hint, "%.60s is not launched, as on a GPU: %s", l->name, text);
  return 9; /* cudaErrorInvalidConfiguration */
}

/* Checks what the hardware would refuse. 0, or the number of an error of the runtime. */
static int refuse(const struct wl_launch_state *l) {
  const uint32_t *grid = l->grid, *block = l->extent;
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
  if (threads > 1024)
    return complain(l, "", "%llu threads a block, and 1024 are the most", threads);
  if (threads == 0) return complain(l, "", "a block has no threads", 0);
  if (blocks == 0) return complain(l, "", "the grid has no blocks", 0);
  if (block[2] > 64) return complain(l, "", "block.z is %llu, and 64 is the most", block[2]);
  if (grid[0] > INT32_MAX) return complain(l, "", "grid.x is %llu, 2147483647 the most", grid[0]);
  if (grid[1] > 65535) return complain(l, "", "grid.y is %llu, and 65535 is the most", grid[1]);
  if (grid[2] > 65535) return complain(l, "", "grid.z is %llu, and 65535 is the most", grid[2]);
  if (l->dynamic > SHARED_MOST)
    return complain(l, "", "%llu bytes of shared memory, and 232448 are the most", l->dynamic);
  if (l->dynamic > shared_allowed)
    return complain(l, "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                       "bytes) allows up to 232448",
                    "%llu bytes of dynamic shared memory, and 49152 are allowed", l->dynamic);
  return 0;
}

void wl_launch_begin(const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic,
                     const char *name, const char *file, uint32_t line) {
  memcpy(wl_launch.grid, grid, sizeof wl_launch.grid);
  memcpy(wl_launch.extent, block, sizeof wl_launch.extent);
  wl_launch.dynamic = dynamic;
  wl_launch.line = strcmp(file, wl_setup.file) == 0 ? line : 0;
  snprintf(wl_launch.name, sizeof wl_launch.name, "%s", name);
  wl_launch_arguments_begin();
}

/* Whether a kernel has this name: one that does nothing is launched, and never called. */
static bool has_kernel(const char *launched) {
  size_t length = strcspn(launched, "<");
  for (uint32_t i = 0; i < wl_cuda_counts.kernels; i++) {
    const char *name = wl_cuda_kernels[i].name;
    if (strcspn(name, "<") == length && memcmp(name, launched, length) == 0) return true;
  }
  return false;
}

int wl_launch_run(void (*call)(void *), void *of) {
  struct wl_launch_state *l = &wl_launch;
  if (wl_now != NULL)
    wl_cuda_fail(WL_SCRIPT, wl_now->site, "launch it from the host",
                 "a kernel launches a kernel, which is not supported");
  int error = refuse(l);
  if (error != 0) return error;
  l->number = ++launches;
  l->kernel = UINT32_MAX;
  l->told = l->stopped = false;
  l->accesses = l->largest = 0;
  wl_near_reset();
  l->threads = l->extent[0] * l->extent[1] * l->extent[2];
  l->warps = (l->threads + WL_LANES - 1) / WL_LANES;
  blockDim.x = l->extent[0], blockDim.y = l->extent[1], blockDim.z = l->extent[2];
  gridDim.x = l->grid[0], gridDim.y = l->grid[1], gridDim.z = l->grid[2];
  wl_kernel_call = call;
  wl_kernel_argument = of;
  wl_threads_make(l->threads);
  uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
  wl_memory_open(true);
  wl_printed_begin();
  for (uint64_t b = 0; b < blocks; b++) run_block((uint32_t)b);
  wl_printed_end();
  wl_memory_open(false);
  others += l->shown ? 0 : l->accesses;
  l->unseen |= !wl_recorded;
  if (l->kernel == UINT32_MAX && l->line > 0 && !has_kernel(l->name))
    wl_cuda_fail_line(wl_setup.file, l->line, "%.60s is launched, and is not __global__", l->name);
  wl_steps_flush();
  wl_flops_send();
  return 0;
}

uint32_t wl_launch_count(void) { return launches; }
