/* The memory behind the arrays, and the part of it that each process accesses. */
#ifndef WL_SCRIPT_MACHINE_DEVICE_MEMORY_H
#define WL_SCRIPT_MACHINE_DEVICE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script/machine/vm.h"

/* Device addresses: deterministic, page-aligned, and far from 0. A driver hands
 * out blocks of a megabyte and more on 2-MB pages. */
#define WL_GLOBAL_BASE UINT64_C(0x10000000)
#define WL_GLOBAL_BYTES (UINT64_C(1) << 30)
#define WL_PAGE_BYTES (UINT64_C(2) << 20)
#define WL_PAGED_BYTES (UINT64_C(1) << 20)
#define WL_TEXTURE_BYTES (UINT64_C(1) << 28)

/* Bytes that the arrays in global memory, or texture memory, may take together: all that there is
 * where WL_RUN_MEMORY is granted, less where that is less. UINT64_MAX: the hardware says. */
uint64_t wl_memory_granted(const struct wl_run_options *o, enum wl_space space);

/* Reserves the address space of all spaces; pages come when touched. They are
 * private: a process that forks off works on a copy. False and vm->diag. */
bool wl_memory_reserve(struct wl_vm *vm);

/* Bytes from one thread's local memory to the next one's. */
static inline uint64_t wl_memory_local_bytes(const struct wl_vm *vm) {
  return (vm->used[WL_LOCAL] + 15) / 16 * 16;
}

/* Sets to 0 what a block finds in its shared and its threads' local memory. */
void wl_memory_begin(struct wl_vm *vm);

/* Stores write and reductions update: they show what they were given, whoever else
 * writes there. Loads read, atomics read and update. */
enum wl_touched_kind { WL_TOUCHED_READ, WL_TOUCHED_WRITE, WL_TOUCHED_UPDATE, WL_TOUCHED_KINDS };

/* One worker's maps: a bit for every 4 bytes of global memory. */
struct wl_touched {
  const uint8_t *base;
  uint64_t *map[WL_TOUCHED_KINDS];   /* shared with the process that compares them */
  size_t words;
  uint8_t *chunk;                  /* 1 where WL_TOUCHED_CHUNK words of the maps hold bits */
};
enum { WL_TOUCHED_CHUNK = 512 };     /* a page of the map: pages never read are never made */

/* Maps for `bytes` of memory at `base`; made before the worker forks off. */
bool wl_touched_init(struct wl_touched *t, const uint8_t *base, size_t bytes);
void wl_touched_finish(struct wl_touched *t);

/* Notes an access of `size` bytes at `p`. */
static inline void wl_touched_note(struct wl_touched *t, enum wl_touched_kind kind,
                                   const uint8_t *p,
                                   size_t size) {
  size_t i = (size_t)(p - t->base) / 4, last = ((size_t)(p - t->base) + size - 1) / 4;
  for (; i <= last; i = (i / 64 + 1) * 64) {
    uint64_t up_to = i / 64 == last / 64 ? UINT64_MAX >> (63 - last % 64) : UINT64_MAX;
    t->map[kind][i / 64] |= UINT64_MAX << i % 64 & up_to;
    t->chunk[i / 64 / WL_TOUCHED_CHUNK] = 1;
  }
}

/* The same of each of `lanes`, at memory + offset[lane]. */
static inline void wl_touched_note_lanes(struct wl_touched *t, enum wl_touched_kind kind,
                                         const uint8_t *memory, const uint64_t *offset,
                                         uint32_t lanes, size_t size) {
  size_t word = 0, start = (size_t)(memory - t->base);
  uint64_t bits = 0; /* of that word, to be noted at once */
  for (; lanes != 0; lanes &= lanes - 1) {
    size_t first = start + offset[__builtin_ctz(lanes)], last = (first + size - 1) / 4;
    for (size_t i = first / 4; i <= last; i++) {
      if (i / 64 != word && bits != 0) {
        t->map[kind][word] |= bits;
        t->chunk[word / WL_TOUCHED_CHUNK] = 1;
        bits = 0;
      }
      word = i / 64;
      bits |= UINT64_C(1) << i % 64;
    }
  }
  if (bits == 0) return;
  t->map[kind][word] |= bits;
  t->chunk[word / WL_TOUCHED_CHUNK] = 1;
}

/* Whether a worker read what another one wrote: then it would have seen the
 * other's value, had the blocks run one after the other. Or whether a plain store
 * meets another write: a race, which is told where one process sees both. */
bool wl_touched_conflict(const struct wl_touched *t, unsigned workers);

/* Whether two workers wrote the same 4 bytes: then what is left there depends on
 * who came last. */
bool wl_touched_overlap(const struct wl_touched *t, unsigned workers);

#endif
