/* The comparison as a page, of 80 columns in a terminal. */
#include <inttypes.h>
#include <string.h>

#include "canvas/write/page.h"
#include "canvas/write/write.h"
#include "core/base/text.h"
#include "core/analysis/launch_figures.h"
#include "core/explain/rule.h"
#include "report/diff/diff.h"

enum { LABEL = 30, SIDES = 48 /* cells for the columns */, MARGIN = 5 };

struct page {
  FILE *f;
  bool ascii;
  const struct wl_diff *d;
  size_t column, columns; /* cells of each column; how many side by side */
  bool said[WL_RULES]; /* rules that the page has spelled out */
};

/* What all sides are counted on; false where they differ in that, and labels say it. */
static bool one_target(const struct wl_diff *d, struct wl_target *out) {
  *out = wl_target_make(d->side[0].arch, d->side[0].chip);
  for (size_t i = 1; i < d->sides; i++) {
    struct wl_target t = wl_target_make(d->side[i].arch, d->side[i].chip);
    if (t.arch != out->arch || t.chip != out->chip) return false;
  }
  return true;
}

/* A run of one of the scripts; NULL: there is none. */
static const struct wl_trace *trace_of(const struct wl_diff *d, bool second) {
  for (size_t i = 0; i < d->sides; i++)
    if (d->side[i].trace && d->side[i].second == second) return d->side[i].trace;
  return NULL;
}

static void wrap(struct page *p, const char *text, size_t indent) {
  wl_page_wrap(p->f, p->ascii, text, indent);
}

static void put_right(struct page *p, const char *text, size_t cells) {
  size_t used = wl_text_cells(text, strlen(text));
  if (used > cells - 1) used = cells - 1;
  fprintf(p->f, "%*s", (int)(cells - used), "");
  wl_page_fit(p->f, p->ascii, text, strlen(text), cells - 1);
}

/* The sign of a row whose sides differ. */
static const char *mark_of(const struct page *p, bool differs) {
  return !differs ? " " : p->ascii ? "!" : "≠";
}

static void put_labels(struct page *p, size_t first, const char *title) {
  fprintf(p->f, "\n%-*s", LABEL, title);
  for (size_t i = first; i < p->d->sides && i < first + p->columns; i++)
    put_right(p, p->d->side[i].label, p->column);
  putc('\n', p->f);
}

/* Whether two sides could not be told apart in columns of so many cells. */
static bool look_alike(const struct wl_diff *d, size_t cells) {
  for (size_t i = 0; i < d->sides; i++)
    for (size_t k = 0; k < i; k++)
      if (strcmp(d->side[i].label, d->side[k].label) != 0 &&
          strncmp(d->side[i].label, d->side[k].label, cells - 2) == 0) /* less air and ellipsis */
        return true;
  return false;
}

/* A figure of a row on the sides that are side by side: "?" where it is not known. */
static void put_figures(struct page *p, const struct wl_diff_row *row, size_t first,
                        enum wl_figure f) {
  char text[32];
  for (size_t i = first; i < p->d->sides && i < first + p->columns; i++) {
    enum wl_meaning meaning = wl_diff_meaning(p->d, row, i, f);
    const char *figure = meaning == WL_UNKNOWN ? "?" : "-";
    if (meaning == WL_KNOWN)
      figure = wl_page_count(row->sum[i]->value[f], (int)p->column - 2, text);
    put_right(p, figure, p->column);
  }
  putc('\n', p->f);
}

static bool any_has(const struct page *p, const struct wl_diff_row *row, enum wl_figure f) {
  bool any = false;
  for (size_t i = 0; i < p->d->sides; i++)
    any |= wl_diff_meaning(p->d, row, i, f) != WL_MEANINGLESS;
  return any;
}

/* Whether a figure is another on one of the sides, or not a number there. */
static bool figures_differ(const struct page *p, const struct wl_diff_row *row, enum wl_figure f) {
  enum wl_meaning meaning = wl_diff_meaning(p->d, row, 0, f);
  for (size_t i = 1; i < p->d->sides; i++) {
    if (wl_diff_meaning(p->d, row, i, f) != meaning) return true;
    if (meaning == WL_KNOWN && row->sum[i]->value[f] != row->sum[0]->value[f]) return true;
  }
  return false;
}

