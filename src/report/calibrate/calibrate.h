/* Measured counts against the model: who owns a card can see where they agree. */
#ifndef WL_REPORT_CALIBRATE_CALIBRATE_H
#define WL_REPORT_CALIBRATE_CALIBRATE_H

#include <stdio.h>

#include "core/base/diag.h"
#include "core/gpu/arch.h"

struct wl_calibrate_options {
  const struct wl_arch *arch; /* NULL: the one that the file names, or the default */
  size_t limit;               /* most disagreements to show */
  bool ascii, json;
};

/* Reads results (profiler_results.h) and writes how many counts the model agrees with, by
 * memory, operation and figure, then the counts that it does not. `name` is what
 * the user calls the file. WL_OK if every figure that the model calls exact
 * agrees; WL_CHECK, with an empty message, if not; WL_INPUT for a line that makes
 * no sense, before anything is written; WL_LIMIT when memory ran out; WL_OUTPUT. */
enum wl_status wl_calibrate(FILE *in, const char *name, FILE *out,
                            const struct wl_calibrate_options *options, struct wl_diag *d);

#endif
