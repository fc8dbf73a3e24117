#include "core/sm.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/sources.h"

#define KIB(n) ((n) * 1024u)

/* One generation per row, in the order of enum wl_cc; columns as in struct wl_sm. */
#define SM(name, warps_, blocks_, threads_, bt, regs, bregs, tregs, sh, bsh, shu, shr, ru, wg,   \
           part, rpb, par, cons, ...)                                                            \
  {.cc = name, .warps = warps_, .blocks = blocks_, .threads = threads_, .block_threads = bt,      \
   .registers = KIB(regs), .block_registers = KIB(bregs), .thread_registers = tregs,              \
   .shared = KIB(sh), .block_shared = KIB(bsh), .shared_unit = shu, .shared_reserved = shr,       \
   .register_unit = ru, .warp_granularity = wg, .partitions = part, .register_per_block = rpb,    \
   .parameter_bytes = par, .constant_cache = KIB(cons), .carveout_kib = {__VA_ARGS__}}

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
      8, 16, 32, 64, 96),
  SM("7.5",   32, 16, 1024, 1024, 64,  64, 255,  64,  64, 256,  0,  256, 4,  4,  0, 32764,  8,
      32, 64),
  SM("8.0",   64, 32, 2048, 1024, 64,  64, 255, 164, 163, 128, 1024, 256, 4, 4,  0, 32764,  8,
      8, 16, 32, 64, 100, 132, 164),
  SM("8.6",   48, 16, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      8, 16, 32, 64, 100),
  SM("8.9",   48, 24, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      8, 16, 32, 64, 100),
  SM("9.0",   64, 32, 2048, 1024, 64,  64, 255, 228, 227, 128, 1024, 256, 4, 4,  0, 32764,  8,
      8, 16, 32, 64, 100, 132, 164, 196, 228),
  SM("10.0",  64, 32, 2048, 1024, 64,  64, 255, 228, 227, 128, 1024, 256, 4, 4,  0, 32764,  8,
      8, 16, 32, 64, 100, 132, 164, 196, 228),
  SM("12.0",  48, 24, 1536, 1024, 64,  64, 255, 100,  99, 128, 1024, 256, 4, 4,  0, 32764,  8,
      8, 16, 32, 64, 100),
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

const char *const wl_limiter_names[WL_LIMITERS] = {
  [WL_LIMIT_BLOCKS] = "blocks",
  [WL_LIMIT_WARPS] = "warps",
  [WL_LIMIT_SHARED] = "shared memory",
  [WL_LIMIT_REGISTERS] = "registers",
};

enum wl_certainty wl_sm_field_certainty(const struct wl_sm_field *field, const struct wl_sm *sm) {
  return field->folklore >> (sm - wl_sms) & 1 ? WL_FOLKLORE : field->certainty;
}

const char *wl_sm_field_source(const struct wl_sm_field *field, const struct wl_sm *sm) {
  return field->old >> (sm - wl_sms) & 1 ? field->old_source : field->source;
}

static const struct wl_sm_field *field_of(const char *key) {
  const struct wl_sm_field *field = wl_sm_fields;
  while (strcmp(field->key, key) != 0) field++;
  return field;
}

const struct wl_sm_field *wl_limiter_field(const struct wl_sm *sm, enum wl_limiter limiter) {
  static const char *const keys[WL_LIMITERS][2] = {
    [WL_LIMIT_BLOCKS] = {"blocks", "blocks"},
    [WL_LIMIT_WARPS] = {"warps", "warps"},
    [WL_LIMIT_SHARED] = {"shared_unit", "shared_reserved"},
    [WL_LIMIT_REGISTERS] = {"warp_granularity", "register_unit"},
  };
  const struct wl_sm_field *first = field_of(keys[limiter][0]), *second = field_of(keys[limiter][1]);
  return wl_sm_field_certainty(second, sm) > wl_sm_field_certainty(first, sm) ? second : first;
}

const struct wl_sm *wl_sm_find(const char *cc) {
  for (size_t i = 0; i < wl_sm_count; i++)
    if (strcmp(wl_sms[i].cc, cc) == 0) return &wl_sms[i];
  return NULL;
}

static uint32_t round_up(uint32_t n, uint32_t unit) { return (n + unit - 1) / unit * unit; }

/* Registers that a block takes of those that one block may have. Each warp gets whole
 * steps, and warps are counted up to a multiple; on cc 1.x that is one piece. */
static uint64_t block_registers(const struct wl_sm *sm, uint32_t threads, uint32_t registers) {
  uint32_t warps = round_up((threads + 31) / 32, sm->warp_granularity);
  if (sm->register_per_block) return round_up(warps * 32 * registers, sm->register_unit);
  return (uint64_t)warps * round_up(registers * 32, sm->register_unit);
}

/* Blocks that the register file holds. From cc 2.0 on each sub-partition gives
 * whole warps out of its own share; on 1.x a block takes one piece of the file. */
