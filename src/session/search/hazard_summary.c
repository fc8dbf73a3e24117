#include "session/search/hazard_summary.h"

#include <stdio.h>
#include <string.h>

#include "core/hazard/hazard_text.h"
#include "core/hazard/hazards.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/select/setters.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

struct wl_hazards *wl_hazards_of(const struct wl_session *m) {
  return m->analysis ? wl_analysis_hazards(m->analysis) : NULL;
}

size_t wl_session_hazards(const struct wl_session *m) {
  return wl_hazards_count(wl_hazards_of(m), false);
}

bool wl_hazards_open(const struct wl_session *m) { return m->disclosure.totals; }

bool wl_hazards_open_here(const struct wl_session *m) {
  return m->poll.here_done || wl_hazards_open(m);
}

uint64_t wl_hazards_met(const struct wl_session *m, const char **unit) {
  const struct wl_hazard *h;
  uint64_t met = 0;
  *unit = NULL;
  for (size_t i = 0; (h = wl_hazards_get(wl_hazards_of(m), false, i)) != NULL; i++) {
    met += h->count;
    if (!*unit) *unit = wl_hazard_unit(h);
    else if (strcmp(*unit, wl_hazard_unit(h)) != 0) *unit = "case"; /* of several kinds */
  }
  return met;
}

bool wl_hazard_line(const struct wl_session *m, uint32_t line) {
  const struct wl_hazard *h;
  for (size_t i = 0; (h = wl_hazards_get(wl_hazards_of(m), false, i)) != NULL; i++)
    if (h->first.place.line == line || (h->has_second && h->second.place.line == line)) return true;
  return false;
}

/* A thread that has returned did nothing that could be selected. */
bool wl_hazard_stops(const struct wl_hazard *h, unsigned party) {
  return party == 0 || (h->has_second && h->second.place.line > 0 &&
                        h->second.step != h->first.step);
}

const struct wl_hazard *wl_hazard_at(const struct wl_session *m, size_t step) {
  const struct wl_hazard *h;
  for (size_t i = 0; (h = wl_hazards_get(wl_hazards_of(m), false, i)) != NULL; i++)
    if (h->first.step == step || (wl_hazard_stops(h, 1) && h->second.step == step)) break;
  return h;
}

/* Whether a step is made by the line of a party, and does the same to the same array. Which of
 * the steps of a line take part nobody keeps. */
static bool is_like(const struct wl_step *s, const struct wl_hazard *h, const struct wl_party *p) {
  if (!p->place.line || p->place.line != s->place.line) return false;
  if (s->kind == WL_STEP_ACCESS) return s->access.op == p->op && s->array == h->array;
  return h->kind >= WL_HAZARD_BARRIER && wl_same_place(&p->place, &s->place);
}

/* The first hazard of the line of a step, and whether that is its second place; NULL: none. */
static const struct wl_hazard *find_like(const struct wl_session *m, const struct wl_step *s,
                                         bool *second) {
  const struct wl_hazard *h;
  for (size_t i = 0; (h = wl_hazards_get(wl_hazards_of(m), false, i)) != NULL; i++) {
    bool first = is_like(s, h, &h->first);
    *second = !first && h->has_second && is_like(s, h, &h->second);
    if (first || *second) return h;
  }
  return NULL;
}

enum wl_hazard_summary wl_hazard_phrase(const struct wl_session *m,
                                        char text[WL_HAZARD_TEXT + 48]) {
  const struct wl_step_info *s = wl_session_spot(m);
  bool hidden = s->covered || !wl_hazards_open_here(m);
  const struct wl_hazard *h = hidden ? NULL : wl_hazard_at(m, m->selected);
  char title[WL_HAZARD_TEXT], with[40] = "";
  bool second = h && h->second.step == m->selected, example = h != NULL;
  if (!h && !hidden) h = find_like(m, &s->step, &second);
  if (!h) return WL_HAZARD_SUMMARY_NONE;
  const struct wl_source_span *here = &s->step.place, *other = &h->second.place;
  if (second) other = &h->first.place;
  bool named = h->has_second && other->line && other->line != here->line;
  unsigned from = h->first.place.line, to = h->second.place.line;
  if (!example && named) snprintf(with, sizeof with, " of lines %u and %u", from, to);
  else if (!example) snprintf(with, sizeof with, " of line %u", from);
  else if (named) snprintf(with, sizeof with, " with line %u", other->line);
  wl_hazard_title(h, wl_session_head(m), title);
  snprintf(text, WL_HAZARD_TEXT + 48, "hazard%s, %s", with, title);
  return example ? WL_HAZARD_SUMMARY_STEP : WL_HAZARD_SUMMARY_LINE;
}

/* At the first access what is wrong; how to mend it at the second, or where there is none at the
 * first one still. */
