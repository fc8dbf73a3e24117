#include "view/question.h"

#include <stdio.h>
#include <string.h>

#include "core/quiz.h"
#include "view/asked.h"
#include "view/ballot.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/state.h"

static const uint64_t no_hash = 0xcbf29ce484222325u; /* FNV-1a */

static uint64_t add_number(uint64_t h, uint64_t n) { return (h ^ n) * 0x100000001b3u; }

static uint64_t add_text(uint64_t h, const char *s) {
  for (; *s; s++) h = add_number(h, (unsigned char)*s);
  return add_number(h, 0);
}

static uint64_t hash_of(const struct wl_question *q) {
  return add_number(add_text(no_hash, q->text), q->asked);
}

/* Of all that users can change: what was said with one setting was not said of another. */
static uint64_t setting_of(const struct wl_model *m) {
  const struct wl_arch *arch = wl_model_arch(m);
  const struct wl_head *head = wl_model_head(m);
  uint64_t h = add_text(add_text(no_hash, arch->cc), arch->mode);
  for (unsigned i = 0; head && i < head->params; i++) h = add_text(h, head->param[i].value);
  for (unsigned i = 0; head && i < 3; i++)
    h = add_number(add_number(h, head->grid[i]), head->block[i]);
  for (unsigned i = 0; head && i < head->arrays; i++)
    h = add_number(add_number(h, head->array[i].type.scalar), head->array[i].type.components);
  return add_number(h, m->laid_out);
}

static bool same_place(const struct wl_place *a, const struct wl_place *b) {
  return a->line == b->line && a->column == b->column && a->end_column == b->end_column;
}

static bool is_done(const struct wl_model *m, const struct wl_place *place, uint64_t hash) {
  for (unsigned i = 0; i < m->dones; i++) {
    const struct wl_done *d = &m->done_list[i];
    bool same = d->hash == hash && d->flip == wl_flip_shown(&m->course.flip);
    if (same && same_place(&d->place, place)) return true;
  }
  return false;
}

bool wl_question_is_done(const struct wl_model *m, uint32_t line, const struct wl_question *q) {
  uint64_t hash = hash_of(q);
  unsigned flip = wl_flip_shown(&m->course.flip);
  for (unsigned i = 0; i < m->dones; i++) {
    const struct wl_done *d = &m->done_list[i];
    if (d->hash == hash && d->flip == flip && d->place.line == line) return true;
  }
  return false;
}

bool wl_question_was_at(const struct wl_model *m, uint32_t line, uint32_t column) {
  unsigned flip = wl_flip_shown(&m->course.flip);
  for (unsigned i = 0; i < m->dones; i++) {
    const struct wl_done *d = &m->done_list[i];
    if (d->flip == flip && d->place.line == line && d->place.column == column) return true;
  }
  return false;
}

static bool is_right(const struct wl_model *m, const struct wl_spot *s,
                     const struct wl_question *q, char right[WL_ANSWER_TEXT]) {
  return wl_quiz_right(q, &s->step, &s->explain.counts, wl_model_arch(m), right);
}

/* What the mask asks by itself: what the step costs, or what the picked lane gets. */
static bool ask_of_mask(struct wl_model *m, const struct wl_step *s, struct wl_question *q) {
  *q = (struct wl_question){.array = WL_NO_ARRAY, .asked = WL_ASK_RESULT, .lane = (uint8_t)m->lane};
  if (s->kind != WL_STEP_ACCESS) {
    snprintf(q->text, sizeof q->text, "What does lane %u get?", m->lane);
    return s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE;
  }
  const struct wl_arch *arch = wl_model_arch(m);
  q->asked = (uint8_t)wl_figure_telling(arch, &s->access);
  wl_asked_text(arch, &s->access, q->asked, q->text);
  return true;
}

bool wl_question_is_old(const struct wl_model *m) {
  return m->mask.on && !m->poll.here_done && m->poll.lane != m->lane;
}

/* The question for a figure that somebody chose. */
static bool ask_for(struct wl_model *m, const struct wl_spot *bare, unsigned figure,
                    struct wl_question *q, char right[WL_ANSWER_TEXT]) {
  const struct wl_step *s = &bare->step;
  *q = (struct wl_question){.array = WL_NO_ARRAY, .asked = (uint8_t)figure};
  if (s->kind != WL_STEP_ACCESS) return false;
  wl_asked_text(wl_model_arch(m), &s->access, figure, q->text);
  return is_right(m, bare, q, right);
}

bool wl_question_can(struct wl_model *m, const struct wl_spot *bare, unsigned figure) {
  struct wl_question q;
  char right[WL_ANSWER_TEXT];
  return ask_for(m, bare, figure, &q, right);
}

enum asker { NOBODY, SOMEBODY, MASK };

/* Who asks about the step: what was chosen, the kernel, its line, or the mask. */
static enum asker find(struct wl_model *m, const struct wl_spot *bare, struct wl_question *q,
                       char right[WL_ANSWER_TEXT]) {
  const struct wl_head *head = wl_model_head(m);
  const struct wl_step *s = &bare->step;
  if (!m->asks && !m->mask.on) return NOBODY;
  if (m->mask.on && m->mask.chosen && ask_for(m, bare, m->mask.figure, q, right)) return SOMEBODY;
  const struct wl_question *own = wl_trace_question(m->trace, s);
  if (own) *q = *own;
  if (own && is_right(m, bare, q, right)) return SOMEBODY;
  for (unsigned i = 0; head && i < head->questions; i++) {
    *q = head->question[i];
    if (q->line == s->place.line && is_right(m, bare, q, right)) return SOMEBODY;
  }
  return m->mask.on && ask_of_mask(m, s, q) && is_right(m, bare, q, right) ? MASK : NOBODY;
}

