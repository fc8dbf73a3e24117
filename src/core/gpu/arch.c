/* The rows of the generations: their memory, their modes, and the limits of a multiprocessor. */
#include "core/gpu/arch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/sm.h"

const char *const wl_certainty_names[] = {
  [WL_VENDOR] = "vendor",
  [WL_MEASURED] = "measured",
  [WL_DERIVED] = "derived",
  [WL_FOLKLORE] = "folklore",
  [WL_NOT_KNOWN] = "unknown",
};
static_assert(sizeof wl_certainty_names / sizeof *wl_certainty_names == WL_CERTAINTIES + 1, "each");

const char *const wl_cache_names[] = {"plain", "ca", "cg", "nc"};
static_assert(sizeof wl_cache_names / sizeof *wl_cache_names == WL_CACHES, "every operator");

/* The sources of all numbers and modes: core/gpu/arch_fields.c. */
#define CC(id_, cc_, chip_) .id = WL_CC_##id_, .sm = &wl_sms[WL_CC_##id_], .cc = cc_, .chip = chip_
#define MODE(text) .mode = text

#define SIZES .line_bytes = 128, .sector_bytes = 32, .max_constant = 64u << 10

/* cc 1.x: half-warps, no cache. */
#define TESLA(rule)                                                                              \
  SIZES, .family = WL_COALESCED, .load = {[WL_PLAIN] = rule}, .plain = WL_PLAIN, .store = rule,  \
  .local = rule, .banking = WL_BANKS_HALF_WARP, .request_lanes = 16, .banks = 16,                \
  .bank_bytes = 4,                                                                               \
  .row_bytes = 64, .max_block_dim = {512, 512, 64}, .max_grid_dim = {65535, 65535, 1},           \
  .max_local = 16u << 10, .lockstep = true

/* cc 2.x and 3.x: the warp; L1 with whole lines, L2 with segments. */
#define WARP                                                                                     \
  SIZES, .family = WL_COALESCED, .store = WL_COALESCE_PACKETS, .atomic = WL_COALESCE_SEGMENTS,   \
  .local = WL_COALESCE_LINES, .request_lanes = 32, .banks = 32,                                  \
  .max_block_dim = {1024, 1024, 64}, .max_local = 512u << 10, .lockstep = true
#define FERMI(l1)                                                                                \
  WARP, .plain = l1, .banking = WL_BANKS_FERMI, .bank_bytes = 4, .row_bytes = 128,               \
  .l1_kib = {16, 48},                                                                            \
  .load = {[WL_PLAIN] = l1 == WL_CA ? WL_COALESCE_LINES : WL_COALESCE_SEGMENTS,                  \
           [WL_CA] = WL_COALESCE_LINES, [WL_CG] = WL_COALESCE_SEGMENTS},                         \
  .max_grid_dim = {65535, 65535, 65535}
#define KEPLER(l1, bank, ca, nc)                                                                 \
  WARP, .plain = l1, .banking = WL_BANKS_KEPLER_4, .banking8 = WL_BANKS_KEPLER_8,                \
  .bank_bytes = bank, .row_bytes = 256, .l1_kib = {16, 48},                                      \
  .load = {[WL_PLAIN] = l1 == WL_CA ? ca : WL_COALESCE_SEGMENTS, [WL_CA] = ca,                   \
           [WL_CG] = WL_COALESCE_SEGMENTS, [WL_NC] = nc},                                        \
  .max_grid_dim = {2147483647, 65535, 65535}

/* cc 5.0 on: sectors. */
#define SECTORS(family_, plain_, ca, banking_, l1_low, l1_high)                                  \
  SIZES, .family = family_, .plain = plain_,                                                     \
  .load = {[WL_PLAIN] = WL_COALESCE_SECTORS, [WL_CA] = ca, [WL_CG] = WL_COALESCE_SECTORS,        \
           [WL_NC] = WL_COALESCE_SECTORS},                                                       \
  .store = WL_COALESCE_SECTORS, .atomic = WL_COALESCE_SECTORS, .local = WL_COALESCE_SECTORS,     \
  .banking = banking_, .request_lanes = 32, .banks = 32, .bank_bytes = 4, .row_bytes = 128,      \
  .l1_kib = {l1_low, l1_high},                                                                   \
  .max_block_dim = {1024, 1024, 64}, .max_grid_dim = {2147483647, 65535, 65535},                 \
  .max_local = 512u << 10

