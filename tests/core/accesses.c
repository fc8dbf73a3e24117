#include "accesses.h"

#include <string.h>

#include "core/access/access.h"
#include "core/gpu/sm.h"

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

/* Instructions, the capability that they came with, and their widths as a sum. */
static const struct { uint8_t space, op, since, widths; } kinds[] = {
  {WL_GLOBAL, WL_LOAD, WL_CC_10, 31},      {WL_GLOBAL, WL_STORE, WL_CC_10, 31},
  {WL_SHARED, WL_LOAD, WL_CC_10, 31},      {WL_SHARED, WL_STORE, WL_CC_10, 31},
  {WL_CONSTANT, WL_LOAD, WL_CC_10, 31},    {WL_TEXTURE, WL_LOAD, WL_CC_10, 31},
  {WL_LOCAL, WL_LOAD, WL_CC_10, 31},       {WL_LOCAL, WL_STORE, WL_CC_10, 31},
  {WL_GLOBAL, WL_REDUCE, WL_CC_11, 4},     {WL_GLOBAL, WL_ATOMIC, WL_CC_11, 4},
  {WL_GLOBAL, WL_REDUCE, WL_CC_12, 8},     {WL_GLOBAL, WL_ATOMIC, WL_CC_12, 8},
  {WL_SHARED, WL_REDUCE, WL_CC_12, 4},     {WL_SHARED, WL_ATOMIC, WL_CC_12, 4},
  {WL_SHARED, WL_ATOMIC, WL_CC_20, 8},     {WL_GLOBAL, WL_ATOMIC, WL_CC_70, 2},
  {WL_SHARED, WL_ATOMIC, WL_CC_70, 2},     {WL_SHARED, WL_MATRIX_LOAD, WL_CC_75, 16},
  {WL_GLOBAL, WL_COPY, WL_CC_80, 28},      {WL_GLOBAL, WL_COPY_CG, WL_CC_80, 16},
  {WL_GLOBAL, WL_ATOMIC, WL_CC_90, 16},
  {WL_GLOBAL, WL_REDUCE, WL_CC_90, 16},    {WL_SHARED, WL_ATOMIC, WL_CC_90, 16},
  {WL_SHARED, WL_MATRIX_STORE, WL_CC_90, 16}, {WL_GLOBAL, WL_CAS, WL_CC_11, 4},
  {WL_SHARED, WL_CAS, WL_CC_12, 4},        {WL_GLOBAL, WL_CAS, WL_CC_12, 8},
  {WL_SHARED, WL_CAS, WL_CC_20, 8},        {WL_GLOBAL, WL_CAS, WL_CC_70, 2 | 4 | 8},
  {WL_GLOBAL, WL_CAS, WL_CC_90, 16},       {WL_SHARED, WL_CAS, WL_CC_90, 16},
};

static void draw_kind(uint64_t *s, const struct wl_arch *arch, struct wl_access *a) {
  unsigned kind, width;
  do kind = (unsigned)random_below(s, sizeof kinds / sizeof kinds[0]);
  while (kinds[kind].since > arch->id);
  do width = 1u << random_below(s, 5);
  while (!(kinds[kind].widths & width));
  a->space = kinds[kind].space;
  a->op = kinds[kind].op;
  a->width = (uint8_t)width;
  a->mask = random_mask(s);
  if (a->op == WL_MATRIX_LOAD || a->op == WL_MATRIX_STORE)
    a->mask = UINT32_MAX >> (32 - (8u << random_below(s, 3)));
}

