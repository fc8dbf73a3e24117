/* The cost of lines and of kinds of instructions, as tables of the report. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_parts.h"

enum {
  MARGIN = 5,  /* of a line's source; its number stands before it */
  KIND = 3,    /* … of the kinds of access below it */
  LABEL = 27,  /* cells before the first column of numbers */
  NUMBER = 9,  /* cells of a column of numbers, the gap before it included */
  SHARE = 6,   /* cells of a column of percentages */
  FIGURE = 18, /* cells of the names of figures in the totals */
  TOTAL = 15,  /* cells of a column of totals */
  TOTALS = 4,  /* columns of totals side by side */
};

/* What a sum is judged by, its ideal, and how far above it lies. */
struct verdict {
  uint64_t actual, ideal, excess;
};

static struct verdict judge(enum wl_space s, const struct wl_sum *sum) {
  struct verdict v = {.actual = sum->value[wl_main_figure(s)],
                      .ideal = sum->value[wl_ideal_figure(s)]};
  v.excess = sum->unknown >> WL_EXCESS & 1 ? 0 : v.actual - v.ideal;
  return v;
}

static uint64_t line_excess(const struct wl_line_cost *line) {
  uint64_t excess = 0;
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) excess += judge(s, &line->sum[s][op]).excess;
  return excess;
}

/* Most excess first, then in the order of the script. */
static int compare_lines(const void *a, const void *b) {
  const struct wl_line_cost *x = *(const struct wl_line_cost *const *)a;
  const struct wl_line_cost *y = *(const struct wl_line_cost *const *)b;
  uint64_t i = line_excess(x), j = line_excess(y);
  if (i != j) return i > j ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static enum wl_meaning meaning(const struct wl_report *r, enum wl_space s, enum wl_op op,
                               const struct wl_sum *sum, enum wl_figure f) {
  return wl_sum_meaning(wl_analysis_arch(r->analysis), s, op, sum, f);
}

/* "global load" in at most `cells` cells; where both have no room, the operation says
 * it all. Returns the length. */
static int kind_name(enum wl_space s, enum wl_op op, int cells, char name[LABEL]) {
  int n = snprintf(name, LABEL, "%s %s", wl_space_names[s], wl_op_names[op]);
  return n <= cells ? n : snprintf(name, LABEL, "%s", wl_op_names[op]);
}

/* A copy through L1 is judged by the sectors that it reads; what it writes takes time, too. */
static void put_copy(struct wl_report *r, const struct wl_sum *sum) {
  const char *title = wl_metrics[WL_WAVEFRONTS].title;
  fprintf(r->f, "%*s", LABEL, title);
  wl_report_count(r, sum->value[WL_REQUESTS], NUMBER);
  wl_report_count(r, sum->value[WL_WAVEFRONTS], NUMBER);
  fprintf(r->f, "%*s%*s\n", NUMBER, "-", NUMBER, "-");
}

static void put_kind(struct wl_report *r, enum wl_space s, enum wl_op op,
                     const struct wl_sum *sum) {
  static const char *const units[WL_SPACES] = {"sectors", "wavefronts", "passes", "sectors",
                                               "sectors"};
  bool unknown = meaning(r, s, op, sum, wl_main_figure(s)) == WL_UNKNOWN;
  bool judged = meaning(r, s, op, sum, WL_EXCESS) == WL_KNOWN;
  struct verdict v = judge(s, sum);
  char name[LABEL];
  int used = KIND + kind_name(s, op, LABEL - KIND - (int)strlen(units[s]) - 1, name);
  fprintf(r->f, "%*s%s", KIND, "", name);
  fprintf(r->f, "%*s", LABEL - used, units[s]);
  wl_report_count(r, sum->value[WL_REQUESTS], NUMBER);
  if (unknown) {
    fprintf(r->f, "%*s%*s%*s%*s", NUMBER, "?", NUMBER, "?", NUMBER, "?", SHARE, "?");
    wl_report_percent(r, wl_lanes_share(sum), SHARE);
    putc('\n', r->f);
    return;
  }
  wl_report_count(r, v.actual, NUMBER);
  wl_report_count(r, v.ideal, NUMBER);
  if (judged) wl_report_count(r, v.excess, NUMBER);
  else fprintf(r->f, "%*s", NUMBER, "?");
  if (judged) wl_report_percent(r, wl_efficiency(s, sum), SHARE);
  else fprintf(r->f, "%*s", SHARE, "?");
  wl_report_percent(r, wl_lanes_share(sum), SHARE);
  wl_report_part(r, r->total[s] ? (double)v.actual / (double)r->total[s] : -1, SHARE - 1);
  putc('\n', r->f);
  if (op == WL_COPY) put_copy(r, sum);
}

static void put_line(struct wl_report *r, const struct wl_line_cost *line, bool worst) {
  size_t size = 0;
  const char *source = wl_trace_line(r->trace, line->line, &size);
  while (size > 0 && (*source == ' ' || *source == '\t')) source++, size--;
  fprintf(r->f, "%s%3" PRIu32 " ", !worst ? " " : r->ascii ? ">" : "▶", line->line);
  if (source) wl_report_fit(r, source, size, r->width - MARGIN);
  putc('\n', r->f);
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++)
      if (line->sum[s][op].instructions > 0) put_kind(r, s, op, &line->sum[s][op]);
}

