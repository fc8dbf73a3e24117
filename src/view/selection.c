#include "view/selection.h"

#include <stdio.h>
#include <string.h>

#include "view/asked.h"
#include "view/basics.h"
#include "view/pending.h"
#include "view/question.h"
#include "view/state.h"
#include "view/want.h"

void wl_model_go(struct wl_model *m, size_t step) {
  m->selected = step;
  m->wave = 0;
  m->waited = 0;
  m->scroll = 0;
  m->spot.valid = false;
  m->wanted.valid = false;
  m->left.at.valid = false;
  m->wants |= WL_WANT_DRAW;
}

bool wl_spot_take(const struct wl_model *m, size_t step, struct wl_spot *s) {
  if (step >= m->count || !wl_trace_get(m->trace, step, &s->step)) return false;
  const struct wl_arch *arch = wl_model_arch(m);
  memset(&s->explain, 0, sizeof s->explain);
  s->estimates = 0;
  if (s->step.kind == WL_STEP_ACCESS) {
    wl_explain(arch, &s->step.access, &s->explain);
    s->estimates = s->step.by_turns ? UINT32_MAX
                   : wl_figure_estimates(arch, &s->step.access, &s->explain.counts);
  }
  wl_verdict(arch, &s->step, &s->explain, &s->verdict);
  return s->valid = true;
}

const struct wl_spot *wl_model_bare(struct wl_model *m) {
  struct wl_spot *s = &m->spot;
  if (s->valid && !wl_question_is_old(m)) return s;
  if (!wl_spot_take(m, m->selected, s)) return NULL;
  m->mask.cover.valid = false;
  wl_question_arrive(m, s);
  if (m->why && wl_model_masked(m)) m->why = false, m->scroll = 0; /* with the figures */
  return s;
}

/* Another turn or block than the one that is still to be asked about, at the same place. */
static bool is_beside(struct wl_model *m) {
  const struct wl_spot *bare = wl_model_bare(m);
  return bare && m->poll.state == WL_POLL_NONE && !m->poll.here_done &&
         (bare->step.kind == WL_STEP_ACCESS || bare->step.kind == WL_STEP_SHUFFLE ||
          bare->step.kind == WL_STEP_VOTE) &&
         wl_pending_at(m, m->selected, bare->step.place.line, bare->step.place.column);
}

bool wl_model_masked(struct wl_model *m) {
  wl_model_bare(m); /* brings the question up to date */
  return m->poll.state == WL_POLL_OPEN || (m->mask.on && !m->poll.here_done) || is_beside(m);
}

bool wl_model_unanswered(struct wl_model *m) {
  const struct wl_spot *bare = wl_model_bare(m);
  if (!bare || !m->mask.on || m->mask.chosen) return wl_model_masked(m);
  return wl_pending_at(m, m->selected, bare->step.place.line, bare->step.place.column);
}

struct wl_sum wl_model_line_sum(const struct wl_model *m, const struct wl_step *s) {
  size_t count = 0;
  bool whole = m->analysis && m->trace == m->knobs.shown;
  const struct wl_line_cost *line = whole ? wl_analysis_lines(m->analysis, &count) : NULL;
  for (size_t i = 0; i < count && s->kind == WL_STEP_ACCESS; i++)
    if (line[i].line == s->place.line) return line[i].sum[s->access.space][s->access.op];
  return (struct wl_sum){.instructions = 0};
}

const struct wl_analysis *wl_model_costs(struct wl_model *m) {
  return wl_model_masked(m) ? NULL : m->analysis;
}

/* The step as the script made it, without what the hardware makes of it, where that is hidden, and
 * without values that tell of what is asked. */
static const struct wl_spot *cover_of(struct wl_model *m, const struct wl_spot *bare) {
  struct wl_spot *cover = &m->mask.cover;
  uint8_t kind = bare->step.kind;
  bool covered = wl_model_masked(m), silent = wl_pending_values(m, m->selected);
  if (!covered && !silent) return bare;
  if (cover->valid && m->mask.covers == covered && m->mask.silent == silent) return cover;
  *cover = *bare;
  m->mask.covers = covered;
  m->mask.silent = silent;
  cover->silent = silent && bare->step.has_values;
  if (silent) cover->step.has_values = false;
  if (!covered) return cover;
  if (kind == WL_STEP_BARRIER || kind == WL_STEP_MARK) return cover; /* they have no figure */
  cover->covered = true;
  memset(&cover->explain, 0, sizeof cover->explain);
  cover->estimates = 0;
  cover->verdict = (struct wl_verdict){.rule = WL_RULE_NONE};
  snprintf(cover->verdict.text, sizeof cover->verdict.text, "%s",
           m->poll.state == WL_POLL_OPEN ? m->poll.question.text
           : m->mask.on                  ? "its figures are hidden"
                                         : "hidden: a question about it is still to come");
  cover->lanes_covered = m->poll.state == WL_POLL_OPEN && m->poll.question.asked == WL_ASK_LANES;
  if (cover->lanes_covered) cover->step.access.mask = 0;
  if (kind == WL_STEP_ACCESS) {
    const struct wl_question *q = &m->poll.question;
    bool chosen = m->poll.state == WL_POLL_OPEN && m->mask.on && m->mask.chosen;
    wl_asked_uncover(wl_model_arch(m), chosen ? wl_asked_leaves(q->asked) : 0, cover);
    return cover;
  }
  memset(cover->step.source, 0, sizeof cover->step.source);
  memset(cover->step.result, 0, sizeof cover->step.result);
  cover->step.undefined = 0;
  return cover;
}

const struct wl_spot *wl_model_spot(struct wl_model *m) {
  const struct wl_spot *s = wl_model_bare(m);
  return s ? cover_of(m, s) : s;
}
