#include "core/count/legacy_global.h"

#include "core/count/count_spaces.h"

enum { HALF = 16 /* lanes of a request of cc 1.x */ };

/* Transactions of one request under construction. */
struct batch {
  struct wl_transaction *out;
  unsigned count;
  uint8_t request;
};

static void issue(struct batch *b, uint64_t address, uint32_t bytes, uint32_t lanes) {
  b->out[b->count++] = (struct wl_transaction){
    .address = address, .lanes = lanes, .bytes = (uint8_t)bytes, .request = b->request};
}

/* Lanes of `lanes` whose address lies in the aligned block of `size` at `base`. */
static uint32_t lanes_in(const struct wl_access *a, uint32_t lanes, uint64_t base, uint64_t size) {
  uint32_t found = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    if (a->address[wl_lowest_lane(rest)] / size == base / size) found |= 1u << wl_lowest_lane(rest);
  return found;
}

unsigned wl_sequence_alignment(unsigned width) { return width == 4 ? 64 : 128; }

bool wl_in_sequence(const struct wl_access *a, uint32_t lanes, uint64_t *base, unsigned *lane) {
  *lane = wl_lowest_lane(lanes);
  uint64_t back = (uint64_t)(*lane % HALF) * a->width;
  *base = a->address[*lane] - back;
  if (a->width < 4 || a->address[*lane] < back || *base % wl_sequence_alignment(a->width))
    return false;
  for (; lanes; lanes &= lanes - 1) {
    *lane = wl_lowest_lane(lanes);
    if (a->address[*lane] != *base + (uint64_t)(*lane % HALF) * a->width) return false;
  }
  return true;
}

static void strict(struct batch *b, const struct wl_access *a, uint32_t lanes) {
  uint64_t base;
  unsigned lane;
  if (!wl_in_sequence(a, lanes, &base, &lane)) {
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
      issue(b, a->address[wl_lowest_lane(rest)] & ~31ull, 32, 1u << wl_lowest_lane(rest));
    return;
  }
  uint32_t size = wl_sequence_alignment(a->width);
  for (uint32_t offset = 0; offset < HALF * a->width; offset += size)
    issue(b, base + offset, size, lanes_in(a, lanes, base + offset, size));
}

/* cc 1.2, 1.3 (the same guide, F.3.2.2): the segment of the lowest lane left,
 * with all lanes in it, shrunk while only one half is used. */
static void shrink(struct batch *b, const struct wl_access *a, uint32_t lanes) {
  uint32_t size = a->width == 1 ? 32 : a->width == 2 ? 64 : 128;
  while (lanes) {
    uint64_t base = a->address[wl_lowest_lane(lanes)] / size * size;
    uint32_t served = lanes_in(a, lanes, base, size), now = size;
    while (now > 32) {
      uint64_t half = a->address[wl_lowest_lane(served)] / (now / 2) * (now / 2);
      if (lanes_in(a, served, half, now / 2) != served) break;
      base = half;
      now /= 2;
    }
    issue(b, base, now, served);
    lanes &= ~served;
  }
}

static void blocks(struct batch *b, const struct wl_access *a, uint32_t lanes, uint32_t size) {
  while (lanes) {
    uint64_t base = a->address[wl_lowest_lane(lanes)] / size * size;
    uint32_t served = lanes_in(a, lanes, base, size);
    issue(b, base, size, served);
    lanes &= ~served;
  }
}

/* Stores of cc 2.x and 3.x (Professional CUDA C Programming, ch. 4): within an
 * aligned 128 bytes one segment, two of one aligned half, or all four. */
static void packets(struct batch *b, const struct wl_access *a, uint32_t lanes) {
  while (lanes) {
    uint64_t first = a->address[wl_lowest_lane(lanes)];
    uint32_t served = lanes_in(a, lanes, first, 128), size = 32;
    while (size < 128 && lanes_in(a, served, first, size) != served) size *= 2;
    issue(b, first / size * size, size, served);
    lanes &= ~served;
  }
}

unsigned wl_request_lanes(enum wl_coalescing rule, unsigned width) {
  if (rule == WL_COALESCE_STRICT || rule == WL_COALESCE_SHRINK) return HALF;
  return width <= 4 ? 32 : width == 8 ? 16 : 8;
}

static bool before(const struct wl_transaction *x, const struct wl_transaction *y) {
  if (x->address != y->address) return x->address < y->address;
  return x->bytes != y->bytes ? x->bytes < y->bytes : x->request < y->request;
}

void wl_sort_transactions(struct wl_transaction *t, unsigned count) {
  for (unsigned i = 1; i < count; i++) {
    struct wl_transaction moving = t[i];
    unsigned k = i;
    for (; k > 0 && before(&moving, &t[k - 1]); k--) t[k] = t[k - 1];
    t[k] = moving;
  }
}

unsigned wl_transactions(enum wl_coalescing rule, const struct wl_access *a,
                         struct wl_transaction out[WL_LANE_TRANSACTIONS], unsigned *requests) {
  unsigned part = wl_request_lanes(rule, a->width);
  uint32_t part_lanes = part == 32 ? UINT32_MAX : (1u << part) - 1;
  struct batch b = {.out = out};
  unsigned asking = 0;
  for (unsigned lane = 0; lane < WL_LANES; lane += part) {
    uint32_t lanes = a->mask & part_lanes << lane;
    if (!lanes) continue;
    b.request = (uint8_t)(lane / part);
    asking++;
    switch (rule) {
      case WL_COALESCE_STRICT: strict(&b, a, lanes); break;
      case WL_COALESCE_SHRINK: shrink(&b, a, lanes); break;
      case WL_COALESCE_LINES: blocks(&b, a, lanes, 128); break;
      case WL_COALESCE_PACKETS: packets(&b, a, lanes); break;
      case WL_COALESCE_SEGMENTS:
      default: blocks(&b, a, lanes, 32); break;
    }
  }
  if (requests) *requests = asking;
  return b.count;
}

void wl_count_transactions(enum wl_coalescing rule, const struct wl_access *a,
                           struct wl_counts *out) {
  if (rule == WL_COALESCE_NONE) return; /* atomics of cc 1.x: nothing is known */
  struct wl_transaction t[WL_LANE_TRANSACTIONS];
  unsigned requests, bytes = 0, count = wl_transactions(rule, a, t, &requests);
  for (unsigned i = 0; i < count; i++) bytes += t[i].bytes;
  out->requests = (uint16_t)requests;
  out->transactions = (uint16_t)count;
  wl_set_moved(out, bytes >> WL_SECTOR_SHIFT);
}

void wl_count_coalesced(const struct wl_arch *arch, const struct wl_access *a,
                        struct wl_counts *out) {
  wl_count_transactions(wl_coalescing_of(arch, a), a, out);
}
