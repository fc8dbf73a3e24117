/* The model: what is shown, and which part of it an action changes. */
#include "session/session.h"
#include "session/settings/adjust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/compare/line_costs.h"
#include "session/compare/variants.h"
#include "session/course/presentation.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/predict/script_stops.h"
#include "session/restore/restore.h"
#include "session/search/cost_peaks.h"
#include "session/search/search.h"
#include "session/settings/sweep_choice.h"
#include "session/settings/undo.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/search/l1_lookups.h"
#include "session/state/window.h"

struct wl_session *wl_session_create(void) {
  struct wl_session *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->param = -1;
  m->speed = 2;
  m->registers = wl_registers_given(0);
  m->requests = WL_REQUEST_DRAW;
  m->finding = wl_finding_create();
  m->lesson = calloc(1, sizeof *m->lesson);
  m->window = calloc(1, sizeof *m->window);
  m->peaks = wl_peaks_create();
  if (m->finding && m->lesson && m->window && m->peaks) {
    wl_predict_settle(m);
    return m;
  }
  wl_session_destroy(m);
  return NULL;
}

void wl_session_destroy(struct wl_session *m) {
  if (!m) return;
  wl_finding_destroy(m->finding);
  free(m->lesson);
  free(m->window);
  wl_session_l1_drop(m);
  wl_peaks_destroy(m->peaks);
  wl_costs_drop(m->past.last.costs);
  free(m->ballot);
  free(m);
}

/* The step that was selected, wherever it is now, and the fact that a slide told of it. */
static void find_again(struct wl_session *m) {
  size_t step;
  bool told = m->slide.step == m->selected;
  enum wl_found found = wl_session_find(m, &m->wanted, &step);
  if (found == WL_FOUND_NONE) step = m->wanted.index; /* as far as it goes */
  if (step != SIZE_MAX) m->selected = step;
  if (found != WL_FOUND_NONE && told) m->slide.step = step;
  if (found == WL_FOUND) m->wanted.valid = false;
}

void wl_session_refresh(struct wl_session *m) {
  size_t count = m->trace && m->analysis ? wl_trace_count(m->trace) : 0;
  if (count == m->count) return;
  m->count = count;
  m->requests |= WL_REQUEST_DRAW;
  size_t step = m->selected;
  if (m->wanted.valid) find_again(m);
  if (m->selected >= count) m->selected = count ? count - 1 : 0;
  if (m->selected != step || !wl_session_bare(m)) wl_predict_enter(m);
  else wl_predict_settle(m); /* more of what is asked may be there */
  if (m->of) wl_restore_arrive(m);
  wl_present_open(m);
}

/* What the next picture, of a recording on `now`, is made with differently. */
static void tell_change(struct wl_session *m, const struct wl_trace *trace, struct wl_target now) {
  struct wl_target old = wl_session_target(m);
  char *text = m->past.change;
  size_t size = sizeof m->past.change;
  if (trace != m->trace) wl_undo_news(m, text, size);
  size_t used = strlen(text);
  if (old.arch == now.arch && old.chip == now.chip) return;
  if (used > size / 2) used = (size_t)snprintf(text, size, "values");
  const char *gap = used ? ", " : "";
  if (old.arch == now.arch)
    snprintf(text + used, size - used, "%s%s → %s", gap, old.chip->name, now.chip->name);
  else
    snprintf(text + used, size - used, "%scc %s%s → %s%s", gap, old.arch->cc, old.arch->mode,
             now.arch->cc, now.arch->mode);
}

/* Keeps the figures of the selection for comparison with the next recording, and those of all
 * lines. A lesson that goes back to other settings comes again to a question that nobody has
 * answered here: its figures are none of before. */
static void remember(struct wl_session *m, const struct wl_trace *trace, struct wl_target now) {
  const struct wl_step_info *s = wl_session_bare(m);
  struct wl_earlier *last = &m->past.last;
  if (!s && m->trace != m->knobs.shown) return; /* nothing of it was to be seen */
  wl_costs_drop(last->costs);
  bool turns = wl_variant_turns(m), asked = turns && wl_session_masked(m);
  *last = (struct wl_earlier){.costs = asked ? NULL : wl_costs_take(m)};
  if (!wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &last->blocks))
    last->blocks.sm = NULL;
  last->step.at.index = m->selected;
  last->step.arch = wl_session_arch(m);
  if (s && !asked && s->step.kind == WL_STEP_ACCESS) {
    last->step.at = wl_session_identity(m);
    last->step.access = s->step.access;
    last->step.counts = s->explain.counts;
    if (!turns || last->costs) last->step.line = wl_session_line_sum(m, &s->step);
  }
  if (!m->past.change[0]) tell_change(m, trace, now);
  memcpy(last->step.change, m->past.change, sizeof last->step.change);
}

