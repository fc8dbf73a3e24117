#include "core/count.h"

#include "core/tally.h"

void wl_count(const struct wl_arch *arch, const struct wl_access *a, struct wl_counts *out) {
  *out = (struct wl_counts){0};
  if (a->mask == 0) return;
  out->requests = 1;
  out->bytes_asked = (uint32_t)__builtin_popcount(a->mask) * a->width;
  switch (a->space) {
  case WL_GLOBAL: wl_count_global(arch, a, out); break;
  case WL_SHARED: wl_count_shared(a, out); break;
  default: wl_count_constant(a, out); break;
  }
}

bool wl_count_exact(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->space != WL_GLOBAL || a->mask == 0) return true;
  uint64_t some = a->address[__builtin_ctz(a->mask)], differ = 0;
  for (unsigned i = 0; i < WL_LANES; i++)
    differ |= (a->address[i] ^ some) & -(uint64_t)(a->mask >> i & 1);
  return differ < arch->hash_page;
}
