#include "session/course/presentation_stops.h"

#include <string.h>

#include "session/compare/variants.h"
#include "session/predict/open_questions.h"
#include "session/predict/question.h"
#include "session/predict/script_stops.h"
#include "session/search/hazard_summary.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "words/grade.h"

/* A script that asks has chosen what is to be seen of it: that, what its marks announce, and
 * what is not as it should be. */
bool wl_stop_asks(const struct wl_session *m) {
  return m->asks && wl_lesson(m)->asks;
}

/* Whether the warp has been at the place before; a loop's are found within a turn. */
static bool came_before(const struct wl_window *w, size_t at) {
  const struct wl_entry *e = &w->entry[at];
  for (size_t i = at; i-- > 0;) {
    const struct wl_entry *b = &w->entry[i];
    if (b->warp == e->warp && b->line == e->line && b->column == e->column) return true;
  }
  return false;
}

/* Whether a mark says what is to be seen here: the step before it in its warp is one, and no
 * question comes before the next, which would be what it is about. */
static bool announced(const struct wl_session *m, size_t i) {
  const struct wl_window *w = wl_session_window(m);
  uint16_t warp = w->entry[i].warp;
  size_t before = i;
  while (before > 0 && w->entry[before - 1].warp != warp) before--;
  if (before == 0 || w->entry[before - 1].kind != WL_STEP_MARK) return false;
  for (; i < w->count; i++) {
    if (w->entry[i].warp != warp) continue;
    if (w->entry[i].kind == WL_STEP_MARK) return true;
    if (wl_question_at(m, w->first + i)) return false;
  }
  return true;
}

/* An access that costs no more than it has to; a barrier that nobody misses. */
static bool is_good(const struct wl_session *m, size_t step) {
  struct wl_step s;
  struct wl_counts counts;
  uint32_t cost, ideal;
  if (!wl_trace_get(m->trace, step, &s)) return false;
  if (s.kind == WL_STEP_BARRIER) return !wl_hazard_at(m, step);
  if (s.kind != WL_STEP_ACCESS || !s.access.mask) return false;
  wl_count(wl_session_arch(m), &s.access, &counts);
  wl_cost_of(&counts, (enum wl_space)s.access.space, &cost, &ideal);
  return cost <= ideal;
}

/* A barrier that was not there before the lesson went on to other settings, and that put threads
 * in order. */
static bool is_new(const struct wl_session *m, size_t i) {
  const struct wl_window *w = wl_session_window(m);
  struct wl_identity at = wl_identity_at(m, w->first + i);
  const struct wl_variant *f = &m->course.flip;
  return w->entry[i].kind == WL_STEP_BARRIER && f->past.stops &&
         f->past.hazards != wl_session_hazards(m) && !wl_variant_before(m, &at);
}

bool wl_stop_visits(const struct wl_session *m, size_t i) {
  const struct wl_window *w = wl_session_window(m);
  if (w->entry[i].kind == WL_STEP_MARK || wl_question_at(m, w->first + i)) return true;
  if (came_before(w, i)) return false;
  bool hidden = !m->mask.on && wl_open_question_at(m, w->first + i);
  if (hidden) return false; /* a question about it comes first */
  if (!wl_stop_asks(m) || announced(m, i) || is_new(m, i)) return true;
  return !is_good(m, w->first + i);
}

/* Where in the window the first mark of a warp is; its length: nowhere. */
size_t wl_stop_first_mark(const struct wl_window *w, uint16_t warp) {
  size_t i = 0;
  while (i < w->count && (w->entry[i].warp != warp || w->entry[i].kind != WL_STEP_MARK)) i++;
  return i;
}

static bool same_places(const struct wl_access *a, const struct wl_access *b) {
  if (a->mask != b->mask || a->width != b->width) return false;
  for (int lane = 0; lane < WL_LANES; lane++)
    if (a->mask >> lane & 1 && a->address[lane] != b->address[lane]) return false;
  return true;
}

/* Whether a stop is what it was before the lesson went on to other settings. */
static bool is_known(const struct wl_session *m, size_t i) {
  const struct wl_window *w = wl_session_window(m);
  struct wl_identity at = wl_identity_at(m, w->first + i);
  const struct wl_variant_stop *was = wl_variant_before(m, &at);
  struct wl_counts counts = {0};
  char right[WL_ANSWER_TEXT];
  struct wl_step s;
  if (!was || i == wl_stop_first_mark(w, w->entry[i].warp)) return false;
  if (wl_question_said(m, w->first + i, right) != was->said) return false;
  if (strcmp(right, was->right) != 0 || !wl_trace_get(m->trace, w->first + i, &s)) return false;
  if (s.kind == WL_STEP_ACCESS) wl_count(wl_session_arch(m), &s.access, &counts);
  if (right[0] && !same_places(&s.access, &was->before.access)) return false;
  return memcmp(&counts, &was->before.counts, sizeof counts) == 0;
}

bool wl_stop_next(const struct wl_session *m, bool on, size_t *step) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  if (wl_session_empty(m)) return false;
  for (size_t i = here; on ? ++i < w->count : i-- > 0;) {
    if (w->entry[i].warp != w->entry[here].warp) continue;
    if (!wl_stop_visits(m, i) || is_known(m, i)) continue;
    *step = w->first + i;
    return true;
  }
  return false;
}
