/* Why a source line costs what it does: the instructions that it made, added up. */
#include <stdio.h>
#include <string.h>

#include "core/analysis/costs.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/format.h"

static const struct { const char *title, *help, *name; } figures[WL_LINE_FIGURES] = {
  [WL_LINE_REQUESTS] = {"requests of the line", "requests of the line over the whole grid",
                        "every warp, every time that it comes here"},
  [WL_LINE_COST] = {"cost of the line", "what the line costs over the whole grid",
                    "sectors where memory moves them, else wavefronts"},
  [WL_LINE_EXCESS] = {"excess of the line", "cost of the line above the ideal",
                      "cost above the ideal, added up"},
  [WL_LINE_SHARE] = {"share of the line", "the line's share of the cost of all lines",
                     "the line's cost, by that of all lines"},
};

/* The cost and the least that would do of one kind of access. */
static uint64_t cost_of(const struct wl_sum *sum, enum wl_space s, bool ideal) {
  return sum->value[ideal ? wl_ideal_figure(s) : wl_main_figure(s)];
}

static uint64_t value_of(const struct wl_sum *sum, enum wl_space s, unsigned n) {
  uint64_t cost = cost_of(sum, s, false), ideal = cost_of(sum, s, true);
  return n == WL_LINE_REQUESTS ? sum->value[WL_REQUESTS]
       : n == WL_LINE_EXCESS   ? (cost > ideal ? cost - ideal : 0)
                               : cost;
}

/* Whether it can be said of a kind of access: neither can be of unknown figures. */
static bool is_known(const struct wl_arch *arch, const struct wl_sum *sum, enum wl_space s,
                     enum wl_op op, unsigned n) {
  enum wl_figure f = n == WL_LINE_REQUESTS ? WL_REQUESTS
                     : n == WL_LINE_EXCESS ? WL_EXCESS : wl_main_figure(s);
  return wl_sum_meaning(arch, s, op, sum, f) == WL_KNOWN;
}

static void add_kind(const struct wl_arch *arch, const struct wl_sum *sum, enum wl_space s,
                     enum wl_op op, unsigned n, struct wl_why *w) {
  char count[28], requests[28];
  struct wl_why_row *row = wl_why_add(w, 0, -1, "%s %s", wl_space_names[s], wl_op_names[op]);
  enum wl_figure main = wl_main_figure(s);
  wl_why_say(row, "%s instructions, %s requests", wl_format_count(sum->instructions, count),
             wl_format_count(sum->value[WL_REQUESTS], requests));
  if (!is_known(arch, sum, s, op, n == WL_LINE_EXCESS ? WL_LINE_COST : n)) {
    wl_why_say(row, ": how many %s is not known", wl_figure_title(arch, main, s, op));
  } else if (n != WL_LINE_REQUESTS) {
    wl_why_say(row, ": %s ", wl_format_count(cost_of(sum, s, false), count));
    wl_why_say(row, "%s, ideal %s", wl_figure_title(arch, main, s, op),
               wl_format_count(cost_of(sum, s, true), count));
  }
  if (is_known(arch, sum, s, op, n)) wl_format_count(value_of(sum, s, n), count);
  else snprintf(count, sizeof count, "?");
  memcpy(row->value, count, sizeof row->value - 1);
}

/* The line of the selected step; `all`: what all lines cost. */
static const struct wl_line_cost *line_of(struct wl_session *m, uint64_t *all) {
  size_t count = 0;
  const struct wl_analysis *costs = wl_session_costs(m);
  const struct wl_line_cost *lines = costs ? wl_analysis_lines(costs, &count) : NULL, *here = NULL;
  *all = 0;
  for (size_t i = 0; i < count; i++) {
    if (lines[i].line == wl_session_spot(m)->step.place.line) here = &lines[i];
    for (enum wl_space s = 0; s < WL_SPACES; s++)
      for (enum wl_op op = 0; op < WL_OPS; op++)
        *all += cost_of(&lines[i].sum[s][op], s, false);
  }
  return here;
}

/* The rule of the selected instruction stands for those of the line. */
static void find_rule(struct wl_session *m, unsigned n, struct wl_why *w) {
  const struct wl_step_info *s = wl_session_spot(m);
  enum wl_space space = (enum wl_space)s->step.access.space;
  unsigned figure = n == WL_LINE_REQUESTS ? WL_REQUESTS : (unsigned)wl_main_figure(space);
  unsigned rule = s->explain.rule[figure];
  snprintf(w->sentence, sizeof w->sentence,
           "Each instruction is counted by its own rule, and all that ran are added up, whether "
           "they are kept for the screen or not. The selected one: %s.", wl_rules[rule].name);
  w->made = (struct wl_rule){figures[n].name, w->sentence, WL_DERIVED, wl_rules[rule].source, 0};
  w->rule = &w->made;
  w->certainty = wl_rule_certainty((enum wl_rule_id)rule, wl_session_arch(m));
}

bool wl_why_line(struct wl_session *m, unsigned n, struct wl_why *w) {
  const struct wl_step *step = &wl_session_spot(m)->step;
  bool whole = m->view == WL_VIEW_SOURCE; /* all kinds of access together */
  uint64_t all, sum = 0;
  bool known = true;
  const struct wl_line_cost *here = line_of(m, &all);
  char count[28];
  if (!here || step->kind != WL_STEP_ACCESS || (n == WL_LINE_SHARE && !whole)) return false;
  w->title = figures[n].title;
  w->help = figures[n].help;
  find_rule(m, n, w);
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) {
      const struct wl_sum *kind = &here->sum[s][op];
      if (!kind->instructions || (!whole && (s != step->access.space || op != step->access.op)))
        continue;
      add_kind(wl_session_arch(m), kind, s, op, n, w);
      sum += value_of(kind, s, n);
      known &= is_known(wl_session_arch(m), kind, s, op, n);
    }
  if (!known) {
    snprintf(w->value, sizeof w->value, "?");
    w->rule = &wl_rules[WL_RULE_UNKNOWN];
    w->certainty = w->rule->certainty;
    return true;
  }
  wl_format_count(sum, count);
  if (n == WL_LINE_SHARE) snprintf(w->value, sizeof w->value, "%.0f %%",
                                   all ? 100 * (double)sum / (double)all : 0);
  else snprintf(w->value, sizeof w->value, "%.23s", count);
  char text[64];
  if (n == WL_LINE_SHARE) snprintf(text, sizeof text, "%s of ", count);
  else snprintf(text, sizeof text, "line %u%s", step->place.line, whole ? "" : ", this kind");
  if (n == WL_LINE_SHARE)
    strncat(text, wl_format_count(all, count), sizeof text - strlen(text) - 1);
  wl_why_sum(w, text);
  return true;
}
