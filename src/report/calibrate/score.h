/* What a file of results and the model agree on; internal to calibrate. */
#ifndef WL_REPORT_CALIBRATE_SCORE_H
#define WL_REPORT_CALIBRATE_SCORE_H

#include <stdio.h>

#include "core/explain/explain.h"
#include "report/calibrate/profiler_results.h"

/* How often one figure of one operation agrees. Estimates are apart: the model
 * does not claim them. */
struct wl_agreement {
  uint8_t space;   /* enum wl_space */
  uint8_t measure; /* enum wl_profiled */
  char op[WL_RESULT_NAME];
  uint32_t exact, exact_agree, estimate, estimate_agree;
  uint32_t unknown; /* counted, but no rule of the generation tells of it */
};

/* An instruction with counts that the model does not agree with. */
struct wl_miss {
  struct wl_result row;
  uint16_t measures;              /* bit m: enum wl_profiled m differs; the rest is of those */
  uint16_t estimates;             /* bit m: the model only estimates it */
  uint8_t rule[WL_MEASURES];      /* enum wl_rule_id */
  uint32_t modelled[WL_MEASURES];
  uint32_t rank;                  /* among misses of its kind, the simplest being 0 */
};

/* Rows of an operation that warplens has no rule for. */
struct wl_unmodelled {
  uint8_t space;
  char op[WL_RESULT_NAME];
  uint32_t rows;
};

struct wl_score {
  const char *name, *comment;
  const struct wl_arch *arch;
  bool assumed;                      /* nobody said which generation it is */
  uint32_t rows;                     /* read, without those that have no model */
  struct wl_agreement *agreement;    /* by space, operation, figure */
  size_t agreements;
  struct wl_miss *miss;              /* in turn the simplest of each kind; estimates last */
  size_t misses;
  struct wl_unmodelled *unmodelled;
  size_t unmodelled_count;
};

/* Compares a row, which has a model. False when memory ran out. */
bool wl_score_add(struct wl_score *s, const struct wl_result *row);

/* Notes a row that has none. False when memory ran out. */
bool wl_score_skip(struct wl_score *s, const struct wl_result *row);

/* Puts agreements and misses in order. */
void wl_score_sort(struct wl_score *s);
void wl_score_free(struct wl_score *s);

/* Sums over all figures; `op` is "" in them. */
struct wl_agreement wl_score_total(const struct wl_score *s);

bool wl_score_text(FILE *f, const struct wl_score *s, size_t limit, bool ascii, struct wl_diag *d);
bool wl_score_json(FILE *f, const struct wl_score *s, size_t limit, struct wl_diag *d);

#endif
