#include "session/predict/answer_keys.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "session/predict/predict.h"
#include "session/state/action.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

/* Which answer has the letter, small or capital; WL_MAX_ANSWERS: it is no letter of one. */
static unsigned letter_of(uint32_t key) {
  bool small = key >= 'a' && key < 'a' + WL_MAX_ANSWERS;
  bool capital = key >= 'A' && key < 'A' + WL_MAX_ANSWERS;
  return small ? key - 'a' : capital ? key - 'A' : WL_MAX_ANSWERS;
}

/* Whether a letter can only vote: on slides, but for the one that makes them black. */
static bool votes(const struct wl_session *m, uint32_t key) {
  return m->present && letter_of(key) < WL_MAX_ANSWERS && key != 'b';
}

/* Enter: begins or commits an answer; with none to commit, shows the right one. */
static void commit(struct wl_session *m) {
  struct wl_poll *p = &m->poll;
  const char *typed = p->typed;
  while (typed[0] == '0' && typed[1] >= '0' && typed[1] <= '9') typed++; /* 032 is 32 */
  if (typed[0]) wl_question_say(m, typed);
  else if (p->count) wl_question_show(m);
  else if (p->question.choices)
    wl_session_say(m, "answer by a letter; m shows the figures, PageDown goes on");
  else {
    p->begun = true;
    wl_session_say(m, "type a number; m shows the figures");
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

/* A capital letter is a vote, and on slides a small one, too; elsewhere Enter commits that. */
static bool choose(struct wl_session *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  unsigned at = letter_of(key), rows = p->question.choices;
  if (at >= rows) return false;
  if (m->present || key < 'a') wl_question_say(m, p->said[at].answer);
  else memcpy(p->typed, p->said[at].answer, sizeof p->typed);
  return true;
}

static bool answer(struct wl_session *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  if (p->question.choices ? choose(m, key) : type(p, key)) return true;
  if (key == WL_KEY_ENTER && (p->typed[0] || p->count)) m->param = -1; /* the answers come first */
  if (m->param >= 0) return false; /* these keys are for its value */
  if (key == WL_KEY_ENTER) commit(m);
  else if (key == '+' || key == '=') turn(p, 1);
  else if (key == '-' || key == '_') turn(p, -1);
  else if ((key == WL_KEY_ESCAPE || key == WL_KEY_BACKSPACE) && p->typed[0]) p->typed[0] = '\0';
  else if (key == WL_KEY_BACKSPACE) wl_question_take_back(m);
  else if (key == WL_KEY_ESCAPE && p->begun) p->begun = false;
  else return false;
  return true;
}

/* A letter that was meant for an answer shall not turn the hardware, or run anything. */
static bool refuse(struct wl_session *m, uint32_t key) {
  switch (wl_keymap_find(key)) {
  case WL_ACT_ARCH_NEXT: case WL_ACT_ARCH_PREVIOUS: case WL_ACT_CHIP_NEXT:
  case WL_ACT_CHIP_PREVIOUS: case WL_ACT_MODE_NEXT: case WL_ACT_MODE_PREVIOUS:
  case WL_ACT_SUGGEST: case WL_ACT_BESIDE: case WL_ACT_RERUN: break;
  case WL_ACTION_COUNT: /* a key that does nothing, as no choice has it */
    if (key > 'z' || !wl_is_letter((char)key)) return false;
    break;
  default:
    if (letter_of(key) == WL_MAX_ANSWERS || (key >= 'a' && !votes(m, key))) return false;
  }
  unsigned choices = m->poll.question.choices;
  if (choices)
    snprintf(m->message, sizeof m->message,
             "answer the question first: %c to %c; m shows the figures",
             m->present ? 'A' : 'a', (m->present ? 'A' : 'a') + (int)choices - 1);
  else
    wl_session_say(m, "answer the question first: Enter, then a number; m shows the figures");
  return true;
}

/* A vote that no question takes: who presents is told, and nothing else becomes of it. */
static bool late(struct wl_session *m, uint32_t key) {
  if (m->poll.state == WL_PREDICT_ASKED || !votes(m, key)) return false;
  wl_session_say(m, m->poll.here_done ? "the answer is shown: votes count again after Q"
                                    : "there is no question here, and a to h only vote");
  return true;
}

bool wl_question_key(struct wl_session *m, uint32_t key) {
  struct wl_poll *p = &m->poll;
  if (!wl_session_bare(m)) return false;
  if (late(m, key)) return m->requests |= WL_REQUEST_DRAW, true;
  if (key == WL_KEY_ESCAPE && wl_panel_top(m) < WL_PANELS) return false; /* closes that */
  if (p->state == WL_PREDICT_REVEALED && m->param < 0 && !m->wave && !wl_panel_covers(m) &&
      (key == WL_KEY_ENTER || key == WL_KEY_ESCAPE))
    p->state = WL_PREDICT_FREE;
  else if (p->state != WL_PREDICT_ASKED) return false;
  else {
    if (m->message[0]) m->message[0] = '\0', m->requests |= WL_REQUEST_DRAW;
    if (!answer(m, key) && !refuse(m, key)) return false;
  }
  m->requests |= WL_REQUEST_DRAW;
  return true;
}
