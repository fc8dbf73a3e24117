#include "view/bookmark_asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/head.h"
#include "core/text.h"
#include "core/trace.h"
#include "view/asked.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/lesson.h"
#include "view/mask.h"
#include "view/pending.h"
#include "view/question.h"
#include "view/reply.h"
#include "view/said.h"
#include "view/selection.h"
#include "view/set.h"
#include "view/state.h"
#include "view/veil.h"
#include "view/want.h"

bool wl_get_mask(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", "");
  return m->mask.on && !m->mask.chosen;
}

bool wl_put_mask(struct wl_model *m, const char *text, struct wl_diag *d) {
  (void)text, (void)d;
  wl_model_mask(m, true);
  return true;
}

bool wl_get_no_questions(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", "");
  return m->unasked;
}

bool wl_put_no_questions(struct wl_model *m, const char *text, struct wl_diag *d) {
  (void)text, (void)d;
  wl_mask_no_questions(m, true);
  return true;
}

bool wl_get_ask(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%s", wl_figure_key(m->mask.figure));
  return m->mask.on && m->mask.chosen;
}

bool wl_put_ask(struct wl_model *m, const char *text, struct wl_diag *d) {
  return wl_mask_ask_named(m, text, d);
}

enum asked { ASKED, TOLD, ANSWERED, SHOWN };
static const char *const asked_names[] = {"asked", "told", "answered", "shown"};

/* Whether somebody has answered a question about one lane, or begins to. */
static bool is_of_lane(struct wl_model *m) {
  const struct wl_poll *p = &m->poll;
  return wl_model_bare(m) && wl_asked_of_lane(&p->question) &&
         (p->here_done || p->count || p->typed[0]);
}

bool wl_get_lane(struct wl_model *m, char *text, size_t size) {
  snprintf(text, size, "%u", m->lane);
  return m->lane > 0 || is_of_lane(m); /* an answer picks one */
}

/* What the mask asks is about the lane that is picked then. */
bool wl_get_asked_lane(struct wl_model *m, char *text, size_t size) {
  bool asked = is_of_lane(m) && m->poll.of_mask;
  snprintf(text, size, "%u", m->poll.question.lane);
  return asked && m->poll.question.lane > 0;
}

/* Whether the question about its place, which has been seen elsewhere, would hide the step at
 * first. */
static bool is_open_beside(struct wl_model *m) {
  const struct wl_spot *s = wl_model_bare(m);
  return s && m->poll.state == WL_POLL_NONE && m->asks &&
         wl_question_was_at(m, s->step.place.line, s->step.place.column);
}

bool wl_get_question(struct wl_model *m, char *text, size_t size) {
  bool masked = wl_model_masked(m);
  const struct wl_poll *p = &m->poll;
  enum asked a = masked                     ? ASKED
               : p->state == WL_POLL_SHOWN ? TOLD
               : p->lit                    ? ANSWERED
                                           : SHOWN;
  snprintf(text, size, "%s", asked_names[a]);
  if (masked) return !m->mask.on;
  return p->here_done || (!m->mask.on && is_open_beside(m));
}

bool wl_put_question(struct wl_model *m, const char *text, struct wl_diag *d) {
  enum asked a = ASKED;
  while (a < SHOWN && strcmp(text, asked_names[a]) != 0) a++;
  wl_model_pose(m, true);
  wl_model_bare(m);
  if (m->poll.state != WL_POLL_OPEN && wl_model_masked(m) && (a == ASKED || a == SHOWN)) {
    if (a == SHOWN) wl_question_give_up(m, &wl_model_bare(m)->step.place);
    m->wants |= WL_WANT_DRAW;
    return true;
  }
  if (m->poll.state != WL_POLL_OPEN && a == SHOWN && is_open_beside(m)) return true; /* by --seen */
  if (m->poll.state != WL_POLL_OPEN) {
    wl_diag_fail(d, WL_USAGE, "--question=%s: no question stands at step %zu", text, m->selected);
    return wl_diag_hint(d, "--step has the number of one that the script asks about");
  }
  if (a == SHOWN) wl_question_show(m);
  else if (a != ASKED) wl_question_reveal(m);
  if (a == ANSWERED || a == SHOWN) m->poll.state = WL_POLL_NONE;
  m->wants |= WL_WANT_DRAW;
  return true;
}