static uint32_t blocks_by_registers(const struct wl_sm *sm, uint32_t threads, uint32_t registers) {
  if (registers == 0) return UINT32_MAX;
  if (sm->register_per_block)
    return sm->registers / (uint32_t)block_registers(sm, threads, registers);
  uint32_t warp = round_up(registers * 32, sm->register_unit);
  return sm->registers / sm->partitions / warp * sm->partitions / ((threads + 31) / 32);
}

uint32_t wl_sm_registers_room(const struct wl_sm *sm, uint32_t threads) {
  uint32_t most = sm->thread_registers;
  while (most > 1 && block_registers(sm, threads, most) > sm->block_registers) most--;
  return most;
}

uint32_t wl_sm_assumed_registers(const struct wl_sm *sm, uint32_t threads) {
  uint32_t most = wl_sm_registers_room(sm, threads);
  return most < WL_ASSUMED_REGISTERS ? most : WL_ASSUMED_REGISTERS;
}

uint32_t wl_sm_shared_room(const struct wl_sm *sm) {
  uint32_t most = sm->shared - sm->shared_reserved;
  return most < sm->block_shared ? most : sm->block_shared;
}

/* One column and what is asked of it. */
static bool within(const struct wl_sm *sm, const char *key, uint32_t limit, uint64_t asked,
                   const char *what, const char *after, struct wl_diag *d) {
  return asked <= limit ||
         wl_diag_fail(d, WL_SCRIPT, "%s; cc %s has at most %u%s (%s)", what, sm->cc, limit, after,
                      wl_sm_field_source(field_of(key), sm));
}

/* The registers of all threads of a block together. */
static bool registers_fit(const struct wl_sm *sm, uint32_t threads, uint32_t registers,
                          struct wl_diag *d) {
  char what[96];
  uint64_t all = block_registers(sm, threads, registers);
  snprintf(what, sizeof what, "%u threads of %u registers take %llu", threads, registers,
           (unsigned long long)all);
  if (within(sm, "block_registers", sm->block_registers, all, what, " for a block", d)) return true;
  return wl_diag_hint(d, "up to %u registers a thread fit", wl_sm_registers_room(sm, threads));
}

/* The system's own part of shared memory comes off what a block may declare on cc 1.x. */
static bool shared_fits(const struct wl_sm *sm, uint32_t shared, struct wl_diag *d) {
  char what[64];
  snprintf(what, sizeof what, "%u bytes of shared memory in a block", shared);
  if (!within(sm, "block_shared", sm->block_shared, shared, what, "", d)) return false;
  return shared <= wl_sm_shared_room(sm) ||
         wl_diag_fail(d, WL_SCRIPT, "%s; cc %s has at most %u (%s), and the system takes %u of "
                      "them (%s)", what, sm->cc, sm->block_shared,
                      wl_sm_field_source(field_of("block_shared"), sm), sm->shared_reserved,
                      wl_sm_field_source(field_of("shared_reserved"), sm));
}

bool wl_sm_launches(const struct wl_sm *sm, uint32_t threads, uint32_t registers, uint32_t shared,
                    struct wl_diag *d) {
  char what[64];
  if (threads == 0) return wl_diag_fail(d, WL_SCRIPT, "a block needs at least one thread");
  snprintf(what, sizeof what, "a block of %u threads", threads);
  if (!within(sm, "block_threads", sm->block_threads, threads, what, "", d)) return false;
  snprintf(what, sizeof what, "%u registers a thread", registers);
  return within(sm, "thread_registers", sm->thread_registers, registers, what, "", d) &&
         registers_fit(sm, threads, registers, d) && shared_fits(sm, shared, d);
}

bool wl_occupancy(const struct wl_sm *sm, uint32_t threads, uint32_t registers, uint32_t shared,
                  struct wl_occupancy *out, struct wl_diag *d) {
  if (!wl_sm_launches(sm, threads, registers, shared, d)) return false;
  uint32_t warps = (threads + 31) / 32;
  uint32_t bytes = round_up(shared + sm->shared_reserved, sm->shared_unit);
  *out = (struct wl_occupancy){
    .by = {
      [WL_LIMIT_BLOCKS] = sm->blocks,
      [WL_LIMIT_WARPS] = sm->warps / warps,
      [WL_LIMIT_SHARED] = bytes ? sm->shared / bytes : UINT32_MAX,
      [WL_LIMIT_REGISTERS] = blocks_by_registers(sm, threads, registers),
    },
    .blocks = UINT32_MAX,
  };
  for (unsigned i = 0; i < WL_LIMITERS; i++)
    if (out->by[i] < out->blocks) out->blocks = out->by[i];
  for (unsigned i = 0; i < WL_LIMITERS; i++)
    if (out->by[i] == out->blocks) out->limiters |= 1u << i;
  out->warps = out->blocks * warps;
  return true;
}
