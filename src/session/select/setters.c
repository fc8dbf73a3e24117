#include "session/select/setters.h"

#include <stdio.h>

#include "session/predict/predict.h"
#include "session/state/panels.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"
#include "session/why/why_rows.h"
#include "session/why/why_subjects.h"

void wl_session_pose(struct wl_session *m, bool on) {
  m->asks = on && !m->unasked;
  wl_predict_enter(m);
}

void wl_session_set_title(struct wl_session *m, const char *title) {
  snprintf(m->title, sizeof m->title, "%s", title);
}

void wl_session_wait(struct wl_session *m) {
  if (!m->slow) m->requests |= WL_REQUEST_DRAW;
  m->slow = true;
}

void wl_session_set_teller(struct wl_session *m, wl_session_teller *tell, const void *of) {
  m->teller.tell = tell;
  m->teller.of = of;
}

void wl_session_set_registers(struct wl_session *m, uint32_t registers) {
  m->registers = wl_registers_given(registers);
  m->requests |= WL_REQUEST_DRAW;
}

uint32_t wl_session_registers(const struct wl_session *m) {
  return m->registers.assumed ? 0 : m->registers.count;
}

void wl_session_set_still(struct wl_session *m) { m->still = true; }

void wl_session_fail(struct wl_session *m, const struct wl_diag *d) {
  wl_panel_close(m, WL_PANEL_ERROR);
  if (d) wl_panel_open(m, WL_PANEL_ERROR);
  if (d) m->coming_target.arch = NULL;
  if (d) m->message[0] = '\0'; /* it would stand in the place of the keys that help */
  if (d) m->diag = *d, m->fails++;
  m->requests |= WL_REQUEST_DRAW;
}

void wl_session_fail_line(struct wl_session *m, const struct wl_diag *d) {
  wl_session_fail(m, d);
  m->line_failed = true;
}

unsigned wl_session_failures(const struct wl_session *m) { return m->fails; }

const struct wl_diag *wl_session_failure(const struct wl_session *m) {
  return wl_panel_on(m, WL_PANEL_ERROR) ? &m->diag : NULL;
}

void wl_session_answer(struct wl_session *m, const char *text) {
  snprintf(m->answer, sizeof m->answer, "%s", text);
  m->message[0] = '\0';
  wl_panel_open(m, WL_PANEL_ANSWER);
  m->answers++;
  m->requests |= WL_REQUEST_DRAW;
}

bool wl_session_select(struct wl_session *m, size_t step) {
  if (step >= m->count) return false;
  wl_session_go(m, step);
  return true;
}

bool wl_session_select_line(struct wl_session *m, size_t line) {
  struct wl_step step;
  for (size_t i = 0; i < m->count && wl_trace_glance(m->trace, i, &step, NULL); i++)
    if (step.place.line == line) return wl_session_select(m, i);
  return false;
}

bool wl_session_pick(struct wl_session *m, unsigned lane) {
  if (lane >= WL_LANES) return false;
  m->lane = lane;
  m->requests |= WL_REQUEST_DRAW;
  wl_predict_lane(m);
  return true;
}

bool wl_session_wave(struct wl_session *m, unsigned wave) {
  if (wave > wl_session_waves(m)) return false;
  m->wave = wave;
  m->requests |= WL_REQUEST_DRAW;
  return true;
}

bool wl_session_ask_why(struct wl_session *m, const char *figure) {
  struct wl_why why;
  unsigned found = wl_why_subject_named(figure);
  if (!wl_why_subject_why(m, found, &why)) return false;
  wl_panel_open(m, WL_PANEL_WHY);
  m->why_figure = found;
  m->requests |= WL_REQUEST_DRAW;
  return true;
}

void wl_session_set_scheme(struct wl_session *m, enum wl_scheme scheme) { m->scheme = scheme; }

enum wl_scheme wl_session_scheme(const struct wl_session *m) { return m->scheme; }

bool wl_session_presents(const struct wl_session *m) { return m->present; }

bool wl_session_mouse(const struct wl_session *m) { return m->mouse; }

void wl_session_set_command(struct wl_session *m, const char *const *words, size_t count) {
  m->recall.word = words;
  m->recall.words = count;
}
