#include "view/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/diag.h"
#include "view/predict.h"
#include "view/reply.h"
#include "view/set.h"
#include "view/state.h"
#include "view/want.h"

enum { MOST = 100000 /* people of whom one answer is */ };

/* ",b:3" behind what is there; false where there is no room for it. */
static bool add(const struct wl_poll *p, unsigned row, unsigned times, char *text, size_t size) {
  size_t used = strlen(text);
  char name[WL_ANSWER_TEXT] = {(char)('a' + row)}, count[16] = "";
  if (row >= p->question.choices) memcpy(name, p->said[row].answer, sizeof name);
  if (times > 1) snprintf(count, sizeof count, ":%u", times);
  int n = snprintf(text + used, size - used, "%s%s%s", used ? "," : "", name, count);
  return n > 0 && (size_t)n < size - used;
}

/* As far as the order is known: what was said before that comes first. */
static bool write_order(const struct wl_poll *p, char *text, size_t size) {
  unsigned known[WL_MAX_SAID] = {0};
  bool fits = true;
  for (unsigned i = 0; i < p->lasts; i++) known[p->last[i]]++;
  for (unsigned i = 0; i < p->rows; i++)
    if (p->said[i].count > known[i]) fits &= add(p, i, p->said[i].count - known[i], text, size);
  for (unsigned i = 0, n; i < p->lasts; i += n) {
    for (n = 1; i + n < p->lasts && p->last[i + n] == p->last[i];) n++;
    fits = fits && add(p, p->last[i], n, text, size);
  }
  return fits;
}

bool wl_said_write(struct wl_model *m, char *text, size_t size) {
  const struct wl_poll *p = &m->poll;
  text[0] = '\0';
  if (p->count == 0 || write_order(p, text, size)) return p->count > 0;
  text[0] = '\0';
  for (unsigned i = 0; i < p->rows; i++) /* always fits: there are few different ones */
    if (p->said[i].count) add(p, i, p->said[i].count, text, size);
  return true;
}

/* The answer that a word of `size` bytes means; false: none to this question. */
static bool answer_of(const struct wl_poll *p, const char *word, size_t size,
                      char answer[WL_ANSWER_TEXT]) {
  unsigned choices = p->question.choices, at = (unsigned)(word[0] - 'a');
  if (choices && size == 1 && word[0] >= 'a' && at < choices) {
    memcpy(answer, p->said[at].answer, WL_ANSWER_TEXT);
    return true;
  }
  if (choices || size == 0 || size >= WL_ANSWER_TEXT) return false;
  if (strspn(word, "0123456789.-") < size) return false;
  snprintf(answer, WL_ANSWER_TEXT, "%.*s", (int)size, word);
  return true;
}

static const char begun[] = "_";

bool wl_said_choice(struct wl_model *m, char *text, size_t size) {
  const struct wl_poll *p = &m->poll;
  unsigned row = 0;
  if (p->state != WL_POLL_OPEN) return false;
  snprintf(text, size, "%s", *p->typed ? p->typed : begun);
  if (!p->question.choices) return p->begun && (*p->typed || !p->count); /* answers say so */
  while (row < p->question.choices && strcmp(p->said[row].answer, p->typed) != 0) row++;
  snprintf(text, size, "%c", (int)('a' + row));
  return row < p->question.choices;
}

/* Whether a question stands, to be answered by an option. */
static bool stands(struct wl_model *m, const char *option, const char *text, struct wl_diag *d) {
  if (m->poll.state == WL_POLL_OPEN) return true;
  wl_diag_fail(d, WL_USAGE, "--%s=%s: no question stands at step %zu", option, text, m->selected);
  return wl_diag_hint(d, "--step has the number of one that the script asks about");
}

bool wl_said_choose(struct wl_model *m, const char *text, struct wl_diag *d) {
  struct wl_poll *p = &m->poll;
  char answer[WL_ANSWER_TEXT] = "";
  if (!stands(m, "choice", text, d)) return false;
  bool begins = !p->question.choices && strcmp(text, begun) == 0;
  if (!begins && !answer_of(p, text, strlen(text), answer)) {
    wl_diag_fail(d, WL_USAGE, "--choice=%s: that is no answer to the question", text);
    return wl_diag_hint(d, p->question.choices ? "it is a letter" : "it is a number");
  }
  memcpy(p->typed, answer, sizeof p->typed);
  p->begun = !p->question.choices;
  m->wants |= WL_WANT_DRAW;
  return true;
}

bool wl_said_read(struct wl_model *m, const char *text, struct wl_diag *d) {
  const struct wl_poll *p = &m->poll;
  if (wl_model_bare(m) && p->state != WL_POLL_OPEN) wl_model_pose(m, true);
  if (!stands(m, "answers", text, d)) return false;
  for (const char *s = text;; s++) {
    char answer[WL_ANSWER_TEXT], *end = NULL;
    size_t size = strcspn(s, ":,");
    unsigned long times = 1;
    bool good = answer_of(p, s, size, answer);
    if (s[size] == ':') {
      times = strtoul(s + size + 1, &end, 10);
      good = good && end > s + size + 1 && times >= 1 && times <= MOST;
    }
    const char *past = end ? end : s + size;
    if (!good || (*past && *past != ',')) {
      wl_diag_fail(d, WL_USAGE, "--answers=%s: '%.*s' is no answer to the question", text,
                   (int)strcspn(s, ","), s);
      return wl_diag_hint(d, p->question.choices ? "each is a letter, b:3 where 3 have said b"
                                                 : "each is a number, 32:3 where 3 have said 32");
    }
    while (times--) wl_question_say(m, answer);
    m->poll.begun = !p->question.choices;
    if (!*(s = past)) return true;
  }
}
