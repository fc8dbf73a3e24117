#include "session/state/selection.h"

#include <stdio.h>
#include <string.h>

#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"

bool wl_step_info_take(const struct wl_session *m, size_t step, struct wl_step_info *s) {
  if (step >= m->count || !wl_trace_get(m->trace, step, &s->step)) return false;
  const struct wl_arch *arch = wl_session_arch(m);
  memset(&s->explain, 0, sizeof s->explain);
  s->estimates = s->uncovered = 0;
  s->covered = s->lanes_covered = s->silent = false;
  s->basic = wl_trace_lesson(m->trace)->level == 1;
  if (s->step.kind == WL_STEP_ACCESS) {
    wl_explain(arch, &s->step.access, &s->explain);
    s->estimates = s->step.by_turns ? UINT32_MAX
                   : wl_figure_estimates(arch, &s->step.access, &s->explain.counts);
  }
  wl_verdict(arch, &s->step, &s->explain, &s->verdict);
  return s->valid = true;
}

const struct wl_step_info *wl_session_bare(const struct wl_session *m) {
  return m->spot.valid ? &m->spot : NULL;
}

const struct wl_step_info *wl_session_spot(const struct wl_session *m) {
  return m->shown.valid ? &m->shown : NULL;
}

bool wl_session_masked(const struct wl_session *m) { return m->disclosure.step & WL_HIDES_FIGURES; }

bool wl_view_hidden(const struct wl_session *m, unsigned view) {
  bool lanes = view == WL_VIEW_LANES && m->disclosure.step & WL_HIDES_LANES;
  return wl_session_masked(m) && (lanes || !wl_views[view].open);
}

struct wl_sum wl_session_line_sum(const struct wl_session *m, const struct wl_step *s) {
  size_t count = 0;
  bool whole = m->analysis && m->trace == m->knobs.shown;
  const struct wl_line_cost *line = whole ? wl_analysis_lines(m->analysis, &count) : NULL;
  for (size_t i = 0; i < count && s->kind == WL_STEP_ACCESS; i++)
    if (line[i].line == s->place.line) return line[i].sum[s->access.space][s->access.op];
  return (struct wl_sum){.instructions = 0};
}

const struct wl_analysis *wl_session_costs(const struct wl_session *m) {
  return m->disclosure.totals ? m->analysis : NULL;
}
