/* Two scripts beside each other: which of their lines do the same. */
#include <string.h>

#include "out/diff.h"

/* The array that the costliest step of a row uses in one of the scripts; "" where that is
 * not known. */
static const char *array_of(const struct wl_diff *d, const struct wl_diff_row *row, bool second) {
  struct wl_step step;
  for (size_t i = 0; i < d->sides; i++) {
    if (d->side[i].second != second || !row->sampled[i] ||
        !wl_trace_get(d->side[i].trace, row->sample[i], &step))
      continue;
    const struct wl_head *head = wl_trace_head(d->side[i].trace);
    return step.array < head->arrays ? head->array[step.array].name : "";
  }
  return "";
}

/* Whether a row of the one script still looks for one of the other. */
static bool single(const struct wl_diff_row *row, bool second) {
  return second ? row->second && !row->line : row->line && !row->second;
}

static bool same_kind(const struct wl_diff_row *a, const struct wl_diff_row *b) {
  return a->space == b->space && a->op == b->op;
}

/* Whether the other script does the same kind of access to an array of that name. */
static bool has_namesake(const struct wl_diff *d, const struct wl_diff_row *row, bool second) {
  const char *array = array_of(d, row, second);
  for (size_t i = 0; i < d->rows; i++) {
    const struct wl_diff_row *r = &d->row[i];
    bool there = second ? r->line != 0 : r->second != 0;
    if (there && same_kind(r, row) && strcmp(array_of(d, r, !second), array) == 0) return true;
  }
  return false;
}

/* The first row of the second script that does what `row` of the first does. */
static struct wl_diff_row *find_second(struct wl_diff *d, const struct wl_diff_row *row,
                                       bool named) {
  for (size_t i = 0; i < d->rows; i++) {
    struct wl_diff_row *r = &d->row[i];
    if (!single(r, true) || !same_kind(r, row)) continue;
    if (named ? strcmp(array_of(d, row, false), array_of(d, r, true)) == 0
              : !has_namesake(d, r, true))
      return r;
  }
  return NULL;
}

/* Moves what the sides of the second script have into a row of the first. */
static void take(struct wl_diff *d, struct wl_diff_row *row, const struct wl_diff_row *from) {
  row->second = from->second;
  for (size_t i = 0; i < d->sides; i++) {
    if (!d->side[i].second) continue;
    row->sum[i] = from->sum[i];
    row->sampled[i] = from->sampled[i];
    row->sample[i] = from->sample[i];
    row->most[i] = from->most[i];
    row->rule[i] = from->rule[i];
  }
  size_t at = (size_t)(from - d->row);
  memmove(&d->row[at], &d->row[at + 1], (--d->rows - at) * sizeof d->row[0]);
}

/* Rows of the first script stand before the others, so that none of them moves. The nth
 * access to an array belongs to the nth of that name; then, in order, those to arrays
 * whose name only one script has. */
void wl_diff_pair(struct wl_diff *d) {
  for (int named = 1; named >= 0; named--)
    for (size_t i = 0; i < d->rows; i++) {
      struct wl_diff_row *row = &d->row[i];
      if (!single(row, false) || (!named && has_namesake(d, row, false))) continue;
      const struct wl_diff_row *second = find_second(d, row, named);
      if (second) take(d, row, second);
    }
}
