/* The memory behind the arrays, and what each process touches of it. */
#ifndef WL_SCRIPT_MACHINE_DEVICE_MEMORY_H
#define WL_SCRIPT_MACHINE_DEVICE_MEMORY_H

#include "script/machine/vm.h"

/* Device addresses: deterministic, page-aligned, and far from 0. A driver hands
 * out blocks of a megabyte and more on 2-MB pages. */
#define WL_GLOBAL_BASE UINT64_C(0x10000000)
#define WL_GLOBAL_BYTES (UINT64_C(1) << 30)
#define WL_PAGE_BYTES (UINT64_C(2) << 20)
#define WL_PAGED_BYTES (UINT64_C(1) << 20)
#define WL_TEXTURE_BYTES (UINT64_C(1) << 28)

/* Bytes that the arrays in global memory, or texture memory, may take together: all that there is
 * where WL_RUN_MEMORY is granted, less where that is less. UINT64_MAX: the hardware says. */
uint64_t wl_memory_granted(const struct wl_run_options *o, enum wl_space space);

/* Reserves the address space of all spaces; pages come when touched. They are
 * private: a process that forks off works on a copy. False and vm->diag. */
bool wl_memory_reserve(struct wl_vm *vm);

/* Bytes from one thread's local memory to the next one's. */
static inline uint64_t wl_memory_local_bytes(const struct wl_vm *vm) {
  return (vm->used[WL_LOCAL] + 15) / 16 * 16;
}

/* Sets to 0 what a block finds in its shared and its threads' local memory. */
void wl_memory_begin(struct wl_vm *vm);

#endif
