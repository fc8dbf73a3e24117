/* What is known of one step: the selected one, and the same one before a change. */
#ifndef WL_SESSION_STATE_STEP_INFO_H
#define WL_SESSION_STATE_STEP_INFO_H

#include "core/explain/explain.h"
#include "core/trace/step.h"
#include "words/verdict.h"

/* What is known about the selected step. */
struct wl_step_info {
  bool valid;
  bool covered; /* its figures are hidden: explain, verdict and results are empty */
  bool lanes_covered; /* and which lanes are active */
  bool silent;        /* its values are hidden: they would tell what is still asked */
  bool basic;         /* of a lesson of level 1, which knows no stages of L1 */
  uint32_t uncovered; /* bit f: but not figure f, of words/figures.h */
  struct wl_step step;
  struct wl_explain explain; /* accesses only */
  uint32_t estimates; /* … bit f: figure f is one (core/explain/metric.h) */
  struct wl_verdict verdict;
};

/* What a lane gives or gets, in at most `cells` cells: "" where no values were kept, "?" where they
 * are hidden. Needs `cells` + 1 bytes. */
void wl_step_info_value(const struct wl_step_info *s, uint64_t bits, unsigned cells, char *text);

/* Where a step is in the script and in the grid: stays while addresses change. */
struct wl_identity {
  bool valid;
  struct wl_source_span place;
  uint32_t block;
  uint16_t warp;
  uint32_t nth;  /* time that the warp comes to this place */
  size_t index;
};

/* Where one is in a picture (session/settings/undo.h); not valid: nowhere. */
struct wl_snapshot {
  struct wl_identity at;
  unsigned wave;
  int scroll;
  uint8_t fact; /* enum wl_fact */
};

/* Figures of a step before the last change. */
struct wl_before {
  struct wl_identity at;
  struct wl_access access;
  const struct wl_arch *arch;
  struct wl_counts counts;
  struct wl_sum line; /* of all that its line did in the same way; no requests: not known */
  char change[96]; /* "pad 0 → 1" */
};

/* The number of a line as pictures have it. Atomics take turns at a line: each turn has an entry
 * of its own among the lines, but it is the same line again. */
unsigned wl_line_number(const struct wl_step_info *s, unsigned entry);

#endif
