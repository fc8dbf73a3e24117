/* Predict, then reveal: the question about the selected step, its answers, and what is shown of
 * the step meanwhile. */
#include "session/predict/predict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/teach/quiz.h"
#include "session/predict/asked_figures.h"
#include "session/predict/open_questions.h"
#include "session/predict/question.h"
#include "session/predict/vote_history.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/why/why.h"
#include "session/why/why_rows.h"
#include "words/figures.h"
#include "words/format.h"

/* Takes the figures out of a step, but for those that give nothing away of what is asked. */
static void cover(const struct wl_session *m, struct wl_step_info *s) {
  const struct wl_question *q = m->poll.state == WL_PREDICT_ASKED ? &m->poll.question : NULL;
  uint8_t kind = s->step.kind;
  if (kind == WL_STEP_BARRIER || kind == WL_STEP_MARK) return; /* they have no figure */
  s->covered = true;
  memset(&s->explain, 0, sizeof s->explain);
  s->estimates = 0;
  s->verdict = (struct wl_verdict){.rule = WL_RULE_NONE};
  snprintf(s->verdict.text, sizeof s->verdict.text, "%s",
           q            ? q->text
           : m->mask.on ? "its figures are hidden"
                        : "hidden: a question about it is still to come");
  s->lanes_covered = m->disclosure.step & WL_HIDES_LANES;
  if (s->lanes_covered) s->step.access.mask = 0;
  if (kind == WL_STEP_ACCESS) {
    bool chosen = q && m->mask.on && m->mask.chosen;
    wl_asked_uncover(wl_session_arch(m), chosen ? wl_asked_leaves(q->asked) : 0, s);
    return;
  }
  memset(s->step.source, 0, sizeof s->step.source);
  memset(s->step.result, 0, sizeof s->step.result);
  s->step.undefined = 0;
}

/* Takes values out of it that tell of what is asked. */
static void silence(const struct wl_session *m, size_t step, struct wl_step_info *s) {
  if (!wl_open_question_before(m, step)) return;
  s->silent = s->step.has_values;
  s->step.has_values = false;
}

/* What is hidden of the selected step: by itself, or for a question that is posed there or still
 * to come. */
static unsigned hidden_of(const struct wl_session *m) {
  const struct wl_poll *p = &m->poll;
  bool open = p->state == WL_PREDICT_ASKED, values = wl_open_question_before(m, m->selected);
  bool figures = open || (!p->here_done && (m->mask.on || (p->state == WL_PREDICT_FREE &&
                                                          wl_open_question_at(m, m->selected))));
  return (figures ? WL_HIDES_FIGURES : 0) | (values ? WL_HIDES_VALUES : 0) |
         (open && p->question.asked == WL_ASK_LANES ? WL_HIDES_LANES : 0);
}

static void disclose(struct wl_session *m) {
  struct wl_disclosure *d = &m->disclosure;
  char open[WL_OPEN_TEXT];
  *d = (struct wl_disclosure){.step = m->mask.on ? WL_HIDES_FIGURES : 0};
  if (wl_session_bare(m)) d->step = hidden_of(m);
  const char *why = wl_open_questions_why(m, open);
  if (d->step & WL_HIDES_FIGURES)
    snprintf(d->why, sizeof d->why, "the figures are hidden: m shows them");
  else if (why) snprintf(d->why, sizeof d->why, "%s", why);
  d->totals = d->source = !d->why[0];
}

void wl_predict_settle(struct wl_session *m) {
  wl_open_questions_find(m);
  disclose(m);
  unsigned hidden = m->disclosure.step;
  if (hidden & WL_HIDES_FIGURES) wl_panel_close(m, WL_PANEL_WHY); /* with the figures */
  m->shown.valid = false;
  if (!wl_session_bare(m)) return;
  m->shown = *wl_session_bare(m);
  silence(m, m->selected, &m->shown);
  if (hidden & WL_HIDES_FIGURES) cover(m, &m->shown);
}

