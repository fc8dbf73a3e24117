/* Lanes into warp instructions: 32 logs become one sequence of steps. */
#ifndef WL_SCRIPT_ENGINE_WARP_H
#define WL_SCRIPT_ENGINE_WARP_H

#include "script/engine/lane_group.h"

/* Readies vm->L and the threads for a run of blocks. */
void wl_threads_open(struct wl_vm *vm);

/* Begins a block: all its threads are new. */
void wl_threads_begin(struct wl_vm *vm, uint32_t block);

/* Resumes a thread until it has something to wait for. False and vm->diag. */
bool wl_thread_resume(struct wl_vm *vm, struct wl_lane *lane);

/* Runs a warp until all its threads have returned or wait at a barrier of the
 * block, and sends the steps. False and vm->diag. */
bool wl_warp_run(struct wl_vm *vm, unsigned warp);

/* Runs a block from its first phase to its last. False and vm->diag. */
bool wl_block_run(struct wl_vm *vm, uint32_t block);

#endif
