#include "core/arch.h"

#include <string.h>
#include <strings.h>

const char *const wl_certainty_names[WL_CERTAINTIES] = {
  [WL_VENDOR] = "vendor",
  [WL_MEASURED] = "measured",
  [WL_DERIVED] = "derived",
  [WL_FOLKLORE] = "folklore",
};

const struct wl_arch wl_archs[] = {
  {
    .cc = "9.0",
    .chip = "H200",
    .line_bytes = 128,         /* measured: MT4G on H100; H200 counters */
    .sector_bytes = 32,        /* measured: the same */
    .banks = 32,               /* vendor: CUDA Programming Guide 13.1, compute capabilities */
    .bank_bytes = 4,           /* vendor: the same */
    .tag_sets = 4,             /* measured: H200, 1892 of 1892 requests */
    /* Measured: H200, bits 0 … 13 of the line index. Above, where the hardware
     * hashes physical addresses, the bits fold in pairs: an estimate. */
    .tag_hash = {0x5555555555554000 | 0x3ab5, 0xaaaaaaaaaaaa8000 | 0x15da},
    .hash_page = 2u << 20,     /* measured: H200, the hash sees physical addresses beyond */
    .max_block_threads = 1024, /* vendor: CUDA Programming Guide 13.1, table of limits */
    .max_block_dim = {1024, 1024, 64},
    .max_grid_dim = {2147483647, 65535, 65535},
    .max_shared = 227u << 10,  /* vendor: per block, opt-in above 48 KiB */
    .max_constant = 64u << 10, /* vendor */
  },
};
const size_t wl_arch_count = sizeof wl_archs / sizeof wl_archs[0];

const struct wl_arch *wl_arch_default(void) { return &wl_archs[wl_arch_count - 1]; }

/* "9.0", "90", "sm_90" and "cc 9.0" name the same generation. */
static bool same_cc(const char *cc, const char *name) {
  if (strncasecmp(name, "sm_", 3) == 0) name += 3;
  else if (strncasecmp(name, "cc", 2) == 0) name += 2 + (name[2] == ' ');
  for (; *cc && *name; cc++, name++) {
    if (*cc == '.' && *name != '.') cc++;
    if (*cc != *name) return false;
  }
  return *cc == *name;
}

const struct wl_arch *wl_arch_find(const char *name) {
  for (size_t i = 0; i < wl_arch_count; i++)
    if (same_cc(wl_archs[i].cc, name) || strcasecmp(wl_archs[i].chip, name) == 0)
      return &wl_archs[i];
  return NULL;
}