static void tell(struct wl_session *m, const struct wl_hazard *h, size_t i, unsigned party) {
  char text[WL_HAZARD_TEXT];
  if (party == 0) wl_hazard_title(h, wl_session_head(m), text);
  else wl_hazard_fix(h, text);
  snprintf(m->message, sizeof m->message, "hazard %zu of %zu: %.140s", i + 1, wl_session_hazards(m),
           text); /* no text is longer */
}

#define NOT_GLOBAL "global memory was not looked at, it is too much"
#define NOT_ALL "fences and atomics hand on too much to look for all"

/* Why there is none to go to. */
static const char *none(const struct wl_session *m) {
  if (wl_hazards_lost(wl_hazards_of(m))) return "no hazards found; " NOT_ALL;
  if (wl_hazards_partial(wl_hazards_of(m))) return "no hazards in shared memory; " NOT_GLOBAL;
  return wl_hazards_of(m) ? "no hazards found" : "this run was not checked for hazards";
}

/* "12  read after write: s[16], shared memory, 16 conflicts; lines 6 and 9" */
static size_t list_one(const struct wl_session *m, const struct wl_hazard *h, size_t i, char *text,
                       size_t room) {
  char title[WL_HAZARD_TEXT], lines[48];
  uint32_t a = h->first.place.line, b = h->has_second ? h->second.place.line : 0;
  wl_hazard_title(h, wl_session_head(m), title);
  if (b && b != a) snprintf(lines, sizeof lines, "lines %u and %u", a, b);
  else snprintf(lines, sizeof lines, "line %u", a);
  int n = snprintf(text, room, "%s%zu  %s; %s", i ? "\n" : "", i + 1, title, lines);
  return n < 0 || (size_t)n >= room ? 0 : (size_t)n;
}

void wl_hazard_list(struct wl_session *m) {
  enum { MORE = 192 }; /* bytes kept for what has no room, and why there may be more */
  char text[sizeof m->answer];
  bool open = wl_hazards_open(m);
  size_t used = 0, count = open ? wl_session_hazards(m) : 0, i = 0;
  if (!open) snprintf(text, sizeof text, "%s", wl_mask_why_not(m));
  else if (count == 0) snprintf(text, sizeof text, "%s", none(m));
  for (; i < count; i++) {
    const struct wl_hazard *h = wl_hazards_get(wl_hazards_of(m), false, i);
    size_t n = list_one(m, h, i, text + used, sizeof text - MORE - used);
    if (n == 0) break;
    used += n;
  }
  if (i < count)
    used += (size_t)snprintf(text + used, MORE, "\n%zu more: hazard %zu goes to the next",
                             count - i, i + 1); /* no number is so long that it does not fit */
  if (count > 0 && wl_hazards_partial(wl_hazards_of(m)))
    snprintf(text + used, MORE / 2, "\n%s",
             wl_hazards_lost(wl_hazards_of(m)) ? NOT_ALL : NOT_GLOBAL);
  wl_session_answer(m, text);
}

bool wl_hazard_go(struct wl_session *m, size_t number, struct wl_diag *d) {
  size_t count = wl_session_hazards(m);
  if (!wl_hazards_open(m)) return wl_diag_fail(d, WL_USAGE, "%s", wl_mask_why_not(m));
  if (count == 0) return wl_diag_fail(d, WL_USAGE, "%s", none(m));
  if (number == 0 || number > count) {
    wl_diag_fail(d, WL_USAGE, "no hazard %zu: there are %zu", number, count);
    return wl_diag_hint(d, "hazard lists them");
  }
  m->hazard = 2 * (number - 1);
  wl_hazard_next(m);
  return true;
}

void wl_hazard_next(struct wl_session *m) {
  size_t count = wl_session_hazards(m);
  if (!wl_hazards_open(m)) {
    (m->of ? wl_session_say_running : wl_session_say)(m, wl_mask_why_not(m));
    return;
  }
  if (count == 0) {
    snprintf(m->message, sizeof m->message, "%s", none(m));
    return;
  }
  size_t i = m->hazard / 2 % count;
  unsigned party = m->hazard % 2;
  const struct wl_hazard *h = wl_hazards_get(wl_hazards_of(m), false, i);
  const struct wl_party *p = wl_hazard_stops(h, party) && party ? &h->second : &h->first;
  m->hazard = 2 * i + party + 1;
  if (p->step < m->count) {
    wl_session_go(m, (size_t)p->step);
    wl_session_pick(m, p->lane);
    tell(m, h, i, party);
  } else {
    snprintf(m->message, sizeof m->message,
             "hazard %zu of %zu is at step %llu, of which no picture is kept", i + 1, count,
             (unsigned long long)p->step + 1);
  }
}
