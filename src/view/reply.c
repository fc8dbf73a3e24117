#include "view/reply.h"

#include <stdio.h>
#include <string.h>

#include "core/ascii.h"
#include "view/action.h"
#include "view/asked.h"
#include "view/ballot.h"
#include "view/basics.h"
#include "view/figures.h"
#include "view/format.h"
#include "view/keymap.h"
#include "view/panels.h"
#include "view/question.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/want.h"
#include "view/why.h"
#include "view/why_rows.h"

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
static uint32_t lanes_of(struct wl_model *m) {
  static const uint8_t figures[] = {[WL_ASK_EXCESS - WL_FIGURES] = WL_SHOW_EXCESS,
                                    [WL_ASK_LANES - WL_FIGURES] = WL_SHOW_LANES,
                                    [WL_ASK_EFFICIENCY - WL_FIGURES] = WL_SHOW_EFFICIENCY};
  const struct wl_question *q = &m->poll.question;
  const struct wl_step *s = &wl_model_bare(m)->step;
  if (wl_asked_of_lane(q))
    return 1u << q->lane | (s->kind == WL_STEP_SHUFFLE ? 1u << s->source[q->lane] : 0);
  if (q->asked == WL_ASK_NOTHING) return 0;
  if (q->asked == WL_ASK_LANES) return s->access.mask;
  struct wl_why why;
  unsigned figure = q->asked < WL_FIGURES ? q->asked : figures[q->asked - WL_FIGURES];
  const struct wl_counts *counts = &wl_model_bare(m)->explain.counts;
  if (!wl_why(m, figure, &why)) return 0;
  if (figure == WL_SECTORS) return lanes_beyond(&why, counts->ideal_sectors);
  if (figure == WL_LINE_COUNT) return lanes_beyond(&why, (counts->ideal_sectors + 3) / 4);
  return lanes_of_most(&why);
}

/* What follows is about the lane that was asked about. */
static void pick_asked(struct wl_model *m) {
  const struct wl_question *q = &m->poll.question;
  if (wl_asked_of_lane(q)) m->lane = q->lane;
}

void wl_question_show(struct wl_model *m) {
  struct wl_poll *p = &m->poll;
  if (p->state != WL_POLL_OPEN) return;
  wl_question_done(m);
  pick_asked(m);
  p->here_done = true;
  p->state = p->count ? WL_POLL_SHOWN : WL_POLL_NONE;
  m->mask.cover.valid = false;
  if (p->count) p->lit = lanes_of(m);
  wl_ballot_end(m);
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
    wl_model_say(m, "answer by a letter; m shows the figures, PageDown goes on");
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

/* While presenting small letters keep what they mean elsewhere, and a clicker its own. */
static bool choose(struct wl_model *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  unsigned rows = p->question.choices;
  if (!m->present && key >= 'a' && key < 'a' + rows)
    memcpy(p->typed, p->said[key - 'a'].answer, sizeof p->typed);
  else if (key >= 'A' && key < 'A' + rows) wl_question_say(m, p->said[key - 'A'].answer);
  else return false;
  return true;
}

static bool answer(struct wl_model *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  if (p->question.choices ? choose(m, key) : type(p, key)) return true;
  if (key == WL_KEY_ENTER && (p->typed[0] || p->count)) m->param = -1; /* the answers come first */
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
  case WL_ACTION_COUNT: /* a key that does nothing, as no choice has it */
    if (key > 'z' || !wl_is_letter((char)key)) return false;
    break;
  default:
    if (key < 'A' || key >= 'A' + WL_MAX_ANSWERS) return false;
  }
  unsigned choices = m->poll.question.choices;
  if (choices)
    snprintf(m->message, sizeof m->message,
             "a question stands here: %c to %c answer, m shows the figures",
             m->present ? 'A' : 'a', (m->present ? 'A' : 'a') + (int)choices - 1);
  else
    wl_model_say(m, "a question stands here: Enter and a number answer, m shows the figures");
  return true;
}

/* A vote that no question takes: who presents is told, and nothing else becomes of it. */
static bool late(struct wl_model *m, uint32_t key) {
  if (!m->present || m->poll.state == WL_POLL_OPEN) return false;
  if (key < 'A' || key >= 'A' + WL_MAX_ANSWERS) return false;
  wl_model_say(m, m->poll.here_done ? "the answer is shown: votes count again after Q"
                                    : "nobody asks here: while presenting, A to H only vote");
  return true;
}

bool wl_question_key(struct wl_model *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  if (!wl_model_bare(m)) return false;
  if (late(m, key)) return m->wants |= WL_WANT_DRAW, true;
  if (key == WL_KEY_ESCAPE && wl_panel_top(m) < WL_PANELS) return false; /* closes that */
  if (p->state == WL_POLL_SHOWN && m->param < 0 && !m->wave && !wl_panel_covers(m) &&
      (key == WL_KEY_ENTER || key == WL_KEY_ESCAPE))
    p->state = WL_POLL_NONE;
  else if (p->state != WL_POLL_OPEN) return false;
  else {
    if (m->message[0]) m->message[0] = '\0', m->wants |= WL_WANT_DRAW;
    if (!answer(m, key) && !refuse(m, key)) return false;
  }
  m->wants |= WL_WANT_DRAW;
  return true;
}