static void put_row(struct page *p, const struct wl_diff_row *row, size_t first) {
  char left[64];
  enum wl_figure cost = wl_main_figure((enum wl_space)row->space);
  snprintf(left, sizeof left, "%s %s", wl_space_names[row->space], wl_op_names[row->op]);
  fprintf(p->f, " %s   %-*s", mark_of(p, row->differs), LABEL - MARGIN - 13, left);
  fprintf(p->f, "%13s", row->space == WL_CONSTANT ? "passes" : wl_metrics[cost].title);
  put_figures(p, row, first, cost);
}

/* A line of a script; of two of them behind the sign that diff(1) has for each. */
static void put_source(struct page *p, uint32_t line, bool second) {
  size_t size = 0;
  const struct wl_trace *t = trace_of(p->d, second);
  const char *s = t ? wl_trace_line(t, line, &size) : NULL;
  if (!line) return;
  while (size > 0 && (*s == ' ' || *s == '\t')) s++, size--;
  if (p->d->scripts) fprintf(p->f, "%c%3" PRIu32 " ", second ? '>' : '<', line);
  else fprintf(p->f, "%4" PRIu32 " ", line);
  if (s) wl_page_fit(p->f, p->ascii, s, size, WL_PAGE_WIDTH - MARGIN);
  putc('\n', p->f);
}

static void put_block(struct page *p, size_t first) {
  put_labels(p, first, "Cost of each source line");
  for (size_t i = 0; i < p->d->rows; i++) {
    const struct wl_diff_row *row = &p->d->row[i];
    if (i == 0 || row[-1].line != row->line || row[-1].second != row->second) {
      put_source(p, row->line, false);
      put_source(p, row->second, true);
    }
    put_row(p, row, first);
  }
}

/* Beside the cost, what the hardware made of it: early generations count
 * transactions, and bytes can be compared between all. */
static void put_totals(struct page *p, size_t first) {
  static const uint8_t figures[] = {WL_REQUESTS, WL_TRANSACTIONS, WL_BYTES_MOVED};
  put_labels(p, first, "Whole grid");
  for (size_t k = 0; k < p->d->totals; k++) {
    const struct wl_diff_row *row = &p->d->total[k];
    put_row(p, row, first);
    for (size_t i = 0; i < sizeof figures; i++) {
      enum wl_figure f = (enum wl_figure)figures[i];
      if (!any_has(p, row, f)) continue;
      fprintf(p->f, " %s%*s", mark_of(p, figures_differ(p, row, f)), LABEL - 2,
              wl_metrics[f].title);
      put_figures(p, row, first, f);
    }
  }
}

/* A figure of the caches on a side; false where nobody knows it. */
static bool launch_figure(const struct wl_diff_side *s, enum wl_launch_figure_id id,
                          double *value) {
  struct wl_launch_totals launch;
  if (!s->analysis || !s->trace) return false;
  wl_launch_take(&launch, wl_trace_head(s->trace), s->analysis);
  return wl_launch_figure_get(id, &launch, s->registers.count, value) == WL_KNOWN;
}

static void put_launch_figure(struct page *p, size_t i, enum wl_launch_figure_id id) {
  char text[32] = "-";
  double value;
  if (launch_figure(&p->d->side[i], id, &value))
    switch ((enum wl_measured_in)wl_launch_figures[id].unit) {
      case WL_COUNTED: wl_page_count((uint64_t)value, (int)p->column - 2, text); break;
      case WL_SHARE: snprintf(text, sizeof text, "%.1f%%", 100 * value); break;
      case WL_MICROSECONDS: snprintf(text, sizeof text, "%.3g us", value); break;
    }
  put_right(p, text, p->column);
}

/* What comes from which cache, and the least time that it takes. */
static void put_caches(struct page *p, size_t first) {
  static const struct { uint8_t id; const char *group, *title; } rows[] = {
    {WL_LAUNCH_L1_HIT_RATE, "L1", "hit rate"},
    {WL_LAUNCH_L1_MISSES, "", "misses"},
    {WL_LAUNCH_L2_READS, "L2", "reads at most"},
    {WL_LAUNCH_DRAM_READ, "DRAM", "bytes read"},
    {WL_LAUNCH_TIME, "time", "at least"},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    enum wl_launch_figure_id id = (enum wl_launch_figure_id)rows[k].id;
    double value, other;
    bool known = launch_figure(&p->d->side[0], id, &value), differ = false, any = known;
    for (size_t i = 1; i < p->d->sides; i++) {
      bool here = launch_figure(&p->d->side[i], id, &other);
      differ = differ || here != known || (known && other != value);
      any = any || here;
    }
    if (!any) continue;
    fprintf(p->f, " %s   %-*s%13s", mark_of(p, differ), LABEL - MARGIN - 13, rows[k].group,
            rows[k].title);
    for (size_t i = first; i < p->d->sides && i < first + p->columns; i++)
      put_launch_figure(p, i, id);
    putc('\n', p->f);
  }
}

