/* Local memory as the guide lays it out, and textures byte by byte. */
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { LANES = 32 };

void reference_local(const struct wl_arch *arch, const struct wl_access *a,
                     struct wl_counts *out) {
  unsigned rows = a->width <= 4 ? 1 : a->width / 4;
  for (unsigned row = 0; row < rows; row++) {
    struct wl_access part = *a;
    struct wl_counts c;
    memset(&c, 0, sizeof c);
    part.width = a->width < 4 ? a->width : 4;
    for (unsigned lane = 0; lane < LANES; lane++) {
      /* Consecutive 32-bit words are accessed by consecutive threads. */
      uint64_t word = a->address[lane] / 4 + row;
      part.address[lane] = word * 128 + lane * 4 + a->address[lane] % 4;
    }
    if (arch->id < WL_CC_50) reference_transactions(arch, &part, &c);
    else reference_sectored(arch, &part, &c);
    out->transactions = (uint16_t)(out->transactions + c.transactions);
    out->sectors = (uint16_t)(out->sectors + c.sectors);
    out->lines = (uint16_t)(out->lines + c.lines);
    out->tag_wavefronts = (uint16_t)(out->tag_wavefronts + c.tag_wavefronts);
    out->wavefronts = (uint16_t)(out->wavefronts + c.wavefronts);
    if (c.ways > out->ways) out->ways = c.ways;
  }
  if (arch->tag_sets != 0 && a->op == WL_LOAD && a->mask != 0) out->wavefronts = (uint16_t)rows;
  out->requests = (uint16_t)(out->requests * rows);
  out->bytes_moved = 32u * out->sectors;
  unsigned packed = (out->bytes_asked + 31) / 32;
  out->ideal_sectors = (uint16_t)(packed < out->sectors ? packed : out->sectors);
}

/* Where a byte of a texture lies: block after block of 64 bytes by 8 rows, laid
 * out as the Tegra X1 manual has it; or row after row. */
static uint64_t place(const struct wl_access *a, uint64_t x, uint64_t y) {
  if (a->layout == WL_LAYOUT_PITCH) return y * a->pitch + x;
  uint64_t block = (y / 8 << 24) + x / 64;
  return block * 512 + x % 64 / 32 * 256 + y % 8 / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static unsigned distinct(const struct wl_access *a, unsigned unit) {
  uint64_t at[LANES];
  unsigned count = 0, different = 0;
  for (unsigned lane = 0; lane < LANES; lane++)
    if (a->mask >> lane & 1)
      at[count++] = place(a, a->address[lane] * a->width, a->second[lane]) / unit;
  qsort(at, count, sizeof at[0], ascending);
  for (unsigned i = 0; i < count; i++) different += i == 0 || at[i] != at[i - 1];
  return different;
}

void reference_texture(const struct wl_access *a, struct wl_counts *out) {
  out->requests = 0;
  for (unsigned quad = 0; quad < 8; quad++)
    out->requests = (uint16_t)(out->requests + ((a->mask >> 4 * quad & 15) != 0));
  out->sectors = (uint16_t)distinct(a, 32);
  out->l2_requests = (uint16_t)distinct(a, a->layout == WL_LAYOUT_PITCH ? 32 : 128);
  out->bytes_moved = 32u * out->sectors;
  unsigned packed = (out->bytes_asked + 31) / 32;
  out->ideal_sectors = (uint16_t)(packed < out->sectors ? packed : out->sectors);
}
