#include "core/access/access.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "core/access/element.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/feature.h"
#include "core/gpu/sm.h"

/* Widths that each kind of instruction has, as the sum of the widths; 0 where
 * there is no such instruction. Source: PTX ISA, ld, st, red, atom, cp.async,
 * ldmatrix, stmatrix, tex. Reductions of 16 bytes are vectors, of global memory only;
 * exchanges of 16 bytes are of both. */
enum { ANY = 1 | 2 | 4 | 8 | 16, ATOM = 2 | 4 | 8 | 16, RED = 2 | 4 | 8 };
static const uint8_t widths[WL_SPACES][WL_OPS] = {
  [WL_GLOBAL] = {ANY, ANY, ATOM, ATOM, ATOM, [WL_COPY] = 4 | 8 | 16,
                 [WL_COPY_CG] = 16},
  [WL_SHARED] = {ANY, ANY, RED, ATOM, ATOM, [WL_MATRIX_LOAD] = 16, [WL_MATRIX_STORE] = 16},
  [WL_CONSTANT] = {[WL_LOAD] = ANY},
  [WL_LOCAL] = {ANY, ANY},
  [WL_TEXTURE] = {[WL_LOAD] = ANY},
};

/* Where the PTX ISA tells of them. */
static const char *const chapters[] = {"ld",       "st",       "red",      "atom",    "atom",
                                       "cp.async", "cp.async", "ldmatrix", "stmatrix"};
static_assert(sizeof chapters / sizeof chapters[0] == WL_OPS, "every operation has one");

enum wl_cache wl_access_cache(const struct wl_arch *arch, const struct wl_access *a) {
  if (a->space != WL_GLOBAL || a->op != WL_LOAD) return WL_PLAIN;
  bool plain = a->cache == WL_PLAIN || arch->load[a->cache] == WL_COALESCE_NONE;
  return plain ? (enum wl_cache)arch->plain : (enum wl_cache)a->cache;
}

/* "2, 4, 8 or 16" */
static const char *list_widths(unsigned allowed, char text[32]) {
  int length = 0;
  for (unsigned width = 1; width <= 16; width *= 2) {
    if (!(allowed & width)) continue;
    allowed &= ~width;
    const char *gap = length == 0 ? "" : allowed ? ", " : " or ";
    length += snprintf(text + length, 32 - (size_t)length, "%s%u", gap, width);
  }
  return text;
}

/* Accesses of 32 bytes: which generations have them, and why none is counted. */
static bool refuse_wide(const struct wl_arch *arch, struct wl_diag *d) {
  if (!wl_arch_has(arch, WL_HAS_WIDE))
    return wl_diag_fail(d, WL_INPUT, "width 32: cc %s has no such accesses: they came with cc "
                        "10.0, for global memory (PTX ISA 8.8, ld and st)", arch->cc);
  wl_diag_fail(d, WL_INPUT, "width 32: cc %s has such accesses to global memory (PTX ISA 8.8, ld "
               "and st), but how its tag and data stages handle them is neither documented nor "
               "measured",
               arch->cc);
  return wl_diag_hint(d, "sectors and lines are those of two accesses of 16 bytes each");
}

static bool check_kind(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d) {
  char list[32];
  if (a->space >= WL_SPACES) return wl_diag_fail(d, WL_INPUT, "no such memory space: %u", a->space);
  if (a->op >= WL_OPS) return wl_diag_fail(d, WL_INPUT, "no such operation: %u", a->op);
  if (a->cache >= WL_CACHES) return wl_diag_fail(d, WL_INPUT, "no such cache: %u", a->cache);
  unsigned allowed = widths[a->space][a->op];
  const char *space = wl_space_names[a->space];
  if (allowed == 0 && widths[a->space][WL_STORE] == 0)
    return wl_diag_fail(d, WL_INPUT, "%s memory has no %s, only loads (PTX ISA, %s)", space,
                        wl_op_names[a->op],
                        a->space == WL_TEXTURE ? "tex" : chapters[a->op]);
  if (allowed == 0)
    return wl_diag_fail(d, WL_INPUT, "%s memory has no %s (PTX ISA, %s)", space,
                        wl_op_names[a->op], chapters[a->op]);
  if ((a->width & (a->width - 1)) != 0 || a->width == 0 || a->width > 16)
    return a->width == 32
               ? refuse_wide(arch, d)
               : wl_diag_fail(d, WL_INPUT, "width %u is none of 1, 2, 4, 8 and 16 (PTX ISA, ld "
                              "and st)", a->width);
  if ((a->width & allowed) == 0)
    return wl_diag_fail(d, WL_INPUT, "no %s%s is %u byte%s wide: use %s (PTX ISA, %s)",
                        a->op == WL_REDUCE ? "reduction" : wl_op_names[a->op],
                        a->space == WL_SHARED && wl_op_is_atomic((enum wl_op)a->op)
                          ? " of shared memory" : "", a->width,
                        a->width == 1 ? "" : "s", list_widths(allowed, list), chapters[a->op]);
  return true;
}