/* What an SM holds on a side; false where that is not known. */
static bool residency_of(const struct wl_diff_side *s, struct wl_residency *now) {
  return s->analysis && s->trace &&
         wl_residency(wl_trace_head(s->trace), s->arch, s->registers, now) && now->fits;
}

/* Whether sides that run the kernel hold other numbers of blocks or warps, or by another
 * limit. */
static bool blocks_differ(const struct wl_diff *d) {
  struct wl_residency first, now;
  bool any = false;
  for (size_t i = 0; i < d->sides; i++) {
    if (!residency_of(&d->side[i], any ? &now : &first)) continue;
    if (any && (now.occupancy.blocks != first.occupancy.blocks ||
                now.occupancy.warps != first.occupancy.warps ||
                now.occupancy.limiters != first.occupancy.limiters))
      return true;
    any = true;
  }
  return false;
}

static void put_occupancy(struct page *p, size_t first) {
  char text[32];
  bool differ = blocks_differ(p->d), assumed = p->d->side[0].registers.assumed, shared = false;
  fprintf(p->f, " %s   %-*s%13s", mark_of(p, differ), LABEL - MARGIN - 13, "occupancy",
          "blocks/SM");
  for (size_t i = first; i < p->d->sides && i < first + p->columns; i++) {
    struct wl_residency now;
    bool known = residency_of(&p->d->side[i], &now);
    shared |= known && now.shared_assumed;
    if (known) snprintf(text, sizeof text, "%u", now.occupancy.blocks);
    put_right(p, known ? text : "-", p->column);
  }
  fprintf(p->f, "\n%*sof %" PRIu32 " registers a thread%s%s\n", MARGIN + 2, "",
          p->d->side[0].registers.count, assumed ? ", which are assumed" : "",
          shared ? ", and an assumed size of s" : "");
}

static const char *sure_of(unsigned rule, const struct wl_diff_side *s) {
  return wl_certainty_names[wl_rule_certainty((enum wl_rule_id)rule, s->arch)];
}

/* A rule: its name, and what it says the first time. */
static void put_rule(struct page *p, const char *label, unsigned rule, const char *sure) {
  if (rule == WL_RULE_NONE) return;
  fprintf(p->f, "     %s[%s] ", label, sure);
  fputs(wl_rules[rule].name, p->f);
  fputs(p->said[rule] ? ", see above\n" : "\n       ", p->f);
  if (p->said[rule]) return;
  p->said[rule] = true;
  wrap(p, wl_rules[rule].sentence, 7);
}

static void put_side(struct page *p, const struct wl_diff_side *s, const char *text) {
  size_t used = 5 + wl_page_fit(p->f, p->ascii, s->label, strlen(s->label), 24);
  fputs(": ", p->f);
  wrap(p, text, used + 2);
}

/* "  14 ", or of two scripts "  14 → 20 " ahead of `head`. */
static void put_where(struct page *p, const struct wl_diff_row *row, const char *head) {
  char text[512];
  if (!row->line || !row->second) {
    if (p->d->scripts)
      fprintf(p->f, "%c%3" PRIu32 " ", row->line ? '<' : '>', row->line | row->second);
    else fprintf(p->f, "%4" PRIu32 " ", row->line);
    wrap(p, head, MARGIN);
    return;
  }
  snprintf(text, sizeof text, "→ %" PRIu32 ", %s", row->second, head);
  fprintf(p->f, "%4" PRIu32 " ", row->line);
  wrap(p, text, MARGIN);
}

