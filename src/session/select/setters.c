#include "session/select/setters.h"

#include <stdio.h>

#include "session/predict/predict.h"
#include "session/state/panels.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/why/why_rows.h"
#include "session/why/why_subjects.h"

void wl_model_pose(struct wl_model *m, bool on) {
  m->asks = on && !m->unasked;
  wl_predict_enter(m);
}

void wl_model_set_title(struct wl_model *m, const char *title) {
  snprintf(m->title, sizeof m->title, "%s", title);
}

void wl_model_wait(struct wl_model *m) {
  if (!m->slow) m->wants |= WL_WANT_DRAW;
  m->slow = true;
}

void wl_model_set_registers(struct wl_model *m, uint32_t registers) {
  m->registers = wl_registers_given(registers);
  m->wants |= WL_WANT_DRAW;
}

uint32_t wl_model_registers(const struct wl_model *m) {
  return m->registers.assumed ? 0 : m->registers.count;
}

void wl_model_set_still(struct wl_model *m) { m->still = true; }

void wl_model_set_chip(struct wl_model *m, const struct wl_chip *chip) {
  m->chip = chip;
  m->wants |= WL_WANT_DRAW;
}

void wl_model_fail(struct wl_model *m, const struct wl_diag *d) {
  wl_panel_close(m, WL_PANEL_ERROR);
  if (d) wl_panel_open(m, WL_PANEL_ERROR);
  if (d) m->arch_coming = NULL;
  if (d) m->message[0] = '\0'; /* it would stand in the place of the keys that help */
  if (d) m->diag = *d, m->fails++;
  m->wants |= WL_WANT_DRAW;
}

void wl_model_fail_line(struct wl_model *m, const struct wl_diag *d) {
  wl_model_fail(m, d);
  m->line_failed = true;
}

unsigned wl_model_failures(const struct wl_model *m) { return m->fails; }

const struct wl_diag *wl_model_failure(const struct wl_model *m) {
  return wl_panel_on(m, WL_PANEL_ERROR) ? &m->diag : NULL;
}

void wl_model_answer(struct wl_model *m, const char *text) {
  snprintf(m->answer, sizeof m->answer, "%s", text);
  m->message[0] = '\0';
  wl_panel_open(m, WL_PANEL_ANSWER);
  m->answers++;
  m->wants |= WL_WANT_DRAW;
}

bool wl_model_select(struct wl_model *m, size_t step) {
  if (step >= m->count) return false;
  wl_model_go(m, step);
  return true;
}

bool wl_model_select_line(struct wl_model *m, size_t line) {
  struct wl_step step;
  for (size_t i = 0; i < m->count && wl_trace_glance(m->trace, i, &step, NULL); i++)
    if (step.place.line == line) return wl_model_select(m, i);
  return false;
}

bool wl_model_pick(struct wl_model *m, unsigned lane) {
  if (lane >= WL_LANES) return false;
  m->lane = lane;
  m->wants |= WL_WANT_DRAW;
  wl_predict_lane(m);
  return true;
}

bool wl_model_wave(struct wl_model *m, unsigned wave) {
  if (wave > wl_model_waves(m)) return false;
  m->wave = wave;
  m->wants |= WL_WANT_DRAW;
  return true;
}

bool wl_model_ask_why(struct wl_model *m, const char *figure) {
  struct wl_why why;
  unsigned found = wl_subject_named(figure);
  if (!wl_subject_why(m, found, &why)) return false;
  wl_panel_open(m, WL_PANEL_WHY);
  m->why_figure = found;
  m->wants |= WL_WANT_DRAW;
  return true;
}

void wl_model_set_scheme(struct wl_model *m, enum wl_scheme scheme) { m->scheme = scheme; }

enum wl_scheme wl_model_scheme(const struct wl_model *m) { return m->scheme; }

bool wl_model_presents(const struct wl_model *m) { return m->present; }

bool wl_model_mouse(const struct wl_model *m) { return m->mouse; }

void wl_model_set_command(struct wl_model *m, const char *const *words, size_t count) {
  m->recall.word = words;
  m->recall.words = count;
}
