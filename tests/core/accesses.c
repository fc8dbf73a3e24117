#include "accesses.h"

#include <string.h>

enum { LANES = 32 };

static void permute(uint64_t *state, uint64_t v[LANES]) {
  for (unsigned i = LANES; i-- > 1;) {
    unsigned j = (unsigned)random_below(state, i + 1);
    uint64_t swap = v[i];
    v[i] = v[j];
    v[j] = swap;
  }
}

/* Element indices; what lies outside the range wraps around in it. */
static void draw_elements(uint64_t *s, enum access_family family, uint64_t range, unsigned width,
                          uint64_t e[LANES]) {
  uint64_t base = random_below(s, range), stride = random_below(s, 1u << random_below(s, 12));
  uint64_t few = 1 + random_below(s, 8), distance = 1u << random_below(s, 5);
  uint64_t pitch = random_below(s, 1u << random_below(s, 14)), columns = 1u << random_below(s, 6);
  uint64_t row = 128 / width, places[4];
  for (unsigned i = 0; i < 4; i++) places[i] = random_below(s, range);
  if (random_below(s, 3) == 0) stride = 1u << random_below(s, 14);
  if (random_below(s, 2)) stride = 0 - stride;
  if (random_below(s, 3) == 0) base &= ~(row - 1);
  if (random_below(s, 4) == 0) pitch = (pitch | (row - 1)) + 1;

  for (unsigned i = 0; i < LANES; i++) {
    switch (family) {
    case FAMILY_AFFINE: e[i] = base + i * stride; break;
    case FAMILY_RANDOM: e[i] = random_below(s, range); break;
    case FAMILY_PERMUTED: e[i] = base + i * (stride % 5); break;
    case FAMILY_FEW: e[i] = base + stride * random_below(s, few); break;
    case FAMILY_PARTNERS:
      e[i] = (i & distance) && random_below(s, 64) ? e[i ^ distance] : random_below(s, range);
      break;
    case FAMILY_BANK: e[i] = random_below(s, few) + row * random_below(s, 64); break;
    case FAMILY_TILE: e[i] = base + i % columns + i / columns * pitch; break;
    case FAMILY_HASH: e[i] = base ^ row * (random_next(s) & random_next(s) & random_next(s)); break;
    case FAMILY_PAGES: e[i] = places[random_below(s, 4)] + random_below(s, 64); break;
    case FAMILY_EDGE: e[i] = range - 1 - random_below(s, 256); break;
    case ACCESS_FAMILIES: break;
    }
    e[i] %= range;
  }
  if (family == FAMILY_PERMUTED) permute(s, e);
}

void random_addresses(uint64_t *state, enum access_family family, uint64_t bytes,
                      struct wl_access *a) {
  uint64_t e[LANES];
  draw_elements(state, family, bytes / a->width, a->width, e);
  for (unsigned i = 0; i < LANES; i++) a->address[i] = e[i] * a->width;
}

static uint32_t random_mask(uint64_t *s) {
  switch (random_below(s, 6)) {
  case 0: return (uint32_t)random_next(s);
  case 1: return (uint32_t)(random_next(s) & random_next(s) & random_next(s));
  case 2: return 0xffffffffu << random_below(s, 32) & 0xffffffffu >> random_below(s, 32);
  default: return 0xffffffffu;
  }
}

void random_access(uint64_t *s, const struct wl_arch *arch, struct wl_access *a) {
  memset(a, 0, sizeof *a);
  a->space = (uint8_t)random_below(s, WL_SPACES);
  a->op = (uint8_t)(a->space == WL_CONSTANT ? WL_LOAD : random_below(s, WL_OPS));
  bool loads = a->op == WL_LOAD, global_load = loads && a->space == WL_GLOBAL;
  a->cache = (uint8_t)(global_load ? random_below(s, WL_CACHES) : WL_CA);
  a->hit = global_load && a->cache != WL_CG && random_below(s, 3) == 0;
  bool atomic = a->op == WL_REDUCE || a->op == WL_ATOMIC;
  a->width = (uint8_t)(1u << (atomic ? 1 + random_below(s, 4) : random_below(s, 5)));
  a->mask = random_mask(s);

  uint64_t most = a->space == WL_SHARED ? arch->max_shared
                  : a->space == WL_CONSTANT ? arch->max_constant
                                            : 1ull << 40;
  uint64_t bytes = 256ull << random_below(s, a->space == WL_GLOBAL ? 25 : 10);
  random_addresses(s, (enum access_family)random_below(s, ACCESS_FAMILIES),
                   bytes < most ? bytes : most, a);
  /* Global memory: a base of its own, 2-MB pages at the very top included. */
  if (a->space == WL_GLOBAL) {
    uint64_t base = random_below(s, 3) ? random_below(s, 1u << 28) << 21 : 0;
    if (random_below(s, 50) == 0) base = 0 - bytes;
    for (unsigned i = 0; i < LANES; i++) a->address[i] += base;
  }
  /* What inactive lanes hold must not matter. */
  for (unsigned i = 0; i < LANES; i++)
    if (!(a->mask >> i & 1)) a->address[i] = random_next(s);
}