/* cc 5.x and 6.x: L1 beside shared memory. */
#define MAXWELL(plain, ca, l1) \
  SECTORS(WL_SECTORED, plain, ca, WL_BANKS_GROUPS, l1, l1), .lockstep = true

/* The parities of 0 … 63 & hash, a bit each: those of each bit of the hash, added up. */
#define PARITIES(hash)                                                                           \
  (((hash) >> 0 & 1) * 0xaaaaaaaaaaaaaaaa ^ ((hash) >> 1 & 1) * 0xcccccccccccccccc ^             \
   ((hash) >> 2 & 1) * 0xf0f0f0f0f0f0f0f0 ^ ((hash) >> 3 & 1) * 0xff00ff00ff00ff00 ^             \
   ((hash) >> 4 & 1) * 0xffff0000ffff0000 ^ ((hash) >> 5 & 1) * 0xffffffff00000000)
#define HASH(low, high) .tag_hash = {low, high}, .tag_lines = {PARITIES(low), PARITIES(high)}

/* cc 7.0 on: tag wavefronts. Where the hash was not measured, all pairs of bits of
 * the line index fold into one, which is sure for one line only. */
#define TAGS(l1, l1_low, l1_high)                                                                \
  SECTORS(WL_TAGGED, l1, WL_COALESCE_SECTORS, WL_BANKS_MERGE, l1_low, l1_high), .tag_sets = 4,   \
  .stores_stay = true
#define FOLD(l1, l1_low, l1_high)                                                                \
  TAGS(l1, l1_low, l1_high), .hash_page = 128, HASH(0x5555555555555555, 0xaaaaaaaaaaaaaaaa)

/* cc 9.0: bits 0 … 13 of the line index as measured inside pages of 2 MB; above,
 * where the hardware hashes physical addresses, the bits fold in pairs. */
#define MEASURED(l1, l1_low, l1_high)                                                            \
  TAGS(l1, l1_low, l1_high), .turns = true, .constant_measured = true, .local_measured = true,   \
  .caches_measured = true, .hash_page = 2u << 20,                                                \
  HASH(0x5555555555554000 | 0x3ab5, 0xaaaaaaaaaaaa8000 | 0x15da)

/* Generations by what can be chosen: where plain loads go, bytes of a bank. */
#define CC20(l1) CC(20, "2.0", "Tesla M2090"), FERMI(l1)
#define CC21(l1) CC(21, "2.1", "GeForce GTX 460"), FERMI(l1)
#define CC30(bank) \
  CC(30, "3.0", "GeForce GTX 680"), KEPLER(WL_CG, bank, WL_COALESCE_NONE, WL_COALESCE_NONE)
#define CC35(l1, bank) \
  CC(35, "3.5", "Tesla K40"), KEPLER(l1, bank, WL_COALESCE_LINES, WL_COALESCE_SEGMENTS)
#define CC37(l1, bank) \
  CC(37, "3.7", "Tesla K80"), KEPLER(l1, bank, WL_COALESCE_LINES, WL_COALESCE_SEGMENTS)
#define CC52(l1) CC(52, "5.2", "GTX 980"), MAXWELL(l1, WL_COALESCE_SECTORS, 48)
#define CC60(l1) CC(60, "6.0", "Tesla P100"), MAXWELL(l1, WL_COALESCE_SECTORS, 24)
#define CC61(l1) CC(61, "6.1", "GTX 1080"), MAXWELL(l1, WL_COALESCE_SECTORS, 48)
#define CC70(l1) CC(70, "7.0", "Tesla V100"), FOLD(l1, 32, 128), .l1_clock = 128
#define CC75(l1) CC(75, "7.5", "Tesla T4"), FOLD(l1, 32, 64)
#define CC80(l1) CC(80, "8.0", "A100"), FOLD(l1, 28, 192), .l1_clock = 128, .l2_parted = true
#define CC86(l1) CC(86, "8.6", "RTX 3090"), FOLD(l1, 28, 128), .l1_clock = 64
#define CC89(l1) CC(89, "8.9", "RTX 4090"), FOLD(l1, 28, 128), .l1_clock = 64
#define CC90(l1) CC(90, "9.0", "H200"), MEASURED(l1, 28, 256), .l1_clock = 128, .l2_parted = true
#define CC100(l1) CC(100, "10.0", "B200"), FOLD(l1, 28, 256), .turns = true
#define CC120(l1) CC(120, "12.0", "RTX 5090"), FOLD(l1, 28, 128), .turns = true

