#include "words/memory_levels.h"

#include <stdio.h>
#include <string.h>

#include "core/gpu/arch_fields.h"
#include "core/gpu/feature.h"
#include "core/gpu/sm.h"
#include "words/format.h"

/* What lies between lanes and DRAM. `fused`: texture and L1 are one cache. Source:
 * CUDA Programming Guide, compute capabilities. */
static const struct plan { const char *cc; bool l1, l2, fused; } plans[] = {
  {"1.0", false, false, false}, {"1.1", false, false, false}, {"1.2", false, false, false},
  {"1.3", false, false, false}, {"2.0", true, true, false},   {"2.1", true, true, false},
  {"3.0", true, true, false},   {"3.5", true, true, false},   {"3.7", true, true, false},
  {"5.0", true, true, true},    {"5.2", true, true, true},    {"6.0", true, true, true},
  {"6.1", true, true, true},
};

/* Everything since cc 7.0. */
static const struct plan unified = {"7.0", true, true, true};

static const struct plan *plan_of(const struct wl_arch *arch) {
  for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++)
    if (strcmp(plans[i].cc, arch->cc) == 0) return &plans[i];
  return &unified;
}

/* How well a chip stands for another: 2 it is that one, 1 of the same generation. */
static int nearness(const char *name, struct wl_target t) {
  const struct wl_chip *chip = wl_chip_find(name);
  return chip == t.chip ? 2 : chip && wl_chip_is_of(chip, t.arch);
}

static struct wl_range of_registers(const struct wl_arch *arch) {
  const struct wl_latency *l = wl_register_latency(arch);
  return (struct wl_range){true, l->low, l->high, WL_FOLKLORE, l->source, NULL};
}

static void find_latency(struct wl_target t, enum wl_level level, struct wl_range *out) {
  int best = 0;
  if (level == WL_LEVEL_REGISTERS) *out = of_registers(t.arch);
  for (size_t i = 0; i < wl_latency_count; i++) {
    const struct wl_latency *l = &wl_latencies[i];
    int near = l->level == level ? nearness(l->chip, t) : 0;
    if (near <= best) continue;
    best = near;
    *out = (struct wl_range){true, l->low, l->high, WL_MEASURED, l->source, l->chip};
  }
}

/* Measured on the chip; else what its sheet says of DRAM; else measured on another. */
static void find_bandwidth(struct wl_target t, enum wl_level level, struct wl_range *out) {
  int best = 0;
  for (size_t i = 0; i < wl_bandwidth_count; i++) {
    const struct wl_bandwidth *b = &wl_bandwidths[i];
    int near = b->level == level ? nearness(b->chip, t) : 0;
    if (near <= best) continue;
    best = near;
    *out = (struct wl_range){true, b->tbps, b->tbps, WL_MEASURED, b->source, b->chip};
  }
  if (best == 2 || level != WL_LEVEL_DRAM || t.chip->dram_gbps.value <= 0) return;
  double tbps = t.chip->dram_gbps.value / 1000;
  *out = (struct wl_range){true, tbps, tbps, t.chip->dram_gbps.certainty, wl_chip_source,
                           t.chip->name};
}

/* A column of wl_sms as a size. */
static struct wl_range of_sm(const struct wl_sm *sm, const char *key, double unit) {
  for (size_t i = 0; i < wl_sm_field_count; i++) {
    const struct wl_sm_field *f = &wl_sm_fields[i];
    if (strcmp(f->key, key) != 0) continue;
    uint32_t value;
    memcpy(&value, (const char *)sm + f->offset, sizeof value);
    return (struct wl_range){true, value * unit, value * unit,
                             wl_sm_field_certainty(f, sm), wl_sm_field_source(f, sm), NULL};
  }
  return (struct wl_range){.known = false};
}

/* A column of wl_archs as a size, in KiB. */
static struct wl_range of_arch(const struct wl_arch *arch, const char *key, const uint32_t kib[2]) {
  const struct wl_arch_field *f = wl_arch_field_find(key);
  const struct wl_origin *o = wl_arch_field_origin(f, arch);
  if (!kib[1] || !o) return (struct wl_range){.known = false};
  return (struct wl_range){true, kib[0] * 1024.0, kib[1] * 1024.0, o->certainty, o->source, NULL};
}

static struct wl_range of_l2(const struct wl_chip *chip) {
  double bytes = chip->l2_kib.value * 1024;
  if (bytes <= 0) return (struct wl_range){.known = false};
  return (struct wl_range){true, bytes, bytes, chip->l2_kib.certainty, wl_chip_source, chip->name};
}

