#include "session/search/hazard_summary.h"

#include <stdio.h>
#include <string.h>

#include "core/hazard/hazards.h"
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
  char title[WL_HAZARD_TEXT], with[48] = "";
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
