#include "session/course/variant_change.h"

#include <stdio.h>
#include <string.h>

#include "session/compare/variants.h"
#include "session/course/presentation_stops.h"
#include "session/predict/question.h"
#include "session/search/hazard_summary.h"
#include "session/settings/undo.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/window.h"

static void set_arch(struct wl_session *m, const struct wl_param *p, const char *value) {
  struct wl_target t;
  if (strcmp(value, p->value) != 0 && wl_target_find(value, &t, NULL)) wl_session_set_target(m, t);
}

static void set(struct wl_session *m, unsigned k) {
  struct wl_param made;
  char before[WL_VALUE], value[WL_VALUE];
  const struct wl_param *p;
  for (unsigned i = 0; (p = wl_variant_named(m, i, &made)); i++) {
    if (wl_variant_told(m, i, p->name)) continue;
    wl_variant_value(m, k, p, value);
    if (strcmp(p->name, wl_setting_arch) == 0) {
      set_arch(m, p, value);
      continue;
    }
    snprintf(before, sizeof before, "%s", wl_param_value(m, p));
    if (wl_param_put(m, p, value)) wl_undo_note(m, p->name, before, value);
  }
}

/* What is known of a stop, for when it comes again. */
static void keep(struct wl_session *m, size_t step, struct wl_variant_stop *stop) {
  struct wl_step s = {.kind = WL_STEP_MARK};
  wl_trace_get(m->trace, step, &s);
  *stop = (struct wl_variant_stop){.before = {.arch = wl_session_arch(m)}};
  stop->before.at = wl_identity_at(m, step);
  stop->before.access = s.access;
  if (s.kind == WL_STEP_ACCESS) wl_count(stop->before.arch, &s.access, &stop->before.counts);
  stop->before.line = wl_session_line_sum(m, &s);
  stop->said = wl_question_said(m, step, stop->right);
}

/* All of the warp that is looked at, those too that were the same the time before. */
static void keep_stops(struct wl_session *m) {
  struct wl_variant_past *f = &m->course.flip.next;
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  const char *unit;
  f->stops = 0;
  f->hazards = wl_session_hazards(m);
  f->met = wl_hazards_met(m, &unit);
  for (size_t i = 0; i < w->count && here < w->count && f->stops < WL_VARIANT_STOPS; i++)
    if (w->entry[i].warp == w->entry[here].warp &&
        (wl_stop_visits(m, i) || w->entry[i].kind == WL_STEP_BARRIER))
      keep(m, w->first + i, &f->stop[f->stops++]);
}

/* A lecture on another warp than the first goes on there, if marks lead through it. */
static void keep_home(struct wl_session *m) {
  struct wl_variant *f = &m->course.flip;
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  uint16_t warp = here < w->count ? w->entry[here].warp : 0;
  size_t mark = wl_stop_first_mark(w, warp);
  f->home = (struct wl_identity){0};
  if ((warp || w->block) && mark < w->count) f->home = wl_identity_at(m, w->first + mark);
  f->home.index = SIZE_MAX; /* other steps may be before it then */
}

static void keep_values(struct wl_session *m) {
  struct wl_variant_past *f = &m->course.flip.next;
  struct wl_param made;
  const struct wl_param *p;
  f->values = 0;
  for (unsigned i = 0; (p = wl_variant_named(m, i, &made)) && f->values < WL_VARIANT_VALUES; i++) {
    struct wl_value *was = &f->was[f->values];
    if (wl_variant_told(m, i, p->name)) continue;
    snprintf(was->name, sizeof was->name, "%s", p->name);
    snprintf(was->value, sizeof was->value, "%s", wl_param_value(m, p));
    f->values++;
  }
}

/* What is known with the settings of now, before others are set. */
static void leave(struct wl_session *m, bool on) {
  keep_home(m);
  if (on) keep_stops(m);
  if (on) keep_values(m);
}

/* The settings are those with number `k` now, and a run is to come. */
static void go(struct wl_session *m, unsigned k, bool on) {
  struct wl_settings_state *knobs = &m->knobs;
  struct wl_variant *f = &m->course.flip;
  leave(m, on);
  knobs->turn = (struct wl_turned){++knobs->turns, knobs->now.variant, k};
  set(m, k);
  knobs->turn.number = 0;
  if (!on) f->next.stops = 0;
  for (unsigned i = 0; i < f->next.stops; i++)
    wl_undo_news(m, f->next.stop[i].before.change, sizeof f->next.stop[i].before.change);
  knobs->now.variant = k;
  f->led = true;
}

/* Values that somebody has set are not taken away at once: it is said what would be. A lecture on
 * slides goes on by one press for each. */
static bool keeps_own(struct wl_session *m, unsigned k, bool on) {
  enum { TOLD = 2 };
  struct wl_course_state *c = &m->course;
  char text[WL_VARIANT_TEXT];
  bool own = c->flip.moved && !wl_variant_is_now(m, m->knobs.now.variant);
  if (!own || m->present || c->edge_was == TOLD) return false;
  c->edge = TOLD;
  snprintf(m->message, sizeof m->message,
           on ? "end of this part; PageDown again goes on to %s"
              : "start of this part; PageUp again goes back to %s",
           k ? wl_variant_text(wl_variant_list(m), k, text) : "the values of the script");
  return true;
}

bool wl_variant_pass(struct wl_session *m, bool on) {
  unsigned count = wl_variant_count(wl_variant_list(m));
  if (wl_variant_turns(m) || (count && on && m->of)) { /* there may be more of this one */
    wl_session_say_running(m, "this is the last stop so far: the script still runs");
    return true;
  }
  for (unsigned k = m->knobs.now.variant; on ? k++ < count : k-- > 0;) {
    if (wl_variant_is_now(m, k)) continue;
    if (!keeps_own(m, k, on)) go(m, k, on);
    return true;
  }
  return false;
}

bool wl_variant_end(struct wl_session *m) {
  unsigned last = wl_variant_count(wl_variant_list(m));
  bool wanted = m->course.flip.end;
  m->course.flip.end = false;
  if (!wanted || m->knobs.now.variant >= last || wl_variant_is_now(m, last)) return false;
  go(m, last, false);
  return true;
}
