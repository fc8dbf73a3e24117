/* A figure of a whole run, by name: "shared.wavefronts", "global.load.efficiency",
 * "occupancy.blocks". The names are those by which checks read it. */
#ifndef WL_CORE_ANALYSIS_MEASURE_H
#define WL_CORE_ANALYSIS_MEASURE_H

#include "core/analysis/launch_figures.h"
#include "core/trace/trace_head.h"

/* What a run came to, as far as measures need it: all of it, without its steps. */
struct wl_totals {
  const struct wl_arch *arch;
  struct wl_sum sum[WL_SPACES][WL_OPS];
  struct wl_launch_totals launch;
};
void wl_totals_take(struct wl_totals *o, const struct wl_head *head,
                     const struct wl_analysis *a);

enum wl_measure_kind {
  WL_MEASURE_FIGURE,     /* of wl_metrics */
  WL_MEASURE_EXCESS,     /* what a space is judged by, above its ideal */
  WL_MEASURE_EFFICIENCY, /* ideal / actual, 0 … 1 */
  WL_MEASURE_LAUNCH,     /* of wl_launch_figures */
};
struct wl_measure {
  uint8_t kind;          /* enum wl_measure_kind */
  uint8_t space, op;     /* op WL_OPS: all of them */
  uint8_t figure;        /* enum wl_figure, or enum wl_launch_figure_id */
};

/* A measure by the first `size` bytes of its name. False and a diag (WL_USAGE) that
 * says what there is. */
bool wl_measure_find(const char *name, size_t size, struct wl_measure *out, struct wl_diag *d);

/* "shared.load.wavefronts", for --figure; "shared load wavefronts", or "shared wavefronts, all
 * accesses" where these are loads and stores alike, to read. */
enum { WL_MEASURE_NAME = 64 };
const char *wl_measure_key(const struct wl_measure *m, char text[WL_MEASURE_NAME]);
const char *wl_measure_title(const struct wl_measure *m, char text[WL_MEASURE_NAME]);

enum wl_measured_in wl_measure_unit(const struct wl_measure *m);

/* Whether more of it is better; of the others less is. */
bool wl_measure_rises(const struct wl_measure *m);

/* What it is of an outcome; `registers` of a thread, for blocks, 0 where nobody knows them.
 * A number only where WL_KNOWN. */
enum wl_meaning wl_measure_get(const struct wl_measure *m, const struct wl_totals *o,
                               uint32_t registers, double *value);

#endif
