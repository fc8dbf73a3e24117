/* cp.async: from global into shared memory, every lane a copy of its own. */
#include "core/spaces.h"

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
  return wl_count_lanes(&to).ways;
}
