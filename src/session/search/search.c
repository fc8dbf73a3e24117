#include "session/search/search.h"
#include "session/predict/redact_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/query.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/state/line_editor.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/format.h"

/* What was searched for, and the steps that match. */
struct wl_finding {
  bool on;
  char text[WL_TYPING_BYTES];
  struct wl_query query;
  size_t looked, found; /* steps looked at so far; of them, those that match */
  uint64_t *hit;        /* a bit for every step */
  uint8_t *line;        /* a byte for every line of the script: whether one of them is of it */
  size_t words, lines;  /* room of both */
  bool hidden;          /* some of the script was, as it was looked through */
};

enum { BITS = 64 };

static bool is_hit(const struct wl_finding *f, size_t step) {
  return step < f->looked && f->hit[step / BITS] >> step % BITS & 1;
}

static size_t words_for(size_t steps) { return steps / BITS + 1; }

/* Room for all steps and lines of the recording. */
static bool make_room(struct wl_session *m) {
  struct wl_finding *f = m->finding;
  size_t words = words_for(m->count), lines = wl_trace_lines(m->trace) + (size_t)1;
  if (words > f->words) {
    uint64_t *more = realloc(f->hit, words * sizeof *more);
    if (!more) return false;
    memset(more + f->words, 0, (words - f->words) * sizeof *more);
    f->hit = more;
    f->words = words;
  }
  if (lines > f->lines) {
    uint8_t *more = realloc(f->line, lines);
    if (!more) return false;
    memset(more + f->lines, 0, lines - f->lines);
    f->line = more;
    f->lines = lines;
  }
  return true;
}

static void note(struct wl_session *m, size_t step) {
  struct wl_finding *f = m->finding;
  struct wl_step s;
  f->hit[step / BITS] |= (uint64_t)1 << step % BITS;
  f->found++;
  if (wl_trace_glance(m->trace, step, &s, NULL) && s.place.line < f->lines)
    f->line[s.place.line] = 1;
}

/* Looks at the steps that have come since: a recording may grow while it is shown. At all of them
 * where more of the script is seen by now, or less. */
static void look_on(struct wl_session *m) {
  struct wl_finding *f = m->finding;
  if (f->on && f->hidden != wl_source_hidden(m)) wl_find_again(m);
  if (!f->on || f->looked >= m->count) return;
  f->hidden = wl_source_hidden(m);
  size_t size;
  const char *all = wl_trace_text(m->trace, &size), *seen = wl_source_text(m);
  if (!make_room(m) || (seen && all && strlen(seen) != size)) {
    wl_find_nothing(m);
    wl_session_say(m, "there is no memory left for a search");
    return;
  }
  for (; f->looked < m->count; f->looked++)
    if (wl_query_match(&f->query, m->trace, seen, m->analysis, f->looked)) note(m, f->looked);
}

/* While figures are hidden, or still to be asked, so is where they are great. */
static bool may_tell(struct wl_session *m, const struct wl_query *q) {
  return !wl_query_tells(q) || !wl_mask_why_not(m);
}

static bool may_show(struct wl_session *m) {
  return m->finding->on && may_tell(m, &m->finding->query);
}

struct wl_finding *wl_finding_create(void) { return calloc(1, sizeof(struct wl_finding)); }

void wl_finding_destroy(struct wl_finding *f) {
  if (!f) return;
  free(f->hit);
  free(f->line);
  free(f);
}

bool wl_find_nothing(struct wl_session *m) {
  struct wl_finding *f = m->finding;
  bool on = f->on;
  free(f->hit);
  free(f->line);
  *f = (struct wl_finding){.on = false};
  return on;
}

void wl_find_again(struct wl_session *m) {
  struct wl_finding *f = m->finding;
  if (f->words) memset(f->hit, 0, f->words * sizeof *f->hit);
  if (f->lines) memset(f->line, 0, f->lines);
  f->looked = f->found = 0;
}

bool wl_found_step(struct wl_session *m, size_t step) {
  look_on(m);
  return may_show(m) && is_hit(m->finding, step);
}

bool wl_found_line(struct wl_session *m, uint32_t line) {
  look_on(m);
  return may_show(m) && line < m->finding->lines && m->finding->line[line];
}

