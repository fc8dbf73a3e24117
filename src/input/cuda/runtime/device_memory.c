/* Device memory: an arena from which cudaMalloc() takes addresses. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/grow.h"
#include "input/cuda/runtime/launches.h"

/* The driver takes memory in pieces of 2 MiB. It hands out parts of them, at multiples of 512, from
 * the smallest gap that is large enough; arrays of a piece or more have pieces of their own. Here
 * each part has the place in its piece that the driver gives it, and a piece of its own, so that
 * what is beyond an array is never another one. Source: addresses of cudaMalloc() on an H100, CUDA
 * 13.0. */
enum { PIECE = 2 << 20, SMALL = 512, DYNAMIC = 227 << 10 };
#define ARENA UINT64_C(0x1000000000)
#define ROOM (UINT64_C(1) << 36)

uint64_t wl_arena = ARENA, wl_arena_end = ARENA;
static char dynamic[DYNAMIC + 4096] __attribute__((aligned(1024), used));
uint64_t wl_dynamic_at, wl_dynamic_end;
__asm__(".globl wl_dynamic_memory\n.set wl_dynamic_memory, dynamic");

static struct wl_allocation *list; /* by address */
static size_t count, room;
static uint64_t held;

/* The gaps of the pieces that the driver has taken, by piece and place. */
struct gap { uint64_t at, bytes; };
static struct gap *gap;
static size_t gaps, gap_room;
static uint64_t pieces;

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

struct wl_allocation *wl_allocation_of(uint64_t address) {
  size_t low = 0, high = count; /* the last that begins at or before the address is below `high` */
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (list[middle].at <= address) low = middle + 1;
    else high = middle;
  }
  return low > 0 && address - list[low - 1].at < list[low - 1].bytes ? &list[low - 1] : NULL;
}

static bool is_open;

static bool protect(const struct wl_allocation *a, bool opened) {
  const uint64_t mask = 4095;
  uint64_t page = a->at & ~mask, end = (a->at + a->bytes + SMALL + mask) & ~mask;
  return mprotect((void *)(uintptr_t)page, end - page,
                  opened || a->managed ? PROT_READ | PROT_WRITE : PROT_NONE) == 0;
}

void wl_memory_open(bool open) {
  if (open == is_open) return;
  is_open = open;
  for (size_t i = 0; i < count; i++)
    if (!list[i].managed && !protect(&list[i], open))
      wl_cuda_fail(WL_LIMIT, 0, "", "the system refuses the memory of the device");
}

void wl_memory_manage(uint64_t at) {
  for (size_t i = 0; i < count; i++) {
    if (list[i].at != at) continue;
    list[i].managed = list[i].written = true;
    protect(&list[i], true);
  }
}

/* What was freed last. */
static struct { uint64_t at, bytes; } freed[64];
static unsigned frees;

bool wl_memory_was_freed(uint64_t address) {
  for (unsigned i = 0; i < 64; i++)
    if (address - freed[i].at < freed[i].bytes) return true;
  return false;
}

static bool put_gap(size_t i, struct gap g) {
  if (gaps == gap_room) {
    struct gap *grown = wl_grow(gap, sizeof *grown, &gap_room, 64);
    if (grown == NULL) return false;
    gap = grown;
  }
  memmove(gap + i + 1, gap + i, (gaps++ - i) * sizeof *gap);
  gap[i] = g;
  return true;
}

/* Where the driver puts less than a piece: a number of pieces, and a place in the last. */
static bool take_part(uint64_t bytes, uint64_t *at) {
  size_t best = gaps;
  for (size_t i = 0; i < gaps; i++)
    if (gap[i].bytes >= bytes && (best == gaps || gap[i].bytes < gap[best].bytes)) best = i;
  if (best == gaps && !put_gap(gaps, (struct gap){pieces++ * PIECE, PIECE})) return false;
  *at = gap[best].at;
  gap[best].at += bytes;
  gap[best].bytes -= bytes;
  if (gap[best].bytes == 0) memmove(gap + best, gap + best + 1, (--gaps - best) * sizeof *gap);
  return true;
}

static void give_part(uint64_t at, uint64_t bytes) {
  size_t i = 0;
  while (i < gaps && gap[i].at < at) i++;
  bool behind = i < gaps && gap[i].at == at + bytes && gap[i].at % PIECE != 0;
  bool before = i > 0 && gap[i - 1].at + gap[i - 1].bytes == at && at % PIECE != 0;
  if (behind) bytes += gap[i].bytes, memmove(gap + i, gap + i + 1, (--gaps - i) * sizeof *gap);
  if (before) gap[i - 1].bytes += bytes;
  else put_gap(i, (struct gap){at, bytes}); /* where memory runs out the gap is lost */
}

/* The lowest pieces in a row that are free, with some of the next to part arrays. */
static uint64_t place_for(uint64_t bytes) {
  const uint64_t mask = PIECE - 1;
  uint64_t at = ARENA;
  for (size_t i = 0; i < count && at + bytes + SMALL > (list[i].at & ~mask); i++)
    at = (list[i].at + list[i].bytes + SMALL + mask) & ~mask;
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
  uint64_t rounded = (bytes + SMALL - 1) / SMALL * SMALL, part = 0;
  if (rounded < PIECE && !take_part(rounded, &part)) return 2;
  uint64_t place = place_for(rounded < PIECE ? PIECE - SMALL : rounded) + part % PIECE;
  const struct wl_allocation made = {.at = place, .bytes = bytes, .part = part};
  if (!protect(&made, true)) return 2;
  if (!is_open) protect(&made, false);
  uint64_t end = place + bytes + SMALL;
  size_t i = count++;
  for (; i > 0 && list[i - 1].at > place; i--) list[i] = list[i - 1];
  list[i] = made;
  held += bytes;
  if (end > wl_arena_end) wl_arena_end = (end + 4095) & ~UINT64_C(4095);
  for (unsigned f = 0; f < 64; f++)
    if (freed[f].at - place < bytes) freed[f].bytes = 0;
  *at = place;
  return 0;
}

int wl_memory_give(uint64_t at) {
  if (at == 0) return 0;
  for (size_t i = 0; i < count; i++) {
    if (list[i].at != at) continue;
    held -= list[i].bytes;
    freed[frees % 64].at = at, freed[frees++ % 64].bytes = list[i].bytes;
    uint64_t rounded = (list[i].bytes + SMALL - 1) / SMALL * SMALL;
    if (rounded < PIECE) give_part(list[i].part, rounded);
    if (list[i].bytes >= PIECE)
      madvise((void *)(uintptr_t)at, list[i].bytes & ~UINT64_C(4095), MADV_DONTNEED);
    protect(&(struct wl_allocation){.at = at, .bytes = list[i].bytes}, false);
    memmove(list + i, list + i + 1, (--count - i) * sizeof *list);
    return 0;
  }
  wl_complain(0, "", "cudaFree() is given %s",
              wl_memory_was_freed(at) ? "a pointer for the second time"
                                      : "what cudaMalloc() has not returned");
  return 1; /* cudaErrorInvalidValue */
}

uint64_t wl_memory_left(void) { return wl_setup.memory - held; }
uint64_t wl_memory_all(void) { return wl_setup.memory; }
