/* `warplens arch`: the tables of the model, to read and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/page.h"
#include "canvas/write/write.h"
#include "core/base/text.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/chip.h"
#include "core/gpu/feature.h"
#include "core/gpu/target.h"
#include "report/arch_facts.h"
#include "report/report.h"
#include "words/format.h"

enum {
  TITLE = 31,   /* cells of a figure's name */
  VALUE = 12,   /* … of its value, right-aligned */
  UNIT = 12,    /* … of its unit and the gap before it */
  SURE = 11,    /* … of its certainty */
  MAX_SOURCES = 40,
};

struct page {
  FILE *f;
  bool ascii;
  const char *source[MAX_SOURCES];
  int sources;
};

/* "1,234" or "29.1", "unknown" where nothing is known, what there is instead where nothing is. */
static void format_number(const struct wl_arch_number *k, bool ascii, char text[32]) {
  if (!k->known) {
    snprintf(text, 32, "%s", k->none ? k->none : "unknown");
  } else if (k->low < k->high) {
    snprintf(text, 32, "%.4g%s%.4g", k->low, ascii ? "-" : "–", k->high);
  } else if (k->low != (double)(uint64_t)k->low || k->low < 1000) {
    snprintf(text, 32, "%.4g", k->low);
  } else {
    wl_format_count((uint64_t)k->low, text);
  }
}

/* The number of a source in the list at the end of the page. */
static int source_number(struct page *p, const char *source) {
  for (int i = 0; i < p->sources; i++)
    if (strcmp(p->source[i], source) == 0) return i + 1;
  if (p->sources < MAX_SOURCES) p->source[p->sources++] = source;
  return p->sources;
}

static void put_padded(struct page *p, const char *text, int cells) {
  int used = (int)wl_page_fit(p->f, p->ascii, text, strlen(text), WL_PAGE_WIDTH);
  fprintf(p->f, "%*s", used < cells ? cells - used : 1, "");
}

static void put_wrapped(struct page *p, const char *text, size_t indent) {
  wl_page_wrap(p->f, p->ascii, text, indent);
}

static void put_known(struct page *p, const struct wl_arch_number *k) {
  char number[32];
  format_number(k, p->ascii, number);
  fputs("  ", p->f);
  put_padded(p, k->title, TITLE);
  fprintf(p->f, "%*s%s ", VALUE - (int)wl_text_cells(number, strlen(number)), "", number);
  put_padded(p, k->known ? k->unit : "", UNIT);
  if (k->known) {
    put_padded(p, wl_certainty_names[k->certainty], SURE);
    fprintf(p->f, "[%d]", source_number(p, k->source));
  }
  putc('\n', p->f);
}

static void put_section(struct page *p, const struct wl_facts *f, enum wl_section section) {
  const char *chip = NULL;
  bool any = false;
  for (size_t i = 0; i < f->count; i++) {
    const struct wl_arch_number *k = &f->row[i];
    if (k->section != section) continue;
    if (!any) fprintf(p->f, "\n%s\n", wl_sections[section].title);
    if (k->chip && (!chip || strcmp(chip, k->chip) != 0)) fprintf(p->f, " %s\n", k->chip);
    chip = k->chip;
    any = true;
    put_known(p, k);
  }
  if (!any && section >= WL_SECTION_CHIPS)
    fprintf(p->f, "\n%s\n  unknown\n", wl_sections[section].title);
}

/* The sizes that the split between L1 and shared memory offers. */
static void put_carveouts(struct page *p, const struct wl_sm *sm) {
  fputs("  ", p->f);
  put_padded(p, "sizes of shared memory", TITLE + VALUE + 1);
  put_padded(p, "KiB", UNIT);
  put_padded(p, wl_certainty_names[wl_sm_fields[0].certainty], SURE);
  fprintf(p->f, "[%d]\n    ", source_number(p, wl_sm_field_source(&wl_sm_fields[0], sm)));
  for (uint32_t i = 0; i < sm->carveouts; i++)
    fprintf(p->f, "%s%" PRIu32, i ? ", " : "", sm->carveout_kib[i]);
  putc('\n', p->f);
}

/* The columns of the generation that are no numbers: its modes. */
static bool is_mode(const struct wl_facts *f, const struct wl_arch_field *field) {
  for (size_t i = 0; i < f->count; i++)
    if (f->row[i].section == WL_SECTION_MEMORY && strcmp(f->row[i].key, field->key) == 0)
      return false;
  return true;
}

static void put_sure(struct page *p, enum wl_certainty certainty, const char *source) {
  put_padded(p, wl_certainty_names[certainty], SURE);
  fprintf(p->f, "[%d]\n", source_number(p, source));
}

static bool is_unknown(const char *mode) { return strcmp(mode, "unknown") == 0; }