static void find_size(struct wl_target t, enum wl_level level, struct wl_level_facts *out) {
  out->where = "per SM";
  switch (level) {
  case WL_LEVEL_REGISTERS: out->size = of_sm(t.arch->sm, "registers", 4); break;
  case WL_LEVEL_SHUFFLE: out->part_of = "in them"; break;
  case WL_LEVEL_SHARED: out->size = of_sm(t.arch->sm, "shared", 1); break;
  case WL_LEVEL_CONSTANT: out->size = of_sm(t.arch->sm, "constant_cache", 1); break;
  case WL_LEVEL_CONSTANT_L15: out->part_of = "below it"; break;
  case WL_LEVEL_L1: out->size = of_arch(t.arch, "l1_kib", t.arch->l1_kib); break;
  case WL_LEVEL_READ_ONLY:
    out->part_of = plan_of(t.arch)->fused ? "in L1" : "in texture";
    break;
  case WL_LEVEL_TEXTURE:
    if (plan_of(t.arch)->fused) out->part_of = "in L1";
    break;
  case WL_LEVEL_L2:
    out->where = "per chip";
    out->size = of_l2(t.chip);
    break;
  case WL_LEVEL_L2_FAR: out->part_of = "in L2"; break;
  default: out->where = "per chip";
  }
}

void wl_level_facts(struct wl_target t, enum wl_level level, struct wl_level_facts *out) {
  static const char *const titles[WL_LEVELS] = { /* where a name has no room */
    [WL_LEVEL_CONSTANT_L15] = "constant L1.5", [WL_LEVEL_L2_FAR] = "L2, far side",
  };
  const struct plan *plan = plan_of(t.arch);
  *out = (struct wl_level_facts){
    .exists = true, .absent = "none",
    .title = titles[level] ? titles[level] : wl_level_names[level]};
  find_size(t, level, out);
  find_latency(t, level, &out->latency);
  find_bandwidth(t, level, &out->bandwidth);
  switch (level) {
  case WL_LEVEL_SHUFFLE: out->exists = wl_arch_has(t.arch, WL_HAS_SHUFFLE); break;
  case WL_LEVEL_READ_ONLY:
  case WL_LEVEL_CONSTANT_L15:
  case WL_LEVEL_L2_FAR: out->exists = out->latency.known; break; /* else nobody tells of it */
  case WL_LEVEL_L1: out->exists = plan->l1; break;
  case WL_LEVEL_L2:
    out->exists = plan->l2;
    out->absent = "for texture"; /* CUDA C Programming Guide 4: cc 1.x */
    break;
  default: break;
  }
}

/* The cache that a global load asks first, WL_LEVELS if none. */
static enum wl_level first_cache(const struct wl_arch *arch, const struct wl_access *a) {
  const struct plan *plan = plan_of(arch);
  if (a->op != WL_LOAD) return plan == &unified && a->op == WL_STORE ? WL_LEVEL_L1 : WL_LEVELS;
  enum wl_cache cache = wl_access_cache(arch, a);
  if (cache == WL_NC) return plan->fused ? WL_LEVEL_L1 : WL_LEVEL_TEXTURE;
  return cache == WL_CA ? WL_LEVEL_L1 : WL_LEVELS;
}

static unsigned global_path(const struct wl_arch *arch, const struct wl_access *a) {
  const struct plan *plan = plan_of(arch);
  enum wl_level first = first_cache(arch, a);
  unsigned path = first < WL_LEVELS ? 1u << first : 0;
  if (a->op == WL_LOAD && a->hit && path) return path;
  return path | (plan->l2 ? 1u << WL_LEVEL_L2 : 0) | 1u << WL_LEVEL_DRAM;
}

/* Whether local memory goes by L1, whatever the kernel's other loads do. */
static bool local_by_l1(const struct wl_arch *arch) {
  return plan_of(arch)->l1 && strcmp(arch->cc, "5.0") != 0 && strcmp(arch->cc, "5.2") != 0;
}

static unsigned local_path(const struct wl_arch *arch) {
  const struct plan *plan = plan_of(arch);
  return (local_by_l1(arch) ? 1u << WL_LEVEL_L1 : 0) | (plan->l2 ? 1u << WL_LEVEL_L2 : 0) |
         1u << WL_LEVEL_DRAM;
}

