/* Which lines of global memory, and so which lanes, share a tag wavefront. */
#include "core/count/tag_sets.h"

#include "core/count/count_common.h"
#include "core/count/count_spaces.h"

/* The tag set of each lane's line, and the first lane that has the same line. */
static void find_lines(const struct wl_arch *arch, const struct wl_access *a,
                       uint32_t set[WL_LANES], uint32_t first[WL_LANES]) {
  uint64_t buffer[WL_LANES], differ = 0;
  uint32_t line[WL_LANES];
  const uint64_t *address = wl_fill_lanes(a, 5, buffer);
  for (unsigned i = 0; i < WL_LANES; i++) {
    differ |= address[i] ^ address[0];
    line[i] = (uint32_t)(address[i] >> WL_LINE_SHIFT);
  }
  if (differ >> (32 + WL_LINE_SHIFT) == 0) {
    wl_tag_sets(arch, line, set);
    wl_first_lanes(line, first);
    return;
  }
  for (unsigned i = 0; i < WL_LANES; i++) {
    set[i] = wl_tag_set(arch, address[i] >> WL_LINE_SHIFT);
    first[i] = 0;
    while (((address[first[i]] ^ address[i]) >> WL_LINE_SHIFT) != 0) first[i]++;
  }
}

void wl_tag_places(const struct wl_arch *arch, const struct wl_access *a, struct wl_tag_places *t) {
  uint32_t set[WL_LANES], first[WL_LANES], lines[WL_LANES], place[WL_LANES], all = 0;
  find_lines(arch, a, set, first);

  /* Lines so far in each set, a byte each. */
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t one = set[i] & 1 ? 0x100 : 1;
    one = set[i] & 2 ? one << 16 : one;
    lines[i] = first[i] == i ? one : 0;
  }
  for (unsigned i = 0; i < WL_LANES; i += 8)
    for (unsigned j = i; j < i + 8; j++) lines[j] = all += lines[j];
  for (unsigned i = 0; i < WL_LANES; i++) {
    uint32_t rank = set[i] & 2 ? lines[i] >> 16 : lines[i];
    rank = ((set[i] & 1 ? rank >> 8 : rank) - 1) & 0xff;
    place[i] = (rank & ~3u) * WL_SETS + set[i] * 4 + (rank & 3);
  }
  for (unsigned i = 0; i < WL_LANES; i += 8)
    for (unsigned j = i; j < i + 8; j++) t->place[j] = place[first[j]];

  t->lines = t->wavefronts = 0;
  for (unsigned s = 0; s < WL_SETS; s++) {
    unsigned count = all >> 8 * s & 0xff;
    t->lines += count;
    if (count > t->wavefronts) t->wavefronts = count;
  }
}

unsigned wl_tag_lanes(const struct wl_arch *arch, const struct wl_access *a,
                      uint32_t lanes[WL_LANES]) {
  struct wl_tag_places t;
  wl_tag_places(arch, a, &t);
  for (unsigned tag = 0; tag < t.wavefronts; tag++) lanes[tag] = 0;
  for (unsigned i = 0; i < WL_LANES; i++)
    if (a->mask >> i & 1) lanes[t.place[i] / WL_TAG_BLOCK * 4 + t.place[i] % 4] |= 1u << i;
  return t.wavefronts;
}
