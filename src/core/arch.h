/* GPU generations as rows of a table; every number has its source beside it. */
#ifndef WL_CORE_ARCH_H
#define WL_CORE_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WL_LANES = 32, WL_MAX_BANKS = 32 };

/* How sure a rule or number is. */
enum wl_certainty {
  WL_VENDOR,   /* documented by the vendor */
  WL_MEASURED, /* counted by hardware counters */
  WL_DERIVED,  /* follows from other rules, or fitted */
  WL_FOLKLORE, /* said often, never checked here */
  WL_CERTAINTIES
};
extern const char *const wl_certainty_names[WL_CERTAINTIES];

/* One compute capability. All sizes in bytes. */
struct wl_arch {
  const char *cc;   /* "9.0" */
  const char *chip; /* the chip shown beside it, "H200" */
  uint32_t line_bytes, sector_bytes;   /* 128, 32 */
  uint32_t banks, bank_bytes;          /* 32, 4 */
  uint32_t tag_sets;                   /* lines that one tag wavefront resolves */
  uint64_t tag_hash[2];                /* bit i of a line's tag set: parity of its index & this */
  uint32_t hash_page;                  /* the tag hash is known inside one such page */
  uint32_t max_block_threads, max_block_dim[3];
  uint64_t max_grid_dim[3];
  uint32_t max_shared, max_constant;   /* per block; the constant bank */
};

extern const struct wl_arch wl_archs[];
extern const size_t wl_arch_count;

/* Finds a generation by compute capability or chip, case-insensitive ("9.0",
 * "90", "sm_90", "H200"); NULL if there is none. */
const struct wl_arch *wl_arch_find(const char *name);

/* The generation used where none is named: cc 9.0. */
const struct wl_arch *wl_arch_default(void);

#endif
