/* Suggested layouts of shared and global memory, as text and as JSON. */
#ifndef WL_REPORT_SUGGEST_PAGE_H
#define WL_REPORT_SUGGEST_PAGE_H

#include <stdio.h>

#include "core/gpu/target.h"
#include "core/layout/rearrange.h"
#include "core/layout/suggest.h"
#include "words/occupancy_text.h"

/* What was found for a recording. */
struct wl_suggested {
  const struct wl_trace *trace;
  struct wl_target target;
  struct wl_registers registers; /* of a thread: with them, how many blocks fit */
  const struct wl_suggestions *shared;
  const struct wl_rearrangements *global;
};

/* Both return false and a diag (WL_OUTPUT) when a write fails. */
bool wl_suggest_text(FILE *f, const struct wl_suggested *s, bool ascii, struct wl_diag *d);
bool wl_suggest_json(FILE *f, const struct wl_suggested *s, struct wl_diag *d);

#endif