/* A change between two sides, the costliest instruction of each, and the rule. */
static void put_change(struct page *p, const struct wl_diff_row *row, size_t from, size_t to) {
  struct wl_diff_change c;
  const struct wl_diff_side *a = &p->d->side[from], *b = &p->d->side[to];
  if (!wl_diff_why(p->d, row, from, to, &c)) return;
  char head[448];
  snprintf(head, sizeof head, "%s %s, %s → %s: %s", wl_space_names[row->space],
           wl_op_names[row->op], a->label, b->label, c.what);
  put_where(p, row, head);
  bool both = strcmp(c.verdict[0], c.verdict[1]) == 0;
  fputs("     ", p->f);
  if (both) {
    fputs("both: ", p->f);
    wrap(p, c.verdict[0], 11);
  } else {
    put_side(p, a, c.verdict[0]);
    fputs("     ", p->f);
    put_side(p, b, c.verdict[1]);
  }
  if (c.rule[0] != c.rule[1]) put_rule(p, "before: ", c.rule[0], sure_of(c.rule[0], a));
  put_rule(p, c.rule[0] != c.rule[1] ? "now: " : "rule: ", c.rule[1], sure_of(c.rule[1], b));
}

/* A side that runs the kernel, but never comes to a line that another comes to. */
static bool put_absent(struct page *p, const struct wl_diff_row *row, size_t side) {
  const struct wl_diff_side *s = &p->d->side[side];
  char head[96];
  if (!s->analysis || row->sum[side]) return false;
  snprintf(head, sizeof head, "%s %s, %s: none", wl_space_names[row->space], wl_op_names[row->op],
           s->label);
  put_where(p, row, head);
  return true;
}

/* Blocks, from one side to the other: "8 → 5, 1.6 times fewer", and what a change of shared
 * memory costs. */
static void put_blocks_change(struct page *p, const struct wl_residency now[2]) {
  char head[256];
  uint32_t a = now[0].occupancy.blocks, b = now[1].occupancy.blocks;
  int n = snprintf(head, sizeof head, "occupancy, %s → %s: %u block%s → %u block%s per SM",
                   p->d->side[0].label, p->d->side[1].label, a, a == 1 ? "" : "s", b,
                   b == 1 ? "" : "s");
  if (a != b)
    snprintf(head + n, sizeof head - (size_t)n, ", %.3g times %s",
             a > b ? (double)a / b : (double)b / a, a > b ? "fewer" : "as many");
  fputs("  ", p->f);
  wrap(p, head, MARGIN);
}

/* What an SM holds on each side, and what lets no more in. */
static void put_residencies(struct page *p) {
  struct wl_residency now[WL_MAX_SIDES];
  bool known[WL_MAX_SIDES], all = true;
  for (size_t i = 0; i < p->d->sides; i++)
    all &= known[i] = residency_of(&p->d->side[i], &now[i]);
  if (p->d->sides == 2 && all) put_blocks_change(p, now);
  else fputs("  occupancy\n", p->f);
  for (size_t i = 0; i < p->d->sides; i++) {
    char text[384], held[96], limits[64], why[160];
    if (!known[i]) continue;
    const struct wl_sm_field *field = wl_residency_source(&now[i]);
    snprintf(text, sizeof text, "%s; limit: %s, %s [%s]", wl_residency_text(&now[i], held),
             wl_residency_limits(&now[i], limits), wl_residency_why(&now[i], why),
             wl_certainty_names[wl_sm_field_certainty(field, now[i].sm)]);
    fputs("     ", p->f);
    put_side(p, &p->d->side[i], text);
  }
}

static void put_changes(struct page *p) {
  bool any = false, impossible = false;
  fputs("\nWhat changed, and why\n", p->f);
  for (size_t i = 0; i < p->d->sides; i++) {
    const struct wl_diff_side *s = &p->d->side[i];
    if (s->analysis) continue;
    impossible = true;
    fputs("     ", p->f);
    put_side(p, s, "the kernel cannot run there");
  }
  for (size_t i = 0; i < p->d->rows; i++) {
    const struct wl_diff_row *row = &p->d->row[i];
    for (size_t k = 0; k < p->d->sides; k++) any |= put_absent(p, row, k);
    for (size_t to = 0; to < p->d->sides; to++) {
      size_t from;
      struct wl_diff_change c;
      if (!wl_diff_before(p->d, row, to, &from) || !wl_diff_why(p->d, row, from, to, &c)) continue;
      any = true;
      put_change(p, row, from, to);
    }
  }
  bool blocks = blocks_differ(p->d);
  if (blocks) put_residencies(p);
  if (any) return;
  fprintf(p->f, "  nothing%s: every line costs the same%s\n",
          blocks || impossible ? " else" : "",
          impossible ? " where the kernel runs"
          : blocks   ? ""
                     : ", and an SM holds as many blocks");
}