unsigned wl_level_path(const struct wl_arch *arch, const struct wl_step *step) {
  if (step->kind == WL_STEP_VOTE) return 1u << WL_LEVEL_REGISTERS;
  if (step->kind == WL_STEP_SHUFFLE) return 1u << WL_LEVEL_REGISTERS | 1u << WL_LEVEL_SHUFFLE;
  if (step->kind != WL_STEP_ACCESS) return 0;
  switch (step->access.space) {
  case WL_SHARED: return 1u << WL_LEVEL_SHARED;
  case WL_CONSTANT: return 1u << WL_LEVEL_CONSTANT;
  case WL_GLOBAL: return global_path(arch, &step->access);
  case WL_LOCAL: return local_path(arch);
  case WL_TEXTURE:
    return 1u << (plan_of(arch)->fused ? WL_LEVEL_L1 : WL_LEVEL_TEXTURE) |
           (plan_of(arch)->l2 ? 1u << WL_LEVEL_L2 : 0) | 1u << WL_LEVEL_DRAM;
  default: return 0;
  }
}

static const char *global_text(const struct wl_arch *arch, const struct wl_access *a) {
  const struct plan *plan = plan_of(arch);
  enum wl_level first = first_cache(arch, a);
  if (!plan->l2) return "every access goes to DRAM: there is no cache for global memory";
  switch (a->op) {
  case WL_STORE:
    return first == WL_LEVEL_L1 ? "the store writes through L1 to L2, which writes to DRAM later"
                                : "the store bypasses L1: L2 takes it and writes to DRAM later";
  case WL_REDUCE:
  case WL_ATOMIC:
  case WL_CAS: return "the atomic is done in L2, on what came there from DRAM";
  default: break;
  }
  if (a->hit && first < WL_LEVELS) return "the load finds all its lines in L1";
  return first == WL_LEVEL_L1 ? "the load looks in L1; a miss goes to L2, then to DRAM"
         : first == WL_LEVEL_TEXTURE ? "the load looks in the texture cache, then L2, then DRAM"
                                     : "the load bypasses L1; a miss in L2 goes to DRAM";
}

static const char *local_text(const struct wl_arch *arch) {
  if (!plan_of(arch)->l2) return "local memory lies in DRAM: there is no cache for it";
  return local_by_l1(arch) ? "local memory is cached in L1; a miss goes to L2, then to DRAM"
                           : "local memory bypasses L1; a miss in L2 goes to DRAM";
}

const char *wl_level_path_text(const struct wl_arch *arch, const struct wl_step *step) {
  if (step->kind == WL_STEP_SHUFFLE) return "lanes exchange registers: no memory is used";
  if (step->kind == WL_STEP_VOTE) return "lanes vote by registers: no memory is used";
  if (step->kind != WL_STEP_ACCESS) return "this step touches no memory";
  switch (step->access.space) {
  case WL_SHARED: return "shared memory is in the SM: nothing goes to L2";
  case WL_CONSTANT: return "the constant cache serves it; a miss goes to L2, then to DRAM";
  case WL_LOCAL: return local_text(arch);
  case WL_TEXTURE: return "the fetch looks in the texture cache; a miss goes further";
  default: return global_text(arch, &step->access);
  }
}

const char *wl_range_text(const struct wl_range *r, const struct wl_chip *chip,
                          char text[WL_LEVEL_TEXT]) {
  if (!r->known) {
    snprintf(text, WL_LEVEL_TEXT, "unknown");
    return text;
  }
  bool other = r->chip && strcmp(r->chip, chip->name) != 0;
  int n = snprintf(text, WL_LEVEL_TEXT, "%s%.3g", other ? "≈" : "", r->low);
  if (r->high > r->low) snprintf(text + n, (size_t)(WL_LEVEL_TEXT - n), "–%.3g", r->high);
  return text;
}

const char *wl_level_size_text(const struct wl_level_facts *f, char text[WL_LEVEL_TEXT]) {
  char size[16], most[16];
  if (!f->exists || f->part_of || !f->size.known) {
    const char *instead = !f->exists ? f->absent : f->part_of ? f->part_of : "unknown";
    snprintf(text, WL_LEVEL_TEXT, "%s", instead);
    return text;
  }
  bool each = strcmp(f->where, "per SM") == 0;
  wl_format_size(f->size.low, size);
  if (f->size.high > f->size.low) { /* "16–48 KiB", of an SM as well */
    size[strcspn(size, " ")] = '\0';
    snprintf(text, WL_LEVEL_TEXT, "%s–%s", size, wl_format_size(f->size.high, most));
  } else {
    snprintf(text, WL_LEVEL_TEXT, "%s%s", size, each ? "/SM" : "");
  }
  return text;
}
