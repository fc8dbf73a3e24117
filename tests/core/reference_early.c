/* Before cc 5.0, after the words of the CUDA C Programming Guide 4, appendix F. */
#include <string.h>

#include "reference.h"

enum { LANES = 32 };

static bool in(uint32_t lanes, unsigned lane) { return lanes >> lane & 1; }

static bool is_atomic(const struct wl_access *a) {
  return a->op == WL_REDUCE || a->op == WL_ATOMIC || a->op == WL_CAS;
}

struct tally { unsigned requests, transactions, bytes; };

static void add(struct tally *t, unsigned bytes) {
  t->transactions++;
  t->bytes += bytes;
}

/* cc 1.0 and 1.1: whether thread k of the half-warp accesses word k, counted from
 * an address that is a multiple of the transaction size. */
static bool coalesced(const struct wl_access *a, uint32_t lanes) {
  if (a->width < 4) return false;
  unsigned size = a->width == 4 ? 64 : 128, first = 0;
  while (!in(lanes, first)) first++;
  /* The segment of the first thread, or for 16-byte words the one before it. */
  for (unsigned back = 0; back < 2; back++) {
    uint64_t base = a->address[first] / size * size;
    if (back == 1 && (a->width < 16 || base < size)) return false;
    base -= (uint64_t)back * size;
    bool good = true;
    for (unsigned k = 0; k < 16; k++) {
      unsigned lane = first / 16 * 16 + k;
      if (in(lanes, lane) && a->address[lane] != base + (uint64_t)k * a->width) good = false;
    }
    if (good) return true;
  }
  return false;
}

static void strict(const struct wl_access *a, uint32_t lanes, struct tally *t) {
  if (!coalesced(a, lanes)) {
    for (unsigned lane = 0; lane < LANES; lane++)
      if (in(lanes, lane)) add(t, 32);
  } else if (a->width == 16) {
    add(t, 128);
    add(t, 128);
  } else {
    add(t, a->width == 4 ? 64 : 128);
  }
}

/* cc 1.2 and 1.3, step by step as the guide has it. */
static void shrink(const struct wl_access *a, uint32_t lanes, struct tally *t) {
  while (lanes != 0) {
    unsigned lowest = 0, size = a->width == 1 ? 32 : a->width == 2 ? 64 : 128;
    while (!in(lanes, lowest)) lowest++;
    uint64_t begin = a->address[lowest] - a->address[lowest] % size;
    uint64_t least = UINT64_MAX, most = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
      if (!in(lanes, lane) || a->address[lane] - begin >= size) continue;
      uint64_t last = a->address[lane] - begin + a->width - 1;
      if (a->address[lane] - begin < least) least = a->address[lane] - begin;
      if (last > most) most = last;
      lanes &= ~(1u << lane);
    }
    for (unsigned whole = size; whole > 32; whole /= 2) {
      uint64_t middle = whole / 2;
      if (least / whole != most / whole) break;
      bool lower = most % whole < middle, upper = least % whole >= middle;
      if (!lower && !upper) break;
      size = whole / 2;
    }
    add(t, size);
  }
}

/* What one request touches: the 32-byte segments of each 128-byte line. */
struct touched { unsigned lines; uint64_t line[LANES]; unsigned segments[LANES]; };

static void touch(const struct wl_access *a, uint32_t lanes, struct touched *out) {
  out->lines = 0;
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!in(lanes, lane)) continue;
    uint64_t line = a->address[lane] / 128;
    unsigned i = 0;
    while (i < out->lines && out->line[i] != line) i++;
    if (i == out->lines) {
      out->line[out->lines] = line;
      out->segments[out->lines++] = 0;
    }
    out->segments[i] |= 1u << a->address[lane] % 128 / 32;
  }
}

enum way { WHOLE_LINES, SEGMENTS, PACKETS };

static void request(const struct wl_access *a, uint32_t lanes, enum way way, struct tally *t) {
  struct touched touched;
  touch(a, lanes, &touched);
  for (unsigned i = 0; i < touched.lines; i++) {
    unsigned s = touched.segments[i], count = (s & 1) + (s >> 1 & 1) + (s >> 2 & 1) + (s >> 3);
    if (way == WHOLE_LINES) add(t, 128);
    else if (way == PACKETS) add(t, count == 1 ? 32 : s == 3 || s == 12 ? 64 : 128);
    else
      while (count-- > 0) add(t, 32);
  }
}

/* Through L1 on 2.x by default; on 3.5 and 3.7 if asked; never on 3.0. */
static enum way way_of(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->op == WL_STORE) return PACKETS;
  if (a->op != WL_LOAD) return SEGMENTS;
  bool fermi = arch->id <= WL_CC_21;
  return a->cache == WL_CA || (fermi && a->cache == WL_PLAIN) ? WHOLE_LINES : SEGMENTS;
}

static void finish(const struct tally *t, struct wl_counts *out) {
  out->transactions = (uint16_t)t->transactions;
  out->bytes_moved = t->bytes;
  out->sectors = (uint16_t)(t->bytes / 32);
  unsigned packed = (out->bytes_asked + 31) / 32;
  out->ideal_sectors = (uint16_t)(packed < out->sectors ? packed : out->sectors);
}