static void put_modes(struct page *p, const struct wl_facts *f) {
  char text[WL_FIELD_TEXT];
  fputs("\nModes\n", p->f);
  for (size_t i = 0; i < wl_arch_field_count; i++) {
    const struct wl_arch_field *field = &wl_arch_fields[i];
    if (!is_mode(f, field)) continue;
    field->value(f->arch, text);
    bool beside = wl_text_cells(text, strlen(text)) < VALUE + UNIT;
    fputs("  ", p->f);
    put_padded(p, field->title, TITLE + 1);
    put_padded(p, beside ? text : "", VALUE + UNIT);
    const struct wl_origin *o = wl_arch_field_origin(field, f->arch);
    if (o && !is_unknown(text)) put_sure(p, o->certainty, o->source);
    else putc('\n', p->f);
    if (beside) continue;
    fputs("     ", p->f);
    put_wrapped(p, text, 5);
  }
}

/* Which instructions came with a later generation. */
static void put_features(struct page *p, const struct wl_facts *f) {
  fputs("\nInstructions\n", p->f);
  for (unsigned i = 0; i < WL_FEATURES; i++) {
    const struct wl_feature_row *row = &wl_features[i];
    char text[32];
    snprintf(text, sizeof text, "%s (since cc %s)",
             wl_arch_has(f->arch, (enum wl_feature)i) ? "yes" : "no", wl_archs[row->since].cc);
    fputs("  ", p->f);
    put_padded(p, row->name, TITLE + 1);
    put_padded(p, text, VALUE + UNIT);
    put_sure(p, row->certainty, row->source);
  }
}

static void put_rules(struct page *p, const struct wl_facts *f) {
  fputs("\nRules that decide the figures\n", p->f);
  for (unsigned i = 0; i < WL_RULES; i++) {
    if (!f->rule[i]) continue;
    enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)i, f->arch);
    fprintf(p->f, "  %s  [%s]\n     ", wl_rules[i].name, wl_certainty_names[sure]);
    put_wrapped(p, wl_rules[i].sentence, 5);
    fputs("     source: ", p->f);
    put_wrapped(p, wl_rules[i].source, 13);
  }
}

static void put_sources(struct page *p) {
  fputs("\nSources\n", p->f);
  for (int i = 0; i < p->sources; i++) {
    fprintf(p->f, " [%d] %s", i + 1, i < 9 ? " " : "");
    put_wrapped(p, p->source[i], 6);
  }
}

static void put_generation(struct page *p, const struct wl_facts *f) {
  fprintf(p->f, "cc %s%s%s\n", f->cc, f->chip ? "  " : "", f->chip ? f->chip : "");
  for (enum wl_section s = 0; s < WL_SECTIONS; s++) {
    put_section(p, f, s);
    if (s == WL_SECTION_LIMITS) put_carveouts(p, f->sm);
    if (s != WL_SECTION_MEMORY) continue;
    put_modes(p, f);
    put_features(p, f);
  }
  put_rules(p, f);
  put_sources(p);
}

/* A cell of the table of chips: "128 m", "unknown", or what there is instead. */
static void put_fact(struct page *p, struct wl_chip_fact f, const char *none, int width) {
  char text[24];
  snprintf(text, sizeof text, "%s", none ? none : "unknown");
  if (f.value > 0)
    snprintf(text, sizeof text, "%.6g %c", f.value, wl_certainty_names[f.certainty][0]);
  fprintf(p->f, "%*s", width, text);
}

static void put_generations(struct page *p) {
  fputs("GPU generations, all vendor [1]; `warplens arch NAME` tells all of one\n\n"
        "  cc     warps  blocks  threads  registers   shared   /block  counted as\n"
        "                 one SM at once     one SM   one SM\n", p->f);
  for (size_t i = 0; i < wl_sm_count; i++) {
    const struct wl_sm *sm = &wl_sms[i];
    const struct wl_arch *arch = wl_arch_find(sm->cc);
    fprintf(p->f, "  %-5s%7" PRIu32 "%8" PRIu32 "%9" PRIu32 "%11" PRIu32 "%5" PRIu32 " KiB%5" PRIu32
                  " KiB  %s\n", sm->cc, sm->warps, sm->blocks, sm->threads, sm->registers,
            sm->shared >> 10, sm->block_shared >> 10, arch ? arch->chip : "unknown");
  }
  fputs("\nChips [2]; v vendor, m measured, d derived, f folklore\n\n"
        "  name              cc        SMs     MHz L1+shared KiB       L2 KiB  DRAM GB/s\n", p->f);
  for (size_t i = 0; i < wl_chip_count; i++) {
    const struct wl_chip *c = &wl_chips[i];
    fprintf(p->f, "  %-16s  %-4s", c->name, c->cc);
    put_fact(p, c->sms, NULL, 9);
    put_fact(p, c->clock_mhz, NULL, 8);
    put_fact(p, c->l1_kib, NULL, 14);
    put_fact(p, c->l2_kib, wl_chip_without_l2(c), 13);
    put_fact(p, c->dram_gbps, NULL, 11);
    putc('\n', p->f);
  }
  fputs("\nSources\n  [1]  ", p->f);
  put_wrapped(p, wl_sm_fields[0].source, 7);
  fputs("  [2]  ", p->f);
  put_wrapped(p, wl_chip_source, 7);
}

