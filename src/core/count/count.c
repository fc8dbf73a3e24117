#include "core/count/count.h"

#include "core/count/count_spaces.h"

static inline uint16_t count_requests(const struct wl_arch *arch, uint32_t mask) {
  if (arch->request_lanes == WL_LANES) return mask != 0;
  return (uint16_t)(((mask & 0xffff) != 0) + (mask >> 16 != 0));
}

uint16_t wl_count_requests(const struct wl_arch *arch, uint32_t mask) {
  return count_requests(arch, mask);
}

/* In place of __builtin_popcount(), which may be a call: around it wl_count() would have to
 * save what it holds. */
static inline unsigned lanes_in(uint32_t mask) {
  if (mask == UINT32_MAX) return WL_LANES;
  mask -= mask >> 1 & 0x55555555;
  mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
  return ((mask + (mask >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

void wl_count(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out) {
  *out = (struct wl_counts){0};
  if (a->mask == 0 || wl_access_absent(arch, a)) return;
  out->requests = count_requests(arch, a->mask);
  out->bytes_asked = lanes_in(a->mask) * a->width;
  switch (a->space) {
  case WL_GLOBAL:
    if (arch->family != WL_COALESCED) wl_count_global(arch, a, out);
    else wl_count_coalesced(arch, a, out);
    if (wl_is_atomic(a) && wl_turns_unknown(arch, a)) wl_forget_turns(out);
    break;
  case WL_SHARED:
    if (arch->family != WL_COALESCED) wl_count_shared(arch, a, out);
    else wl_count_passes(arch, a, out);
    break;
  case WL_LOCAL: wl_count_local(arch, a, out); break;
  case WL_TEXTURE: wl_count_texture(a, out); break;
  default: wl_count_constant(arch, a, out); break;
  }
}

bool wl_share_address(const struct wl_access *a) {
  for (uint32_t rest = a->mask; rest != 0; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    for (uint32_t others = rest & (rest - 1); others != 0; others &= others - 1)
      if (a->address[lane] == a->address[__builtin_ctz(others)]) return true;
  }
  return false;
}

bool wl_turns_unknown(const struct wl_arch *arch, const struct wl_access *a) {
  return a->space == WL_GLOBAL && wl_is_atomic(a) && arch->family != WL_COALESCED &&
         !arch->turns && wl_share_address(a);
}

void wl_forget_turns(struct wl_counts *out) {
  out->sectors = out->lines = out->tag_wavefronts = out->wavefronts = out->ways = 0;
  out->bytes_moved = 0;
}

bool wl_tags_known(const struct wl_arch *arch, const struct wl_access *a) {
  if (arch->tag_sets == 0 || a->mask == 0) return true;
  if (a->space != WL_GLOBAL && a->space != WL_LOCAL) return true;
  uint64_t some = a->address[__builtin_ctz(a->mask)], differ = 0;
  bool ends = wl_access_monotone(a);
  if (ends) differ = a->address[0] ^ a->address[WL_LANES - 1];
  for (unsigned i = 0; !ends && a->mask == UINT32_MAX && i < WL_LANES; i++)
    differ |= a->address[i] ^ some;
  for (unsigned i = 0; a->mask != UINT32_MAX && i < WL_LANES; i++)
    differ |= (a->address[i] ^ some) & -(uint64_t)(a->mask >> i & 1);
  /* Where local memory lies is not known, but each word of it fills a line. */
  return a->space == WL_LOCAL ? differ < 4 : differ < arch->hash_page;
}
