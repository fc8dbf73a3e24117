#include "report/diff/diff.h"

#include <stdlib.h>
#include <string.h>

#include "words/figures.h"
#include "words/format.h"
#include "words/verdict.h"

/* Sectors and wavefronts mean the same on every generation: before cc 5.0 the
 * sectors are what the transactions move. */
static enum wl_figure cost_figure(unsigned space) { return wl_main_figure((enum wl_space)space); }

enum wl_meaning wl_diff_meaning(const struct wl_diff *d, const struct wl_diff_row *row,
                                size_t side, enum wl_figure f) {
  if (!row->sum[side]) return WL_MEANINGLESS;
  return wl_sum_meaning(d->side[side].arch, (enum wl_space)row->space, (enum wl_op)row->op,
                        row->sum[side], f);
}

static int compare(const void *a, const void *b) {
  const struct wl_diff_row *x = a, *y = b;
  if (!x->line != !y->line) return x->line ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->second != y->second) return x->second < y->second ? -1 : 1;
  return (x->space * WL_OPS + x->op) - (y->space * WL_OPS + y->op);
}

/* The row of a line of one side, without figures. */
static struct wl_diff_row row_of(const struct wl_diff *d, size_t side, uint32_t line,
                                 unsigned space, unsigned op) {
  bool second = d->side[side].second;
  return (struct wl_diff_row){.line = second ? 0 : line, .second = second ? line : 0,
                              .space = (uint8_t)space, .op = (uint8_t)op};
}

/* Rows of the lines of one side. Returns how many; only counts them while there is no room. */
static size_t add_lines(struct wl_diff *d, size_t side) {
  size_t count, rows = 0;
  const struct wl_line_cost *line = wl_analysis_lines(d->side[side].analysis, &count);
  for (size_t i = 0; i < count; i++)
    for (unsigned s = 0; s < WL_SPACES; s++)
      for (unsigned op = 0; op < WL_OPS; op++) {
        const struct wl_sum *sum = &line[i].sum[s][op];
        if (!sum->instructions) continue;
        rows++;
        if (!d->row) continue;
        d->row[d->rows] = row_of(d, side, line[i].line, s, op);
        d->row[d->rows++].sum[side] = sum;
      }
  return rows;
}

/* Makes one of the rows of all sides that are of one line. */
static void join_sides(struct wl_diff *d) {
  size_t kept = 0;
  if (d->rows) qsort(d->row, d->rows, sizeof d->row[0], compare);
  for (size_t i = 0; i < d->rows; i++) {
    if (kept == 0 || compare(&d->row[kept - 1], &d->row[i]) != 0) {
      d->row[kept++] = d->row[i];
      continue;
    }
    for (size_t k = 0; k < d->sides; k++)
      if (d->row[i].sum[k]) d->row[kept - 1].sum[k] = d->row[i].sum[k];
  }
  d->rows = kept;
}

/* The rows of all sides, in order. False when memory ran out. */
static bool make_rows(struct wl_diff *d) {
  size_t rows = 0;
  for (size_t i = 0; i < d->sides; i++)
    if (d->side[i].analysis) rows += add_lines(d, i);
  d->row = malloc((rows + 1) * sizeof *d->row);
  if (!d->row) return false;
  for (size_t i = 0; i < d->sides; i++)
    if (d->side[i].analysis) add_lines(d, i);
  join_sides(d);
  return true;
}

static void add_totals(struct wl_diff *d, size_t side) {
  for (unsigned s = 0; s < WL_SPACES; s++)
    for (unsigned op = 0; op < WL_OPS; op++) {
      const struct wl_sum *sum =
        wl_analysis_sum(d->side[side].analysis, (enum wl_space)s, (enum wl_op)op);
      if (sum->instructions) d->total[s * WL_OPS + op].sum[side] = sum;
    }
}

/* The rule that decided the costliest step of a row. */
static unsigned rule_of(const struct wl_diff_side *s, const struct wl_diff_row *row, size_t side) {
  struct wl_step step;
  struct wl_explain e;
  if (!row->sampled[side] || !wl_trace_get(s->trace, row->sample[side], &step)) return WL_RULE_NONE;
  wl_explain(s->arch, &step.access, &e);
  return e.rule[wl_figure_telling(s->arch, &step.access)];
}

/* The costliest step of every row. */
static void find_samples(struct wl_diff *d, size_t side) {
  const struct wl_diff_side *s = &d->side[side];
  struct wl_step step;
  struct wl_counts counts;
  for (size_t i = 0; wl_trace_get(s->trace, i, &step); i++) {
    if (step.kind != WL_STEP_ACCESS) continue;
    const struct wl_access *a = &step.access;
    const struct wl_diff_row key = row_of(d, side, step.place.line, a->space, a->op);
    struct wl_diff_row *row = bsearch(&key, d->row, d->rows, sizeof key, compare);
    if (!row || !row->sum[side]) continue;
    wl_count(s->arch, a, &counts);
    uint32_t cost = wl_figure_get(&counts, cost_figure(a->space));
    if (row->sampled[side] && cost <= row->most[side]) continue;
    row->sampled[side] = true;
    row->sample[side] = i;
    row->most[side] = cost;
  }
  for (size_t i = 0; i < d->rows; i++) d->row[i].rule[side] = (uint8_t)rule_of(s, &d->row[i], side);
}

