#include "core/field.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/access.h"
#include "core/sm.h"
#include "core/sources.h"

const char *const wl_coalescing_names[] = {
  [WL_COALESCE_NONE] = "none",
  [WL_COALESCE_STRICT] = "strict: in sequence and aligned, or lane by lane",
  [WL_COALESCE_SHRINK] = "segments of 128, 64 or 32 bytes, shrunk to the used half",
  [WL_COALESCE_LINES] = "128-byte lines",
  [WL_COALESCE_SEGMENTS] = "32-byte segments",
  [WL_COALESCE_PACKETS] = "packets of 1, 2 or 4 segments",
  [WL_COALESCE_SECTORS] = "32-byte sectors",
};
static_assert(sizeof wl_coalescing_names / sizeof wl_coalescing_names[0] == WL_COALESCINGS, "all");

const char *const wl_banking_names[] = {
  [WL_BANKS_NONE] = "none",
  [WL_BANKS_HALF_WARP] = "16 banks by half-warps, one broadcast word a step",
  [WL_BANKS_FERMI] = "32 banks by warps, every word broadcast",
  [WL_BANKS_KEPLER_4] = "32 banks of 8 bytes, 4-byte mode",
  [WL_BANKS_KEPLER_8] = "32 banks of 8 bytes, 8-byte mode",
  [WL_BANKS_GROUPS] = "32 banks, wide accesses group by group",
  [WL_BANKS_MERGE] = "32 banks, wide accesses group by group, loads may merge groups",
};
static_assert(sizeof wl_banking_names / sizeof wl_banking_names[0] == WL_BANKINGS, "all");

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
TEXT(load_none) { PUT("%s", wl_coalescing_names[arch->load[WL_PLAIN]]); }
TEXT(load_ca) { PUT("%s", wl_coalescing_names[arch->load[WL_CA]]); }
TEXT(load_cg) { PUT("%s", wl_coalescing_names[arch->load[WL_CG]]); }
TEXT(load_nc) { PUT("%s", wl_coalescing_names[arch->load[WL_NC]]); }
TEXT(store) { PUT("%s", wl_coalescing_names[arch->store]); }
TEXT(atomic) {
  bool unknown = arch->atomic == WL_COALESCE_NONE && arch->id > WL_CC_10;
  PUT("%s", unknown ? "unknown" : wl_coalescing_names[arch->atomic]);
}
TEXT(local) { PUT("%s", wl_coalescing_names[arch->local]); }
TEXT(banks) { PUT("%" PRIu32, arch->banks); }
TEXT(bank) { PUT("%" PRIu32 " bytes", arch->bank_bytes); }
TEXT(row) { PUT("%" PRIu32 " bytes", arch->row_bytes); }
TEXT(banking) { PUT("%s", wl_banking_names[arch->banking]); }
TEXT(banking8) { PUT("%s", wl_banking_names[arch->banking8]); }
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

#define BIT(cc) (1u << WL_CC_##cc)

/* Generations whose merge of wide loads somebody measured. */
enum { MERGE_SEEN = BIT(70) | BIT(75) | BIT(80) | BIT(90) | BIT(120) };
/* Banks are the vendor's, wide accesses included, up to cc 3.7. */
enum { BANKS_TOLD = BIT(50) - 1 };

