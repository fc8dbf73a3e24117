#include "session/predict/question.h"

#include <stdio.h>
#include <string.h>

#include "core/teach/quiz.h"
#include "session/predict/asked_figures.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/figures.h"

static const uint64_t no_hash = 0xcbf29ce484222325u; /* FNV-1a */

static uint64_t add_number(uint64_t h, uint64_t n) { return (h ^ n) * 0x100000001b3u; }

static uint64_t add_text(uint64_t h, const char *s) {
  for (; *s; s++) h = add_number(h, (unsigned char)*s);
  return add_number(h, 0);
}

uint64_t wl_question_hash(const struct wl_question *q) {
  return add_number(add_text(no_hash, q->text), q->asked);
}

uint64_t wl_question_setting(const struct wl_session *m) {
  const struct wl_arch *arch = wl_session_arch(m);
  const struct wl_head *head = wl_session_head(m);
  uint64_t h = add_text(add_text(no_hash, arch->cc), arch->mode);
  for (unsigned i = 0; head && i < head->params; i++) h = add_text(h, head->param[i].value);
  for (unsigned i = 0; head && i < 3; i++)
    h = add_number(add_number(h, head->grid[i]), head->block[i]);
  for (unsigned i = 0; head && i < head->arrays; i++)
    h = add_number(add_number(h, head->array[i].type.scalar), head->array[i].type.components);
  return add_number(h, m->laid_out);
}

bool wl_question_is_done_at(const struct wl_session *m, const struct wl_source_span *place,
                            uint64_t hash) {
  for (unsigned i = 0; i < m->dones; i++) {
    const struct wl_done *d = &m->done_list[i];
    bool same = d->hash == hash && d->flip == m->course.flip.shown;
    if (same && wl_same_place(&d->place, place)) return true;
  }
  return false;
}

bool wl_question_is_done(const struct wl_session *m, uint32_t line, const struct wl_question *q) {
  uint64_t hash = wl_question_hash(q);
  unsigned flip = m->course.flip.shown;
  for (unsigned i = 0; i < m->dones; i++) {
    const struct wl_done *d = &m->done_list[i];
    if (d->hash == hash && d->flip == flip && d->place.line == line) return true;
  }
  return false;
}

bool wl_question_given_up(const struct wl_session *m, uint32_t line) {
  unsigned flip = m->course.flip.shown;
  for (unsigned i = 0; i < m->dones; i++) {
    const struct wl_done *d = &m->done_list[i];
    if (d->flip == flip && d->place.line == line && !d->hash) return true;
  }
  return false;
}

static bool is_right(const struct wl_session *m, const struct wl_step_info *s,
                     const struct wl_question *q, char right[WL_ANSWER_TEXT]) {
  return wl_quiz_right(q, &s->step, &s->explain.counts, wl_session_arch(m), right);
}

/* What the mask asks by itself: what the step costs, or what the picked lane gets. */
static bool ask_of_mask(const struct wl_session *m, const struct wl_step *s,
                        struct wl_question *q) {
  *q = (struct wl_question){.array = WL_NO_ARRAY, .asked = WL_ASK_RESULT, .lane = (uint8_t)m->lane};
  if (s->kind != WL_STEP_ACCESS) {
    snprintf(q->text, sizeof q->text, "What does lane %u get?", m->lane);
    return s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE;
  }
  const struct wl_arch *arch = wl_session_arch(m);
  q->asked = (uint8_t)wl_figure_telling(arch, &s->access);
  wl_asked_text(arch, &s->access, q->asked, q->text);
  return true;
}

/* The question for a figure that somebody chose. */
static bool ask_for(const struct wl_session *m, const struct wl_step_info *bare, unsigned figure,
                    struct wl_question *q, char right[WL_ANSWER_TEXT]) {
  const struct wl_step *s = &bare->step;
  *q = (struct wl_question){.array = WL_NO_ARRAY, .asked = (uint8_t)figure};
  if (s->kind != WL_STEP_ACCESS) return false;
  wl_asked_text(wl_session_arch(m), &s->access, figure, q->text);
  return is_right(m, bare, q, right);
}

bool wl_question_can(const struct wl_session *m, const struct wl_step_info *bare, unsigned figure) {
  struct wl_question q;
  char right[WL_ANSWER_TEXT];
  return ask_for(m, bare, figure, &q, right);
}

enum wl_asker wl_question_find(const struct wl_session *m, const struct wl_step_info *bare,
                               struct wl_question *q, char right[WL_ANSWER_TEXT]) {
  const struct wl_step *s = &bare->step;
  if (!m->asks && !m->mask.on) return WL_ASKER_NONE;
  if (m->mask.on && m->mask.chosen && ask_for(m, bare, m->mask.figure, q, right))
    return WL_ASKER_SCRIPT;
  const struct wl_question *own = wl_trace_question(m->trace, s);
  if (own) *q = *own;
  if (own && is_right(m, bare, q, right)) return WL_ASKER_SCRIPT;
  bool mask = m->mask.on && ask_of_mask(m, s, q) && is_right(m, bare, q, right);
  return mask ? WL_ASKER_MASK : WL_ASKER_NONE;
}

uint64_t wl_question_said(const struct wl_session *m, size_t step,
                          char right[WL_ANSWER_TEXT]) {
  struct wl_step_info t = {.valid = true};
  struct wl_question q;
  uint64_t hash = no_hash;
  right[0] = '\0';
  if (!wl_trace_get(m->trace, step, &t.step)) return hash;
  if (t.step.kind == WL_STEP_MARK) return add_text(hash, t.step.text);
  if (t.step.kind == WL_STEP_ACCESS)
    wl_count(wl_session_arch(m), &t.step.access, &t.explain.counts);
  else
    for (int lane = 0; lane < WL_LANES; lane++) hash = add_number(hash, t.step.source[lane]);
  return wl_question_find(m, &t, &q, right) ? add_number(hash, wl_question_hash(&q)) : hash;
}

bool wl_question_at(const struct wl_session *m, size_t step) {
  struct wl_step s;
  bool asked;
  return m->asks && wl_trace_glance(m->trace, step, &s, &asked) && asked;
}
