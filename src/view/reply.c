#include "view/reply.h"

#include <stdio.h>
#include <string.h>

#include "view/action.h"
#include "view/ballot.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/keymap.h"
#include "view/question.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/want.h"
#include "view/why.h"
#include "view/why_rows.h"

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
  wl_question_done(m);
  wl_ballot_end(m);
  p->here_done = true;
  p->state = p->count ? WL_POLL_SHOWN : WL_POLL_NONE;
  m->mask.cover.valid = false;
  if (p->count) p->lit = lanes_of(m);
}

void wl_question_reveal(struct wl_model *m) {
  struct wl_poll *p = &m->poll;
  if (p->state != WL_POLL_OPEN) return;
  wl_question_show(m);
  if (p->state == WL_POLL_NONE) p->lit = lanes_of(m);
  p->state = WL_POLL_SHOWN;
}

void wl_question_say(struct wl_model *m, const char *text) {
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
  if (p->lasts == WL_LAST_SAID) memmove(p->last, p->last + 1, --p->lasts);
  p->last[p->lasts++] = (uint8_t)i;
  p->typed[0] = '\0';
  wl_ballot_keep(m);
}

/* The last answer, which may have been a slip. */
static void take_back(struct wl_model *m) {
  struct wl_poll *p = &m->poll;
  char text[48];
  if (!p->lasts) {
    wl_model_say(m, p->count ? "no more answers can be taken back" : "there is no answer yet");
    return;
  }
  unsigned i = p->last[--p->lasts];
  p->said[i].count--;
  p->count--;
  while (p->rows > p->question.choices && !p->said[p->rows - 1].count) p->rows--;
  wl_ballot_keep(m);
  snprintf(text, sizeof text, "the last answer is taken back: %u %s left", p->count,
           p->count == 1 ? "is" : "are");
  wl_model_say(m, text);
}

/* Enter: begins or commits an answer; with none to commit, shows the right one. */
static void commit(struct wl_model *m) {
  struct wl_poll *p = &m->poll;
  const char *typed = p->typed;
  while (typed[0] == '0' && typed[1] >= '0' && typed[1] <= '9') typed++; /* 032 is 32 */
  if (typed[0]) wl_question_say(m, typed);
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
  else if (key >= 'A' && key < 'A' + rows) wl_question_say(m, p->said[key - 'A'].answer);
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
  else if ((key == WL_KEY_ESCAPE || key == WL_KEY_BACKSPACE) && p->typed[0]) p->typed[0] = '\0';
  else if (key == WL_KEY_BACKSPACE) take_back(m);
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
