#include "core/cache/lookup.h"

#include <string.h>

enum { SLOTS = 64 }; /* twice the lines of an access, so that a free one is near */

/* The lines found so far, by a small hash. */
struct finder {
  struct wl_lookup *out;
  unsigned count;
  uint8_t slot[SLOTS]; /* index + 1; 0: free */
};

static struct wl_lookup *find(struct finder *f, uint64_t line) {
  if (f->count > 0 && f->out[f->count - 1].line == line) return &f->out[f->count - 1];
  unsigned at = (unsigned)(line ^ line >> 6) % SLOTS;
  for (; f->slot[at] != 0; at = (at + 1) % SLOTS)
    if (f->out[f->slot[at] - 1].line == line) return &f->out[f->slot[at] - 1];
  f->out[f->count] = (struct wl_lookup){.line = line};
  f->slot[at] = (uint8_t)++f->count;
  return &f->out[f->count - 1];
}

/* Lanes that write parts of words: a word is full once all of its bytes are written. */
static void join_bytes(const struct wl_access *a, struct wl_lookup *out, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    uint8_t written[WL_CACHE_LINE] = {0};
    for (unsigned lane = 0; lane < WL_LANES; lane++)
      if ((a->mask >> lane & 1) && a->address[lane] / WL_CACHE_LINE == out[i].line)
        memset(written + a->address[lane] % WL_CACHE_LINE, 1, a->width);
    for (unsigned w = 0; w < WL_CACHE_LINE / 4; w++)
      out[i].full |= (uint32_t)(memchr(written + 4 * w, 0, 4) == NULL) << w;
  }
}

/* All bytes from `first` to below `end`, whole words. */
static unsigned range(uint64_t first, uint64_t end, struct wl_lookup out[WL_LANES]) {
  unsigned count = 0;
  for (uint64_t line = first / WL_CACHE_LINE; line * WL_CACHE_LINE < end; line++) {
    uint64_t begin = line * WL_CACHE_LINE;
    unsigned from = first > begin ? (unsigned)(first - begin) / 4 : 0;
    unsigned to = end - begin < WL_CACHE_LINE ? (unsigned)(end - begin) / 4 : WL_CACHE_LINE / 4;
    uint32_t words = (uint32_t)((UINT64_C(1) << to) - 1) & UINT32_MAX << from;
    out[count++] = (struct wl_lookup){line, words, 0};
  }
  return count;
}

/* Lanes that all have one word, or words side by side. 0: they have not. */
static unsigned look_up_together(const struct wl_access *a, struct wl_lookup out[WL_LANES]) {
  uint64_t first = a->address[0], by = a->address[1] - first;
  if (a->width < 4 || (by != 0 && by != a->width) || !wl_access_monotone(a)) return 0;
  return range(first, a->address[WL_LANES - 1] + a->width, out);
}

unsigned wl_lookups(const struct wl_access *a, struct wl_lookup out[WL_LANES]) {
  unsigned together = look_up_together(a, out);
  if (together > 0) {
    for (unsigned i = 0; i < together && a->op == WL_STORE; i++) out[i].full = out[i].words;
    return together;
  }
  struct finder f = {.out = out};
  uint32_t element = a->width >= 4 ? (1u << a->width / 4) - 1 : 1;
  for (uint32_t left = a->mask; left != 0; left &= left - 1) {
    uint64_t address = a->address[wl_lowest_lane(left)];
    struct wl_lookup *l = find(&f, address / WL_CACHE_LINE);
    l->words |= element << address / 4 % 32;
  }
  if (a->op != WL_STORE) return f.count;
  if (a->width < 4) join_bytes(a, out, f.count);
  else for (unsigned i = 0; i < f.count; i++) out[i].full = out[i].words;
  return f.count;
}