static json_t *number(double v) {
  return v == (double)(int64_t)v ? json_integer((json_int_t)v) : json_real(v);
}

static json_t *known_object(const struct wl_arch_number *k) {
  json_t *object = json_object();
  if (k->chip) json_object_set_new(object, "chip", json_string(k->chip));
  json_object_set_new(object, "name", json_string(k->key));
  json_object_set_new(object, "unit", json_string(k->unit));
  if (k->low < k->high) {
    json_object_set_new(object, "low", number(k->low));
    json_object_set_new(object, "high", number(k->high));
  } else {
    json_object_set_new(object, "value", k->known ? number(k->low) : json_null());
  }
  if (k->known) {
    json_object_set_new(object, "certainty", json_string(wl_certainty_names[k->certainty]));
    json_object_set_new(object, "source", json_string(k->source));
  }
  return object;
}

static json_t *modes_array(const struct wl_facts *f) {
  json_t *array = json_array();
  char text[WL_FIELD_TEXT];
  for (size_t i = 0; f->arch && i < wl_arch_field_count; i++) {
    const struct wl_arch_field *field = &wl_arch_fields[i];
    if (!is_mode(f, field)) continue;
    field->value(f->arch, text);
    const struct wl_origin *o = wl_arch_field_origin(field, f->arch);
    json_t *object = json_pack("{s:s, s:s}", "name", field->key, "value", text);
    if (o && !is_unknown(text)) {
      json_object_set_new(object, "certainty", json_string(wl_certainty_names[o->certainty]));
      json_object_set_new(object, "source", json_string(o->source));
    }
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *features_array(const struct wl_facts *f) {
  json_t *array = json_array();
  for (unsigned i = 0; f->arch && i < WL_FEATURES; i++) {
    const struct wl_feature_row *row = &wl_features[i];
    json_array_append_new(
      array, json_pack("{s:s, s:b, s:s, s:s, s:s}", "name", row->name, "has",
                       (int)wl_arch_has(f->arch, (enum wl_feature)i), "since",
                       wl_archs[row->since].cc, "certainty",
                       wl_certainty_names[row->certainty], "source", row->source));
  }
  return array;
}

static json_t *rules_array(const struct wl_facts *f) {
  json_t *array = json_array();
  for (unsigned i = 0; i < WL_RULES; i++)
    if (f->rule[i])
      json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s}", "name", wl_rules[i].name,
                                             "rule", wl_rules[i].sentence, "certainty",
                                             wl_certainty_names[wl_rule_certainty(
                                               (enum wl_rule_id)i, f->arch)], "source",
                                             wl_rules[i].source));
  return array;
}

static json_t *generation_object(const struct wl_facts *f) {
  json_t *object = json_object(), *carveouts = json_array();
  json_object_set_new(object, "cc", json_string(f->cc));
  json_object_set_new(object, "chip", f->chip ? json_string(f->chip) : json_null());
  json_object_set_new(object, "schema", json_integer(1));
  for (uint32_t i = 0; i < f->sm->carveouts; i++)
    json_array_append_new(carveouts, json_integer(f->sm->carveout_kib[i]));
  json_object_set_new(object, "shared_kib", carveouts);
  for (enum wl_section s = 0; s < WL_SECTIONS; s++) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->count; i++)
      if (f->row[i].section == s) json_array_append_new(list, known_object(&f->row[i]));
    json_object_set_new(object, wl_sections[s].key, list);
  }
  json_object_set_new(object, "modes", modes_array(f));
  json_object_set_new(object, "instructions", features_array(f));
  json_object_set_new(object, "rules", rules_array(f));
  return object;
}

static json_t *all_object(struct wl_diag *d) {
  json_t *list = json_array();
  struct wl_facts f;
  for (size_t i = 0; i < wl_sm_count; i++)
    if (wl_facts(wl_sms[i].cc, &f, d)) json_array_append_new(list, generation_object(&f));
  return json_pack("{s:o, s:i}", "generations", list, "schema", 1);
}

bool wl_arch_write(FILE *f, const char *name, bool json, bool ascii, struct wl_diag *d) {
  struct page p = {.f = f, .ascii = ascii};
  struct wl_facts facts;
  if (name && !wl_facts(name, &facts, d)) return false;
  bool made = true;
  if (json) {
    made = wl_json_line(f, name ? generation_object(&facts) : all_object(d),
                        JSON_SORT_KEYS | JSON_REAL_PRECISION(15)); /* 29.9, as the table has it */
  } else if (name) {
    put_generation(&p, &facts);
  } else {
    put_generations(&p);
  }
  if (!wl_out_finish(f, d)) return false;
  return made || wl_diag_fail(d, WL_LIMIT, "the tables could not be made: memory ran out");
}
