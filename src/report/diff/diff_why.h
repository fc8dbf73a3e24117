/* Why the sides of a comparison differ, row by row. */
#ifndef WL_REPORT_DIFF_DIFF_WHY_H
#define WL_REPORT_DIFF_DIFF_WHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_diff;
struct wl_diff_row;

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

#endif
