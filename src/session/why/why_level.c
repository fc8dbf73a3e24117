/* Why a figure of a level of memory is what it is. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/format.h"
#include "words/memory_levels.h"

const char *const wl_level_keys[] = {
  [WL_LEVEL_REGISTERS] = "registers", [WL_LEVEL_SHUFFLE] = "shuffle",
  [WL_LEVEL_SHARED] = "shared",       [WL_LEVEL_CONSTANT] = "constant",
  [WL_LEVEL_CONSTANT_L15] = "constant_l15", [WL_LEVEL_L1] = "l1",
  [WL_LEVEL_READ_ONLY] = "read_only", [WL_LEVEL_TEXTURE] = "texture",
  [WL_LEVEL_L2] = "l2",               [WL_LEVEL_L2_FAR] = "l2_far",
  [WL_LEVEL_DRAM] = "dram",
};
static_assert(sizeof wl_level_keys / sizeof *wl_level_keys == WL_LEVELS, "a row each");

static const struct { const char *title, *help, *name, *sentence; } columns[WL_LEVEL_COLUMNS] = {
  [WL_COLUMN_SIZE] = {
    "size", "how many bytes the level holds",
    "a property of the hardware",
    "What the level holds does not depend on the kernel. Sizes per SM are the generation's, as "
    "the vendor lists them; sizes of a whole chip differ from product to product."},
  [WL_COLUMN_LATENCY] = {
    "cycles to use", "cycles from a load to the first instruction that can use its value",
    "a pointer chase: one load at a time",
    "Each load takes its address from the value of the one before it, so that nothing overlaps: "
    "the cycles of one round are the latency. In a kernel other warps run meanwhile."},
  [WL_COLUMN_BANDWIDTH] = {
    "bandwidth", "bytes that the level gives in a second, the whole chip together",
    "all SMs read as fast as they can",
    "Every SM streams through data that lies in the level; bytes moved, by the time that takes. "
    "It is reached only if enough loads are on their way at once."},
};

const char *wl_level_column_help(enum wl_level_column column) { return columns[column].help; }

static void head(struct wl_why *w, const struct wl_level_facts *f, unsigned column,
                 const struct wl_range *r) {
  snprintf(w->name, sizeof w->name, "%s: %s", f->title, columns[column].title);
  w->title = w->name;
  w->help = columns[column].help;
  w->made = (struct wl_rule){columns[column].name, columns[column].sentence, r->certainty,
                             r->source, 0};
  w->rule = &w->made;
  w->certainty = r->certainty;
}

/* What nobody measured: the most that the memory bus allows. */
static void use_sheet(struct wl_why *w) {
  bool bus = w->certainty == WL_DERIVED;
  w->made.name = bus ? "memory clock times bus width" : "the vendor's sheet";
  w->made.sentence =
    bus ? "The device tells the clock and the width of its memory bus: two transfers in a clock, 8 "
          "bits a byte. It is the most that the bus allows; what kernels reach lies below."
        : "A data sheet says it, as remembered: the most that the memory bus allows; what kernels "
          "reach lies below.";
}

static void explain_size(struct wl_target t, enum wl_level level, const struct wl_range *r,
                         bool each, struct wl_why *w) {
  char size[16], all[16];
  const struct wl_chip *chip = t.chip;
  wl_format_size(r->high, size);
  wl_why_note(w, "here", each ? "%s on every SM of cc %s" : "%s, cc %s", size, t.arch->cc);
  if (level == WL_LEVEL_REGISTERS)
    wl_why_note(w, "registers", "%u of 4 bytes", t.arch->sm->registers);
  if (each && chip->sms.value > 0)
    wl_why_note(w, "the chip", "× %g SMs of the %s: %s in all [%s]", chip->sms.value, chip->name,
                wl_format_size(r->high * chip->sms.value, all),
                wl_certainty_names[chip->sms.certainty]);
  if (level == WL_LEVEL_CONSTANT) {
    wl_why_note(w, "the space", "%u KiB; this is what an SM keeps of it",
                t.arch->max_constant >> 10);
    wl_why_note(w, "first level", "about 2 KiB on newer chips: MT4G reports");
  }
  if (level == WL_LEVEL_L1 && r->high > r->low)
    wl_why_note(w, "a split", "one array with shared memory: L1 has what that leaves");
  if (level != WL_LEVEL_SHARED || t.arch->sm->carveouts < 2) return;
  struct wl_why_row *row = wl_why_add(w, 0, -1, "splits");
  for (uint32_t i = 0; i < t.arch->sm->carveouts; i++)
    wl_why_say(row, "%s%u", i ? ", " : "", t.arch->sm->carveout_kib[i]);
  wl_why_say(row, " KiB: L1 has the rest");
}