/* Sides that cannot be; the message names the generation. */
static void put_problems(struct page *p) {
  for (size_t i = 0; i < p->d->sides; i++) {
    const struct wl_diff_side *s = &p->d->side[i];
    if (s->analysis) continue;
    fputs("  ", p->f);
    wrap(p, s->problem.what, 2);
  }
}

/* " · cc 8.0 A100 · n=64": what all sides are counted on, and given. */
static void origin_of(const struct page *p, char text[WL_DIFF_WORDS + 80]) {
  const char *gap = p->ascii ? " - " : " · ";
  struct wl_target target;
  char title[WL_TARGET_TEXT];
  bool one = one_target(p->d, &target), with = p->d->with[0];
  snprintf(text, WL_DIFF_WORDS + 80, "%s%s%s%s", one ? gap : "",
           one ? wl_target_title(target, title) : "", with ? gap : "", with ? p->d->with : "");
}

/* What all sides have, behind the `used` cells of a name, or below where it has no room there. */
static void put_origin(struct page *p, size_t used) {
  char text[WL_DIFF_WORDS + 80];
  origin_of(p, text);
  bool behind = used + wl_text_cells(text, strlen(text)) <= WL_PAGE_WIDTH;
  if (behind) fputs(text, p->f);
  putc('\n', p->f);
  if (behind) return;
  fputs("  ", p->f);
  wrap(p, text + strlen(p->ascii ? " - " : " · "), 2);
}

/* The title of a script, and its file. */
static void put_title(struct page *p, bool second) {
  const struct wl_trace *t = trace_of(p->d, second);
  const struct wl_head *head = t ? wl_trace_head(t) : NULL;
  const char *sign = !p->d->scripts ? "" : second ? "> " : "< ";
  size_t indent = strlen(sign), width = WL_PAGE_WIDTH - indent;
  if (head && head->title[0]) {
    fputs(sign, p->f);
    wl_page_fit(p->f, p->ascii, head->title, strlen(head->title), width);
    putc('\n', p->f);
    sign = "  ";
  }
  if (indent) fputs(sign, p->f);
  const char *name = t ? wl_trace_called(t) : "";
  size_t used = indent + wl_page_fit(p->f, p->ascii, name, strlen(name), width);
  if (!p->d->scripts || second) put_origin(p, p->d->scripts ? WL_PAGE_WIDTH : used);
  else putc('\n', p->f);
}

/* What each side runs with, where a column is too narrow for that. */
static void put_settings(struct page *p) {
  bool cut = false;
  for (size_t i = 0; i < p->d->sides; i++) {
    const char *label = p->d->side[i].label;
    cut |= wl_text_cells(label, strlen(label)) > p->column - 1 || p->d->side[i].whole[0];
  }
  if (!cut) return;
  fputs("from left to right:\n", p->f);
  for (size_t i = 0; i < p->d->sides; i++) {
    fputs("  ", p->f);
    wrap(p, p->d->side[i].whole[0] ? p->d->side[i].whole : p->d->side[i].label, 4);
  }
}

bool wl_diff_text(FILE *f, const struct wl_diff *d, bool ascii, struct wl_diag *diag) {
  bool few = d->scripts || d->sides <= 3; /* names of files are long */
  size_t cells = few ? SIDES : WL_PAGE_WIDTH - LABEL - 2, columns = cells / 12;
  if (few) columns = d->scripts ? 2 : 3;
  while (columns > 1 && look_alike(d, cells / columns)) columns /= 2;
  struct page p = {.f = f, .ascii = ascii, .d = d, .column = cells / columns,
                   .columns = columns};
  put_title(&p, false);
  if (d->scripts) put_title(&p, true);
  put_settings(&p);
  put_problems(&p);
  for (size_t first = 0; first < d->sides; first += p.columns) put_block(&p, first);
  for (size_t first = 0; first < d->sides; first += p.columns) {
    put_totals(&p, first);
    put_caches(&p, first);
    put_occupancy(&p, first);
  }
  put_changes(&p);
  return wl_out_finish(f, diag);
}