/* The first match in [from, to); `to` if there is none. */
static size_t first_in(const struct wl_finding *f, size_t from, size_t to) {
  if (to > f->looked) to = f->looked;
  for (size_t i = from; i < to; i = (i / BITS + 1) * BITS) {
    uint64_t rest = f->hit[i / BITS] >> i % BITS;
    size_t at = i + (rest ? (size_t)__builtin_ctzll(rest) : 0);
    if (rest) return at < to ? at : to;
  }
  return to;
}

/* The last match in [0, to); `to` if there is none. */
static size_t last_before(const struct wl_finding *f, size_t to) {
  for (size_t i = to; i-- > 0;) {
    if (i % BITS == BITS - 1 && !f->hit[i / BITS]) {
      i -= BITS - 1; /* nothing in this word */
      continue;
    }
    if (is_hit(f, i)) return i;
  }
  return to;
}

bool wl_found_among(struct wl_session *m, size_t from, size_t to) {
  look_on(m);
  if (to > m->finding->looked) to = m->finding->looked;
  return may_show(m) && from < to && first_in(m->finding, from, to) < to;
}

bool wl_found(struct wl_session *m, size_t *count, const char **text) {
  look_on(m);
  *count = m->finding->found;
  *text = m->finding->text;
  return may_show(m);
}

/* "3 of 120 with excess>0", "3 of 120 so far with tile[" */
static void tell(struct wl_session *m, const char *more) {
  const struct wl_finding *f = m->finding;
  size_t ordinal = 0;
  char a[28], b[28];
  for (size_t i = 0; i < m->selected / BITS; i++)
    ordinal += (size_t)__builtin_popcountll(f->hit[i]);
  for (size_t i = m->selected / BITS * BITS; i <= m->selected; i++) ordinal += is_hit(f, i);
  snprintf(m->message, sizeof m->message, "%s of %s%s with %s%s", wl_format_count(ordinal, a),
           wl_format_count(f->found, b), m->of ? " so far" : "", f->text, more);
}

/* True, and says so, where what was searched for is hidden here. */
static bool give_away(struct wl_session *m) {
  bool tells = !may_tell(m, &m->finding->query);
  if (tells) (m->of ? wl_session_say_running : wl_session_say)(m, wl_mask_why_not(m));
  return tells;
}

static void go(struct wl_session *m, size_t step, const char *more) {
  wl_session_go(m, step);
  if (!give_away(m)) tell(m, more);
}

void wl_find_next(struct wl_session *m, bool on) {
  const struct wl_finding *f = m->finding;
  look_on(m);
  if (!f->on) {
    wl_session_say(m, "nothing was searched for: / finds text, excess>0, op=store, line=52");
    return;
  }
  if (give_away(m)) return;
  if (f->found == 0) {
    snprintf(m->message, sizeof m->message, "no step with %s%s", f->text, m->of ? " so far" : "");
    return;
  }
  size_t step = on ? first_in(f, m->selected + 1, f->looked) : last_before(f, m->selected);
  if (step != (on ? f->looked : m->selected)) go(m, step, "");
  else if (on) go(m, first_in(f, 0, f->looked), ", from the first step on again");
  else go(m, last_before(f, f->looked), ", from the last step back again");
}

bool wl_find_set(struct wl_session *m, const char *text, struct wl_diag *d) {
  struct wl_finding *f = m->finding;
  struct wl_query q;
  if (wl_session_empty(m)) {
    wl_diag_fail(d, WL_USAGE, "there are no steps to search");
    return m->of ? wl_diag_hint(d, "the script still runs: once more when there is a picture")
                 : false;
  }
  if (!wl_query_parse(text, m->trace, wl_source_text(m), &q, d)) return false;
  if (!may_tell(m, &q)) return wl_diag_fail(d, WL_USAGE, "%s", wl_mask_why_not(m));
  wl_find_again(m);
  f->on = true;
  f->query = q;
  snprintf(f->text, sizeof f->text, "%s", text);
  look_on(m);
  return true;
}

bool wl_find(struct wl_session *m, const char *text, struct wl_diag *d) {
  struct wl_finding *f = m->finding;
  if (!wl_find_set(m, text, d)) return false;
  if (f->on && is_hit(f, m->selected)) go(m, m->selected, ": n finds the next");
  else if (f->on) wl_find_next(m, true);
  return true;
}