/* What was measured on chips of the generation. */
static void list_latencies(struct wl_target t, enum wl_level level, struct wl_why *w) {
  for (size_t i = 0; i < wl_latency_count; i++) {
    const struct wl_latency *l = &wl_latencies[i];
    const struct wl_chip *chip = l->level == level ? wl_chip_find(l->chip) : NULL;
    if (!chip || !wl_chip_is_of(chip, t.arch)) continue;
    struct wl_range r = {true, l->low, l->high, WL_MEASURED, l->source, l->chip};
    char text[WL_LEVEL_TEXT];
    wl_why_note(w, l->chip, "%s cycles: %s", wl_range_text(&r, chip, text), l->source);
  }
}

static void explain_latency(struct wl_target t, enum wl_level level, const struct wl_range *r,
                            struct wl_why *w) {
  double mhz = t.chip->clock_mhz.value;
  if (r->chip && strcmp(r->chip, t.chip->name) != 0)
    wl_why_note(w, "stand-in", "an %s was not measured; an %s is of its generation",
                t.chip->name, r->chip);
  list_latencies(t, level, w);
  if (mhz > 0) /* cycles by 10^6 a second: microseconds */
    wl_why_note(w, "in time", "%.3g cycles at %g MHz = %.3g ns [%s clock]", r->high, mhz,
                r->high * 1000 / mhz, wl_certainty_names[t.chip->clock_mhz.certainty]);
}

static void explain_bandwidth(struct wl_target t, enum wl_level level, const struct wl_range *r,
                              struct wl_why *w) {
  const struct wl_chip *chip = t.chip;
  for (size_t i = 0; i < wl_bandwidth_count; i++) {
    const struct wl_bandwidth *b = &wl_bandwidths[i];
    const struct wl_chip *of = b->level == level ? wl_chip_find(b->chip) : NULL;
    if (of && wl_chip_is_of(of, t.arch))
      wl_why_note(w, b->chip, "%.3g TB/s: %s", b->tbps, b->source);
  }
  if (level == WL_LEVEL_DRAM && chip->dram_gbps.value > 0)
    wl_why_note(w, chip->dram_gbps.certainty == WL_DERIVED ? "its bus" : "its sheet",
                "%s: %.3g TB/s [%s]", chip->name, chip->dram_gbps.value / 1000,
                wl_certainty_names[chip->dram_gbps.certainty]);
  const struct wl_chip *on = r->chip ? wl_chip_find(r->chip) : chip;
  if (on && on->sms.value > 0 && on->clock_mhz.value > 0)
    wl_why_note(w, "of an SM", "%.3g TB/s / %g SMs / %g MHz = %.3g bytes a cycle", r->low,
                on->sms.value, on->clock_mhz.value,
                r->low * 1e6 / on->sms.value / on->clock_mhz.value);
}

/* The levels are listed by size, latency and bandwidth: what is not known of one has no why. */
bool wl_why_level(struct wl_session *m, unsigned n, struct wl_why *w) {
  enum wl_level level = (enum wl_level)(n / WL_LEVEL_COLUMNS);
  unsigned column = n % WL_LEVEL_COLUMNS;
  struct wl_target t = wl_session_target(m);
  struct wl_level_facts f;
  wl_level_facts(t, level, &f);
  if (!f.exists) return false;
  const struct wl_range *r = column == WL_COLUMN_SIZE    ? &f.size
                           : column == WL_COLUMN_LATENCY ? &f.latency : &f.bandwidth;
  if (!r->known || (column == WL_COLUMN_SIZE && f.part_of)) return false;
  char range[WL_LEVEL_TEXT];
  head(w, &f, column, r);
  w->estimate = r->chip && strcmp(r->chip, t.chip->name) != 0;
  switch (column) {
  case WL_COLUMN_SIZE:
    wl_level_size_text(&f, w->value);
    explain_size(t, level, r, strcmp(f.where, "per SM") == 0, w);
    return true;
  case WL_COLUMN_LATENCY:
    wl_range_text(r, t.chip, w->value);
    explain_latency(t, level, r, w);
    return true;
  default:
    snprintf(w->value, sizeof w->value, "%.10s TB/s", wl_range_text(r, t.chip, range));
    if (r->certainty != WL_MEASURED) use_sheet(w);
    explain_bandwidth(t, level, r, w);
    return true;
  }
}