/* Adds the number of a step to a list, once. */
static size_t add_seen(char *text, size_t size, size_t used, size_t step) {
  char *end = text;
  for (const char *s = text; used && *s; s = *end ? end + 1 : end)
    if (strtoul(s, &end, 10) == step) return used;
  if (used + WL_TEXT_NUMBER + 2 >= size) return used;
  return used + (size_t)snprintf(text + used, size - used, "%s%zu", used ? "," : "", step);
}

/* The first step of a line, as far as one is looked for; the number of steps: there is none. */
static size_t first_of(const struct wl_model *m, uint32_t line) {
  enum { SEARCH = 16384 };
  struct wl_step s;
  size_t step = 0;
  while (step < SEARCH && wl_trace_glance(m->trace, step, &s, NULL) && s.place.line != line) step++;
  return step < SEARCH ? step : m->count;
}

/* The steps of questions that were answered or given up, but for the selected one; "none" where
 * that says, and nothing else would, that the script's questions are posed. */
bool wl_get_seen(struct wl_model *m, char *text, size_t size) {
  char state[16];
  const struct wl_stops *l = wl_lesson(m);
  const struct wl_head *head = wl_model_head(m);
  struct wl_step s, here = {.kind = WL_STEP_MARK};
  size_t used = 0;
  wl_get_question(m, state, sizeof state); /* what notices that the step is another one */
  bool beside = !m->poll.here_done && is_open_beside(m);
  if (!wl_model_empty(m)) wl_trace_get(m->trace, m->selected, &here);
  for (unsigned i = 0; m->asks && i < l->count; i++) {
    size_t step = l->stop[i].step;
    bool asked = l->stop[i].asked && wl_trace_get(m->trace, step, &s);
    const struct wl_question *q = asked ? wl_trace_question(m->trace, &s) : NULL;
    bool same = asked && wl_same_place(&s.place, &here.place);
    if (!asked || step == m->selected || (same && !beside)) continue; /* --question has it */
    if (q && wl_question_is_done(m, s.place.line, q)) used = add_seen(text, size, used, step);
  }
  for (unsigned i = 0; m->asks && head && i < head->questions; i++) {
    const struct wl_question *of = &head->question[i];
    size_t step = wl_question_is_done(m, of->line, of) ? first_of(m, of->line) : m->count;
    if (step < m->count && step != m->selected) used = add_seen(text, size, used, step);
  }
  if (used) return true;
  snprintf(text, size, "none");
  bool hides = m->asks && (wl_pending_any(m) || wl_veil_changes(m));
  return hides && !m->mask.on && !wl_get_question(m, state, sizeof state);
}

bool wl_put_seen(struct wl_model *m, const char *text, struct wl_diag *d) {
  size_t here = m->selected;
  unsigned lane = m->lane;
  wl_model_pose(m, true);
  bool more = strcmp(text, "none") != 0;
  for (const char *s = text; more;) {
    char *end;
    unsigned long step = strtoul(s, &end, 10);
    bool there = *s >= '0' && *s <= '9' && (*end == ',' || !*end) && step < m->count;
    if (there) wl_model_go(m, step), wl_model_bare(m);
    if (!there || m->poll.state != WL_POLL_OPEN) {
      wl_model_go(m, here);
      m->lane = lane;
      wl_diag_fail(d, WL_USAGE, "--seen=%.40s: no question stands at '%.20s'", text, s);
      return wl_diag_hint(d, "it lists steps that the script asks about, or is 'none'");
    }
    wl_question_show(m);
    m->poll.state = WL_POLL_NONE;
    more = *end == ',';
    s = end + 1;
  }
  wl_model_go(m, here);
  m->lane = lane;
  m->wants |= WL_WANT_DRAW;
  return true;
}

bool wl_get_answers(struct wl_model *m, char *text, size_t size) {
  char state[16]; /* asked first: it is what notices that the step is another one */
  bool here = wl_get_question(m, state, sizeof state) || m->poll.state == WL_POLL_OPEN;
  return here && (m->poll.here_done || m->poll.state != WL_POLL_NONE) &&
         wl_said_write(m, text, size);
}

bool wl_get_choice(struct wl_model *m, char *text, size_t size) {
  char state[16];
  wl_get_question(m, state, sizeof state); /* as above */
  return wl_said_choice(m, text, size);
}
