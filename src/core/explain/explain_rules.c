/* Which rule decides each figure of an explanation. */
#include "core/count/count_spaces.h"
#include "core/count/legacy_shared.h"
#include "core/explain/explain_parts.h"
#include "core/explain/rule.h"

static enum wl_rule_id request_rule(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->space == WL_TEXTURE) return WL_RULE_QUAD;
  if (a->space == WL_LOCAL && a->width > 4) return WL_RULE_REQUEST_ROWS;
  if (arch->request_lanes < WL_LANES) return WL_RULE_REQUEST_HALF;
  if (a->space != WL_GLOBAL) return WL_RULE_REQUEST;
  if (arch->family == WL_COALESCED) return WL_RULE_REQUEST_SPLIT;
  return arch->family == WL_SECTORED ? WL_RULE_REQUEST_PIECES : WL_RULE_REQUEST;
}

static enum wl_rule_id transaction_rule(const struct wl_arch *arch, const struct wl_access *a) {
  static const uint8_t rules[WL_COALESCINGS] = {
    [WL_COALESCE_NONE] = WL_RULE_UNKNOWN,
    [WL_COALESCE_STRICT] = WL_RULE_STRICT,
    [WL_COALESCE_SHRINK] = WL_RULE_SHRINK,
    [WL_COALESCE_LINES] = WL_RULE_LINES,
    [WL_COALESCE_SEGMENTS] = WL_RULE_SEGMENTS,
    [WL_COALESCE_PACKETS] = WL_RULE_PACKETS,
    [WL_COALESCE_SECTORS] = WL_RULE_SECTOR,
  };
  enum wl_rule_id rule = rules[a->space == WL_LOCAL ? arch->local : wl_coalescing_of(arch, a)];
  return wl_is_atomic(a) && rule != WL_RULE_UNKNOWN ? WL_RULE_ATOMIC_SECTOR : rule;
}

static enum wl_rule_id fetch_rule(const struct wl_access *a) {
  return a->layout == WL_LAYOUT_PITCH ? WL_RULE_PITCH : WL_RULE_TILE;
}

/* Which lanes of an atomic share a tag wavefront. */
static enum wl_rule_id pass_rule(const struct wl_access *a) {
  return a->op == WL_CAS ? WL_RULE_CAS_PASS : WL_RULE_ATOMIC_PASS;
}

/* Local memory: how its words lie is the rule of lines where those are counted, else
 * of sectors, beside what the words become. */
static enum wl_rule_id sector_rule(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->space == WL_TEXTURE) return fetch_rule(a);
  if (a->op == WL_COPY_CG && arch->tag_sets != 0) return WL_RULE_COPY_CG;
  if (arch->family == WL_COALESCED)
    return a->space == WL_LOCAL ? WL_RULE_LOCAL : transaction_rule(arch, a);
  if (wl_is_atomic(a)) return arch->tag_sets != 0 ? pass_rule(a) : WL_RULE_ATOMIC_SECTOR;
  return WL_RULE_SECTOR;
}

static enum wl_rule_id line_rule(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->space == WL_LOCAL) return WL_RULE_LOCAL;
  if (a->op == WL_COPY_CG && arch->tag_sets != 0) return WL_RULE_COPY_CG;
  return wl_is_atomic(a) && arch->tag_sets != 0 ? pass_rule(a) : WL_RULE_LINE;
}

static enum wl_rule_id tag_rule(const struct wl_arch *arch, const struct wl_access *a,
                                bool known) {
  if (known && a->op == WL_COPY_CG) return WL_RULE_COPY_CG;
  if (known && wl_is_atomic(a)) return pass_rule(a);
  if (arch->hash_page <= arch->line_bytes) return WL_RULE_TAG_GUESS;
  if (!known && a->space == WL_LOCAL) return WL_RULE_TAG_LOCAL;
  return known ? WL_RULE_TAG_HASH : WL_RULE_TAG_FOLD;
}

/* Tag wavefronts up to which the data stage of a store takes the same each time. */
enum { STEADY_TAGS = 4 };

