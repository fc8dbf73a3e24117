/* cp.async: from global into shared memory, one copy for each lane. */
#include "core/count/count_spaces.h"

/* Bit b: bank b has a word of `width` aligned bytes. */
static uint32_t banks_of(uint64_t address, unsigned width) {
  uint32_t words = (1u << width / 4) - 1;
  return words << (address >> WL_WORD_SHIFT) % WL_MAX_BANKS;
}

/* The lanes that go in the next wavefront: those for whom no lane before them, going
 * or not, wants a bank of their source or one of their destination. */
static uint32_t next_lanes(const struct wl_access *a, uint32_t waiting) {
  uint32_t reads = 0, writes = 0, go = 0;
  for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    uint32_t from = banks_of(a->address[lane], a->width);
    uint32_t to = banks_of(a->second[lane], a->width);
    if (!(reads & from) && !(writes & to)) go |= 1u << lane;
    reads |= from;
    writes |= to;
  }
  return go;
}

unsigned wl_copy_wavefronts(const struct wl_arch *arch, const struct wl_access *a,
                            struct wl_copy_wavefront out[WL_LANES]) {
  uint32_t lanes[WL_LANES];
  unsigned tags = wl_tag_lanes(arch, a, lanes), count = 0;
  unsigned shift = wl_group_shift(a->width, false);
  for (unsigned tag = 0; tag < tags; tag++)
    for (unsigned group = 0; group < (unsigned)WL_LANES >> shift; group++) {
      uint32_t waiting = lanes[tag] & wl_group_mask(shift) << (group << shift);
      while (waiting != 0) {
        uint32_t go = next_lanes(a, waiting);
        out[count++] = (struct wl_copy_wavefront){go, (uint8_t)tag, (uint8_t)group};
        waiting &= ~go;
      }
    }
  return count;
}

unsigned wl_copy_ways(const struct wl_access *a) {
  struct wl_access to = *a;
  for (unsigned i = 0; i < WL_LANES; i++) to.address[i] = a->second[i];
  to.even = false;
  return wl_count_lane_by_lane(&to).ways;
}

/* Rows of shared memory that one tag wavefront of cp.async.cg can fill: those whose
 * index has the same remainder wait for each other. Source: H200 counters, 1920 of
 * 1920 inside a page of 2 MB. */
enum { ROWS_AT_ONCE = 4 };

/* Lines go into tag wavefronts by their sets as those of loads do; such a wavefront
 * then takes a turn more for each row that has to wait for another. */
unsigned wl_copy_units(const struct wl_arch *arch, const struct wl_access *a,
                       struct wl_copy_unit out[WL_LANES]) {
  uint32_t tag_lanes[WL_LANES];
  unsigned tags = wl_tag_lanes(arch, a, tag_lanes), count = 0, first = 0;
  uint8_t of_tag[WL_LANES];
  for (uint32_t rest = a->mask; rest != 0; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest), u = 0, tag = 0;
    uint64_t line = a->address[lane] >> WL_LINE_SHIFT;
    uint32_t row = a->second[lane] >> WL_LINE_SHIFT;
    while (u < count && (out[u].line != line || out[u].row != row)) u++;
    while (!(tag_lanes[tag] >> lane & 1)) tag++;
    if (u == count) out[count++] = (struct wl_copy_unit){.line = line, .row = row};
    out[u].lanes |= 1u << lane;
    of_tag[u] = (uint8_t)tag;
  }
  for (unsigned tag = 0; tag < tags; tag++) {
    unsigned turns[ROWS_AT_ONCE] = {0}, most = 0;
    for (unsigned u = 0; u < count; u++) {
      if (of_tag[u] != tag) continue;
      unsigned turn = turns[out[u].row % ROWS_AT_ONCE]++;
      out[u].tag = (uint8_t)(first + turn);
      if (turn >= most) most = turn + 1;
    }
    first += most;
  }
  return count;
}

/* Whether a later lane fills what this one does, and is taken to win. */
static bool overwritten(const struct wl_access *a, unsigned lane) {
  for (unsigned i = lane + 1; i < WL_LANES; i++)
    if (a->mask >> i & 1 && a->second[i] == a->second[lane]) return true;
  return false;
}

uint32_t wl_copy_movers(const struct wl_access *a) {
  uint32_t movers = 0;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    if (!(a->mask >> lane & 1) || overwritten(a, lane)) continue;
    bool known = false;
    for (uint32_t rest = movers; rest != 0 && !known; rest &= rest - 1) {
      unsigned other = (unsigned)__builtin_ctz(rest);
      known = ((a->address[other] ^ a->address[lane]) >> WL_LINE_SHIFT) == 0 &&
              (a->second[other] ^ a->second[lane]) >> WL_SECTOR_SHIFT == 0;
    }
    movers |= (uint32_t)!known << lane;
  }
  return movers;
}

bool wl_copy_clashes(const struct wl_access *a) {
  bool any = false;
  for (unsigned lane = 0; lane < WL_LANES && !any; lane++)
    any = a->mask >> lane & 1 && overwritten(a, lane);
  return any;
}

void wl_count_copy_cg(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_counts *out) {
  struct wl_copy_unit unit[WL_LANES];
  out->lines = (uint16_t)wl_copy_units(arch, a, unit);
  for (unsigned i = 0; i < out->lines; i++)
    if (unit[i].tag >= out->tag_wavefronts) out->tag_wavefronts = (uint16_t)(unit[i].tag + 1);
  out->sectors = (uint16_t)__builtin_popcount(wl_copy_movers(a));
}
