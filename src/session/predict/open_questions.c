#include "session/predict/open_questions.h"

#include <stdio.h>

#include "core/teach/quiz.h"
#include "session/predict/question.h"
#include "session/predict/script_stops.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

enum { SEARCH = 16384 }; /* most steps looked at to find an exchange */

/* Whether the step and the generation have an answer to it: else it is never posed. */
static bool is_posed(const struct wl_session *m, const struct wl_step *s,
                     const struct wl_question *q) {
  struct wl_counts counts = {0};
  char right[WL_ANSWER_TEXT];
  if (s->kind == WL_STEP_ACCESS) wl_count(wl_session_arch(m), &s->access, &counts);
  return wl_quiz_right(q, s, &counts, wl_session_arch(m), right);
}

/* What the kernel asks about a step. */
static void add_step(const struct wl_session *m, struct wl_open_questions *o, size_t step) {
  struct wl_step s;
  if (!wl_trace_get(m->trace, step, &s)) return;
  const struct wl_question *q = wl_trace_question(m->trace, &s);
  if (!q || wl_question_is_done(m, s.place.line, q) || !is_posed(m, &s, q)) return;
  bool exchange = q->asked == WL_ASK_RESULT || q->asked == WL_ASK_SOURCE;
  if (exchange && step < o->exchange) o->exchange = step;
  if (o->count == WL_OPEN_QUESTIONS) return;
  o->about[o->count].line = s.place.line;
  o->about[o->count++].array = q->array;
}

/* While all figures are hidden every result is asked for: the first exchange, or where it is no
 * longer looked for. */
static void find_exchange(const struct wl_session *m, struct wl_open_questions *o) {
  struct wl_step s;
  size_t i = 0;
  for (; i < SEARCH && i < m->count && wl_trace_glance(m->trace, i, &s, NULL); i++)
    if (s.kind == WL_STEP_SHUFFLE || s.kind == WL_STEP_VOTE) break;
  if (i < m->count && i < o->exchange) o->exchange = i;
}

void wl_open_questions_find(struct wl_session *m) {
  struct wl_open_questions *o = &m->open;
  struct wl_open_questions now = {
    .exchange = SIZE_MAX, .trace = m->trace, .arch = wl_session_arch(m), .steps = m->count,
    .answered = m->answered_times, .variant = m->course.flip.shown,
    .poses = m->asks, .hides = m->mask.on, .runs = m->of > 0};
  bool same = o->trace == now.trace && o->arch == now.arch && o->steps == now.steps &&
              o->answered == now.answered && o->variant == now.variant &&
              o->poses == now.poses && o->hides == now.hides && o->runs == now.runs;
  if (same) return;
  *o = now;
  if (m->asks) {
    const struct wl_stops *l = wl_lesson(m);
    for (unsigned i = 0; i < l->count; i++)
      if (l->stop[i].asked) add_step(m, o, l->stop[i].step);
  }
  if (m->mask.on) find_exchange(m, o);
}

bool wl_open_question_at(const struct wl_session *m, size_t step) {
  const struct wl_open_questions *o = &m->open;
  struct wl_step s;
  bool about = o->count == WL_OPEN_QUESTIONS;
  if (!o->count || !wl_trace_glance(m->trace, step, &s, NULL)) return false;
  for (unsigned i = 0; i < o->count && !about; i++)
    about = o->about[i].line == s.place.line &&
            (o->about[i].array == WL_NO_ARRAY ||
             (wl_trace_get(m->trace, step, &s) && o->about[i].array == s.array));
  bool has_figures = s.kind == WL_STEP_ACCESS || s.kind == WL_STEP_SHUFFLE ||
                     s.kind == WL_STEP_VOTE;
  return about && has_figures && !wl_question_given_up(m, s.place.line);
}

bool wl_open_question_before(const struct wl_session *m, size_t step) {
  return step > m->open.exchange;
}

const char *wl_open_questions_why(const struct wl_session *m, char text[WL_OPEN_TEXT]) {
  const struct wl_open_questions *o = &m->open;
  /* while a script runs that asks, what about is not known before its end */
  bool runs = m->asks && m->of && m->trace && wl_trace_words(m->trace)->asks;
  if (o->hides) snprintf(text, WL_OPEN_TEXT, "answer first: every step asks; Z: no more questions");
  else if (runs && !o->count)
    snprintf(text, WL_OPEN_TEXT, "the script still runs: what it asks is still to come");
  else if (o->count)
    snprintf(text, WL_OPEN_TEXT, "answer first: line %u asks; Z: no more questions",
             o->about[0].line);
  else return NULL;
  return text;
}
