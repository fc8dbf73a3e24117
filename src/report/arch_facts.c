#include "report/arch_facts.h"

#include <assert.h>
#include <string.h>

#include "core/access/access.h"
#include "core/explain/explain.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/target.h"
#include "words/memory_levels.h"

const struct wl_section_row wl_sections[] = {
  [WL_SECTION_LIMITS] = {"limits", "One multiprocessor (SM), one block, one thread"},
  [WL_SECTION_MEMORY] = {"memory", "Requests, caches and banks"},
  [WL_SECTION_CHIPS] = {"chips", "Chips"},
  [WL_SECTION_LATENCY] = {"latencies", "Latency of a dependent load"},
  [WL_SECTION_BANDWIDTH] = {"bandwidths", "Bandwidth of the whole chip, measured"},
};
static_assert(sizeof wl_sections / sizeof wl_sections[0] == WL_SECTIONS, "a row per section");

static void add(struct wl_facts *f, struct wl_arch_number row) {
  if (f->count < WL_MAX_KNOWN) f->row[f->count++] = row;
}

static void add_limits(struct wl_facts *f) {
  for (size_t i = 0; i < wl_sm_field_count; i++) {
    const struct wl_sm_field *field = &wl_sm_fields[i];
    uint32_t value = wl_sm_field_value(field, f->sm);
    add(f, (struct wl_arch_number){WL_SECTION_LIMITS, true, NULL, field->key, field->title,
                                   field->unit, value, value, wl_sm_field_certainty(field, f->sm),
                                   wl_sm_field_source(field, f->sm), NULL});
  }
}

const char *wl_chip_without_l2(const struct wl_chip *c) {
  struct wl_level_facts l2;
  wl_level_facts(wl_target_make(wl_arch_find(c->cc), c), WL_LEVEL_L2, &l2);
  return l2.exists ? NULL : l2.absent;
}

static void add_chip(struct wl_facts *f, const struct wl_chip *c) {
  const struct { const char *key, *title, *unit; struct wl_chip_fact fact; } rows[] = {
    {"sms", "multiprocessors", "SMs", c->sms},
    {"clock_mhz", "clock", "MHz", c->clock_mhz},
    {"l1_kib", "L1 and shared memory, per SM", "KiB", c->l1_kib},
    {"l2_kib", "L2 cache", "KiB", c->l2_kib},
    {"dram_gbps", "DRAM bandwidth", "GB/s", c->dram_gbps},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    double value = rows[i].fact.value;
    const char *none = strcmp(rows[i].key, "l2_kib") == 0 ? wl_chip_without_l2(c) : NULL;
    add(f, (struct wl_arch_number){WL_SECTION_CHIPS, value > 0, c->name, rows[i].key, rows[i].title,
                                   rows[i].unit, value, value, rows[i].fact.certainty,
                                   wl_chip_source, none});
  }
}

static void add_costs(struct wl_facts *f) {
  const struct wl_latency *first = wl_register_latency(f->arch);
  if (first)
    add(f, (struct wl_arch_number){WL_SECTION_LATENCY, true, NULL, wl_level_names[first->level],
                                   wl_level_names[first->level], "cycles", first->low, first->high,
                                   WL_FOLKLORE, first->source, NULL});
  for (size_t i = 0; i < wl_latency_count; i++) {
    const struct wl_latency *l = &wl_latencies[i];
    if (strcmp(wl_chip_find(l->chip)->cc, f->cc) != 0) continue;
    add(f, (struct wl_arch_number){WL_SECTION_LATENCY, true, l->chip, wl_level_names[l->level],
                                   wl_level_names[l->level], "cycles", l->low, l->high, WL_MEASURED,
                                   l->source, NULL});
  }
  for (size_t i = 0; i < wl_bandwidth_count; i++) {
    const struct wl_bandwidth *b = &wl_bandwidths[i];
    if (strcmp(wl_chip_find(b->chip)->cc, f->cc) != 0) continue;
    add(f, (struct wl_arch_number){WL_SECTION_BANDWIDTH, true, b->chip, wl_level_names[b->level],
                                   wl_level_names[b->level], "TB/s", b->tbps, b->tbps, WL_MEASURED,
                             b->source, NULL});
  }
}