/* Poses what is asked about the step, or what the mask asks by itself. */
static void pose(struct wl_session *m, struct wl_step_info *bare) {
  struct wl_poll *p = &m->poll;
  struct wl_question q;
  char right[WL_ANSWER_TEXT];
  struct wl_source_span place = bare->step.place;
  enum wl_asker found = wl_question_find(m, bare, &q, right);
  if (found && !wl_quiz_reason_holds(&q, &bare->step, wl_session_head(m), right))
    q.because[0] = '\0'; /* the model says why */
  uint64_t setting = wl_question_setting(m);
  uint64_t hash = found ? wl_question_hash(&q) : 0;
  bool same = found && hash == wl_question_hash(&p->question) && wl_same_place(&place, &p->place) &&
              q.choices == p->question.choices && /* that of the mask has none */
              setting == p->setting;
  bool seen = p->here_done && p->step == m->selected;
  if (same && (p->state != WL_PREDICT_FREE || seen) && strcmp(right, p->right) == 0) return;
  *p = (struct wl_poll){.place = place, .setting = setting, .step = m->selected};
  if (!found) return;
  p->here_done = wl_question_is_done_at(m, &place, hash);
  p->question = q;
  p->of_mask = found == WL_ASKER_MASK;
  wl_question_counted(&q, wl_session_arch(m), p->counted);
  memcpy(p->right, right, sizeof p->right);
  for (; p->rows < q.choices; p->rows++)
    memcpy(p->said[p->rows].answer, q.choice[p->rows], sizeof p->said[0].answer);
  if (p->here_done && m->present) wl_ballot_recall(m);
  if (p->here_done) return;
  p->state = WL_PREDICT_ASKED;
  wl_ballot_resume(m);
  m->wave = 0;
  m->playing = false;
  wl_panel_close(m, WL_PANEL_WHY);
  m->slide.fact = m->slide.wanted = 0; /* the answer comes first */
}

void wl_predict_enter(struct wl_session *m) {
  m->spot.valid = false;
  if (wl_step_info_take(m, m->selected, &m->spot)) pose(m, &m->spot);
  wl_predict_settle(m);
}

void wl_predict_lane(struct wl_session *m) {
  if (m->mask.on && !m->poll.here_done) wl_predict_enter(m);
}

void wl_session_go(struct wl_session *m, size_t step) {
  if (step != m->selected) m->slide.wanted = 0;
  m->selected = step;
  m->wave = 0;
  m->waited = 0;
  m->scroll = 0;
  m->wanted.valid = false;
  m->left.at.valid = false;
  m->requests |= WL_REQUEST_DRAW;
  wl_predict_enter(m);
}

/* All is asked again. */
static void renew(struct wl_session *m) {
  m->dones = 0;
  m->answered_times++;
  m->poll = (struct wl_poll){.state = WL_PREDICT_FREE};
}

void wl_question_again(struct wl_session *m) {
  const struct wl_poll *p = &m->poll;
  if (p->state == WL_PREDICT_ASKED || !p->here_done) {
    wl_session_say(m, p->state == WL_PREDICT_ASKED ?
                   "the question is open: Backspace takes an answer back"
                                             : "this step has no question");
    return;
  }
  uint64_t hash = wl_question_hash(&p->question);
  unsigned kept = 0;
  for (unsigned i = 0; i < m->dones; i++)
    if (m->done_list[i].hash != hash || m->done_list[i].flip != m->course.flip.shown ||
        !wl_same_place(&m->done_list[i].place, &p->place))
      m->done_list[kept++] = m->done_list[i];
  m->dones = kept;
  m->answered_times++;
  m->poll = (struct wl_poll){.state = WL_PREDICT_FREE};
  wl_predict_enter(m);
}

static void remember(struct wl_session *m, const struct wl_source_span *place, uint64_t hash) {
  if (wl_question_is_done_at(m, place, hash)) return;
  m->answered_times++;
  if (m->dones == WL_DONE)
    memmove(m->done_list, m->done_list + 1, --m->dones * sizeof m->done_list[0]);
  m->done_list[m->dones++] = (struct wl_done){*place, hash, m->course.flip.shown};
}

