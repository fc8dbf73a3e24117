/* Compares what workers touched. */
#include "script/machine/touched_memory.h"

#include <sys/mman.h>

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