/* What the generation must have for the instruction; WL_FEATURES: nothing special. */
static enum wl_feature needed(const struct wl_access *a) {
  switch (a->op) {
  case WL_COPY:
  case WL_COPY_CG: return WL_HAS_COPY;
  case WL_MATRIX_LOAD: return WL_HAS_MATRIX_LOAD;
  case WL_MATRIX_STORE: return WL_HAS_MATRIX_STORE;
  case WL_REDUCE:
  case WL_ATOMIC:
  case WL_CAS:
    if (a->width == 2) return WL_HAS_ATOMICS_16;
    if (a->width == 16) return WL_HAS_ATOMICS_128;
    if (a->space == WL_SHARED)
      return a->width == 8 ? WL_HAS_SHARED_ATOMICS_64 : WL_HAS_SHARED_ATOMICS;
    return a->width == 8 ? WL_HAS_GLOBAL_ATOMICS_64 : WL_HAS_GLOBAL_ATOMICS;
  default: return WL_FEATURES;
  }
}

static bool check_feature(const struct wl_arch *arch, const struct wl_access *a,
                          struct wl_diag *d) {
  enum wl_feature feature = needed(a);
  if (feature == WL_FEATURES || wl_arch_has(arch, feature)) return true;
  const struct wl_feature_row *row = &wl_features[feature];
  return wl_diag_fail(d, WL_INPUT, "cc %s has no %s: %s came with cc %s (%s)", arch->cc, row->name,
                      feature < WL_HAS_COPY ? "they" : "it", wl_archs[row->since].cc, row->source);
}

/* Whether there is an L1 on the way that could hold the lines. */
static bool check_hit(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d) {
  enum wl_cache cache = wl_access_cache(arch, a);
  const char *space = wl_space_names[a->space];
  if (a->op != WL_LOAD || (a->space != WL_GLOBAL && a->space != WL_LOCAL))
    return wl_diag_fail(d, WL_INPUT, "\"hit\" has a meaning for loads from global and local memory "
                        "only");
  if (arch->l1_kib[1] == 0)
    return wl_diag_fail(d, WL_INPUT, "no load hits: cc %s has no L1 for %s memory (%s)", arch->cc,
                        space, wl_limit_source(arch, "l1_kib"));
  bool always = a->space == WL_LOCAL && arch->local != WL_COALESCE_SECTORS; /* else as plain */
  if (always || cache == WL_CA || cache == WL_NC) return true;
  if (a->space == WL_LOCAL && arch->plain == WL_CA) return true;
  if (a->cache == WL_CG)
    return wl_diag_fail(d, WL_INPUT, "no load hits: cache \"cg\" goes past L1 (PTX ISA, cache "
                        "operators)");
  return wl_diag_fail(d, WL_INPUT, "no load hits: %s loads of cc %s%s go past L1 (%s)",
                      a->space == WL_LOCAL ? "local" : "plain", arch->cc, arch->mode,
                      wl_limit_source(arch, a->space == WL_LOCAL ? "local" : "plain"));
}

/* What can be said of the caches: which the load names, and whether it can hit. */
static bool check_cache(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d) {
  bool global_load = a->space == WL_GLOBAL && a->op == WL_LOAD;
  if (a->cache != WL_PLAIN && !global_load)
    return wl_diag_fail(d, WL_INPUT, "cache \"%s\" has a meaning for loads from global memory only",
                        wl_cache_names[a->cache]);
  if (arch->load[a->cache] == WL_COALESCE_NONE) {
    char list[32] = "";
    int length = 0;
    for (enum wl_cache c = WL_CA; c < WL_CACHES; c++)
      if (arch->load[c] != WL_COALESCE_NONE)
        length += snprintf(list + length, sizeof list - (size_t)length, "%s\"%s\"",
                           length ? ", " : "", wl_cache_names[c]);
    return wl_diag_fail(d, WL_INPUT, "cc %s has no cache \"%s\" for loads from global memory: "
                        "it has %s (%s)", arch->cc, wl_cache_names[a->cache],
                        length ? list : "no choice",
                        wl_limit_source(arch, "load_ca"));
  }
  return !a->hit || check_hit(arch, a, d);
}

