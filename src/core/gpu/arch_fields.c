#include "core/gpu/arch_fields.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/gpu/sm.h"
#include "core/gpu/source_names.h"

static const char *const coalescings[] = {
  [WL_COALESCE_NONE] = "none",
  [WL_COALESCE_STRICT] = "strict: in sequence and aligned, or lane by lane",
  [WL_COALESCE_SHRINK] = "segments of 128, 64 or 32 bytes, shrunk to the used half",
  [WL_COALESCE_LINES] = "128-byte lines",
  [WL_COALESCE_SEGMENTS] = "32-byte segments",
  [WL_COALESCE_PACKETS] = "packets of 1, 2 or 4 segments",
  [WL_COALESCE_SECTORS] = "32-byte sectors",
};
static_assert(sizeof coalescings / sizeof coalescings[0] == WL_COALESCINGS, "all");

static const char *const bankings[] = {
  [WL_BANKS_NONE] = "none",
  [WL_BANKS_HALF_WARP] = "16 banks by half-warps, one broadcast word a step",
  [WL_BANKS_FERMI] = "32 banks by warps, every word broadcast",
  [WL_BANKS_KEPLER_4] = "32 banks of 8 bytes, 4-byte mode",
  [WL_BANKS_KEPLER_8] = "32 banks of 8 bytes, 8-byte mode",
  [WL_BANKS_GROUPS] = "32 banks, wide accesses group by group",
  [WL_BANKS_MERGE] = "32 banks, wide accesses group by group, loads may merge groups",
};
static_assert(sizeof bankings / sizeof bankings[0] == WL_BANKINGS, "all");

#define TEXT(name) static void name(const struct wl_arch *arch, char text[WL_FIELD_TEXT])
#define PUT(...) snprintf(text, WL_FIELD_TEXT, __VA_ARGS__)

TEXT(line) {
  if (arch->id < WL_CC_20) PUT("none"); /* only textures are cached */
  else PUT("%" PRIu32 " bytes", arch->line_bytes);
}
TEXT(sector) { PUT("%" PRIu32 " bytes", arch->sector_bytes); }
TEXT(request) { PUT("%s", arch->request_lanes == 16 ? "half-warp" : "warp"); }
TEXT(load_plain) {
  if (arch->plain == WL_PLAIN) PUT("no choice");
  else PUT("%s", wl_cache_names[arch->plain]);
}
TEXT(load_none) { PUT("%s", coalescings[arch->load[WL_PLAIN]]); }
TEXT(load_ca) { PUT("%s", coalescings[arch->load[WL_CA]]); }
TEXT(load_cg) { PUT("%s", coalescings[arch->load[WL_CG]]); }
TEXT(load_nc) { PUT("%s", coalescings[arch->load[WL_NC]]); }
TEXT(store) { PUT("%s", coalescings[arch->store]); }
TEXT(atomic) {
  bool unknown = arch->atomic == WL_COALESCE_NONE && arch->id > WL_CC_10;
  PUT("%s", unknown ? "unknown" : coalescings[arch->atomic]);
}
TEXT(local) { PUT("%s", coalescings[arch->local]); }
TEXT(banks) { PUT("%" PRIu32, arch->banks); }
TEXT(bank) { PUT("%" PRIu32 " bytes", arch->bank_bytes); }
TEXT(row) { PUT("%" PRIu32 " bytes", arch->row_bytes); }
TEXT(banking) { PUT("%s", bankings[arch->banking]); }
TEXT(banking8) { PUT("%s", bankings[arch->banking8]); }
TEXT(l1) {
  const uint32_t *kib = arch->l1_kib;
  if (kib[1] == 0) PUT("none");
  else if (kib[0] == kib[1]) PUT("%" PRIu32 " KiB", kib[0]);
  else PUT("%" PRIu32 " to %" PRIu32 " KiB", kib[0], kib[1]);
}
TEXT(l1_clock) {
  if (arch->l1_kib[1] == 0) PUT("none");
  else if (arch->l1_clock == 0) PUT("unknown");
  else PUT("%" PRIu32 " bytes", arch->l1_clock);
}
TEXT(tag_sets) {
  if (arch->family == WL_COALESCED) PUT("none");
  else if (arch->tag_sets == 0) PUT("unknown");
  else PUT("%" PRIu32, arch->tag_sets);
}
TEXT(tag_hash) {
  if (arch->tag_sets == 0) PUT("%s", arch->family == WL_COALESCED ? "none" : "unknown");
  else if (arch->hash_page > arch->line_bytes) PUT("hash of bits 0 to 13 of the line index");
  else PUT("all pairs of bits of the line index folded: an estimate");
}
TEXT(hash_page) {
  if (arch->hash_page <= arch->line_bytes) PUT("none");
  else PUT("%" PRIu32 " KiB", arch->hash_page >> 10);
}
TEXT(block_dim) {
  const uint32_t *d = arch->max_block_dim;
  PUT("%" PRIu32 " × %" PRIu32 " × %" PRIu32, d[0], d[1], d[2]);
}
TEXT(grid_dim) {
  const uint64_t *d = arch->max_grid_dim;
  PUT("%" PRIu64 " × %" PRIu64 " × %" PRIu64, d[0], d[1], d[2]);
}
TEXT(constant) { PUT("%" PRIu32 " KiB", arch->max_constant >> 10); }
TEXT(max_local) { PUT("%" PRIu32 " KiB", arch->max_local >> 10); }

