/* What runs all lanes of a warp at once, block by block, where it can. */
#ifndef WL_SCRIPT_MACHINE_ENGINE_H
#define WL_SCRIPT_MACHINE_ENGINE_H

#include "script/machine/vm.h"

struct wl_engine {
  bool (*ready)(const struct wl_simt *m);         /* whether the next block should be tried */
  void (*begin)(struct wl_simt *m);               /* after wl_threads_begin() */
  bool (*run)(struct wl_simt *m, unsigned warp);  /* as wl_warp_run(); false: vm->failed, or it
                                                   * cannot go on */
  void (*give_up)(struct wl_simt *m);             /* takes back what it has done to memory */
};

#endif