const struct wl_arch wl_archs[] = {
  {CC(10, "1.0", "GeForce 8800 GTX"), TESLA(WL_COALESCE_STRICT), MODE("")},
  {CC(11, "1.1", "GeForce 8800 GT"), TESLA(WL_COALESCE_STRICT), MODE("")},
  {CC(12, "1.2", "GeForce GT 240"), TESLA(WL_COALESCE_SHRINK), MODE("")},
  {CC(13, "1.3", "Tesla C1060"), TESLA(WL_COALESCE_SHRINK), MODE("")},
  {CC20(WL_CA), MODE("")},
  {CC21(WL_CA), MODE("")},
  {CC30(4), MODE("")},
  {CC35(WL_CG, 4), MODE("")},
  {CC37(WL_CG, 4), MODE("")},
  {CC(50, "5.0", "GTX 750 Ti"), MAXWELL(WL_CG, WL_COALESCE_NONE, 24), MODE("")},
  {CC52(WL_CG), MODE("")},
  {CC60(WL_CA), MODE("")},
  {CC61(WL_CA), MODE("")},
  {CC70(WL_CA), MODE("")},
  {CC75(WL_CA), MODE("")},
  {CC80(WL_CA), MODE("")},
  {CC86(WL_CA), MODE("")},
  {CC89(WL_CA), MODE("")},
  {CC90(WL_CA), MODE("")},
  {CC100(WL_CA), MODE("")},
  {CC120(WL_CA), MODE("")},
};
static_assert(sizeof wl_archs / sizeof wl_archs[0] == WL_CCS, "a row for every capability");
const size_t wl_arch_count = WL_CCS;

/* Sources: CUDA Programming Guide, cc 2.x to 6.x, -dlcm and the bank size; PTX ISA,
 * cache operators. */
const struct wl_arch wl_arch_modes[] = {
  {CC20(WL_CG), MODE(":l1=cg")},
  {CC21(WL_CG), MODE(":l1=cg")},
  {CC30(8), MODE(":banks=8")},
  {CC35(WL_CA, 4), MODE(":l1=ca")},
  {CC35(WL_CG, 8), MODE(":banks=8")},
  {CC35(WL_CA, 8), MODE(":l1=ca:banks=8")},
  {CC37(WL_CA, 4), MODE(":l1=ca")},
  {CC37(WL_CG, 8), MODE(":banks=8")},
  {CC37(WL_CA, 8), MODE(":l1=ca:banks=8")},
  {CC52(WL_CA), MODE(":l1=ca")},
  {CC60(WL_CG), MODE(":l1=cg")},
  {CC61(WL_CG), MODE(":l1=cg")},
  {CC70(WL_CG), MODE(":l1=cg")},
  {CC75(WL_CG), MODE(":l1=cg")},
  {CC80(WL_CG), MODE(":l1=cg")},
  {CC86(WL_CG), MODE(":l1=cg")},
  {CC89(WL_CG), MODE(":l1=cg")},
  {CC90(WL_CG), MODE(":l1=cg")},
  {CC100(WL_CG), MODE(":l1=cg")},
  {CC120(WL_CG), MODE(":l1=cg")},
};
const size_t wl_arch_mode_count = sizeof wl_arch_modes / sizeof wl_arch_modes[0];

/* What one multiprocessor can hold. */
#define KIB(n) ((n) * 1024u)

/* One generation per row, in the order of enum wl_cc; columns as in struct wl_sm. */
#define SM(name, fp32_, warps_, blocks_, threads_, bt, regs, bregs, tregs, sh, bsh, shu, shr, ru,  \
           wg, part, rpb, par, cons, ...)                                                        \
  {.cc = name, .fp32 = fp32_, .warps = warps_, .blocks = blocks_, .threads = threads_,           \
   .block_threads = bt,                                                                          \
   .registers = KIB(regs), .block_registers = KIB(bregs), .thread_registers = tregs,              \
   .shared = KIB(sh), .block_shared = KIB(bsh), .shared_unit = shu, .shared_reserved = shr,       \
   .register_unit = ru, .warp_granularity = wg, .partitions = part, .register_per_block = rpb,    \
   .parameter_bytes = par, .constant_cache = KIB(cons), .carveout_kib = {__VA_ARGS__},       \
   .carveouts = sizeof (uint32_t[]){__VA_ARGS__} / sizeof(uint32_t)}