void wl_question_give_up(struct wl_session *m, const struct wl_source_span *place) {
  remember(m, place, 0);
  wl_predict_settle(m);
}

void wl_session_mask(struct wl_session *m, bool on) {
  if (on) renew(m);
  m->mask.on = on;
  m->mask.chosen = false;
  m->wave = 0;
  m->playing = false;
  wl_panel_close(m, WL_PANEL_WHY);
  m->requests |= WL_REQUEST_DRAW;
  wl_predict_enter(m); /* what is asked about it may be another question */
}

void wl_mask_ask(struct wl_session *m, unsigned figure) {
  if (!m->mask.on) wl_session_mask(m, true);
  m->mask.chosen = m->mask.was_chosen = true;
  m->mask.figure = (uint8_t)figure;
  m->wave = 0;
  m->playing = false;
  wl_panel_close(m, WL_PANEL_WHY);
  m->requests |= WL_REQUEST_DRAW;
  wl_predict_enter(m);
}

void wl_mask_no_questions(struct wl_session *m, bool off) {
  if (m->mask.on && off) wl_session_mask(m, false);
  m->unasked = off;
  m->asks = !off;
  if (off) m->poll = (struct wl_poll){.state = WL_PREDICT_FREE};
  m->requests |= WL_REQUEST_DRAW;
  wl_predict_enter(m);
}

/* What a row of evidence adds to the figure; 0: nothing, or nobody in particular. */
static unsigned value_of(const struct wl_why_row *row) {
  unsigned value = 0;
  for (const char *d = row->value; *d >= '0' && *d <= '9'; d++)
    value = value * 10 + (unsigned)(*d - '0');
  return row->sum || !row->lanes ? 0 : value;
}

/* Lanes of the row that adds most: those who wait for each other. */
static uint32_t lanes_of_most(const struct wl_why *why) {
  uint32_t lanes = 0;
  unsigned most = 0;
  for (size_t i = 0; i < why->count; i++)
    if (value_of(&why->row[i]) > most) most = value_of(&why->row[i]), lanes = why->row[i].lanes;
  return lanes;
}

/* Whether a sector, or what else the rows count, serves fewer lanes in one row than in another. */
static bool serves_fewer(const struct wl_why_row *a, const struct wl_why_row *b) {
  return wl_lanes_count(a->lanes) * value_of(b) < wl_lanes_count(b->lanes) * value_of(a);
}

/* Lanes that make it more than the least that would do: that many are what serves the most
 * lanes, the others are too many, and what serves no more lanes than these. All, where nothing
 * is too many. */
static uint32_t lanes_beyond(const struct wl_why *why, unsigned ideal) {
  const struct wl_why_row *beyond = NULL; /* of what is too many, what serves the most */
  uint32_t all = 0, lanes = 0;
  for (size_t i = 0; i < why->count; i++) {
    const struct wl_why_row *row = &why->row[i];
    unsigned better = 0; /* in rows that come before it */
    if (!value_of(row)) continue;
    all |= row->lanes;
    for (size_t k = 0; k < why->count; k++)
      if (k < i ? !serves_fewer(&why->row[k], row) : serves_fewer(row, &why->row[k]))
        better += value_of(&why->row[k]);
    if (better >= ideal && (!beyond || serves_fewer(beyond, row))) beyond = row;
  }
  for (size_t i = 0; beyond && i < why->count; i++)
    if (value_of(&why->row[i]) && !serves_fewer(beyond, &why->row[i])) lanes |= why->row[i].lanes;
  return beyond ? lanes : all;
}