TEXT(turns) {
  if (arch->atomic == WL_COALESCE_NONE) PUT("%s", arch->id > WL_CC_10 ? "unknown" : "none");
  else PUT("%s", arch->turns ? "by tag wavefronts" : "unknown");
}

#define BIT(cc) (1u << WL_CC_##cc)
#define RRZE "RRZE-HPC/gpu-benches"
#define SHM "gpu_shm_microbench"
#define HASH ", 1892 of 1892 requests"

enum {
  ALL = (1 << WL_CCS) - 1,
  OLD = BIT(35) - 1,                     /* what guide 4 tells of: cc 1.x to 3.0 */
  KEPLER = BIT(35) | BIT(37),
  PACKETS = (BIT(50) - 1) & ~(BIT(20) - 1),
  TAGGED = ALL & ~(BIT(70) - 1),
  OPTED = BIT(35) | BIT(37) | BIT(52),   /* a compiler option sends loads through L1 */
};
/* Whatever the vendor's guides tell of every generation. */
#define TOLD {OLD, WL_VENDOR, GUIDE4}, {KEPLER, WL_VENDOR, GUIDE3X}, {ALL, WL_VENDOR, GUIDE}
#define MEASURED(cc, source) {BIT(cc), WL_MEASURED, source}

const struct wl_arch_field wl_arch_fields[] = {
  {"line_bytes", "cache line", line, {{BIT(90), WL_VENDOR, GUIDE "; " COUNTERS}, TOLD}},
  {"sector_bytes", "smallest transaction, sector", sector,
   {{BIT(90), WL_VENDOR, GUIDE "; " COUNTERS}, TOLD}},
  {"request_lanes", "lanes that ask together", request, {TOLD}},
  {"plain", "default cache operator", load_plain,
   {{OPTED, WL_VENDOR, GUIDE "; the compiler option -dlcm=ca chooses L1"}, TOLD}},
  {"load_plain", "plain load", load_none, {TOLD}},
  {"load_ca", "load through L1", load_ca, {TOLD}},
  {"load_cg", "load past L1", load_cg, {TOLD}},
  {"load_nc", "load by the read-only path", load_nc, {TOLD}},
  {"store", "store", store,
   {{PACKETS, WL_VENDOR, "Professional CUDA C Programming, chapter 4"}, TOLD}},
  {"atomic", "atomic", atomic, {TOLD}},
  {"atomic_turns", "atomics of lanes on one address", turns,
   {MEASURED(90, COUNTERS ", 224 of 224 reductions and atomics"),
    {BIT(100) | BIT(120), WL_DERIVED, "as on cc 9.0"}}},
  {"local", "local memory", local, {TOLD}},
  {"banks", "banks of shared memory", banks, {TOLD}},
  {"bank_bytes", "width of a bank by default", bank, {TOLD}},
  {"row_bytes", "most that one pass gives", row, {TOLD}},
  {"banking", "how banks serve a warp", banking,
   {{OLD, WL_VENDOR, GUIDE4},
    {KEPLER, WL_VENDOR, GUIDE3X},
    MEASURED(75, "NVIDIA forum; published counters (code.hitori.moe)"),
    {BIT(70) | BIT(80), WL_MEASURED, "timings of a V100 and an A100 (" SHM ")"},
    MEASURED(90, COUNTERS ", 776 of 776 loads and 534 of 534 stores"),
    MEASURED(120, "counters of an RTX 5090 (cicuvc/nvidia-sass-document)"),
    {ALL, WL_DERIVED, GUIDE ", for 4 bytes; assumed as on other generations for 8 and 16"}}},
  {"banking8", "with banks of 8 bytes", banking8, {TOLD}},
  {"l1_kib", "L1, as shared memory leaves it", l1, {TOLD}},
  {"l1_clock", "most that L1 gives in a clock", l1_clock,
   {MEASURED(70, RRZE ": cycles of loads that hit, on a V100"),
    MEASURED(80, RRZE ": cycles of loads that hit, on an A100"),
    MEASURED(86, RRZE ": cycles of loads that hit, on an A40"),
    MEASURED(89, RRZE ": cycles of loads that hit, on an L40"),
    MEASURED(90, RRZE ": cycles of loads that hit, on an H200")}},
  {"tag_sets", "tag sets", tag_sets,
   {MEASURED(90, COUNTERS HASH), {TAGGED, WL_DERIVED, RRZE ", averages of an A100; fitted"}}},
  {"tag_hash", "how a line finds its tag set", tag_hash,
   {MEASURED(90, COUNTERS HASH), {TAGGED, WL_DERIVED, RRZE ", averages of an A100; fitted"}}},
  {"hash_page", "reach of the hash", hash_page,
   {MEASURED(90, COUNTERS), {TAGGED, WL_DERIVED, RRZE ", averages of an A100; fitted"}}},
  {"max_block_dim", "largest block", block_dim, {TOLD}},
  {"max_grid_dim", "largest grid", grid_dim, {TOLD}},
  {"max_constant", "constant memory", constant, {TOLD}},
  {"max_local", "local memory of a thread", max_local, {TOLD}},
};
const size_t wl_arch_field_count = sizeof wl_arch_fields / sizeof wl_arch_fields[0];

const struct wl_origin *wl_arch_field_origin(const struct wl_arch_field *field,
                                             const struct wl_arch *arch) {
  for (size_t i = 0; i < WL_ORIGINS; i++)
    if (field->origin[i].where >> arch->id & 1) return &field->origin[i];
  return NULL;
}

const struct wl_arch_field *wl_arch_field_find(const char *key) {
  for (size_t i = 0; i < wl_arch_field_count; i++)
    if (strcmp(wl_arch_fields[i].key, key) == 0) return &wl_arch_fields[i];
  return NULL;
}

const char *wl_limit_source(const struct wl_arch *arch, const char *key) {
  const struct wl_arch_field *field = wl_arch_field_find(key);
  const struct wl_origin *origin = field ? wl_arch_field_origin(field, arch) : NULL;
  for (size_t i = 0; field == NULL && i < wl_sm_field_count; i++)
    if (strcmp(wl_sm_fields[i].key, key) == 0)
      return wl_sm_field_source(&wl_sm_fields[i], arch->sm);
  return origin ? origin->source : "";
}