void reference_transactions(const struct wl_arch *arch, const struct wl_access *a,
                            struct wl_counts *out) {
  struct tally t = {0, 0, 0};
  if (arch->id < WL_CC_20 && is_atomic(a)) return; /* not documented */
  unsigned size = arch->id < WL_CC_20 || a->width == 8 ? 16 : a->width == 16 ? 8 : 32;
  bool local = a->space == WL_LOCAL;
  for (unsigned first = 0; first < LANES; first += size) {
    uint32_t lanes = a->mask & (uint32_t)(((1ull << size) - 1) << first);
    if (lanes == 0) continue;
    t.requests++;
    if (arch->id <= WL_CC_11) strict(a, lanes, &t);
    else if (arch->id <= WL_CC_13) shrink(a, lanes, &t);
    else request(a, lanes, local ? WHOLE_LINES : way_of(arch, a), &t);
  }
  out->requests = (uint16_t)t.requests;
  finish(&t, out);
}

static unsigned words_per_lane(const struct wl_access *a) {
  return a->width > 4 ? a->width / 4 : 1;
}

/* cc 1.x: steps of one half-warp that asks for its `component`-th words. */
static unsigned steps(const struct wl_access *a, uint32_t lanes, unsigned component) {
  unsigned count = 0;
  for (; lanes != 0; count++) {
    uint64_t word[LANES], broadcast = 0;
    unsigned most = 0;
    bool taken[16] = {false};
    for (unsigned lane = 0; lane < LANES; lane++) word[lane] = a->address[lane] / 4 + component;
    for (unsigned lane = 0; lane < LANES; lane++) {
      unsigned same = 0;
      for (unsigned other = 0; other < LANES; other++)
        same += in(lanes, lane) && in(lanes, other) && word[other] == word[lane];
      if (same > most) most = same, broadcast = word[lane];
    }
    taken[broadcast % 16] = true;
    for (unsigned lane = 0; lane < LANES; lane++) {
      if (!in(lanes, lane)) continue;
      bool served = word[lane] == broadcast || !taken[word[lane] % 16];
      taken[word[lane] % 16] = true;
      if (served) lanes &= ~(1u << lane);
    }
  }
  return count;
}

/* Most different values of word / per_row that one bank has; its bank: word /
 * per_bank modulo 32. */
static unsigned worst(const struct wl_access *a, uint32_t lanes, unsigned per_bank,
                      unsigned per_row) {
  unsigned most = 0;
  for (unsigned bank = 0; bank < 32; bank++) {
    uint64_t rows[4 * LANES];
    unsigned count = 0;
    for (unsigned i = 0; i < LANES * words_per_lane(a); i++) {
      unsigned lane = i / words_per_lane(a), k = 0;
      uint64_t word = a->address[lane] / 4 + i % words_per_lane(a);
      if (!in(lanes, lane) || word / per_bank % 32 != bank) continue;
      while (k < count && rows[k] != word / per_row) k++;
      if (k == count) rows[count++] = word / per_row;
    }
    if (count > most) most = count;
  }
  return most;
}

static unsigned locks(const struct wl_access *a) {
  unsigned most = 0;
  for (unsigned lock = 0; lock < 1024; lock++) {
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
      lanes += in(a->mask, lane) && (a->address[lane] >> 2 & 1023) == lock;
    if (lanes > most) most = lanes;
  }
  return most;
}

/* Adds one group's passes. */
static void group(unsigned passes, struct wl_counts *out) {
  out->wavefronts = (uint16_t)(out->wavefronts + passes);
  if (passes > out->ways) out->ways = (uint16_t)passes;
}

void reference_passes(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_counts *out) {
  unsigned row = arch->id < WL_CC_20 ? 64 : arch->id < WL_CC_30 ? 128 : 256;
  if (is_atomic(a)) {
    group(locks(a), out);
  } else if (arch->id < WL_CC_20) {
    for (unsigned half = 0; half < 2; half++)
      for (unsigned c = 0; c < words_per_lane(a); c++)
        group(steps(a, a->mask & 0xffffu << 16 * half, c), out);
  } else if (arch->id < WL_CC_30) {
    unsigned size = a->width == 16 ? 8 : a->width == 8 ? 16 : 32, ways = 0;
    for (unsigned first = 0; first < LANES; first += size) {
      unsigned n = worst(a, a->mask & (uint32_t)(((1ull << size) - 1) << first), 1, 32);
      if (a->width < 16) group(n, out);
      else if (n > ways) ways = n;
    }
    if (ways > 0) out->ways = (uint16_t)(ways + 1); /* 16 bytes: the vendor tells no passes */
  } else {
    group(worst(a, a->mask, a->banks == 8 ? 2 : 1, 64), out);
  }
  out->bytes_moved = is_atomic(a) ? 0 : row * out->wavefronts; /* what locks move: nobody knows */
  unsigned packed = (out->bytes_asked + row - 1) / row;
  out->ideal_wavefronts = (uint16_t)(packed < out->wavefronts ? packed : out->wavefronts);
}
