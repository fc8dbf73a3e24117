/* Settings of caches that every kernel has: carveout=100, warp_order=oldest. */
#ifndef WL_SCRIPT_LANGUAGE_CACHE_SETTINGS_H
#define WL_SCRIPT_LANGUAGE_CACHE_SETTINGS_H

#include <stdbool.h>

struct wl_vm;

/* Takes those that the user sets into the head, as parameters of the run. One that the script has
 * itself is the script's. False and the diag of the vm where a value is none of them. */
bool wl_cache_settings(struct wl_vm *vm);

#endif