/* Lanes that explain the figure that is asked for. */
static uint32_t lanes_of(struct wl_session *m) {
  static const uint8_t figures[] = {[WL_ASK_EXCESS - WL_FIGURES] = WL_SHOW_EXCESS,
                                    [WL_ASK_LANES - WL_FIGURES] = WL_SHOW_LANES,
                                    [WL_ASK_EFFICIENCY - WL_FIGURES] = WL_SHOW_EFFICIENCY};
  const struct wl_question *q = &m->poll.question;
  const struct wl_step *s = &wl_session_bare(m)->step;
  if (wl_asked_of_lane(q))
    return 1u << q->lane | (s->kind == WL_STEP_SHUFFLE ? 1u << s->source[q->lane] : 0);
  if (q->asked == WL_ASK_NOTHING) return 0;
  if (q->asked == WL_ASK_LANES) return s->access.mask;
  struct wl_why why;
  unsigned figure = q->asked < WL_FIGURES ? q->asked : figures[q->asked - WL_FIGURES];
  const struct wl_counts *counts = &wl_session_bare(m)->explain.counts;
  if (!wl_why(m, figure, &why)) return 0;
  if (figure == WL_SECTORS) return lanes_beyond(&why, counts->ideal_sectors);
  if (figure == WL_LINE_COUNT) return lanes_beyond(&why, (counts->ideal_sectors + 3) / 4);
  return lanes_of_most(&why);
}

/* What follows is about the lane that was asked about. */
static void pick_asked(struct wl_session *m) {
  const struct wl_question *q = &m->poll.question;
  if (wl_asked_of_lane(q)) m->lane = q->lane;
}

void wl_question_show(struct wl_session *m) {
  struct wl_poll *p = &m->poll;
  if (p->state != WL_PREDICT_ASKED) return;
  remember(m, &m->poll.place, wl_question_hash(&m->poll.question));
  pick_asked(m);
  p->here_done = true;
  p->state = p->count ? WL_PREDICT_REVEALED : WL_PREDICT_FREE;
  wl_predict_settle(m);
  if (p->count) p->lit = lanes_of(m);
  wl_ballot_end(m);
}

void wl_question_reveal(struct wl_session *m) {
  struct wl_poll *p = &m->poll;
  if (p->state != WL_PREDICT_ASKED) return;
  wl_question_show(m);
  if (p->state == WL_PREDICT_FREE) p->lit = lanes_of(m);
  p->state = WL_PREDICT_REVEALED;
}

void wl_question_say(struct wl_session *m, const char *text) {
  struct wl_poll *p = &m->poll;
  char answer[WL_ANSWER_TEXT];
  unsigned i = 0;
  snprintf(answer, sizeof answer, "%s", text);
  while (i < p->rows && strcmp(p->said[i].answer, answer) != 0) i++;
  if (i == WL_MAX_SAID) {
    wl_session_say(m, "there are too many different answers");
    return;
  }
  if (i == p->rows) snprintf(p->said[p->rows++].answer, WL_ANSWER_TEXT, "%s", answer);
  p->said[i].count++;
  p->count++;
  if (p->lasts == WL_LAST_SAID) memmove(p->last, p->last + 1, --p->lasts);
  p->last[p->lasts++] = (uint8_t)i;
  p->typed[0] = '\0';
  wl_ballot_keep(m);
}

void wl_question_take_back(struct wl_session *m) {
  struct wl_poll *p = &m->poll;
  char text[48];
  if (!p->lasts) {
    wl_session_say(m, p->count ? "no more answers can be taken back" : "there is no answer yet");
    return;
  }
  unsigned i = p->last[--p->lasts];
  p->said[i].count--;
  p->count--;
  while (p->rows > p->question.choices && !p->said[p->rows - 1].count) p->rows--;
  wl_ballot_keep(m);
  snprintf(text, sizeof text, "the last answer is taken back: %u %s left", p->count,
           p->count == 1 ? "is" : "are");
  wl_session_say(m, text);
}

struct wl_answered {
  unsigned count;
  struct wl_done list[];
};

struct wl_answered *wl_answered_take(const struct wl_session *m) {
  size_t size = m->dones * sizeof m->done_list[0];
  struct wl_answered *a = m->dones ? malloc(sizeof *a + size) : NULL;
  if (!a) return NULL;
  a->count = m->dones;
  memcpy(a->list, m->done_list, size);
  return a;
}

void wl_answered_give(struct wl_session *m, const struct wl_answered *a) {
  memcpy(m->done_list, a->list, a->count * sizeof a->list[0]);
  m->dones = a->count;
  m->answered_times++;
  wl_predict_enter(m);
}
