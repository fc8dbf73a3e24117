/* GPU generations as rows of a table: their modes and limits. The certainty and source of every
 * column: core/gpu/arch_fields.h. */
#ifndef WL_CORE_GPU_ARCH_H
#define WL_CORE_GPU_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/gpu/arch_modes.h"

struct wl_sm;

enum { WL_LANES = 32, WL_MAX_BANKS = 32 };

/* Of a mask that has one. */
static inline unsigned wl_lowest_lane(uint32_t lanes) { return (unsigned)__builtin_ctz(lanes); }

extern const char *const wl_cache_names[]; /* "plain", "ca" … */

/* One compute capability. All sizes in bytes. */
struct wl_arch {
  const char *cc;             /* "9.0" */
  const char *chip;           /* a chip shown beside it, "H200" */
  const char *mode;           /* behind the capability, "" or ":l1=cg:banks=8" */
  const struct wl_sm *sm;     /* limits of one multiprocessor and one block: core/gpu/sm.h */
  uint8_t id;                 /* enum wl_cc */
  uint8_t family;             /* enum wl_family */
  uint8_t load[WL_CACHES];    /* enum wl_coalescing by cache operator; NONE: has no such load */
  uint8_t plain;              /* what a plain load means; WL_PLAIN where there is no choice */
  uint8_t store, atomic, local; /* enum wl_coalescing of other accesses */
  uint8_t banking, banking8;  /* enum wl_banking: with banks of 4 bytes; of 8 */
  uint8_t request_lanes;      /* lanes that ask together: 16 on cc 1.x, else 32 */
  uint32_t line_bytes, sector_bytes; /* 128, 32: a cache line; the smallest transaction */
  uint32_t banks, bank_bytes; /* of shared memory, in this mode */
  uint32_t row_bytes;         /* most that all banks give in one pass */
  uint32_t l1_kib[2];         /* of L1 per SM: least and most, as shared memory leaves it */
  uint32_t l1_clock;          /* bytes that L1 gives in a clock; 0: unknown */
  uint32_t tag_sets;          /* lines that one tag wavefront resolves; 0: unknown */
  bool lockstep;              /* the lanes of a warp keep step */
  bool constant_measured, local_measured; /* also accesses of more than 4 bytes a lane */
  bool caches_measured;       /* what L1 does with loads and stores, what L2 fetches */
  bool stores_stay;           /* stores leave their words in L1; else they drop the line there */
  bool l2_parted;             /* L2 is in two, each nearer to half of the multiprocessors */
  bool turns;                 /* how lanes of an atomic that want one address take turns is known */
  uint64_t tag_hash[2];       /* bit i of a line's tag set: parity of its index & this; of the
                                 low two bits of an index, the hash keeps bit i */
  uint64_t tag_lines[2];      /* bit i of the tag sets of the lines 0 … 63, from tag_hash */
  uint32_t hash_page;         /* the tag hash is known inside one such page */
  uint32_t max_block_dim[3];
  uint64_t max_grid_dim[3];
  uint32_t max_constant, max_local; /* the constant bank; local memory of a thread */
};
extern const struct wl_arch wl_archs[]; /* in their default modes, by enum wl_cc */
extern const size_t wl_arch_count;
extern const struct wl_arch wl_arch_modes[]; /* in the others */
extern const size_t wl_arch_mode_count;

/* The same generation where plain loads go as `l1` says (WL_CA, WL_CG, as -dlcm does),
 * with banks of so many bytes; WL_PLAIN and 0 leave what it has. NULL: never had it. */
const struct wl_arch *wl_arch_in_mode(const struct wl_arch *arch, enum wl_cache l1, unsigned banks);

/* The mode `turns` further on among those of the generation, around the ends. */
const struct wl_arch *wl_arch_next_mode(const struct wl_arch *arch, int turns);

/* The generation used where none is named: cc 9.0. */
const struct wl_arch *wl_arch_default(void);

#endif
