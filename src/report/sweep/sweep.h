/* A sweep as a page to read, and as a table. */
#ifndef WL_REPORT_SWEEP_SWEEP_H
#define WL_REPORT_SWEEP_SWEEP_H

#include <stdio.h>

#include "core/analysis/sweep.h"

/* What all runs have been given. */
struct wl_sweep_setting { const char *name, *value; };

struct wl_sweep_page {
  const struct wl_sweep *sweep;
  const char *title, *script; /* title may be "" */
  const struct wl_sweep_setting *setting;
  size_t settings;
  const struct wl_target *target; /* what all runs are counted on; NULL: lines say theirs */
  const char *with;           /* the same in words: "n=64 tile=double", or "" */
  const struct wl_measure *measure;
  size_t measures;
  bool ascii;                 /* text */
};

/* Write it all; false and a diag (WL_OUTPUT) when a write fails. */
bool wl_sweep_text(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d);
bool wl_sweep_csv(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d);
bool wl_sweep_json(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d);

#endif
