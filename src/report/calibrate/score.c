#include "report/calibrate/score.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Every launch that copies by cp.async counts so many shared wavefronts besides those
 * of its copies. Source: H200 counters, tests/truth/README.md. */
enum { COPY_EXTRA = 3 };

enum { GLOBAL = 1 << WL_GLOBAL, SHARED = 1 << WL_SHARED, CONSTANT = 1 << WL_CONSTANT };

static const struct measure {
  uint8_t figure;  /* enum wl_figure */
  uint8_t spaces;  /* bit s: has meaning for enum wl_space s */
  bool misses;     /* of two loads only the first counts: the second hits in L1 */
} measures[] = {
  [WL_M_REQUESTS] = {WL_REQUESTS, GLOBAL, false},
  [WL_M_SECTORS] = {WL_SECTORS, GLOBAL, false},
  [WL_M_LINES] = {WL_LINE_COUNT, GLOBAL, false},
  [WL_M_TAG_WAVEFRONTS] = {WL_TAG_WAVEFRONTS, GLOBAL, false},
  [WL_M_DATA_WAVEFRONTS] = {WL_WAVEFRONTS, GLOBAL, false},
  [WL_M_L2_REQUESTS] = {WL_LINE_COUNT, GLOBAL, true}, /* L2 is asked line by line */
  [WL_M_L2_SECTORS] = {WL_SECTORS, GLOBAL, true},
  [WL_M_SHARED_WAVEFRONTS] = {WL_WAVEFRONTS, SHARED, false},
  [WL_M_CONSTANT_PASSES] = {WL_WAVEFRONTS, CONSTANT, false},
};
static_assert(sizeof measures / sizeof measures[0] == WL_MEASURES, "a row for every measure");

/* Room for one more element. */
static void *grow(void *array, size_t count, size_t size) {
  if (count != 0 && (count & (count - 1)) != 0) return array;
  return reallocarray(array, count ? 2 * count : 1, size);
}

static struct wl_agreement *find_agreement(struct wl_score *s, const struct wl_result *row,
                                           enum wl_profiled m) {
  for (size_t i = s->agreements; i-- > 0;) {
    struct wl_agreement *a = &s->agreement[i];
    if (a->measure == m && a->space == row->access.space && strcmp(a->op, row->op) == 0) return a;
  }
  struct wl_agreement *all = grow(s->agreement, s->agreements, sizeof *all);
  if (all == NULL) return NULL;
  s->agreement = all;
  all += s->agreements++;
  *all = (struct wl_agreement){.space = row->access.space, .measure = (uint8_t)m};
  memcpy(all->op, row->op, sizeof all->op);
  return all;
}

static bool add_miss(struct wl_score *s, const struct wl_miss *miss) {
  struct wl_miss *all = grow(s->miss, s->misses, sizeof *all);
  if (all == NULL) return false;
  s->miss = all;
  all[s->misses++] = *miss;
  return true;
}

/* What a column says of this instruction on this generation; nothing where it was not
 * counted. Copies take their time in shared memory, wherever they read. */
static enum wl_meaning tells(const struct wl_arch *arch, const struct wl_result *row,
                             enum wl_profiled m) {
  const struct wl_access *a = &row->access;
  bool copy = wl_op_is_copy((enum wl_op)a->op);
  if (row->counted[m] < 0) return WL_MEANINGLESS;
  if (copy && m == WL_M_DATA_WAVEFRONTS) return WL_MEANINGLESS;
  if (copy && m == WL_M_SHARED_WAVEFRONTS) return arch->tag_sets ? WL_KNOWN : WL_UNKNOWN;
  if (!(measures[m].spaces >> a->space & 1)) return WL_MEANINGLESS;
  if (a->op == WL_COPY_CG && (m == WL_M_L2_REQUESTS || m == WL_M_L2_SECTORS)) return WL_UNKNOWN;
  return wl_figure_meaning(arch, a, measures[m].figure);
}