static void draw_mode(uint64_t *s, const struct wl_arch *arch, struct wl_access *a) {
  bool global_load = a->space == WL_GLOBAL && a->op == WL_LOAD;
  bool local_load = a->space == WL_LOCAL && a->op == WL_LOAD;
  unsigned cc = arch->id;
  bool kepler = cc >= WL_CC_30 && cc <= WL_CC_37;
  if (kepler && a->space == WL_SHARED) a->banks = (uint8_t)(4 * random_below(s, 3));
  if (global_load) {
    bool ca = cc != WL_CC_30 && cc != WL_CC_50 && cc >= WL_CC_20;
    bool has[WL_CACHES] = {[WL_PLAIN] = true, [WL_CA] = ca, [WL_CG] = cc >= WL_CC_20,
                           [WL_NC] = cc >= WL_CC_35};
    do a->cache = (uint8_t)random_below(s, WL_CACHES);
    while (!has[a->cache]);
    bool by_default = (cc >= WL_CC_20 && cc <= WL_CC_21) || cc >= WL_CC_60;
    bool l1 = a->cache == WL_CA || a->cache == WL_NC || (a->cache == WL_PLAIN && by_default);
    a->hit = l1 && random_below(s, 3) == 0;
  }
  bool atomic = a->op == WL_REDUCE || a->op == WL_ATOMIC, four = a->width == 4;
  if (a->space == WL_SHARED && (atomic || a->op == WL_LOAD) &&
      (four || a->width == 8))
    a->form = (uint8_t)random_below(s, WL_FORMS);
  if (a->form == WL_FORM_INCREMENT && !(four && a->op == WL_REDUCE)) a->form = WL_FORM_NATIVE;
  bool local_l1 = (cc >= WL_CC_20 && cc <= WL_CC_37) || cc >= WL_CC_60;
  if (local_load && local_l1) a->hit = random_below(s, 3) == 0;
}

static void draw_texels(uint64_t *s, struct wl_access *a) {
  uint64_t columns = 1 + random_below(s, 40), rows = 1 + random_below(s, 40);
  a->layout = (uint8_t)random_below(s, WL_LAYOUTS);
  a->pitch = 16u << random_below(s, 9);
  uint64_t most = a->layout == WL_LAYOUT_PITCH ? a->pitch / a->width : 1u << 16;
  for (unsigned i = 0; i < LANES; i++) {
    bool tile = columns > 8;
    a->address[i] = (tile ? i % (columns - 8) : random_below(s, columns)) % most;
    a->second[i] = (uint32_t)(tile ? i / (columns - 8) : random_below(s, rows));
  }
}

static uint64_t power_of_two(uint64_t most) {
  uint64_t p = 1;
  while (p * 2 <= most) p *= 2;
  return p;
}

void random_access(uint64_t *s, const struct wl_arch *arch, struct wl_access *a) {
  memset(a, 0, sizeof *a);
  draw_kind(s, arch, a);
  draw_mode(s, arch, a);
  uint64_t most = a->space == WL_SHARED     ? arch->sm->block_shared
                  : a->space == WL_CONSTANT ? arch->max_constant
                  : a->space == WL_LOCAL    ? power_of_two(arch->max_local)
                                            : 1ull << 40;
  uint64_t bytes = 256ull << random_below(s, a->space == WL_GLOBAL ? 25 : 10);
  if (a->space == WL_LOCAL) bytes = 16ull << random_below(s, 8);
  random_addresses(s, (enum access_family)random_below(s, ACCESS_FAMILIES),
                   bytes < most ? bytes : most, a);
  if (wl_op_is_copy((enum wl_op)a->op)) {
    struct wl_access to = {.width = a->width};
    random_addresses(s, (enum access_family)random_below(s, ACCESS_FAMILIES), 65536, &to);
    for (unsigned i = 0; i < LANES; i++) a->second[i] = (uint32_t)to.address[i];
  }
  /* Global memory: a base of its own, 2-MB pages at the very top included. */
  if (a->space == WL_GLOBAL) {
    uint64_t base = random_below(s, 3) ? random_below(s, 1u << 28) << 21 : 0;
    if (random_below(s, 50) == 0) base = 0 - bytes;
    for (unsigned i = 0; i < LANES; i++) a->address[i] += base;
  }
  if (a->space == WL_TEXTURE) draw_texels(s, a);
  /* What inactive lanes hold must not matter. */
  for (unsigned i = 0; i < LANES; i++)
    if (!(a->mask >> i & 1)) {
      a->address[i] = random_next(s);
      a->second[i] = (uint32_t)random_next(s);
    }
}