static enum wl_rule_id data_rule(const struct wl_access *a, const struct wl_counts *c) {
  if (a->op == WL_COPY) return WL_RULE_COPY;
  if (a->op == WL_CAS) return WL_RULE_CAS_DATA;
  if (wl_is_atomic(a)) return WL_RULE_ATOMIC_DATA;
  if (a->op == WL_STORE)
    return c->tag_wavefronts > STEADY_TAGS ? WL_RULE_DATA_STORE_MANY : WL_RULE_DATA_STORE;
  if (a->space == WL_LOCAL) return WL_RULE_DATA_LOCAL;
  return a->hit ? WL_RULE_DATA_HIT : WL_RULE_DATA_LOAD;
}

static enum wl_rule_id bank_rule(const struct wl_arch *arch, const struct wl_access *a) {
  bool early = arch->family == WL_COALESCED;
  if (wl_is_atomic(a) && early) return WL_RULE_BANK_LOCK;
  if (wl_access_tries(a)) return WL_RULE_BANK_TRY;
  if (wl_is_atomic(a) && !wl_lanes_queue(arch, a)) return WL_RULE_BANK_INCREMENT;
  if (wl_is_atomic(a)) return a->op == WL_CAS ? WL_RULE_BANK_CAS : WL_RULE_BANK_ATOMIC;
  if (a->op == WL_MATRIX_LOAD || a->op == WL_MATRIX_STORE) return WL_RULE_MATRIX;
  switch (wl_banking_of(arch, a)) {
  case WL_BANKS_HALF_WARP: return WL_RULE_BANK_HALF;
  case WL_BANKS_FERMI: return WL_RULE_BANK_FERMI;
  case WL_BANKS_KEPLER_4: return a->width == 16 ? WL_RULE_BANK_KEPLER_WIDE : WL_RULE_BANK_KEPLER_4;
  case WL_BANKS_KEPLER_8: return a->width == 16 ? WL_RULE_BANK_KEPLER_WIDE : WL_RULE_BANK_KEPLER_8;
  default: break;
  }
  if (wl_merges(arch, a)) return WL_RULE_BANK_MERGE;
  return a->width > 4 ? WL_RULE_BANK_GROUPS : WL_RULE_BANK;
}

static enum wl_rule_id constant_rule(const struct wl_arch *arch, const struct wl_access *a) {
  if (arch->request_lanes < WL_LANES) return WL_RULE_CONSTANT_HALF;
  return a->width <= 4 && !arch->constant_measured ? WL_RULE_CONSTANT_ADDRESS : WL_RULE_CONSTANT;
}

static enum wl_rule_id wavefront_rule(const struct wl_arch *arch, const struct wl_access *a,
                                      const struct wl_counts *c) {
  return a->space == WL_CONSTANT ? constant_rule(arch, a)
         : a->space == WL_SHARED ? bank_rule(arch, a)
                                 : data_rule(a, c);
}

static enum wl_rule_id ways_rule(const struct wl_arch *arch, const struct wl_access *a) {
  if (arch->family != WL_COALESCED) return WL_RULE_WAYS;
  if (wl_is_atomic(a)) return WL_RULE_BANK_LOCK;
  switch (wl_banking_of(arch, a)) {
  case WL_BANKS_HALF_WARP: return WL_RULE_WAYS_STEPS;
  case WL_BANKS_FERMI: return a->width == 16 ? WL_RULE_WAYS_WIDE : WL_RULE_WAYS;
  default: return WL_RULE_WAYS_ROWS;
  }
}

/* The rule that decides a figure of one access, with its counts; WL_RULE_NONE without
 * meaning, WL_RULE_UNKNOWN where none is known. */