/* Whether compilers make an access of this form. */
static bool check_form(const struct wl_access *a, struct wl_diag *d) {
  bool loops = a->form >= WL_FORM_LOOP;
  bool atomic = a->op == WL_REDUCE || a->op == WL_ATOMIC;
  if (a->form == WL_FORM_NATIVE) return true;
  if (a->form >= WL_FORMS) return wl_diag_fail(d, WL_INPUT, "no such form: %u", a->form);
  if (a->space != WL_SHARED || !(atomic || (loops && a->op == WL_LOAD)))
    return wl_diag_fail(d, WL_INPUT, "form \"%s\" is only for reductions%s of shared memory",
                        wl_form_names[a->form],
                        loops ? " and atomics, and loads," : "");
  if (a->form == WL_FORM_INCREMENT && (a->op != WL_REDUCE || a->width != 4))
    return wl_diag_fail(d, WL_INPUT, "form \"increment\" is a reduction of 4 bytes a lane");
  return a->width == 4 || a->width == 8 ||
         wl_diag_fail(d, WL_INPUT, "form \"%s\" has 4 or 8 bytes a lane", wl_form_names[a->form]);
}

static bool check_mode(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d) {
  if (!check_cache(arch, a, d) || !check_form(a, d)) return false;
  if (a->banks != 0 && a->space != WL_SHARED)
    return wl_diag_fail(d, WL_INPUT, "\"banks\" has a meaning for shared memory only");
  if (a->banks != 0 && arch->banking8 == WL_BANKS_NONE)
    return wl_diag_fail(d, WL_INPUT, "cc %s has no bank modes, only cc 3.x chooses between banks "
                        "of 4 and of 8 bytes (%s)", arch->cc, wl_limit_source(arch, "banking8"));
  if (a->banks != 0 && a->banks != 4 && a->banks != 8)
    return wl_diag_fail(d, WL_INPUT, "banks of %u bytes: there are banks of 4 and of 8", a->banks);
  if (a->op != WL_MATRIX_LOAD && a->op != WL_MATRIX_STORE) return true;
  if (a->mask == 0xff || a->mask == 0xffff || a->mask == UINT32_MAX) return true;
  return wl_diag_fail(d, WL_INPUT, "%s takes 1, 2 or 4 matrices: row addresses from lanes 0 to 7, "
                      "15 or 31 (PTX ISA, %s)", wl_op_names[a->op], chapters[a->op]);
}

/* The size of a space, and which column of the tables tells it. */
static uint64_t size_of(const struct wl_arch *arch, enum wl_space space, const char **key) {
  *key = space == WL_SHARED ? "block_shared" : space == WL_CONSTANT ? "max_constant" : "max_local";
  return space == WL_SHARED     ? arch->sm->block_shared
         : space == WL_CONSTANT ? arch->max_constant
         : space == WL_LOCAL    ? arch->max_local
                                : 0; /* the whole address space */
}

static bool check_address(const struct wl_arch *arch, const struct wl_access *a, unsigned lane,
                          enum wl_space space, uint64_t address, struct wl_diag *d) {
  const char *key, *owner = space == WL_LOCAL ? "thread" : space == WL_SHARED ? "block" : "module";
  uint64_t size = size_of(arch, space, &key);
  if (address % a->width != 0)
    return wl_diag_fail(d, WL_INPUT,
                        "lane %u: address %" PRIu64 " is not a multiple of the access width %u "
                        "(PTX ISA, addresses as operands)",
                        lane, address, a->width);
  if (size != 0 && address >= size)
    return wl_diag_fail(d, WL_INPUT, "lane %u: address %" PRIu64 " is past the end of %s memory: "
                        "cc %s has %" PRIu64 " bytes a %s (%s)", lane, address,
                        wl_space_names[space], arch->cc, size, owner, wl_limit_source(arch, key));
  return true;
}

