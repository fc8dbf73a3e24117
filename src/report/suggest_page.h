/* Suggested layouts of shared and global memory, to read and for programs. */
#ifndef WL_OUT_SUGGEST_H
#define WL_OUT_SUGGEST_H

#include <stdio.h>

#include "core/rearrange.h"
#include "core/suggest.h"
#include "core/target.h"
#include "view/occupancy.h"

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