const struct wl_arch_field wl_arch_fields[] = {
  {"line_bytes", "cache line", line, WL_VENDOR, 0, 0, GUIDE "; " COUNTERS},
  {"sector_bytes", "smallest transaction, sector", sector, WL_VENDOR, 0, 0, GUIDE "; " COUNTERS},
  {"request_lanes", "lanes that ask together", request, WL_VENDOR, 0, 0, GUIDE},
  {"plain", "default cache operator", load_plain, WL_VENDOR, 0, 0,
   GUIDE "; on 3.5, 3.7 and 5.2 the compiler option -dlcm=ca chooses L1"},
  {"load_plain", "plain load", load_none, WL_VENDOR, 0, 0, GUIDE},
  {"load_ca", "load through L1", load_ca, WL_VENDOR, 0, 0, GUIDE},
  {"load_cg", "load past L1", load_cg, WL_VENDOR, 0, 0, GUIDE},
  {"load_nc", "load by the read-only path", load_nc, WL_VENDOR, 0, 0, GUIDE},
  {"store", "store", store, WL_VENDOR, 0, 0,
   GUIDE "; packets: Professional CUDA C Programming, chapter 4"},
  {"atomic", "atomic", atomic, WL_VENDOR, 0, 0, GUIDE},
  {"local", "local memory", local, WL_VENDOR, 0, 0, GUIDE},
  {"banks", "banks of shared memory", banks, WL_VENDOR, 0, 0, GUIDE},
  {"bank_bytes", "width of a bank by default", bank, WL_VENDOR, 0, 0, GUIDE},
  {"row_bytes", "most that one pass gives", row, WL_VENDOR, 0, 0, GUIDE},
  {"banking", "how banks serve a warp", banking, WL_MEASURED, MERGE_SEEN, BANKS_TOLD,
   "cc 1.x to 3.x: " GUIDE "; cc 7.0, 7.5, 8.0, 9.0, 12.0: counters and timings, published or "
   "of an H200; else assumed for 8 and 16 bytes"},
  {"banking8", "with banks of 8 bytes", banking8, WL_VENDOR, 0, 0, GUIDE},
  {"l1_kib", "L1, as shared memory leaves it", l1, WL_VENDOR, 0, 0, GUIDE},
  {"l1_clock", "most that L1 gives in a clock", l1_clock, WL_MEASURED, 0, 0,
   "RRZE-HPC/gpu-benches: cycles of loads that hit, on V100, A100, A40, L40, H200"},
  {"tag_sets", "tag sets", tag_sets, WL_MEASURED, BIT(90), 0, COUNTERS ", 1892 of 1892 requests"},
  {"tag_hash", "how a line finds its tag set", tag_hash, WL_MEASURED, BIT(90), 0,
   COUNTERS ", 1892 of 1892 requests; elsewhere fitted to published averages"},
  {"hash_page", "reach of the hash", hash_page, WL_MEASURED, BIT(90), 0, COUNTERS},
  {"max_block_dim", "largest block", block_dim, WL_VENDOR, 0, 0, GUIDE},
  {"max_grid_dim", "largest grid", grid_dim, WL_VENDOR, 0, 0, GUIDE},
  {"max_constant", "constant memory", constant, WL_VENDOR, 0, 0, GUIDE},
  {"max_local", "local memory of a thread", max_local, WL_VENDOR, 0, 0, GUIDE},
};
const size_t wl_arch_field_count = sizeof wl_arch_fields / sizeof wl_arch_fields[0];

enum wl_certainty wl_arch_field_certainty(const struct wl_arch_field *field,
                                          const struct wl_arch *arch) {
  if (field->told >> arch->id & 1) return WL_VENDOR;
  return field->sure == 0 || field->sure >> arch->id & 1 ? field->certainty : WL_DERIVED;
}

const struct wl_arch_field *wl_arch_field_find(const char *key) {
  for (size_t i = 0; i < wl_arch_field_count; i++)
    if (strcmp(wl_arch_fields[i].key, key) == 0) return &wl_arch_fields[i];
  return NULL;
}

const char *wl_limit_source(const struct wl_arch *arch, const char *key) {
  const struct wl_arch_field *field = wl_arch_field_find(key);
  for (size_t i = 0; field == NULL && i < wl_sm_field_count; i++)
    if (strcmp(wl_sm_fields[i].key, key) == 0) 
      return wl_sm_field_source(&wl_sm_fields[i], arch->sm);
  return field ? field->source : "";
}