const struct wl_sm wl_sms[] = {
  /*  cc    fp32 warps blk thr  /blk regs /blk /thr  sh  /blk unit rsv  unit wg  sub 1.x params, KiB
   *  of the constant cache, then the carve-outs of shared memory */
  SM("1.0",    8, 24,  8,  768,  512,  8,   8, 128,  16,  16, 512, 16,  256, 2,  1,  1,   256,  8,
      16),
  SM("1.1",    8, 24,  8,  768,  512,  8,   8, 128,  16,  16, 512, 16,  256, 2,  1,  1,   256,  8,
      16),
  SM("1.2",    8, 32,  8, 1024,  512, 16,  16, 128,  16,  16, 512, 16,  512, 2,  1,  1,   256,  8,
      16),
  SM("1.3",    8, 32,  8, 1024,  512, 16,  16, 128,  16,  16, 512, 16,  512, 2,  1,  1,   256,  8,
      16),
  SM("2.0",   32, 48,  8, 1536, 1024, 32,  32,  63,  48,  48, 128,  0,   64, 2,  2,  0,  4096,  8,
      16, 48),
  SM("2.1",   48, 48,  8, 1536, 1024, 32,  32,  63,  48,  48, 128,  0,   64, 2,  2,  0,  4096,  8,
      16, 48),
  SM("3.0",  192, 64, 16, 2048, 1024, 64,  64,  63,  48,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      16, 32, 48),
  SM("3.5",  192, 64, 16, 2048, 1024, 64,  64, 255,  48,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      16, 32, 48),
  SM("3.7",  192, 64, 16, 2048, 1024, 128, 64, 255, 112,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      80, 96, 112),
  SM("5.0",  128, 64, 32, 2048, 1024, 64,  64, 255,  64,  48, 256,  0,  256, 4,  4,  0,  4096, 10,
      64),
  SM("5.2",  128, 64, 32, 2048, 1024, 64,  64, 255,  96,  48, 256,  0,  256, 4,  4,  0,  4096, 10,
      96),
  SM("6.0",   64, 64, 32, 2048, 1024, 64,  64, 255,  64,  48, 256,  0,  256, 2,  2,  0,  4096,  4,
      64),
  SM("6.1",  128, 64, 32, 2048, 1024, 64,  64, 255,  96,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      96),
  SM("7.0",   64, 64, 32, 2048, 1024, 64,  64, 255,  96,  96, 256,  0,  256, 4,  4,  0, 32764,  8,
      0, 8, 16, 32, 64, 96),
  SM("7.5",   64, 32, 16, 1024, 1024, 64,  64, 255,  64,  64, 256,  0,  256, 4,  4,  0, 32764,  8,
      32, 64),
  SM("8.0",   64, 64, 32, 2048, 1024, 64,  64, 255, 164, 163, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100, 132, 164),
  SM("8.6",  128, 48, 16, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100),
  SM("8.9",  128, 48, 24, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100),
  SM("9.0",  128, 64, 32, 2048, 1024, 64,  64, 255, 228, 227, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
  SM("10.0", 128, 64, 32, 2048, 1024, 64,  64, 255, 228, 227, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
  SM("12.0", 128, 48, 24, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100),
};
static_assert(sizeof wl_sms / sizeof wl_sms[0] == WL_CCS, "a row for every capability");
const size_t wl_sm_count = WL_CCS;

const struct wl_arch *wl_arch_in_mode(const struct wl_arch *arch, enum wl_cache l1,
                                      unsigned banks) {
  if (l1 == WL_PLAIN) l1 = (enum wl_cache)arch->plain;
  if (banks != 0 && arch->banking8 == WL_BANKS_NONE) return NULL; /* nothing to choose */
  if (banks == 0) banks = arch->bank_bytes;
  const struct wl_arch *plain = &wl_archs[arch->id];
  if (plain->plain == l1 && plain->bank_bytes == banks) return plain;
  for (size_t i = 0; i < wl_arch_mode_count; i++) {
    const struct wl_arch *m = &wl_arch_modes[i];
    if (m->id == arch->id && m->plain == l1 && m->bank_bytes == banks) return m;
  }
  return NULL;
}

const struct wl_arch *wl_arch_next_mode(const struct wl_arch *arch, int turns) {
  const struct wl_arch *mode[8] = {&wl_archs[arch->id]}; /* no generation has as many */
  long count = 1, at = 0;
  for (size_t i = 0; i < wl_arch_mode_count && count < 8; i++) {
    if (wl_arch_modes[i].id != arch->id) continue;
    if (&wl_arch_modes[i] == arch) at = count;
    mode[count++] = &wl_arch_modes[i];
  }
  return mode[((at + turns) % count + count) % count];
}

const struct wl_arch *wl_arch_default(void) { return &wl_archs[WL_CC_90]; }