uint64_t wl_question_said(struct wl_model *m, size_t step, char right[WL_ANSWER_TEXT]) {
  struct wl_spot t = {.valid = true};
  struct wl_question q;
  uint64_t hash = no_hash;
  right[0] = '\0';
  if (!wl_trace_get(m->trace, step, &t.step)) return hash;
  if (t.step.kind == WL_STEP_MARK) return add_text(hash, t.step.text);
  if (t.step.kind == WL_STEP_ACCESS)
    wl_count(wl_model_arch(m), &t.step.access, &t.explain.counts);
  else
    for (int lane = 0; lane < WL_LANES; lane++) hash = add_number(hash, t.step.source[lane]);
  return find(m, &t, &q, right) ? add_number(hash, hash_of(&q)) : hash;
}

bool wl_question_at(struct wl_model *m, size_t step) {
  const struct wl_head *head = wl_model_head(m);
  struct wl_step s;
  struct wl_counts counts = {0};
  char right[WL_ANSWER_TEXT];
  bool asked;
  if (!m->asks || !wl_trace_glance(m->trace, step, &s, &asked)) return false;
  for (unsigned i = 0; !asked && head && i < head->questions; i++) {
    const struct wl_question *q = &head->question[i];
    if (q->line != s.place.line || !wl_trace_get(m->trace, step, &s)) continue;
    if (is_done(m, &s.place, hash_of(q))) continue; /* in a loop once, not in every turn */
    if (s.kind == WL_STEP_ACCESS) wl_count(wl_model_arch(m), &s.access, &counts);
    asked = wl_quiz_right(q, &s, &counts, wl_model_arch(m), right);
  }
  return asked;
}

void wl_question_arrive(struct wl_model *m, struct wl_spot *bare) {
  struct wl_poll *p = &m->poll;
  struct wl_question q;
  char right[WL_ANSWER_TEXT];
  struct wl_place place = bare->step.place;
  enum asker found = find(m, bare, &q, right);
  if (found && !wl_quiz_reason_holds(&q, &bare->step, wl_model_head(m), right))
    q.because[0] = '\0'; /* the model says why */
  uint64_t setting = setting_of(m);
  bool same = found && hash_of(&q) == hash_of(&p->question) && same_place(&place, &p->place) &&
              q.choices == p->question.choices && /* that of the mask has none */
              setting == p->setting;
  p->lane = (uint8_t)m->lane; /* of a question that goes on, too */
  if (same && p->state == WL_POLL_OPEN && strcmp(right, p->right) == 0) return; /* goes on */
  if (same && p->state == WL_POLL_SHOWN && strcmp(right, p->right) == 0) return;
  *p = (struct wl_poll){.place = place, .setting = setting, .lane = p->lane};
  if (!found) return;
  p->here_done = is_done(m, &place, hash_of(&q));
  p->question = q;
  p->of_mask = found == MASK;
  wl_question_counted(&q, wl_model_arch(m), p->counted);
  memcpy(p->right, right, sizeof p->right);
  for (; p->rows < q.choices; p->rows++)
    memcpy(p->said[p->rows].answer, q.choice[p->rows], sizeof p->said[0].answer);
  if (p->here_done && m->present) wl_ballot_recall(m);
  if (p->here_done) return;
  p->state = WL_POLL_OPEN;
  wl_ballot_resume(m);
  m->wave = 0;
  if (m->why) m->scroll = 0;
  m->playing = m->why = false;
}

void wl_question_renew(struct wl_model *m) {
  m->dones = 0;
  m->answered_times++;
  m->poll = (struct wl_poll){.state = WL_POLL_NONE};
}

void wl_question_again(struct wl_model *m) {
  const struct wl_poll *p = &m->poll;
  if (p->state == WL_POLL_OPEN || !p->here_done) {
    wl_model_say(m, p->state == WL_POLL_OPEN ? "the question stands: Backspace takes an answer back"
                                             : "nothing was asked about this step");
    return;
  }
  uint64_t hash = hash_of(&p->question);
  unsigned kept = 0;
  for (unsigned i = 0; i < m->dones; i++)
    if (m->done_list[i].hash != hash || m->done_list[i].flip != wl_flip_shown(&m->course.flip) ||
        !same_place(&m->done_list[i].place, &p->place))
      m->done_list[kept++] = m->done_list[i];
  m->dones = kept;
  m->answered_times++;
  m->poll = (struct wl_poll){.state = WL_POLL_NONE};
  m->spot.valid = false;
}

static void remember(struct wl_model *m, const struct wl_place *place, uint64_t hash) {
  if (is_done(m, place, hash)) return;
  m->answered_times++;
  if (m->dones == WL_DONE)
    memmove(m->done_list, m->done_list + 1, --m->dones * sizeof m->done_list[0]);
  m->done_list[m->dones++] = (struct wl_done){*place, hash, wl_flip_shown(&m->course.flip)};
}

void wl_question_done(struct wl_model *m) {
  remember(m, &m->poll.place, hash_of(&m->poll.question));
}

void wl_question_give_up(struct wl_model *m, const struct wl_place *place) {
  remember(m, place, no_hash);
}
