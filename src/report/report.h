/* Reports of runs, and the tables of the model. */
#ifndef WL_REPORT_REPORT_H
#define WL_REPORT_REPORT_H

#include <stdio.h>

#include "core/analysis/costs.h"
#include "core/gpu/target.h"
#include "words/occupancy_text.h"

/* Every writer returns false and a diag (WL_OUTPUT) when a write fails; they
 * flush, so that a full disk is seen here. */

struct wl_launch;
struct wl_counters; /* report/counters/counters.h */

struct wl_report_options {
  size_t limit; /* most instructions to list; totals are always whole */
  struct wl_registers registers;
  bool ascii;   /* text only */
  const struct wl_launch *launch; /* of a program, in the order of execution; NULL: it is none */
  size_t launches;
  const struct wl_counters *counters; /* to be told beside the figures; NULL: none */
};

/* The report of a finished run. Keys sorted; the same run gives the same bytes. */
bool wl_report_json(FILE *f, const struct wl_trace *t, const struct wl_analysis *a,
                    const struct wl_report_options *o, struct wl_diag *d);
bool wl_report_text(FILE *f, const struct wl_trace *t, const struct wl_analysis *a,
                    const struct wl_report_options *o, struct wl_diag *d);

/* The tables of the model: of one generation or chip with every source, or of all
 * (`name` NULL). False and a diag (WL_USAGE) where there is none of that name. */
bool wl_arch_write(FILE *f, const char *name, bool json, bool ascii, struct wl_diag *d);

/* JSON Lines in, JSON Lines out, as warplens(1) says under `batch`. Returns the
 * exit status: WL_OK, WL_INPUT when a line was bad or reading failed, WL_OUTPUT. */
enum wl_status wl_batch(FILE *in, FILE *out, const struct wl_arch *arch, struct wl_diag *d);

#endif
