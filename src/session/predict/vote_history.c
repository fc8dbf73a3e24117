#include "session/predict/vote_history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace/trace.h"
#include "session/predict/answers.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/quote.h"

const char wl_tally_head[] = "script,line,settings,cc,question,vote,answer,count,right\n";

/* One question on one generation with one set of parameters. */
struct wl_ballot {
  char cc[8], settings[128];
  struct wl_poll poll;
};

static void settings_of(const struct wl_session *m, char text[128]) {
  const struct wl_head *head = wl_session_head(m);
  size_t used = 0;
  text[0] = '\0';
  for (unsigned i = 0; head && i < head->params && used < 128; i++)
    used += (size_t)snprintf(text + used, 128 - used, "%s%s=%s", i ? " " : "",
                             head->param[i].name, head->param[i].value);
}

/* The last ballot of the question that stands, of those with its settings; NULL: none. */
static struct wl_ballot *last_of(const struct wl_session *m) {
  const struct wl_poll *p = &m->poll;
  for (size_t i = m->ballots; i-- > 0;) {
    struct wl_ballot *b = &m->ballot[i];
    bool same = b->poll.place.line == p->place.line && b->poll.place.column == p->place.column &&
                strcmp(b->poll.question.text, p->question.text) == 0 &&
                b->poll.question.choices == p->question.choices && /* not that of the mask */
                strcmp(b->poll.right, p->right) == 0 && b->poll.setting == p->setting;
    if (same) return b;
  }
  return NULL;
}

/* The same, still open or just shown. */
static struct wl_ballot *find(const struct wl_session *m) {
  struct wl_ballot *b = last_of(m);
  return b && b->poll.state == WL_PREDICT_ASKED ? b : NULL;
}

void wl_ballot_end(struct wl_session *m) {
  struct wl_ballot *b = find(m);
  if (!b) return;
  b->poll.state = WL_PREDICT_REVEALED;
  b->poll.here_done = true;
  b->poll.lit = m->poll.lit;
  m->requests |= WL_REQUEST_TALLY;
}

void wl_ballot_keep(struct wl_session *m) {
  struct wl_ballot *b = find(m);
  if (!b && !m->poll.count) return;
  if (!b) {
    struct wl_ballot *more = realloc(m->ballot, (m->ballots + 1) * sizeof *more);
    if (!more) {
      wl_session_say(m, "not enough memory to keep the tally");
      return;
    }
    m->ballot = more;
    b = &more[m->ballots++];
    snprintf(b->cc, sizeof b->cc, "%s", wl_session_arch(m)->cc);
    settings_of(m, b->settings);
  }
  b->poll = m->poll;
  m->requests |= WL_REQUEST_TALLY;
}

void wl_ballot_resume(struct wl_session *m) {
  const struct wl_ballot *b = find(m);
  if (!b) return;
  m->poll = b->poll; /* with what could be taken back */
  m->poll.typed[0] = '\0';
  m->poll.begun = false;
}

void wl_ballot_recall(struct wl_session *m) {
  const struct wl_ballot *b = last_of(m);
  if (!b || b->poll.state != WL_PREDICT_REVEALED || !b->poll.count) return;
  m->poll = b->poll;
  m->poll.typed[0] = '\0';
}

/* The how manieth vote a ballot is on its question with its settings, from 1 on. */
static unsigned vote_of(const struct wl_session *m, size_t i) {
  const struct wl_ballot *b = &m->ballot[i];
  unsigned vote = 1;
  for (size_t k = 0; k < i; k++) {
    const struct wl_ballot *a = &m->ballot[k];
    vote += a->poll.count && a->poll.place.line == b->poll.place.line &&
            strcmp(a->settings, b->settings) == 0 && strcmp(a->cc, b->cc) == 0 &&
            strcmp(a->poll.question.text, b->poll.question.text) == 0;
  }
  return vote;
}

static void put_field(FILE *f, const char *text) {
  wl_csv_field(f, text, true);
  putc(',', f);
}

char *wl_session_tally(const struct wl_session *m) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f) return NULL;
  for (size_t i = 0; i < m->ballots; i++) {
    const struct wl_ballot *b = &m->ballot[i];
    const struct wl_poll *p = &b->poll;
    if (!p->count) continue; /* all was taken back */
    bool open = p->state == WL_PREDICT_ASKED; /* the right answer is not told before */
    for (unsigned k = 0; k < p->rows; k++) {
      if (k >= p->question.choices && !p->said[k].count) continue;
      put_field(f, m->trace ? wl_trace_name(m->trace) : "");
      fprintf(f, "%u,", p->place.line);
      put_field(f, b->settings);
      put_field(f, b->cc);
      put_field(f, p->question.text);
      fprintf(f, "%u,", vote_of(m, i));
      put_field(f, p->said[k].answer);
      fprintf(f, "%u,%s\n", p->said[k].count,
              open ? "" : wl_poll_is_right(p, k) ? "yes" : "no");
    }
  }
  if (fclose(f) == 0) return text;
  free(text);
  return NULL;
}