static bool check_layout(const struct wl_access *a, struct wl_diag *d) {
  if (a->layout >= WL_LAYOUTS)
    return wl_diag_fail(d, WL_INPUT, "no such texture layout: %u", a->layout);
  if (a->layout == WL_LAYOUT_PITCH && a->pitch % a->width != 0)
    return wl_diag_fail(d, WL_INPUT, "a pitch of %" PRIu32 " bytes is not a multiple of the texel, "
                        "%u bytes", a->pitch, a->width);
  return true;
}

static bool check_texel(const struct wl_access *a, unsigned lane, struct wl_diag *d) {
  if (a->address[lane] > UINT32_MAX)
    return wl_diag_fail(d, WL_INPUT, "lane %u: no texture has a column %" PRIu64, lane,
                        a->address[lane]);
  if (a->layout == WL_LAYOUT_PITCH && (a->address[lane] + 1) * a->width > a->pitch)
    return wl_diag_fail(d, WL_INPUT, "lane %u: column %" PRIu64 " is past the end of a row of %"
                        PRIu32 " bytes", lane, a->address[lane], a->pitch);
  return true;
}

enum wl_coalescing wl_coalescing_of(const struct wl_arch *arch, const struct wl_access *a) {
  if (wl_op_is_atomic((enum wl_op)a->op)) return (enum wl_coalescing)arch->atomic;
  if (a->op == WL_STORE) return (enum wl_coalescing)arch->store;
  return (enum wl_coalescing)arch->load[wl_access_cache(arch, a)];
}

/* Whether no address can be at fault: all lanes at once. */
static bool are_addresses_good(const struct wl_arch *arch, const struct wl_access *a) {
  const char *key;
  uint64_t bits = 0, size = size_of(arch, (enum wl_space)a->space, &key);
  if (a->space == WL_TEXTURE || wl_op_is_copy((enum wl_op)a->op)) return false;
  if (wl_access_monotone(a)) {
    uint64_t first = a->address[0], last = a->address[WL_LANES - 1];
    return ((first | a->address[1]) & (a->width - 1u)) == 0 &&
           (size == 0 || (first < size && last < size));
  }
  for (unsigned lane = 0; lane < WL_LANES; lane++) bits |= a->address[lane];
  if (a->mask != UINT32_MAX || (bits & (a->width - 1u)) != 0) return false;
  return size == 0 || bits < size;
}

bool wl_access_check(const struct wl_arch *arch, const struct wl_access *a, struct wl_diag *d) {
  if (!check_kind(arch, a, d) || !check_feature(arch, a, d) || !check_mode(arch, a, d))
    return false;
  if (a->space == WL_TEXTURE && !check_layout(a, d)) return false;
  if (are_addresses_good(arch, a)) return true;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    if (!(a->mask >> lane & 1)) continue;
    bool good = a->space == WL_TEXTURE
                    ? check_texel(a, lane, d)
                    : check_address(arch, a, lane, a->space, a->address[lane], d);
    if (good && wl_op_is_copy((enum wl_op)a->op))
      good = check_address(arch, a, lane, WL_SHARED, a->second[lane], d);
    if (!good) return false;
  }
  return true;
}

uint32_t wl_try_served(const struct wl_access *a) {
  unsigned element_shift = wl_element_shift(a->width),
           group_shift = wl_group_shift(a->width, false);
  unsigned columns = 1u << group_shift;
  uint32_t taken = 0, served = 0; /* taken: a bit for each column of the group */
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (i % columns == 0) taken = 0;
    uint32_t column = 1u << (a->address[i] >> element_shift & (columns - 1));
    if (!(a->mask >> i & 1) || taken & column) continue;
    taken |= column;
    served |= 1u << i;
  }
  return served;
}

const char *const wl_space_names[] = {"global", "shared", "constant", "local", "texture"};
const char *const wl_op_names[] = {"load",     "store",       "reduce",   "atomic",  "cas",
                                   "cp.async", "cp.async.cg", "ldmatrix", "stmatrix"};
const char *const wl_layout_names[] = {"array", "pitch"};
const char *const wl_form_names[] = {"native", "increment", "loop", "again"};

#define NAMES_ALL(names, count) \
  static_assert(sizeof names / sizeof names[0] == (count), "name every value")
NAMES_ALL(wl_space_names, WL_SPACES);
NAMES_ALL(wl_op_names, WL_OPS);
NAMES_ALL(wl_layout_names, WL_LAYOUTS);
NAMES_ALL(wl_form_names, WL_FORMS);
