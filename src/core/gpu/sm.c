#include "core/gpu/sm.h"

#include <assert.h>
#include <string.h>

#include "core/gpu/source_names.h"

#define KIB(n) ((n) * 1024u)

/* One generation per row, in the order of enum wl_cc; columns as in struct wl_sm. */
#define SM(name, warps_, blocks_, threads_, bt, regs, bregs, tregs, sh, bsh, shu, shr, ru, wg,   \
           part, rpb, par, cons, ...)                                                            \
  {.cc = name, .warps = warps_, .blocks = blocks_, .threads = threads_, .block_threads = bt,      \
   .registers = KIB(regs), .block_registers = KIB(bregs), .thread_registers = tregs,              \
   .shared = KIB(sh), .block_shared = KIB(bsh), .shared_unit = shu, .shared_reserved = shr,       \
   .register_unit = ru, .warp_granularity = wg, .partitions = part, .register_per_block = rpb,    \
   .parameter_bytes = par, .constant_cache = KIB(cons), .carveout_kib = {__VA_ARGS__},       \
   .carveouts = sizeof (uint32_t[]){__VA_ARGS__} / sizeof(uint32_t)}

const struct wl_sm wl_sms[] = {
  /*  cc     warps blk thr  /blk regs /blk /thr  sh  /blk unit rsv  unit wg  sub 1.x params, KiB
   *  of the constant cache, then the carve-outs of shared memory */
  SM("1.0",   24,  8,  768,  512,  8,   8, 128,  16,  16, 512, 16,  256, 2,  1,  1,   256,  8, 16),
  SM("1.1",   24,  8,  768,  512,  8,   8, 128,  16,  16, 512, 16,  256, 2,  1,  1,   256,  8, 16),
  SM("1.2",   32,  8, 1024,  512, 16,  16, 128,  16,  16, 512, 16,  512, 2,  1,  1,   256,  8, 16),
  SM("1.3",   32,  8, 1024,  512, 16,  16, 128,  16,  16, 512, 16,  512, 2,  1,  1,   256,  8, 16),
  SM("2.0",   48,  8, 1536, 1024, 32,  32,  63,  48,  48, 128,  0,   64, 2,  2,  0,  4096,  8,
      16, 48),
  SM("2.1",   48,  8, 1536, 1024, 32,  32,  63,  48,  48, 128,  0,   64, 2,  2,  0,  4096,  8,
      16, 48),
  SM("3.0",   64, 16, 2048, 1024, 64,  64,  63,  48,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      16, 32, 48),
  SM("3.5",   64, 16, 2048, 1024, 64,  64, 255,  48,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      16, 32, 48),
  SM("3.7",   64, 16, 2048, 1024, 128, 64, 255, 112,  48, 256,  0,  256, 4,  4,  0,  4096,  8,
      80, 96, 112),
  SM("5.0",   64, 32, 2048, 1024, 64,  64, 255,  64,  48, 256,  0,  256, 4,  4,  0,  4096, 10, 64),
  SM("5.2",   64, 32, 2048, 1024, 64,  64, 255,  96,  48, 256,  0,  256, 4,  4,  0,  4096, 10, 96),
  SM("6.0",   64, 32, 2048, 1024, 64,  64, 255,  64,  48, 256,  0,  256, 2,  2,  0,  4096,  4, 64),
  SM("6.1",   64, 32, 2048, 1024, 64,  64, 255,  96,  48, 256,  0,  256, 4,  4,  0,  4096,  8, 96),
  SM("7.0",   64, 32, 2048, 1024, 64,  64, 255,  96,  96, 256,  0,  256, 4,  4,  0, 32764,  8,
      0, 8, 16, 32, 64, 96),
  SM("7.5",   32, 16, 1024, 1024, 64,  64, 255,  64,  64, 256,  0,  256, 4,  4,  0, 32764,  8,
      32, 64),
  SM("8.0",   64, 32, 2048, 1024, 64,  64, 255, 164, 163, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100, 132, 164),
  SM("8.6",   48, 16, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100),
  SM("8.9",   48, 24, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100),
  SM("9.0",   64, 32, 2048, 1024, 64,  64, 255, 228, 227, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
  SM("10.0",  64, 32, 2048, 1024, 64,  64, 255, 228, 227, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
  SM("12.0",  48, 24, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      0, 8, 16, 32, 64, 100),
};
static_assert(sizeof wl_sms / sizeof wl_sms[0] == WL_CCS, "a row for every capability");
const size_t wl_sm_count = WL_CCS;

#define CALCULATOR "occupancy calculator header of CUDA 12.8 to 13.3"
#define SPREADSHEET "the occupancy spreadsheet of those years, as remembered"
enum { CC1 = (1 << WL_CC_20) - 1, CC1_TO_30 = (1 << WL_CC_35) - 1 };

/* Numbers of the vendor's guides: guide 4 has those up to cc 3.0. */
#define FIELD(member, title, unit) \
  {#member, title, unit, offsetof(struct wl_sm, member), WL_VENDOR, 0, GUIDE, GUIDE4, CC1_TO_30}

/* Numbers that are told of cc 1.x everywhere and documented nowhere. */
#define OLD_FIELD(member, title, unit, certainty, source) \
  {#member, title, unit, offsetof(struct wl_sm, member), certainty, CC1, source, SPREADSHEET, CC1}

const struct wl_sm_field wl_sm_fields[] = {
  FIELD(warps, "resident warps", "warps"),
  FIELD(blocks, "resident blocks", "blocks"),
  FIELD(threads, "resident threads", "threads"),
  FIELD(block_threads, "threads per block", "threads"),
  FIELD(registers, "registers", "registers"),
  FIELD(block_registers, "registers per block", "registers"),
  {"thread_registers", "registers per thread", "registers",
   offsetof(struct wl_sm, thread_registers), WL_VENDOR, 0, GUIDE,
   GUIDE4 "; compilers for cc 1.x gave 124", CC1},
  FIELD(shared, "shared memory", "bytes"),
  FIELD(block_shared, "shared memory per block", "bytes"),
  OLD_FIELD(shared_unit, "shared allocation step", "bytes", WL_VENDOR, CALCULATOR),
  OLD_FIELD(shared_reserved, "shared taken per block", "bytes", WL_VENDOR, GUIDE),
  OLD_FIELD(register_unit, "register allocation step", "registers", WL_VENDOR, CALCULATOR),
  OLD_FIELD(warp_granularity, "warps allocated together", "warps", WL_VENDOR, CALCULATOR),
  OLD_FIELD(partitions, "sub-partitions", "partitions", WL_VENDOR, CALCULATOR),
  FIELD(parameter_bytes, "kernel arguments", "bytes"),
  FIELD(constant_cache, "constant cache, working set", "bytes"),
};
const size_t wl_sm_field_count = sizeof wl_sm_fields / sizeof wl_sm_fields[0];

uint32_t wl_sm_field_value(const struct wl_sm_field *field, const struct wl_sm *sm) {
  uint32_t value;
  memcpy(&value, (const char *)sm + field->offset, sizeof value);
  return value;
}

enum wl_certainty wl_sm_field_certainty(const struct wl_sm_field *field, const struct wl_sm *sm) {
  return field->folklore >> (sm - wl_sms) & 1 ? WL_FOLKLORE : field->certainty;
}

const char *wl_sm_field_source(const struct wl_sm_field *field, const struct wl_sm *sm) {
  return field->old >> (sm - wl_sms) & 1 ? field->old_source : field->source;
}

const struct wl_sm_field *wl_sm_field(const char *key) {
  const struct wl_sm_field *field = wl_sm_fields;
  while (strcmp(field->key, key) != 0) field++;
  return field;
}

const struct wl_sm *wl_sm_find(const char *cc) {
  for (size_t i = 0; i < wl_sm_count; i++)
    if (strcmp(wl_sms[i].cc, cc) == 0) return &wl_sms[i];
  return NULL;
}
