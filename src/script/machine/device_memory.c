/* The memory behind the arrays. */
#include "script/machine/device_memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "core/gpu/occupancy.h"

uint64_t wl_memory_granted(const struct wl_run_options *o, enum wl_space space) {
  if (space != WL_GLOBAL && space != WL_TEXTURE) return UINT64_MAX;
  uint64_t most = space == WL_GLOBAL ? WL_GLOBAL_BYTES : WL_TEXTURE_BYTES;
  uint64_t share = most / WL_RUN_MEMORY * o->memory;
  return share < most ? share : most;
}

bool wl_memory_reserve(struct wl_vm *vm) {
  const struct wl_arch *arch = vm->options->arch;
  const size_t sizes[WL_SPACES] = {
    [WL_GLOBAL] = WL_GLOBAL_BYTES, [WL_SHARED] = wl_sm_shared_room(arch->sm),
    [WL_CONSTANT] = arch->max_constant, [WL_LOCAL] = (size_t)WL_MAX_THREADS * arch->max_local,
    [WL_TEXTURE] = WL_TEXTURE_BYTES};
  for (int s = 0; s < WL_SPACES; s++) {
    void *p = mmap(NULL, sizes[s], PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
      vm->failed = true;
      wl_diag_refused(&vm->diag, "no address space for %zu MiB of arrays: %s",
                      sizes[s] >> 20, strerror(errno));
      return wl_diag_hint(&vm->diag, "the system may have a limit of its own (ulimit -v)");
    }
    vm->memory[s] = p;
  }
  return true;
}

void wl_memory_begin(struct wl_vm *vm) {
  enum { SMALL = 1 << 20 }; /* more is faster taken back, as most of it was not touched */
  size_t local = vm->threads * wl_memory_local_bytes(vm);
  memset(vm->memory[WL_SHARED], 0, vm->used[WL_SHARED]);
  if (local <= SMALL || madvise(vm->memory[WL_LOCAL], local, MADV_DONTNEED) != 0)
    memset(vm->memory[WL_LOCAL], 0, local);
}
