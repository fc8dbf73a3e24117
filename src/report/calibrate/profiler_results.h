/* Reading files of measured warp instructions: CSV with a row for each, as the
 * probe and tests/truth have them. The columns may come in any order. */
#ifndef WL_REPORT_CALIBRATE_PROFILER_RESULTS_H
#define WL_REPORT_CALIBRATE_PROFILER_RESULTS_H

#include <stdio.h>

#include "core/access/access.h"

/* What a profiler counts for one instruction; its column has this name. */
enum wl_profiled {
  WL_M_REQUESTS, WL_M_SECTORS, WL_M_LINES, WL_M_TAG_WAVEFRONTS, WL_M_DATA_WAVEFRONTS,
  WL_M_L2_REQUESTS, WL_M_L2_SECTORS, WL_M_SHARED_WAVEFRONTS, WL_M_CONSTANT_PASSES,
  WL_MEASURES
};
extern const char *const wl_measure_names[]; /* "tag_wavefronts" … */

enum { WL_RESULT_NAME = 24, WL_RESULT_FAMILY = 32 };

struct wl_result {
  uint32_t line;                   /* of the file, from 1 */
  char id[WL_RESULT_NAME];         /* "" where the file has none */
  char family[WL_RESULT_FAMILY];
  char op[WL_RESULT_NAME];         /* as in the file: "load.cg", "atomic.add" */
  bool modelled;                   /* warplens has this operation: `access` is set and checked */
  bool twice;                      /* a load and the same again, which hits in L1: sums of both */
  struct wl_access access;         /* without a model only its space */
  int64_t counted[WL_MEASURES];    /* -1: not measured */
};

struct wl_results;

/* Reads up to the names of the columns. NULL and a diag (WL_INPUT; WL_LIMIT when
 * memory ran out) if there is no such line. `name`: what the user calls the file. */
struct wl_results *wl_results_open(FILE *in, const char *name, struct wl_diag *d);
void wl_results_close(struct wl_results *r);

/* The first comment of the file without its '#', or "": where and when it was
 * measured. And the compute capability that it names, as "9.0", or "". */
const char *wl_results_comment(const struct wl_results *r);
const char *wl_results_cc(const struct wl_results *r);

enum wl_results_state { WL_RESULT_ROW, WL_RESULT_END, WL_RESULT_BAD };

/* The next row; it must be possible on `arch`. WL_RESULT_BAD comes with a diag
 * that names the line and what was expected there. */
enum wl_results_state wl_results_next(struct wl_results *r, const struct wl_arch *arch,
                                      struct wl_result *out, struct wl_diag *d);

#endif
