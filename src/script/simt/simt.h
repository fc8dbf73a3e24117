/* All lanes of a warp at once: executes the bytecode of a kernel with a number per lane in every
 * register. For kernels that it fully understands, it does what warp.c does; otherwise it gives up
 * on the block and undoes it. */
#ifndef WL_SCRIPT_SIMT_SIMT_H
#define WL_SCRIPT_SIMT_SIMT_H

#include "script/machine/vm.h"

struct wl_simt;

/* Reads the kernel on top of the stack of vm->L. NULL: not this kernel. Goes with the process. */
struct wl_simt *wl_simt_create(struct wl_vm *vm);

/* Float operations of all lanes so far, by the token of the script. */
const uint64_t *wl_simt_flops(const struct wl_simt *m);

/* How it runs a block. */
extern const struct wl_engine wl_simt_engine;

#endif
