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

static size_t chunks_of(const struct wl_touched *t) { return t->words / WL_TOUCHED_CHUNK + 1; }
static size_t size_of(const struct wl_touched *t) {
  return t->words * sizeof(uint64_t) * WL_TOUCHED_KINDS + chunks_of(t);
}

bool wl_touched_init(struct wl_touched *t, const uint8_t *base, size_t bytes) {
  *t = (struct wl_touched){.base = base, .words = bytes / 256 + 1};
  uint64_t *p = mmap(NULL, size_of(t), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  for (unsigned k = 0; k < WL_TOUCHED_KINDS; k++) t->map[k] = p + k * t->words;
  t->chunk = (uint8_t *)(p + WL_TOUCHED_KINDS * t->words);
  return true;
}

void wl_touched_finish(struct wl_touched *t) {
  if (t->map[0] != NULL) munmap(t->map[0], size_of(t));
  *t = (struct wl_touched){0};
}

/* Whether word `i` of the maps shows a conflict. */
static bool word_conflict(const struct wl_touched *t, unsigned workers, size_t i) {
  uint64_t read = 0, wrote = 0, updated = 0; /* by the workers before */
  for (unsigned w = 0; w < workers; w++) {
    uint64_t r = t[w].map[WL_TOUCHED_READ][i], n = t[w].map[WL_TOUCHED_WRITE][i];
    uint64_t u = t[w].map[WL_TOUCHED_UPDATE][i];
    if (((n | u) & read) | (r & (wrote | updated)) | (n & (wrote | updated)) | (u & wrote))
      return true;
    read |= r;
    wrote |= n;
    updated |= u;
  }
  return false;
}

/* Whether two workers wrote something that word `i` of the maps stands for. */
static bool word_overlap(const struct wl_touched *t, unsigned workers, size_t i) {
  uint64_t wrote = 0;
  for (unsigned w = 0; w < workers; w++) {
    uint64_t now = t[w].map[WL_TOUCHED_WRITE][i] | t[w].map[WL_TOUCHED_UPDATE][i];
    if (now & wrote) return true;
    wrote |= now;
  }
  return false;
}

typedef bool word_test(const struct wl_touched *t, unsigned workers, size_t i);

/* Whether `test` holds for a word that several workers touched. */
static bool any_word(const struct wl_touched *t, unsigned workers, word_test *test) {
  size_t chunks = workers > 0 ? chunks_of(t) : 0;
  for (size_t c = 0; c < chunks; c++) {
    unsigned touched = 0;
    for (unsigned w = 0; w < workers; w++) touched += t[w].chunk[c];
    size_t end = (c + 1) * WL_TOUCHED_CHUNK < t->words ? (c + 1) * WL_TOUCHED_CHUNK : t->words;
    for (size_t i = c * WL_TOUCHED_CHUNK; i < end && touched > 1; i++)
      if (test(t, workers, i)) return true;
  }
  return false;
}

bool wl_touched_conflict(const struct wl_touched *t, unsigned workers) {
  return any_word(t, workers, word_conflict);
}

bool wl_touched_overlap(const struct wl_touched *t, unsigned workers) {
  return any_word(t, workers, word_overlap);
}
