#include "view/question.h"

#include <stdio.h>
#include <string.h>

#include "core/analysis.h"
#include "core/quiz.h"
#include "view/ballot.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/keymap.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/want.h"
#include "view/why.h"

static uint64_t hash_of(const struct wl_question *q) {
  uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */
  for (const char *s = q->text; *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3u;
  return (h ^ q->asked) * 0x100000001b3u;
}

static bool same_place(const struct wl_place *a, const struct wl_place *b) {
  return a->line == b->line && a->column == b->column && a->end_column == b->end_column;
}

static bool is_done(const struct wl_model *m, const struct wl_place *place, uint64_t hash) {
  for (unsigned i = 0; i < m->dones; i++)
    if (m->done_list[i].hash == hash && same_place(&m->done_list[i].place, place)) return true;
  return false;
}

/* Remembers it; the oldest is forgotten where there is no room. */
static void add_done(struct wl_model *m) {
  const struct wl_poll *p = &m->poll;
  uint64_t hash = hash_of(&p->question);
  if (is_done(m, &p->place, hash)) return;
  if (m->dones == WL_DONE)
    memmove(m->done_list, m->done_list + 1, --m->dones * sizeof m->done_list[0]);
  m->done_list[m->dones++] = (struct wl_done){p->place, hash};
}

static bool is_right(struct wl_model *m, const struct wl_question *q, char right[WL_ANSWER_TEXT]) {
  return wl_quiz_right(q, &wl_model_bare(m)->step, &m->spot.explain.counts, wl_model_arch(m), right);
}

/* What the mask asks by itself: what the step costs, or what the picked lane gets. */
static bool ask_of_mask(struct wl_model *m, const struct wl_step *s, struct wl_question *q) {
  *q = (struct wl_question){.array = WL_NO_ARRAY, .asked = WL_ASK_RESULT, .lane = (uint8_t)m->lane};
  if (s->kind != WL_STEP_ACCESS) {
    snprintf(q->text, sizeof q->text, "What does lane %u get?", m->lane);
    return s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE;
  }
  const struct wl_arch *arch = wl_model_arch(m);
  enum wl_space space = (enum wl_space)s->access.space;
  enum wl_op op = (enum wl_op)s->access.op;
  q->asked = (uint8_t)wl_figure_telling(arch, &s->access);
  snprintf(q->text, sizeof q->text, "How many %s?", wl_figure_title(arch, q->asked, space, op));
  return true;
}

/* The question about the step: of the kernel, of its line, or of the mask. */
static bool find(struct wl_model *m, const struct wl_step *s, struct wl_question *q,
                 char right[WL_ANSWER_TEXT]) {
  const struct wl_head *head = wl_model_head(m);
  if (!m->asks && !m->mask.on) return false;
  if (s->question && wl_question_unpack(s->question, s->question_size, q) &&
      is_right(m, q, right))
    return true;
  for (unsigned i = 0; head && i < head->questions; i++) {
    *q = head->question[i];
    if (q->line == s->place.line && is_right(m, q, right)) return true;
  }
  return m->mask.on && ask_of_mask(m, s, q) && is_right(m, q, right);
}

void wl_question_arrive(struct wl_model *m, struct wl_spot *bare) {
  struct wl_poll *p = &m->poll;
  struct wl_question q;
  char right[WL_ANSWER_TEXT];
  struct wl_place place = bare->step.place;
  bool found = find(m, &bare->step, &q, right);
  bare->step.question = NULL; /* the recording may move it */
  bool same = found && hash_of(&q) == hash_of(&p->question) && same_place(&place, &p->place);
  if (same && p->state == WL_POLL_OPEN && strcmp(right, p->right) == 0) return; /* goes on */
  if (same && p->state == WL_POLL_SHOWN && strcmp(right, p->right) == 0) return;
  *p = (struct wl_poll){.place = place};
  if (!found) return;
  p->here_done = is_done(m, &place, hash_of(&q));
  p->question = q;
  memcpy(p->right, right, sizeof p->right);
  for (; p->rows < q.choices; p->rows++)
    memcpy(p->said[p->rows].answer, q.choice[p->rows], sizeof p->said[0].answer);
  if (p->here_done) return;
  p->state = WL_POLL_OPEN;
  wl_ballot_resume(m);
  m->wave = 0;
  m->playing = m->why = false;
}

void wl_question_renew(struct wl_model *m) {
  m->dones = 0;
  m->poll = (struct wl_poll){.state = WL_POLL_NONE};
}

/* Lanes of the row of evidence that adds most to the figure. */
static uint32_t lanes_of(struct wl_model *m) {
  static const uint8_t figures[] = {[WL_ASK_EXCESS - WL_FIGURES] = WL_SHOW_EXCESS,
                                    [WL_ASK_LANES - WL_FIGURES] = WL_SHOW_LANES,
                                    [WL_ASK_EFFICIENCY - WL_FIGURES] = WL_SHOW_EFFICIENCY};
  const struct wl_question *q = &m->poll.question;
  const struct wl_step *s = &wl_model_bare(m)->step;
  if (q->asked == WL_ASK_SOURCE || q->asked == WL_ASK_RESULT)
    return 1u << q->lane | (s->kind == WL_STEP_SHUFFLE ? 1u << s->source[q->lane] : 0);
  if (q->asked == WL_ASK_NOTHING) return 0;
  if (q->asked == WL_ASK_LANES) return s->access.mask;
  struct wl_why why;
  unsigned figure = q->asked < WL_FIGURES ? q->asked : figures[q->asked - WL_FIGURES];
  uint32_t lanes = 0;
  long most = -1;
  if (!wl_why(m, figure, &why)) return 0;
  for (size_t i = 0; i < why.count; i++) {
    const struct wl_why_row *row = &why.row[i];
    long value = 0;
    for (const char *d = row->value; *d >= '0' && *d <= '9'; d++) value = value * 10 + (*d - '0');
    if (row->sum || !row->lanes || value <= most) continue;
    most = value;
    lanes = row->lanes;
  }
  return lanes;
}

void wl_question_show(struct wl_model *m) {
  struct wl_poll *p = &m->poll;
  if (p->state != WL_POLL_OPEN) return;
  add_done(m);
  wl_ballot_end(m);
  p->here_done = true;
  p->state = p->count ? WL_POLL_SHOWN : WL_POLL_NONE;
  m->mask.cover.valid = false;
  if (p->count) p->lit = lanes_of(m);
}

/* Counts an answer. */
static void say(struct wl_model *m, const char *text) {
  struct wl_poll *p = &m->poll;
  char answer[WL_ANSWER_TEXT];
  unsigned i = 0;
  snprintf(answer, sizeof answer, "%s", text);
  while (i < p->rows && strcmp(p->said[i].answer, answer) != 0) i++;
  if (i == WL_MAX_SAID) {
    wl_model_say(m, "there are too many different answers");
    return;
  }
  if (i == p->rows) snprintf(p->said[p->rows++].answer, WL_ANSWER_TEXT, "%s", answer);
  p->said[i].count++;
  p->count++;
  p->typed[0] = '\0';
  wl_ballot_keep(m);
}

/* Enter: begins or commits an answer; with none to commit, shows the right one. */
static void commit(struct wl_model *m) {
  struct wl_poll *p = &m->poll;
  const char *typed = p->typed;
  while (typed[0] == '0' && typed[1] >= '0' && typed[1] <= '9') typed++; /* 032 is 32 */
  if (typed[0]) say(m, typed);
  else if (p->count) wl_question_show(m);
  else if (p->question.choices)
    wl_model_say(m, "choose an answer by its letter; m shows the figures");
  else {
    p->begun = true;
    wl_model_say(m, "type a number; m shows the figures");
  }
}

/* The choice before or after, or one more or less. */
static void turn(struct wl_poll *p, int by) {
  int rows = p->question.choices, at = by > 0 ? -1 : rows;
  if (!rows) {
    long n = by;
    p->begun = true;
    if (p->typed[0]) sscanf(p->typed, "%ld", &n), n += by;
    snprintf(p->typed, sizeof p->typed, "%ld", n < 0 ? 0 : n > 99999999 ? 99999999 : n);
    return;
  }
  for (int i = 0; i < rows; i++)
    if (strcmp(p->said[i].answer, p->typed) == 0) at = i;
  memcpy(p->typed, p->said[(at + by + rows) % rows].answer, sizeof p->typed);
}

static bool type(struct wl_poll *p, uint32_t key) {
  size_t n = strlen(p->typed);
  bool digit = key >= '0' && key <= '9';
  bool sign = key == '-' && n == 0 && p->question.asked == WL_ASK_RESULT;
  if (key == WL_KEY_BACKSPACE && n) p->typed[n - 1] = '\0';
  else if (p->begun && (digit || sign || (key == '.' && n)) && n < 8)
    p->typed[n] = (char)key, p->typed[n + 1] = '\0';
  else return false;
  return true;
}

static bool choose(struct wl_model *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  unsigned rows = p->question.choices;
  if (key >= 'a' && key < 'a' + rows)
    memcpy(p->typed, p->said[key - 'a'].answer, sizeof p->typed);
  else if (key >= 'A' && key < 'A' + rows) say(m, p->said[key - 'A'].answer);
  else return false;
  return true;
}

static bool answer(struct wl_model *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  if (p->question.choices ? choose(m, key) : type(p, key)) return true;
  if (m->param >= 0) return false; /* these keys are for its value */
  if (key == WL_KEY_ENTER) commit(m);
  else if (key == '+' || key == '=') turn(p, 1);
  else if (key == '-' || key == '_') turn(p, -1);
  else if (key == WL_KEY_ESCAPE && p->typed[0]) p->typed[0] = '\0';
  else if (key == WL_KEY_ESCAPE && p->begun) p->begun = false;
  else return false;
  return true;
}

/* A letter that was meant for an answer shall not turn the hardware, or run anything. */
static bool refuse(struct wl_model *m, uint32_t key) {
  switch (wl_keymap_find(key)) {
  case WL_ACT_ARCH_NEXT: case WL_ACT_ARCH_PREVIOUS: case WL_ACT_CHIP_NEXT:
  case WL_ACT_CHIP_PREVIOUS: case WL_ACT_MODE_NEXT: case WL_ACT_MODE_PREVIOUS:
  case WL_ACT_SUGGEST: case WL_ACT_BESIDE: case WL_ACT_RERUN: break;
  default:
    if (key < 'A' || key >= 'A' + WL_MAX_ANSWERS) return false;
  }
  wl_model_say(m, m->poll.question.choices
               ? "a question stands here: its letters answer, m shows the figures"
               : "a question stands here: Enter and a number answer, m shows the figures");
  return true;
}

bool wl_question_key(struct wl_model *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  if (m->help || m->blank || !wl_model_bare(m)) return false;
  if (p->state == WL_POLL_SHOWN && m->param < 0 && !m->why && !m->wave &&
      (key == WL_KEY_ENTER || key == WL_KEY_ESCAPE))
    p->state = WL_POLL_NONE;
  else if (p->state != WL_POLL_OPEN) return false;
  else {
    m->message[0] = '\0';
    if (!answer(m, key) && !refuse(m, key)) return false;
  }
  m->wants |= WL_WANT_DRAW;
  return true;
}
