/* The final values of arrays. Workers run side by side on copies: if no two of them wrote the same
 * word (wl_touched_overlap), their writes are merged. Otherwise one process runs all blocks, and
 * its memory counts. */
#include "script/results/final_arrays.h"

#include <string.h>
#include <sys/mman.h>

#include "script/machine/device_memory.h"

enum { CONSTANT_BYTES = 1 << 16, PAGE = 4096 };
static const size_t room = WL_GLOBAL_BYTES + CONSTANT_BYTES;

uint8_t *wl_values_create(void) {
  void *p = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void wl_values_destroy(uint8_t *values) {
  if (values != NULL) munmap(values, room);
}

uint8_t *wl_values_of(uint8_t *values, const struct wl_array *a) {
  if (a->space == WL_GLOBAL) return values + (a->base - WL_GLOBAL_BASE);
  return a->space == WL_CONSTANT ? values + WL_GLOBAL_BYTES + a->base : NULL;
}

void wl_values_fill(struct wl_vm *vm) {
  const struct wl_run_options *o = vm->options;
  for (unsigned i = 0; i < vm->head.arrays; i++) {
    const struct wl_array *a = &vm->head.array[i];
    const uint8_t *from = o->filled >> i & 1 ? wl_values_of(o->fill, a) : NULL;
    if (from == NULL) continue; /* `filled` is what another process says: any bit may be set */
    uint64_t start = a->base - (a->space == WL_GLOBAL ? WL_GLOBAL_BASE : 0);
    memcpy(vm->memory[a->space] + start, from, a->bytes);
  }
}

/* Pages of zeros are left out: there are none in fresh memory either. */
static void copy_space(const uint8_t *from, size_t size, uint8_t *to) {
  static const uint8_t zero[PAGE];
  for (size_t at = 0; at < size; at += PAGE) {
    size_t n = size - at < PAGE ? size - at : PAGE;
    if (memcmp(from + at, zero, n) != 0) memcpy(to + at, from + at, n);
  }
}

void wl_values_publish(const struct wl_vm *vm, uint8_t *values) {
  madvise(values, room, MADV_REMOVE);
  copy_space(vm->memory[WL_GLOBAL], vm->used[WL_GLOBAL], values);
  copy_space(vm->memory[WL_CONSTANT], vm->used[WL_CONSTANT], values + WL_GLOBAL_BYTES);
}

void wl_values_overlay(const struct wl_vm *vm, uint8_t *values) {
  const uint64_t *wrote = vm->touch->map[WL_TOUCHED_WRITE];
  const uint64_t *updated = vm->touch->map[WL_TOUCHED_UPDATE];
  for (size_t i = 0; i < vm->touch->words; i++) {
    if (i % WL_TOUCHED_CHUNK == 0 && !vm->touch->chunk[i / WL_TOUCHED_CHUNK]) {
      i += WL_TOUCHED_CHUNK - 1;
      continue;
    }
    for (uint64_t bits = wrote[i] | updated[i]; bits != 0; bits &= bits - 1) {
      size_t at = (i * 64 + (size_t)__builtin_ctzll(bits)) * 4;
      memcpy(values + at, vm->memory[WL_GLOBAL] + at, 4);
    }
  }
}
