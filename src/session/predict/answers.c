#include "session/predict/answers.h"

#include <stdio.h>
#include <string.h>

#include "core/teach/quiz.h"
#include "words/format.h"

bool wl_poll_is_right(const struct wl_poll *p, unsigned i) {
  return wl_quiz_agrees(&p->question, p->said[i].answer, p->right);
}

unsigned wl_poll_right(const struct wl_poll *p) {
  unsigned n = 0;
  for (unsigned i = 0; i < p->rows; i++)
    if (wl_poll_is_right(p, i)) n += p->said[i].count;
  return n;
}

void wl_poll_outcome(const struct wl_poll *p, char text[WL_OUTCOME_TEXT]) {
  unsigned right = wl_poll_right(p), only = 0;
  char lanes[48], why[64] = "", it[96];
  while (only < p->rows && !p->said[only].count) only++;
  const char *said = only < p->rows ? p->said[only].answer : "";
  /* All lanes are none in particular; where they were counted, they are all that was asked. */
  if (p->lit && p->lit != UINT32_MAX && p->question.asked != WL_ASK_LANES)
    snprintf(why, sizeof why, "; look at %s", wl_format_lane_set(p->lit, lanes, sizeof lanes));
  if (p->counted[0])
    snprintf(it, sizeof it, "%s (%s counters: %s)", p->right, p->question.chip, p->counted);
  else snprintf(it, sizeof it, "%s", p->right);
  if (p->count == 0) snprintf(text, WL_OUTCOME_TEXT, "answer: %s%s", it, why);
  else if (p->count == 1 && right) snprintf(text, WL_OUTCOME_TEXT, "right: %s%s", it, why);
  else if (p->count == 1)
    snprintf(text, WL_OUTCOME_TEXT, "not %s; the answer is %s%s", said, it, why);
  else if (!right)
    snprintf(text, WL_OUTCOME_TEXT, "answer: %s, 0 of %u correct%s", it, p->count, why);
  else snprintf(text, WL_OUTCOME_TEXT, "answer: %s, %u of %u correct%s", it, right, p->count, why);
}
