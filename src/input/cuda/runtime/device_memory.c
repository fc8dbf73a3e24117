/* Memory of the device: an arena from which cudaMalloc() hands out addresses. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/grow.h"
#include "input/cuda/runtime/runtime.h"

/* The driver takes memory in pieces of 2 MiB, and hands out parts of them at multiples of 512. */
enum { LARGE = 1 << 20, PIECE = 2 << 20, SMALL = 512, DYNAMIC = 227 << 10 };
#define ARENA UINT64_C(0x1000000000)
#define ROOM (UINT64_C(1) << 36)

uint64_t wl_arena = ARENA, wl_arena_end = ARENA;
static char dynamic[DYNAMIC + 4096] __attribute__((aligned(1024), used));
uint64_t wl_dynamic_at, wl_dynamic_end;
__asm__(".globl wl_dynamic_memory\n.set wl_dynamic_memory, dynamic");

static struct wl_allocation *list; /* by address */
static size_t count, room;
static uint64_t held, small_at, small_end;

void wl_arena_begin(void) {
  wl_dynamic_at = (uint64_t)(uintptr_t)dynamic;
  wl_dynamic_end = wl_dynamic_at + DYNAMIC;
  void *p = mmap((void *)(uintptr_t)ARENA, ROOM, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p != (void *)(uintptr_t)ARENA)
    wl_cuda_fail(WL_LIMIT, 0, "", "no address space for the memory of the device");
}

size_t wl_allocations(const struct wl_allocation **all) {
  *all = list;
  return count;
}

const struct wl_allocation *wl_allocation_of(uint64_t address) {
  for (size_t i = 0; i < count; i++)
    if (address - list[i].at < list[i].bytes) return &list[i];
  return NULL;
}

/* The lowest gap that an allocation fits in. */
static uint64_t place_for(uint64_t bytes, uint64_t align) {
  uint64_t at = ARENA;
  for (size_t i = 0; i <= count; i++) {
    at = (at + align - 1) / align * align;
    if (i == count || at + bytes + SMALL <= list[i].at) return at;
    if (list[i].at + list[i].bytes + SMALL > at) at = list[i].at + list[i].bytes + SMALL;
  }
  return at;
}

int wl_memory_take(uint64_t bytes, uint64_t *at) {
  *at = 0;
  if (bytes == 0) return 0;
  if (held + bytes > wl_setup.memory || bytes > ROOM / 2) return 2; /* cudaErrorMemoryAllocation */
  if (count == room) {
    struct wl_allocation *grown = wl_grow(list, sizeof *grown, &room, 64);
    if (grown == NULL) return 2;
    list = grown;
  }
  uint64_t place = place_for(bytes, bytes >= LARGE ? PIECE : SMALL);
  uint64_t page = place & ~UINT64_C(4095), end = (place + bytes + SMALL + 4095) & ~UINT64_C(4095);
  if (mprotect((void *)(uintptr_t)page, end - page, PROT_READ | PROT_WRITE) != 0) return 2;
  size_t i = count++;
  for (; i > 0 && list[i - 1].at > place; i--) list[i] = list[i - 1];
  list[i] = (struct wl_allocation){place, bytes};
  held += bytes;
  if (end > wl_arena_end) wl_arena_end = end;
  (void)small_at, (void)small_end;
  *at = place;
  return 0;
}

int wl_memory_give(uint64_t at) {
  if (at == 0) return 0;
  for (size_t i = 0; i < count; i++) {
    if (list[i].at != at) continue;
    held -= list[i].bytes;
    if (list[i].bytes >= PIECE)
      madvise((void *)(uintptr_t)at, list[i].bytes & ~UINT64_C(4095), MADV_DONTNEED);
    memmove(list + i, list + i + 1, (--count - i) * sizeof *list);
    return 0;
  }
  return 1; /* cudaErrorInvalidValue */
}

uint64_t wl_memory_left(void) { return wl_setup.memory - held; }
uint64_t wl_memory_all(void) { return wl_setup.memory; }
