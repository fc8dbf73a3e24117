/* The figures, as rows: JSON keys, titles, help and profiler names come from here. */
#ifndef WL_CORE_EXPLAIN_METRIC_H
#define WL_CORE_EXPLAIN_METRIC_H

#include "core/count/count.h"

enum wl_figure {
  WL_REQUESTS, WL_TRANSACTIONS, WL_SECTORS, WL_LINE_COUNT, WL_L2_REQUESTS, WL_TAG_WAVEFRONTS,
  WL_WAVEFRONTS, WL_IDEAL_SECTORS, WL_IDEAL_WAVEFRONTS, WL_WAYS, WL_BYTES_ASKED, WL_BYTES_MOVED,
  WL_FIGURES,
  WL_EXCESS = WL_FIGURES, /* no row: what the space is judged by, above its ideal; efficiency */
};

/* Whole-grid sums of the counts, one per figure (`ways`: the maximum). */
struct wl_sum {
  uint64_t value[WL_FIGURES];
  uint64_t instructions;
  uint64_t lanes;   /* that took part in them */
  uint32_t unknown; /* bit f, up to WL_EXCESS: figure f of some instruction is unknown */
};

struct wl_metric {
  const char *key;      /* JSON key: "tag_wavefronts" */
  const char *title;    /* "tag wavefronts" */
  const char *unit;     /* "wavefronts" */
  const char *profiler[WL_SPACES]; /* the vendor profiler's name for it, or NULL */
  const char *help;     /* one sentence for a student */
  uint8_t spaces;       /* bit s: has meaning for enum wl_space s on some generation */
  uint8_t known[WL_FAMILIES];   /* bit s: its rule is known for enum wl_space s */
  uint8_t unknown[WL_FAMILIES]; /* bit s: the hardware has such a figure, but no rule is known */
};
extern const struct wl_metric wl_metrics[];

/* The value of a figure in the counts. */
uint32_t wl_figure_get(const struct wl_counts *c, enum wl_figure f);

/* Whether a figure has meaning for a space, on some generation. */
bool wl_figure_applies(enum wl_figure f, enum wl_space s);

/* What a figure, or WL_EXCESS, is of one access on one generation. Unknown and
 * meaningless figures are 0 in counts and must not be shown as numbers. */
enum wl_meaning { WL_MEANINGLESS, WL_UNKNOWN, WL_KNOWN };
enum wl_meaning wl_figure_meaning(const struct wl_arch *arch, const struct wl_access *a,
                                  enum wl_figure f);

/* The same of a sum of accesses to one space with one operation: unknown if that of one
 * of them is; of an empty sum what it would be of accesses of 4 bytes a lane. */
enum wl_meaning wl_sum_meaning(const struct wl_arch *arch, enum wl_space s, enum wl_op op,
                               const struct wl_sum *sum, enum wl_figure f);

/* The figures of this access that are estimates, bit f for figure f: those whose rule
 * is derived or folklore on this generation, and those that follow from tag sets or
 * were never measured at this width. Whatever tells estimates apart asks here.
 * `c`: its counts. */
uint32_t wl_figure_estimates(const struct wl_arch *arch, const struct wl_access *a,
                             const struct wl_counts *c);

/* Adds one instruction with its counts to a sum; a sum to another. */
void wl_sum_add(struct wl_sum *sum, const struct wl_arch *arch, const struct wl_access *a,
                const struct wl_counts *c);
void wl_sum_merge(struct wl_sum *sum, const struct wl_sum *more);

/* Whether a space is judged by what it moves, sectors: global, local, texture; the
 * others are by how long it takes, wavefronts. */
bool wl_moves_sectors(enum wl_space s);

/* The figure that an access to this space is judged by, and its ideal. */
enum wl_figure wl_main_figure(enum wl_space s);
enum wl_figure wl_ideal_figure(enum wl_space s);

/* The ideal as a part of the main figure, in 0 … 1: the one efficiency of every memory. Negative
 * where it has no meaning (nothing is moved) or is unknown. */
double wl_efficiency(enum wl_space s, const struct wl_sum *sum);

/* Active lanes as a part of all that the instructions have room for; negative: there are none. */
double wl_lanes_share(const struct wl_sum *sum);

#endif
