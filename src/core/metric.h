/* The figures, as rows: JSON keys, titles, help and profiler names come from here. */
#ifndef WL_CORE_METRIC_H
#define WL_CORE_METRIC_H

#include "core/count.h"

enum wl_figure {
  WL_REQUESTS, WL_TRANSACTIONS, WL_SECTORS, WL_LINE_COUNT, WL_L2_REQUESTS, WL_TAG_WAVEFRONTS,
  WL_WAVEFRONTS, WL_IDEAL_SECTORS, WL_IDEAL_WAVEFRONTS, WL_WAYS, WL_BYTES_ASKED, WL_BYTES_MOVED,
  WL_FIGURES
};

/* Whole-grid sums of the counts, one per figure (`ways`: the maximum). */
struct wl_sum { uint64_t value[WL_FIGURES]; uint64_t instructions; };

struct wl_metric {
  const char *key;      /* JSON key: "tag_wavefronts" */
  const char *title;    /* "tag wavefronts" */
  const char *unit;     /* "wavefronts" */
  const char *profiler[WL_SPACES]; /* the vendor profiler's name for it, or NULL */
  const char *help;     /* one sentence for a student */
  uint8_t spaces;       /* bit s: has meaning for enum wl_space s on some generation */
  uint8_t known[WL_FAMILIES];   /* bit s: its rule is known for enum wl_space s */
  uint8_t unknown[WL_FAMILIES]; /* bit s: the hardware has such a figure, but no rule is known */
  uint8_t totals;       /* bit s: is a key of `report --json` totals for that space */
};
extern const struct wl_metric wl_metrics[WL_FIGURES];

/* The value of a figure in the counts. */
uint32_t wl_figure_get(const struct wl_counts *c, enum wl_figure f);

/* Whether a figure has meaning for a space, on some generation. */
bool wl_figure_applies(enum wl_figure f, enum wl_space s);

/* What a figure is on one generation for one kind of instruction. Unknown and
 * meaningless figures are 0 in counts and must not be shown as numbers. */
enum wl_meaning { WL_MEANINGLESS, WL_UNKNOWN, WL_KNOWN };
enum wl_meaning wl_figure_meaning(const struct wl_arch *arch, enum wl_figure f, enum wl_space s,
                                  enum wl_op op);

/* The figures of this access that are estimates, bit f for figure f: those whose rule
 * is derived or folklore on this generation, and those that follow from tag sets or
 * were never measured at this width. Whatever tells estimates apart asks here.
 * `c`: its counts. */
uint32_t wl_figure_estimates(const struct wl_arch *arch, const struct wl_access *a,
                             const struct wl_counts *c);

/* Adds one instruction's counts to a sum. */
void wl_sum_add(struct wl_sum *sum, const struct wl_counts *c);

/* Efficiency of what was moved, in 0 … 1 (or more where lanes share bytes):
 * global, local and texture asked / moved; shared, constant ideal / actual wavefronts;
 * negative if it has no meaning (nothing moved). */
double wl_efficiency(enum wl_space s, const struct wl_sum *sum);

#endif