/* What sides are compared by, beside the cost of the space. */
static const uint8_t beside[] = {WL_BYTES_MOVED, WL_REQUESTS, WL_TRANSACTIONS};
enum { BESIDE = sizeof beside / sizeof beside[0] };

/* Whether a figure is another, or is a number on one of the two sides only. */
static bool changed(const struct wl_diff *d, const struct wl_diff_row *row, size_t from, size_t to,
                    enum wl_figure f) {
  return wl_diff_meaning(d, row, from, f) != wl_diff_meaning(d, row, to, f) ||
         row->sum[from]->value[f] != row->sum[to]->value[f];
}

/* Whether two sides that have the row cost or move something else, in other pieces,
 * or by another rule. */
static bool apart(const struct wl_diff *d, const struct wl_diff_row *row, size_t from, size_t to) {
  bool any = changed(d, row, from, to, cost_figure(row->space)) || row->rule[from] != row->rule[to];
  for (unsigned k = 0; k < BESIDE; k++) any |= changed(d, row, from, to, (enum wl_figure)beside[k]);
  return any;
}

/* Sides differ if one lacks the row or cannot be, or if two of them are apart. */
static bool differs(const struct wl_diff *d, const struct wl_diff_row *row) {
  size_t have = 0, first = 0;
  for (size_t i = 0; i < d->sides; i++) {
    if (!row->sum[i]) continue;
    if (have++ == 0) first = i;
    if (apart(d, row, first, i)) return true;
  }
  return have > 0 && have < d->sides;
}

/* Totals that some side has, without gaps. */
static void close_totals(struct wl_diff *d) {
  for (unsigned i = 0; i < WL_SPACES * WL_OPS; i++) {
    struct wl_diff_row row = d->total[i];
    row.space = (uint8_t)(i / WL_OPS);
    row.op = (uint8_t)(i % WL_OPS);
    row.differs = differs(d, &row);
    bool any = false;
    for (size_t k = 0; k < d->sides; k++) any |= row.sum[k] != NULL;
    if (any) d->total[d->totals++] = row;
  }
}

struct wl_diff *wl_diff_create(const struct wl_diff_side *side, size_t sides) {
  struct wl_diff *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->side = side;
  d->with = "";
  d->sides = sides;
  for (size_t i = 0; i < sides; i++) d->scripts |= side[i].second;
  if (!make_rows(d)) {
    wl_diff_destroy(d);
    return NULL;
  }
  for (size_t i = 0; i < sides; i++) {
    if (!side[i].analysis) continue;
    add_totals(d, i);
    find_samples(d, i);
  }
  if (d->scripts && !wl_diff_pair(d)) {
    wl_diff_destroy(d);
    return NULL;
  }
  if (d->scripts && d->rows) qsort(d->row, d->rows, sizeof d->row[0], compare);
  for (size_t i = 0; i < d->rows; i++) d->row[i].differs = differs(d, &d->row[i]);
  close_totals(d);
  return d;
}

void wl_diff_destroy(struct wl_diff *d) {
  if (!d) return;
  free(d->row);
  free(d);
}

bool wl_diff_before(const struct wl_diff *d, const struct wl_diff_row *row, size_t to,
                    size_t *from) {
  (void)d;
  for (size_t i = to; i-- > 0;)
    if (row->sum[i]) {
      *from = i;
      return true;
    }
  return false;
}

/* The costliest instruction of a side in words. */
static void say_side(const struct wl_diff *d, const struct wl_diff_row *row, size_t side,
                     char text[160]) {
  const struct wl_diff_side *s = &d->side[side];
  struct wl_step step;
  struct wl_explain e;
  struct wl_verdict v;
  if (!row->sampled[side] || !wl_trace_get(s->trace, row->sample[side], &step)) return;
  wl_explain(s->arch, &step.access, &e);
  wl_verdict(s->arch, &step, &e, &v);
  memcpy(text, v.text, sizeof v.text);
}

/* What a side counts in the place of a figure that it has not: a request becomes transactions
 * before cc 5.0, sectors from then on. */
static enum wl_figure instead(const struct wl_diff *d, const struct wl_diff_row *row, size_t side,
                              enum wl_figure f) {
  static const uint8_t other[] = {WL_TRANSACTIONS, WL_SECTORS, WL_WAVEFRONTS};
  if (wl_diff_meaning(d, row, side, f) != WL_MEANINGLESS) return f;
  for (size_t i = 0; i < sizeof other; i++)
    if (wl_diff_meaning(d, row, side, (enum wl_figure)other[i]) != WL_MEANINGLESS)
      return (enum wl_figure)other[i];
  return f;
}