bool wl_score_add(struct wl_score *s, const struct wl_result *row) {
  struct wl_explain first;
  struct wl_counts second = {0};
  struct wl_access hit = row->access;
  struct wl_miss miss = {.row = *row};
  hit.hit = true;
  wl_explain(s->arch, &row->access, &first);
  if (row->twice) wl_count(s->arch, &hit, &second);
  s->rows++;
  for (enum wl_profiled m = 0; m < WL_MEASURES; m++) {
    enum wl_figure f = measures[m].figure;
    enum wl_meaning meaning = tells(s->arch, row, m);
    if (meaning == WL_MEANINGLESS) continue;
    struct wl_agreement *a = find_agreement(s, row, m);
    if (a == NULL) return false;
    a->unknown += meaning == WL_UNKNOWN;
    if (meaning == WL_UNKNOWN) continue;
    miss.rule[m] = first.rule[f];
    miss.modelled[m] = wl_figure_get(&first.counts, f);
    if (!measures[m].misses) miss.modelled[m] += wl_figure_get(&second, f);
    if (wl_op_is_copy((enum wl_op)row->access.op) && f == WL_WAVEFRONTS && row->access.mask)
      miss.modelled[m] += COPY_EXTRA;
    bool agrees = miss.modelled[m] == row->counted[m];
    bool estimate = wl_figure_estimates(s->arch, &row->access, &first.counts) >> f & 1;
    *(estimate ? &a->estimate : &a->exact) += 1;
    *(estimate ? &a->estimate_agree : &a->exact_agree) += agrees;
    if (!agrees) miss.measures = (uint16_t)(miss.measures | 1u << m);
    if (!agrees && estimate) miss.estimates = (uint16_t)(miss.estimates | 1u << m);
  }
  return miss.measures == 0 || add_miss(s, &miss);
}

bool wl_score_skip(struct wl_score *s, const struct wl_result *row) {
  for (size_t i = 0; i < s->unmodelled_count; i++) {
    struct wl_unmodelled *u = &s->unmodelled[i];
    if (u->space != row->access.space || strcmp(u->op, row->op) != 0) continue;
    u->rows++;
    return true;
  }
  struct wl_unmodelled *all = grow(s->unmodelled, s->unmodelled_count, sizeof *all);
  if (all == NULL) return false;
  s->unmodelled = all;
  all += s->unmodelled_count++;
  *all = (struct wl_unmodelled){.space = row->access.space, .rows = 1};
  memcpy(all->op, row->op, sizeof all->op);
  return true;
}

static int compare_ops(uint8_t space, const char *op, uint8_t other_space, const char *other_op) {
  if (space != other_space) return space < other_space ? -1 : 1;
  return strcmp(op, other_op);
}

static int compare_agreements(const void *left, const void *right) {
  const struct wl_agreement *a = left, *b = right;
  int order = compare_ops(a->space, a->op, b->space, b->op);
  return order ? order : (a->measure > b->measure) - (a->measure < b->measure);
}

static int compare_unmodelled(const void *left, const void *right) {
  const struct wl_unmodelled *a = left, *b = right;
  return compare_ops(a->space, a->op, b->space, b->op);
}

static bool only_estimates(const struct wl_miss *m) { return m->measures == m->estimates; }

/* Misses of a kind are of the same operation. Estimates come last. */
static int compare_kinds(const struct wl_miss *a, const struct wl_miss *b) {
  if (only_estimates(a) != only_estimates(b)) return only_estimates(a) ? 1 : -1;
  return compare_ops(a->row.access.space, a->row.op, b->row.access.space, b->row.op);
}

/* By kind, then the fewest lanes, which say most about the rule that is missing. */
static int compare_simplicity(const void *left, const void *right) {
  const struct wl_miss *a = left, *b = right;
  int order = compare_kinds(a, b);
  if (order != 0) return order;
  int lanes = __builtin_popcount(a->row.access.mask) - __builtin_popcount(b->row.access.mask);
  if (lanes != 0) return lanes;
  return a->row.line < b->row.line ? -1 : a->row.line > b->row.line;
}

static int compare_ranks(const void *left, const void *right) {
  const struct wl_miss *a = left, *b = right;
  if (only_estimates(a) != only_estimates(b)) return only_estimates(a) ? 1 : -1;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  return compare_kinds(a, b);
}

void wl_score_sort(struct wl_score *s) {
  if (s->agreements) qsort(s->agreement, s->agreements, sizeof *s->agreement, compare_agreements);
  if (s->unmodelled_count)
    qsort(s->unmodelled, s->unmodelled_count, sizeof *s->unmodelled, compare_unmodelled);
  if (s->misses == 0) return;
  qsort(s->miss, s->misses, sizeof *s->miss, compare_simplicity);
  for (size_t i = 1; i < s->misses; i++)
    if (compare_kinds(&s->miss[i], &s->miss[i - 1]) == 0)
      s->miss[i].rank = s->miss[i - 1].rank + 1;
  qsort(s->miss, s->misses, sizeof *s->miss, compare_ranks);
}

void wl_score_free(struct wl_score *s) {
  free(s->agreement);
  free(s->miss);
  free(s->unmodelled);
}

struct wl_agreement wl_score_total(const struct wl_score *s) {
  struct wl_agreement total = {0};
  for (size_t i = 0; i < s->agreements; i++) {
    total.unknown += s->agreement[i].unknown;
    total.exact += s->agreement[i].exact;
    total.exact_agree += s->agreement[i].exact_agree;
    total.estimate += s->agreement[i].estimate;
    total.estimate_agree += s->agreement[i].estimate_agree;
  }
  return total;
}
