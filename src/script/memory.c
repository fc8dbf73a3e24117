/* The memory behind the arrays. */
#include "script/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "core/sm.h"

bool wl_memory_reserve(struct wl_vm *vm) {
  const struct wl_arch *arch = vm->options->arch;
  const size_t sizes[WL_SPACES] = {
    [WL_GLOBAL] = WL_GLOBAL_BYTES, [WL_SHARED] = arch->sm->block_shared,
    [WL_CONSTANT] = arch->max_constant};
  for (int s = 0; s < WL_SPACES; s++) {
    if (sizes[s] == 0) continue; /* no arrays of their own */
    void *p = mmap(NULL, sizes[s], PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
      vm->failed = true;
      return wl_diag_fail(&vm->diag, WL_LIMIT, "no address space for %zu MiB of arrays: %s",
                          sizes[s] >> 20, strerror(errno));
    }
    vm->memory[s] = p;
  }
  return true;
}