static enum wl_rule_id rule_of(const struct wl_arch *arch, const struct wl_access *a,
                               const struct wl_counts *c, enum wl_figure f) {
  enum wl_meaning meaning = wl_figure_meaning(arch, a, f);
  if (meaning != WL_KNOWN) return meaning == WL_UNKNOWN ? WL_RULE_UNKNOWN : WL_RULE_NONE;
  switch (f) {
  case WL_REQUESTS: return request_rule(arch, a);
  case WL_TRANSACTIONS: return transaction_rule(arch, a);
  case WL_SECTORS: return sector_rule(arch, a);
  case WL_LINE_COUNT: return line_rule(arch, a);
  case WL_L2_REQUESTS: return fetch_rule(a);
  case WL_TAG_WAVEFRONTS: return tag_rule(arch, a, wl_tags_known(arch, a));
  case WL_WAVEFRONTS: return wavefront_rule(arch, a, c);
  case WL_IDEAL_SECTORS: return WL_RULE_IDEAL_SECTORS;
  case WL_IDEAL_WAVEFRONTS:
    return a->space == WL_CONSTANT ? constant_rule(arch, a) : WL_RULE_IDEAL_WAVEFRONTS;
  case WL_WAYS: return ways_rule(arch, a);
  case WL_BYTES_ASKED:
  case WL_BYTES_MOVED: return WL_RULE_BYTES;
  case WL_FIGURES: break;
  }
  return WL_RULE_NONE;
}

/* Whether a figure follows from the tag wavefronts, or is their number. Lanes that
 * collide come to a line anew in every one of them; a store may have too many of them. */
static bool goes_by_tags(const struct wl_access *a, const struct wl_counts *c,
                         enum wl_figure f) {
  if (f == WL_TAG_WAVEFRONTS) return true;
  if (wl_is_atomic(a)) return f == WL_SECTORS || f == WL_LINE_COUNT || f == WL_WAVEFRONTS;
  if (a->op == WL_STORE) return f == WL_WAVEFRONTS && c->lines > STEADY_TAGS;
  return f == WL_WAVEFRONTS && !a->hit && a->space != WL_LOCAL;
}

/* Counters have seen atomics of 4 and 8 bytes a lane, and local memory of all widths on some
 * generations. */
static bool measured_width(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->space == WL_LOCAL) return a->width <= 4 || arch->local_measured;
  return !wl_is_atomic(a) || a->width == 4 || a->width == 8;
}

static bool is_estimate(const struct wl_arch *arch, const struct wl_access *a,
                        const struct wl_counts *c, bool known, enum wl_figure f) {
  enum wl_rule_id rule = rule_of(arch, a, c, f);
  if (rule == WL_RULE_NONE || rule == WL_RULE_UNKNOWN) return false;
  if (!known && goes_by_tags(a, c, f)) return true;
  if (rule == WL_RULE_TAG_GUESS) return false;      /* one line alone */
  if (a->op == WL_COPY_CG && f == WL_SECTORS && wl_copy_clashes(a)) return true;
  if (f != WL_REQUESTS && !measured_width(arch, a)) return true;
  if (rule == WL_RULE_CONSTANT_HALF && a->width > 4) return true; /* cut as on cc 9.0 */
  return wl_rule_certainty(rule, arch) >= WL_DERIVED;
}

uint32_t wl_figure_estimates(const struct wl_arch *arch, const struct wl_access *a,
                             const struct wl_counts *c) {
  /* What the hardware does; the other figures are worked out from these. */
  static const uint8_t done[] = {WL_REQUESTS,    WL_TRANSACTIONS,   WL_SECTORS,   WL_LINE_COUNT,
                                 WL_L2_REQUESTS, WL_TAG_WAVEFRONTS, WL_WAVEFRONTS};
  bool known = wl_tags_known(arch, a);
  uint32_t figures = 0;
  if (a->mask == 0) return 0;
  for (size_t i = 0; i < sizeof done / sizeof done[0]; i++)
    figures |= (uint32_t)is_estimate(arch, a, c, known, (enum wl_figure)done[i]) << done[i];
  enum wl_figure moved = a->space == WL_SHARED ? WL_WAVEFRONTS : WL_SECTORS;
  bool shown = wl_figure_meaning(arch, a, WL_BYTES_MOVED) == WL_KNOWN;
  return figures | (uint32_t)(shown && figures >> moved & 1) << WL_BYTES_MOVED;
}

void wl_explain_rules(const struct wl_arch *arch, const struct wl_access *a,
                      struct wl_explain *out) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    out->rule[f] = (uint8_t)rule_of(arch, a, &out->counts, f);
}