/* The selected step is to be found again in the next recording. The last good one, after some of a
 * run that came to nothing, is compared with nothing: true. */
static bool look_for(struct wl_session *m, const struct wl_trace *trace, struct wl_target now) {
  bool back = trace && trace != m->trace && trace == m->knobs.shown && !m->past.change[0];
  if (wl_session_bare(m)) m->wanted = wl_session_identity(m);
  if (back) wl_costs_drop(m->past.last.costs), m->past.last = (struct wl_earlier){.costs = NULL};
  else remember(m, trace, now);
  m->past.change[0] = '\0';
  return back;
}

/* A change that costs a block is news, whatever is looked at: but where figures are hidden, or
 * still asked for. */
static void tell_blocks(struct wl_session *m) {
  struct wl_residency now;
  char *text = m->past.note;
  m->past.note[0] = '\0';
  if (!m->past.last.blocks.sm || !m->past.last.step.change[0] || wl_mask_why_not(m)) return;
  if (!wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &now)) return;
  const char *note = wl_residency_note(&m->past.last.blocks, &now, m->past.last.step.change, text);
  struct wl_variant_change change; /* its slide says so */
  if (note && m->present && wl_variant_change(m, &change)) return;
  if (note) wl_session_say(m, note);
}

static bool same_text(const struct wl_trace *a, const struct wl_trace *b) {
  size_t size, other;
  const char *text = wl_trace_text(a, &size), *against = wl_trace_text(b, &other);
  return size == other && memcmp(text, against, size) == 0;
}

void wl_session_show(struct wl_session *m, const struct wl_trace *trace,
                     const struct wl_analysis *a) {
  struct wl_param made;
  char chosen[sizeof made.name] = "";
  if (trace == m->trace && a == m->analysis) {
    wl_session_refresh(m);
    return;
  }
  const struct wl_param *knob = wl_adjustable_chosen(m, &made);
  if (knob) memcpy(chosen, knob->name, sizeof chosen);
  bool back = look_for(m, trace, a ? wl_analysis_target(a) : wl_session_target(m));
  bool edited = trace && m->trace && trace != m->trace && !same_text(m->trace, trace);
  if (edited) {
    struct wl_edit e = wl_edit_between(m->trace, trace);
    wl_identity_follow(&m->wanted, &e);
    if (!back) wl_identity_follow(&m->past.last.step.at, &e);
    if (!back) wl_costs_follow(m->past.last.costs, m->trace, trace);
  }
  if (trace != m->trace) wl_panel_close(m, WL_PANEL_ANSWER), m->coming_target.arch = NULL;
  if (edited) m->message[0] = '\0', wl_variant_edited(m); /* of what was there */
  m->shows++;
  m->trace = trace;
  m->analysis = a;
  m->param = wl_adjustable_named(m, chosen);
  wl_variant_arrive(m);
  m->count = 0;
  m->window->count = 0;
  wl_session_l1_drop(m);
  wl_peaks_again(m->peaks);
  wl_find_again(m);
  wl_lesson_again(m);
  m->open.trace = NULL; /* another may be at the same place in memory */
  m->wave = 0;
  m->playing = false;
  wl_predict_enter(m);
  wl_session_refresh(m);
  if (edited) wl_session_forget(m);
  wl_session_settle(m);
  tell_blocks(m);
  m->requests |= WL_REQUEST_DRAW | (wl_sweep_viewed(m) ? WL_REQUEST_SWEEP : 0);
}

void wl_session_progress(struct wl_session *m, uint64_t done, uint64_t of) {
  bool ends = (of == 0) != (m->of == 0);
  if (done != m->done || of != m->of) m->requests |= WL_REQUEST_DRAW;
  m->done = done;
  m->of = of;
  if (ends) wl_predict_settle(m); /* what the script asks is known then */
  wl_session_refresh(m);
  if (of == 0) m->wanted.valid = m->slow = false;
  if (of == 0 && m->of_run) wl_session_say(m, "");
  wl_present_open(m);
}

struct wl_target wl_session_target_wanted(struct wl_session *m) {
  struct wl_target t = m->wanted_target;
  m->wanted_target.arch = NULL;
  return t;
}

const char *wl_session_question(const struct wl_session *m) { return m->question; }

int wl_session_arch_turns(struct wl_session *m) {
  int turns = m->arch_turns;
  m->arch_turns = 0;
  return turns;
}

void wl_session_lay_out(struct wl_session *m, const char *text) {
  bool undone = !text && m->laid_out && !m->past.change[0] && !wl_undo_awaited(m);
  if (text || undone)
    snprintf(m->past.change, sizeof m->past.change, "%s", text ? text : "layout undone");
  m->laid_out = text;
}

unsigned wl_session_requests(struct wl_session *m) {
  unsigned requests = m->requests;
  m->requests = 0;
  return requests;
}