bool wl_report_lines(struct wl_report *r) {
  size_t count;
  const struct wl_line_cost *line = wl_analysis_lines(r->analysis, &count);
  const struct wl_line_cost **order = malloc((count + 1) * sizeof *order);
  if (order == NULL) return false;
  for (size_t i = 0; i < count; i++) order[i] = &line[i];
  qsort(order, count, sizeof *order, compare_lines);
  fprintf(r->f, "\n%-*s%*s%*s%*s%*s%*s%*s%*s\n", LABEL, "Source lines, worst first", NUMBER,
          "requests", NUMBER, "actual", NUMBER, "ideal", NUMBER, "excess", SHARE - 1, "eff.", SHARE,
          "lanes", SHARE, "share");
  bool reduces = false;
  for (size_t i = 0; i < count && !ferror(r->f); i++) {
    put_line(r, order[i], i == 0 && line_excess(order[i]) > 0);
    for (enum wl_space m = 0; m < WL_SPACES; m++)
      reduces |= order[i]->sum[m][WL_REDUCE].instructions > 0;
  }
  free(order);
  if (count == 0) fputs("  no line accesses memory\n", r->f);
  if (count > 0) fputs("  eff.: ideal of actual; lanes: active ones, of 32 an instruction\n", r->f);
  if (count > 1) fputs("  share: of the cost of all lines in the same memory\n", r->f);
  if (reduces) fputs("  reduce: an atomic whose result is not used\n", r->f);
  return true;
}

/* A column of the totals: one kind of instruction that the run has. */
struct column {
  enum wl_space space;
  enum wl_op op;
  struct wl_sum sum;
};

/* A reduction in shared memory is an atomic there, as profilers count it. */
static struct wl_sum total_sum(const struct wl_report *r, enum wl_space s, enum wl_op op) {
  struct wl_sum sum = *wl_analysis_sum(r->analysis, s, op);
  if (s != WL_SHARED || (op != WL_REDUCE && op != WL_ATOMIC)) return sum;
  if (op == WL_REDUCE) return (struct wl_sum){0};
  wl_sum_merge(&sum, wl_analysis_sum(r->analysis, s, WL_REDUCE));
  return sum;
}

static enum wl_meaning means(const struct wl_report *r, const struct column *column,
                             enum wl_figure f) {
  return meaning(r, column->space, column->op, &column->sum, f);
}

/* What of the bytes that move is asked for, a byte once for each lane: profilers have this, too,
 * and it is no efficiency. */
static void put_asked(struct wl_report *r, const struct column *column, size_t count) {
  fprintf(r->f, "  %-*s", FIGURE - 2, "asked of moved");
  for (size_t i = 0; i < count; i++) {
    uint64_t asked = column[i].sum.value[WL_BYTES_ASKED];
    uint64_t moved = column[i].sum.value[WL_BYTES_MOVED];
    enum wl_meaning m = means(r, &column[i], WL_BYTES_MOVED);
    if (m == WL_UNKNOWN) fprintf(r->f, "%*s", TOTAL, "?");
    else wl_report_percent(r, m == WL_KNOWN && moved ? (double)asked / (double)moved : -1,
                           TOTAL);
  }
  putc('\n', r->f);
}

static void put_total_rows(struct wl_report *r, const struct column *column, size_t count) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
    bool any = false;
    for (size_t i = 0; i < count; i++)
      any |= means(r, &column[i], f) != WL_MEANINGLESS;
    if (!any) continue;
    fprintf(r->f, "  %-*s", FIGURE - 2, wl_metrics[f].title);
    for (size_t i = 0; i < count; i++) {
      enum wl_meaning m = means(r, &column[i], f);
      if (m == WL_KNOWN) wl_report_count(r, column[i].sum.value[f], TOTAL);
      else fprintf(r->f, "%*s", TOTAL, m == WL_UNKNOWN ? "?" : "-");
    }
    putc('\n', r->f);
  }
  put_asked(r, column, count);
  fprintf(r->f, "  %-*s", FIGURE - 2, "efficiency");
  for (size_t i = 0; i < count; i++)
    if (means(r, &column[i], WL_EXCESS) == WL_UNKNOWN) fprintf(r->f, "%*s", TOTAL, "?");
    else wl_report_percent(r, wl_efficiency(column[i].space, &column[i].sum), TOTAL);
  fprintf(r->f, "\n  %-*s", FIGURE - 2, "active lanes");
  for (size_t i = 0; i < count; i++) wl_report_percent(r, wl_lanes_share(&column[i].sum), TOTAL);
  putc('\n', r->f);
}

void wl_report_totals(struct wl_report *r) {
  struct column column[WL_SPACES * WL_OPS];
  size_t count = 0;
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) {
      struct wl_sum sum = total_sum(r, s, op);
      if (sum.instructions > 0) column[count++] = (struct column){s, op, sum};
    }
  for (size_t first = 0; first < count; first += TOTALS) {
    size_t some = count - first < TOTALS ? count - first : TOTALS;
    fprintf(r->f, "\n%-*s", FIGURE, first == 0 ? "Totals" : "");
    for (size_t i = first; i < first + some; i++) {
      char name[LABEL];
      kind_name(column[i].space, column[i].op, TOTAL - 1, name);
      fprintf(r->f, "%*s", TOTAL, name);
    }
    putc('\n', r->f);
    put_total_rows(r, column + first, some);
  }
  uint64_t by_turns = wl_analysis_by_turns(r->analysis);
  uint64_t estimates = wl_analysis_estimates(r->analysis) - by_turns;
  if (by_turns > 0) {
    fputs("  ", r->f);
    wl_report_count(r, by_turns, 0);
    fprintf(r->f, " instruction%s estimated: lanes leave a loop that waits for other lanes\n"
            "  in an order that hardware does not promise; an H200 kept to it.\n",
            by_turns == 1 ? " is" : "s are");
  }
  if (estimates == 0) return;
  fputs("  Some figures of ", r->f);
  wl_report_count(r, estimates, 0);
  fprintf(r->f, " instruction%s are estimates on cc %s: --why tells the rules.\n",
          estimates == 1 ? "" : "s", wl_analysis_arch(r->analysis)->cc);
}
