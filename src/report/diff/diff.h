/* The same kernel on several generations, or with several settings, or two kernels: what
 * differs, line by line, and why. */
#ifndef WL_REPORT_DIFF_DIFF_H
#define WL_REPORT_DIFF_DIFF_H

#include <stdio.h>

#include "core/analysis/costs.h"
#include "core/explain/explain.h"
#include "core/gpu/target.h"
#include "words/occupancy_text.h"

enum { WL_MAX_SIDES = 8, WL_DIFF_WORDS = 1024 };

/* One column of the comparison. */
struct wl_diff_side {
  char label[80];                     /* "cc 2.0", "pad=1", what differs first */
  char whole[WL_DIFF_WORDS];          /* with what has no room there; "": it all has */
  const struct wl_arch *arch;
  const struct wl_chip *chip;         /* NULL: the one that stands for the generation */
  const struct wl_trace *trace;
  struct wl_registers registers;      /* of a thread, for occupancy */
  const struct wl_analysis *analysis; /* NULL: it cannot be, and `problem` says why */
  struct wl_diag problem;
  bool second;                        /* it is of the second of two scripts */
};

/* One kind of access of a source line (0: of the whole kernel), on every side. Of two
 * scripts it may be a line of each; 0 where a script has none. */
struct wl_diff_row {
  uint32_t line, second;
  uint8_t space, op;
  bool differs;
  const struct wl_sum *sum[WL_MAX_SIDES]; /* NULL: the side has none */
  bool sampled[WL_MAX_SIDES];
  size_t sample[WL_MAX_SIDES];            /* its costliest step */
  uint32_t most[WL_MAX_SIDES];            /* what that costs */
  uint8_t rule[WL_MAX_SIDES];             /* enum wl_rule_id that decided that */
};

struct wl_diff {
  const struct wl_diff_side *side;
  const char *with;                       /* what all sides are given, in words */
  size_t sides, rows;
  bool scripts;                           /* there are two scripts */
  struct wl_diff_row *row;                /* by line, space, operation; then the rest of
                                           * the second script */
  size_t totals;
  struct wl_diff_row total[WL_SPACES * WL_OPS];
};

/* Puts the sides beside each other; borrows them. NULL when memory ran out. */
struct wl_diff *wl_diff_create(const struct wl_diff_side *side, size_t sides);

/* diff_pair.c: makes one row of each two of two scripts that do the same. False when memory ran
 * out. */
bool wl_diff_pair(struct wl_diff *d);
void wl_diff_destroy(struct wl_diff *d);

/* What a figure of the row is on a side: whether it may be shown as a number. */
enum wl_meaning wl_diff_meaning(const struct wl_diff *d, const struct wl_diff_row *row,
                                size_t side, enum wl_figure f);

/* What changed between two sides that have the row: costs, pieces, the rule. */
struct wl_diff_change {
  char what[256];       /* "1,048,576 wavefronts → 32,768 wavefronts, 32 times fewer" */
  char verdict[2][160]; /* the costliest instruction of each side, in words */
  uint8_t rule[2];      /* enum wl_rule_id that decided it */
};
bool wl_diff_why(const struct wl_diff *d, const struct wl_diff_row *row, size_t from, size_t to,
                 struct wl_diff_change *out);

/* The sides that have the row and cost and move the same as `side`, by the same rule: a
 * bit each. What that is, and the costliest instruction of it, in words. */
unsigned wl_diff_alike(const struct wl_diff *d, const struct wl_diff_row *row, size_t side);
void wl_diff_tell(const struct wl_diff *d, const struct wl_diff_row *row, size_t side,
                  char what[256], char verdict[160]);

/* The side before `to` that has the row, if there is one. */
bool wl_diff_before(const struct wl_diff *d, const struct wl_diff_row *row, size_t to,
                    size_t *from);

/* Write it all; false and a diag (WL_OUTPUT) when a write fails. */
bool wl_diff_text(FILE *f, const struct wl_diff *d, bool ascii, size_t width /* columns */,
                  struct wl_diag *diag);
bool wl_diff_json(FILE *f, const struct wl_diff *d, struct wl_diag *diag);

#endif
