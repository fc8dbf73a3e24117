/* Watches over what lives outside the kernel: threads must not change it. */
#ifndef WL_SCRIPT_FROZEN_H
#define WL_SCRIPT_FROZEN_H

#include "script/vm.h"

struct wl_frozen;

/* Remembers all variables that the kernel can reach. */
struct wl_frozen *wl_frozen_take(struct wl_vm *vm);

/* Whether they are as they were. If not, false and vm->diag: on a GPU threads
 * have no such variables in common, and here the order of threads would show. */
bool wl_frozen_check(struct wl_vm *vm, const struct wl_frozen *before);

void wl_frozen_destroy(struct wl_frozen *f);

#endif
