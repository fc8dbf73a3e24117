/* All facts about a generation as rows: number, unit, certainty and source. */
#ifndef WL_REPORT_ARCH_FACTS_H
#define WL_REPORT_ARCH_FACTS_H

#include "core/explain/rule.h"
#include "core/gpu/chip.h"
#include "core/gpu/sm.h"

enum wl_section {
  WL_SECTION_LIMITS, WL_SECTION_MEMORY, WL_SECTION_CHIPS, WL_SECTION_LATENCY,
  WL_SECTION_BANDWIDTH, WL_SECTIONS
};
struct wl_section_row { const char *key, *title; };
extern const struct wl_section_row wl_sections[];

/* One number; `low` and `high` differ where sources or positions do. */
struct wl_arch_number {
  uint8_t section;            /* enum wl_section */
  bool known;                 /* else the program says so, and shows no number */
  const char *chip;           /* that it belongs to, NULL: the generation */
  const char *key, *title, *unit;
  double low, high;
  enum wl_certainty certainty;
  const char *source;
  const char *none;           /* what there is instead, or NULL */
};

enum { WL_MAX_KNOWN = 160 };

/* A generation: its figures, and the rules that decide on it. */
struct wl_facts {
  const char *cc;
  const char *chip;               /* shown beside it */
  const struct wl_arch *arch;
  const struct wl_sm *sm;
  size_t count;
  struct wl_arch_number row[WL_MAX_KNOWN];
  bool rule[WL_RULES];            /* decides a figure of some access */
};

/* What a chip has that has no L2 for loads and stores; NULL if it has one. */
const char *wl_chip_without_l2(const struct wl_chip *c);

/* Finds a generation or a chip by name and gathers all of it. False, and a diag
 * (WL_USAGE), where there is none of that name. */
bool wl_facts(const char *name, struct wl_facts *out, struct wl_diag *d);

#endif