/* What the rules of memory stand on; certainty and source are the column's. */
static void add_memory(struct wl_facts *f) {
  const struct wl_arch *a = f->arch;
  const struct { const char *key, *unit; uint32_t value; } rows[] = {
    {"line_bytes", "bytes", a->line_bytes},     {"sector_bytes", "bytes", a->sector_bytes},
    {"request_lanes", "lanes", a->request_lanes}, {"banks", "banks", a->banks},
    {"bank_bytes", "bytes", a->bank_bytes},     {"row_bytes", "bytes", a->row_bytes},
    {"tag_sets", "sets", a->tag_sets},          {"max_constant", "bytes", a->max_constant},
    {"max_local", "bytes", a->max_local},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct wl_arch_field *field = wl_arch_field_find(rows[i].key);
    const struct wl_origin *o = wl_arch_field_origin(field, a);
    char text[WL_FIELD_TEXT];
    field->value(a, text);
    const char *none = strcmp(text, "none") == 0 ? "none" : NULL;
    bool known = rows[i].value > 0 && !none;
    add(f, (struct wl_arch_number){WL_SECTION_MEMORY, known, NULL, field->key, field->title,
                                   rows[i].unit, rows[i].value, rows[i].value,
                                   o ? o->certainty : WL_NOT_KNOWN, o ? o->source : "", none});
  }
}

/* Rules that decide the figures of one access, if the generation has it. */
static void note_rules(struct wl_facts *f, const struct wl_access *a) {
  struct wl_explain e;
  if (!wl_access_check(f->arch, a, NULL)) return;
  wl_explain(f->arch, a, &e);
  for (unsigned figure = 0; figure < WL_FIGURES; figure++)
    if (wl_figure_applies((enum wl_figure)figure, (enum wl_space)a->space))
      f->rule[e.rule[figure]] = true;
}

/* One kind of access: side by side, all lanes apart, two by two, and across pages. */
static void try_access(struct wl_facts *f, struct wl_access a) {
  static const uint64_t strides[] = {1, 2, 33, 1 << 19};
  a.mask = UINT32_MAX;
  a.pitch = 1u << 30;
  for (unsigned k = 0; k < sizeof strides / sizeof strides[0] * 2; k++) {
    for (unsigned l = 0; l < WL_LANES; l++) {
      a.address[l] = strides[k / 2] * a.width * (k % 2 ? l / 2 : l);
      a.second[l] = a.width * l;
    }
    note_rules(f, &a);
  }
}

/* Which rules those are is nowhere written down: every kind of access is tried. */
static void find_rules(struct wl_facts *f) {
  static const struct { uint8_t banks, layout; bool hit; uint8_t form; } modes[] = {
    {0, WL_LAYOUT_ARRAY, false, 0}, {8, WL_LAYOUT_ARRAY, false, 0},
    {0, WL_LAYOUT_PITCH, true, 0}, {0, WL_LAYOUT_PITCH, false, 0},
    {0, WL_LAYOUT_ARRAY, false, WL_FORM_INCREMENT}, {0, WL_LAYOUT_ARRAY, false, WL_FORM_LOOP},
  };
  for (unsigned space = 0; space < WL_SPACES; space++)
    for (unsigned op = 0; op < WL_OPS; op++)
      for (unsigned cache = 0; cache < WL_CACHES; cache++)
        for (unsigned width = 1; width <= 16; width *= 2)
          for (unsigned m = 0; m < sizeof modes / sizeof modes[0]; m++)
            try_access(f, (struct wl_access){
              .space = (uint8_t)space, .op = (uint8_t)op, .cache = (uint8_t)cache,
              .width = (uint8_t)width, .banks = modes[m].banks, .layout = modes[m].layout,
              .hit = modes[m].hit, .form = modes[m].form});
  f->rule[WL_RULE_NONE] = false;
}

bool wl_facts(const char *name, struct wl_facts *out, struct wl_diag *d) {
  struct wl_target t;
  if (!wl_target_find(name, &t, d)) return false;
  const char *cc = t.arch->cc;
  *out = (struct wl_facts){.cc = cc, .arch = t.arch, .sm = t.arch->sm, .chip = t.chip->name};
  add_limits(out);
  add_memory(out);
  for (size_t i = 0; i < wl_chip_count; i++)
    if (strcmp(wl_chips[i].cc, cc) == 0) add_chip(out, &wl_chips[i]);
  add_costs(out);
  find_rules(out);
  return true;
}