/* "12 sectors", "1 pass", "? sectors", "no wavefronts". */
static void say_figure(const struct wl_diff *d, const struct wl_diff_row *row, size_t side,
                       enum wl_figure wanted, char text[48]) {
  enum wl_figure f = instead(d, row, side, wanted);
  enum wl_meaning meaning = wl_diff_meaning(d, row, side, f);
  uint64_t n = row->sum[side]->value[f];
  const char *unit = wl_figure_title(d->side[side].arch, f, (enum wl_space)row->space,
                                     (enum wl_op)row->op);
  char number[28];
  if (meaning != WL_KNOWN)
    snprintf(text, 48, "%s %s", meaning == WL_UNKNOWN ? "?" : "no", unit);
  else
    snprintf(text, 48, "%s %.*s", wl_format_count(n, number), wl_figure_unit_length(unit, n),
             unit);
}

/* Adds "from → to" of a figure, with the ratio of the cost. */
static void add_change(const struct wl_diff *d, const struct wl_diff_row *row, size_t from,
                       size_t to, enum wl_figure f, char what[256]) {
  char a[48], b[48], ratio[48] = "";
  size_t used = strlen(what);
  bool known = wl_diff_meaning(d, row, from, WL_EXCESS) == WL_KNOWN && /* else no ratio */
               wl_diff_meaning(d, row, to, WL_EXCESS) == WL_KNOWN;
  uint64_t was = row->sum[from]->value[f], is = row->sum[to]->value[f];
  if (f == cost_figure(row->space) && known && was && is)
    snprintf(ratio, sizeof ratio, ", %.3g times %s",
             was > is ? (double)was / (double)is : (double)is / (double)was,
             was > is ? "fewer" : "as many");
  say_figure(d, row, from, f, a);
  say_figure(d, row, to, f, b);
  snprintf(what + used, 256 - used, "%s%s → %s%s", used ? "; " : "", a, b, ratio);
}

/* Whether a figure can be told of both sides; if not, what stands for it is told already. */
static bool both_have(const struct wl_diff *d, const struct wl_diff_row *row, size_t from,
                      size_t to, enum wl_figure f) {
  return wl_diff_meaning(d, row, from, f) != WL_MEANINGLESS &&
         wl_diff_meaning(d, row, to, f) != WL_MEANINGLESS;
}

bool wl_diff_why(const struct wl_diff *d, const struct wl_diff_row *row, size_t from, size_t to,
                 struct wl_diff_change *out) {
  *out = (struct wl_diff_change){.what = "", .rule = {row->rule[from], row->rule[to]}};
  enum wl_figure cost = cost_figure(row->space);
  if (!row->sum[from] || !row->sum[to] || !apart(d, row, from, to)) return false;
  if (changed(d, row, from, to, cost)) add_change(d, row, from, to, cost, out->what);
  for (unsigned k = out->what[0] ? 1 : 0; k < BESIDE; k++) /* the cost tells what moved */
    if (changed(d, row, from, to, (enum wl_figure)beside[k]) &&
        (!out->what[0] || both_have(d, row, from, to, (enum wl_figure)beside[k])))
      add_change(d, row, from, to, (enum wl_figure)beside[k], out->what);
  if (!out->what[0]) {
    char same[48];
    say_figure(d, row, to, cost, same);
    snprintf(out->what, sizeof out->what, "%s as before, by another rule", same);
  }
  say_side(d, row, from, out->verdict[0]);
  say_side(d, row, to, out->verdict[1]);
  return true;
}

unsigned wl_diff_alike(const struct wl_diff *d, const struct wl_diff_row *row, size_t side) {
  unsigned alike = 0;
  for (size_t i = 0; i < d->sides && row->sum[side]; i++)
    if (row->sum[i] && !apart(d, row, side, i)) alike |= 1u << i;
  return alike;
}

void wl_diff_tell(const struct wl_diff *d, const struct wl_diff_row *row, size_t side,
                  char what[256], char verdict[160]) {
  enum wl_figure cost = cost_figure(row->space);
  char figure[48];
  what[0] = verdict[0] = '\0';
  for (unsigned k = 0; k <= BESIDE; k++) {
    enum wl_figure f = k ? (enum wl_figure)beside[k - 1] : cost;
    if (wl_diff_meaning(d, row, side, f) == WL_MEANINGLESS) continue;
    size_t used = strlen(what);
    say_figure(d, row, side, f, figure);
    snprintf(what + used, 256 - used, "%s%s", used ? ", " : "", figure);
  }
  say_side(d, row, side, verdict);
}
