/* Runs a block: one phase between barriers after the other, warp by warp. */
#include <stdio.h>
#include <time.h>

#include "script/engine/warp.h"
#include "script/machine/errors.h"
#include "script/machine/vm.h"

/* Steps count the phases of a block in 16 bits. */
static bool begin_phase(struct wl_vm *vm, uint32_t barrier) {
  if (vm->phase < UINT16_MAX) {
    vm->phase++;
    return true;
  }
  wl_error_at(vm, barrier, NULL, "look for a loop that never ends",
              "a block passes more than %u barriers", UINT16_MAX);
  vm->diag.status = WL_LIMIT;
  return false;
}

/* Threads that wait at a barrier. */
static unsigned at_barrier(const struct wl_vm *vm, uint32_t barrier) {
  unsigned count = 0;
  for (uint32_t i = 0; i < vm->threads; i++)
    count += vm->lane[i].state == WL_LANE_PARKED && vm->lane[i].barrier == barrier;
  return count;
}

/* All threads that have not returned must wait at one and the same barrier. */
static bool check_barrier(struct wl_vm *vm) {
  const struct wl_lane *first = NULL;
  for (uint32_t i = 0; i < vm->threads; i++) {
    const struct wl_lane *lane = &vm->lane[i];
    if (lane->state != WL_LANE_PARKED) continue;
    if (first == NULL) first = lane;
    if (lane->barrier == first->barrier) continue;
    struct wl_source_span p = wl_source_span_find(vm->source, first->barrier, WL_SOURCE_SPAN_CALL);
    return wl_error_at(vm, lane->barrier, lane,
                       "every thread of a block must come to the same __syncthreads()",
                       "divergent barrier: %u threads wait here, %u at line %u, column %u, as "
                       "lane %u of warp %u", at_barrier(vm, lane->barrier),
                       at_barrier(vm, first->barrier), p.line, p.column, first->index % WL_LANES,
                       first->index / WL_LANES);
  }
  return true;
}

/* Lets the threads that wait at a barrier go on, which is at token *barrier.
 * False: there are none. */
static bool release(struct wl_vm *vm, uint32_t *barrier) {
  bool released = false;
  for (uint32_t i = 0; i < vm->threads; i++) {
    if (vm->lane[i].state != WL_LANE_PARKED) continue;
    vm->lane[i].state = WL_LANE_READY;
    *barrier = vm->lane[i].barrier;
    released = true;
  }
  return released;
}

/* All phases; `at_once`: all lanes of a warp together. */
static bool run_phases(struct wl_vm *vm, bool at_once) {
  unsigned warps = wl_head_warps(&vm->head);
  for (;;) {
    uint32_t barrier = 0;
    for (unsigned w = 0; w < warps; w++)
      if (!(at_once ? vm->engine->run(vm->simt, w) : wl_warp_run(vm, w))) return false;
    if (!check_barrier(vm)) return false;
    if (!release(vm, &barrier)) return true;
    if (!begin_phase(vm, barrier)) return false;
  }
}

/* A progress line says whether the limit of time will be met. */
static void note_time(volatile struct wl_progress_beacon *b) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  __atomic_store_n(&b->used, (uint32_t)(t.tv_sec * 1000 + t.tv_nsec / 1000000), __ATOMIC_RELAXED);
}

bool wl_block_run(struct wl_vm *vm, uint32_t block) {
  uint64_t accesses = vm->accesses;
  vm->before += vm->sent;
  vm->sent = 0;
  for (bool at_once = vm->engine != NULL && vm->engine->ready(vm->simt);; at_once = false) {
    wl_threads_begin(vm, block);
    vm->made = 0;
    vm->accesses = accesses;
    if (at_once) vm->engine->begin(vm->simt);
    vm->uncounted |= !at_once;
    if (run_phases(vm, at_once)) {
      vm->beacon->at_once += at_once;
      note_time(vm->beacon);
      return true;
    }
    if (!at_once || vm->failed) return false;
    vm->engine->give_up(vm->simt);
  }
}
