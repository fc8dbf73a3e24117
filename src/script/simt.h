/* All lanes of a warp at once: carries out what Lua has compiled the kernel to, with
 * a number per lane in every register. Does what warp.c does for the kernels that it
 * knows all about; gives up on a block where it does not, and undoes it. */
#ifndef WL_SCRIPT_SIMT_H
#define WL_SCRIPT_SIMT_H

#include "script/vm.h"

struct wl_simt;

/* Reads the kernel on top of the stack of vm->L. NULL: not this kernel. Goes with the process. */
struct wl_simt *wl_simt_create(struct wl_vm *vm);

/* Whether the next block should be tried. */
bool wl_simt_ready(const struct wl_simt *m);

/* Begins a block; after wl_threads_begin(). */
void wl_simt_begin(struct wl_simt *m);

/* As wl_warp_run(). False: vm->failed, or it cannot go on. */
bool wl_simt_run(struct wl_simt *m, unsigned warp);

/* Takes back what the block has done to memory, as it cannot go on. */
void wl_simt_give_up(struct wl_simt *m);

#endif
