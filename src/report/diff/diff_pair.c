/* Pairs the lines of two scripts that do the same. */
#include <stdlib.h>
#include <string.h>

#include "report/diff/diff.h"

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

/* A row of one of the scripts, and what it is paired by. */
struct one {
  size_t row;
  unsigned kind;         /* memory and operation */
  const char *array;     /* "": any */
  bool second, namesake; /* namesake: the other script has such a one */
};

static bool same_group(const struct one *a, const struct one *b) {
  return a->kind == b->kind && strcmp(a->array, b->array) == 0;
}

/* By kind and array, the first script before the second, each in the order of its rows. */
static int compare(const void *a, const void *b) {
  const struct one *x = a, *y = b;
  int array = strcmp(x->array, y->array);
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (array != 0) return array;
  if (x->second != y->second) return x->second ? 1 : -1;
  return (x->row > y->row) - (x->row < y->row);
}

/* Moves what the sides of the second script have into a row of the first. */
static void take(struct wl_diff *d, struct wl_diff_row *row, struct wl_diff_row *from) {
  row->second = from->second;
  for (size_t i = 0; i < d->sides; i++) {
    if (!d->side[i].second) continue;
    row->sum[i] = from->sum[i];
    row->sampled[i] = from->sampled[i];
    row->sample[i] = from->sample[i];
    row->most[i] = from->most[i];
    row->rule[i] = from->rule[i];
  }
  from->space = WL_SPACES; /* it is gone */
}

/* The nth row of the first script in a group belongs to the nth of the second. */
static void pair_group(struct wl_diff *d, struct one *one, size_t count) {
  size_t firsts = 0;
  while (firsts < count && !one[firsts].second) firsts++;
  for (size_t i = 0; i < count; i++) one[i].namesake = firsts > 0 && firsts < count;
  for (size_t i = 0; i < firsts && firsts + i < count; i++)
    take(d, &d->row[one[i].row], &d->row[one[firsts + i].row]);
}

static void pair_groups(struct wl_diff *d, struct one *one, size_t count) {
  if (count) qsort(one, count, sizeof *one, compare);
  for (size_t first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && same_group(&one[first], &one[end]);) end++;
    pair_group(d, &one[first], end - first);
  }
}

/* Those to arrays whose name only one script has. */
static size_t keep_nameless(struct one *one, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (one[i].namesake) continue;
    one[kept] = one[i];
    one[kept++].array = "";
  }
  return kept;
}

static void drop_gone(struct wl_diff *d) {
  size_t kept = 0;
  for (size_t i = 0; i < d->rows; i++)
    if (d->row[i].space != WL_SPACES) d->row[kept++] = d->row[i];
  d->rows = kept;
}

/* The nth access to an array belongs to the nth of that name; then, in order, those to arrays
 * whose name only one script has. */
bool wl_diff_pair(struct wl_diff *d) {
  struct one *one = malloc((d->rows + 1) * sizeof *one);
  size_t count = 0;
  if (!one) return false;
  for (size_t i = 0; i < d->rows; i++) {
    const struct wl_diff_row *r = &d->row[i];
    if (!r->line == !r->second) continue; /* it is of no line */
    bool second = r->second != 0;
    one[count++] = (struct one){.row = i, .kind = r->space * WL_OPS + (unsigned)r->op,
                                .array = array_of(d, r, second), .second = second};
  }
  pair_groups(d, one, count);
  pair_groups(d, one, keep_nameless(one, count));
  free(one);
  drop_gone(d);
  return true;
}
