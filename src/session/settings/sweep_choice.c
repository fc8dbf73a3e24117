/* The choice of the sweep view: a parameter and a figure. */
#include <stdio.h>
#include <string.h>

#include "session/settings/sweep_choice.h"
#include "session/settings/adjust.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/view_table.h"

bool wl_sweep_viewed(const struct wl_session *m) {
  return m->view == WL_VIEW_SWEEP;
}

static int swept(const struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  if (!head || head->params == 0) return -1;
  return m->param >= 0 && m->param < head->params ? m->param : wl_param_first(m);
}

const struct wl_param *wl_session_swept(const struct wl_session *m) {
  int param = swept(m);
  return param < 0 ? NULL : &wl_session_head(m)->param[param];
}

void wl_session_sweep(struct wl_session *m, const struct wl_sweep *s) {
  m->plotted.sweep = s;
  m->requests |= WL_REQUEST_DRAW;
}

const struct wl_sweep *wl_sweep_shown(const struct wl_session *m) {
  const struct wl_param *p = wl_session_swept(m);
  const struct wl_sweep *s = m->plotted.sweep;
  return p && s && strcmp(s->name, p->name) == 0 ? s : NULL;
}

static bool of_memory(const struct wl_measure *m) {
  return m->kind != WL_MEASURE_LAUNCH;
}

/* Whether the recording that is shown uses a memory, or some run does; or a figure of it was
 * chosen before there are runs. */
static bool used(const struct wl_session *m, enum wl_space s) {
  const struct wl_measure *chosen = &m->plotted.measure;
  if (m->plotted.chosen && of_memory(chosen) && chosen->space == s) return true;
  for (enum wl_op op = 0; m->analysis && op < WL_OPS; op++)
    if (wl_analysis_sum(m->analysis, s, op)->instructions) return true;
  return m->plotted.sweep && wl_sweep_uses(m->plotted.sweep, s);
}

static bool is_same(const struct wl_measure *a, const struct wl_measure *b) {
  return a->kind == b->kind && a->space == b->space && a->op == b->op && a->figure == b->figure;
}

/* Of each memory that is used what it is judged by, and how well, and any other figure of it that
 * was chosen; then what a padding costs. */
static size_t list_measures(const struct wl_session *m, struct wl_measure list[WL_SWEPT]) {
  static const uint8_t kinds[] = {WL_MEASURE_FIGURE, WL_MEASURE_EXCESS, WL_MEASURE_EFFICIENCY};
  const struct wl_measure *chosen = &m->plotted.measure;
  size_t n = 0;
  for (enum wl_space s = 0; s < WL_SPACES; s++) {
    bool other = m->plotted.chosen && of_memory(chosen) && chosen->space == s;
    for (size_t k = 0; used(m, s) && k < sizeof kinds; k++) {
      list[n] = (struct wl_measure){.kind = kinds[k], .space = (uint8_t)s, .op = WL_OPS,
                                    .figure = (uint8_t)(k ? 0 : wl_main_figure(s))};
      other &= !is_same(&list[n++], chosen);
    }
    if (other) list[n++] = *chosen;
  }
  static const uint8_t launch[] = {WL_LAUNCH_SHARED_BYTES, WL_LAUNCH_BLOCKS, WL_LAUNCH_L1_HIT_RATE,
                                   WL_LAUNCH_L2_READS, WL_LAUNCH_DRAM_READ};
  bool other = m->plotted.chosen && chosen->kind == WL_MEASURE_LAUNCH;
  for (size_t k = 0; k < sizeof launch; k++) {
    if (k >= 2 && !used(m, WL_GLOBAL)) break;
    list[n] = (struct wl_measure){.kind = WL_MEASURE_LAUNCH, .op = WL_OPS, .figure = launch[k]};
    other &= !is_same(&list[n++], chosen);
  }
  if (other) list[n++] = *chosen;
  return n;
}

/* Until somebody chooses: what the selected instruction is judged by, or another figure
 * where that one does not differ. */
static size_t first_measure(struct wl_session *m, const struct wl_measure *list, size_t n) {
  const struct wl_step_info *s = wl_session_spot(m);
  bool access = s && s->step.kind == WL_STEP_ACCESS;
  size_t differs = n, own = 0;
  double best;
  for (size_t i = 0; i < n; i++) {
    bool judges = list[i].kind == WL_MEASURE_FIGURE && access &&
                  list[i].space == s->step.access.space;
    bool tells = wl_sweep_best(m->plotted.sweep, 0, &list[i], &best);
    if (judges && tells) return i;
    if (judges) own = i;
    if (tells && differs == n) differs = i;
  }
  return differs < n ? differs : own;
}

struct wl_measure wl_sweep_measure(struct wl_session *m) {
  struct wl_measure list[WL_SWEPT];
  size_t n = list_measures(m, list);
  for (size_t i = 0; i < n && m->plotted.chosen; i++)
    if (is_same(&list[i], &m->plotted.measure)) return list[i];
  return list[first_measure(m, list, n)];
}

void wl_sweep_plot(struct wl_session *m, const struct wl_measure *measure) {
  m->plotted.measure = *measure;
  m->plotted.chosen = true;
  m->requests |= WL_REQUEST_DRAW;
}

static void turn_measure(struct wl_session *m, bool on) {
  struct wl_measure list[WL_SWEPT], now = wl_sweep_measure(m);
  size_t n = list_measures(m, list), at = 0;
  while (at + 1 < n && !is_same(&list[at], &now)) at++;
  m->plotted.measure = list[(at + (on ? 1 : n - 1)) % n];
  m->plotted.chosen = true;
}

bool wl_sweep_takes(const struct wl_session *m) {
  return wl_sweep_viewed(m) && !m->present && swept(m) >= 0;
}

void wl_sweep_pick(struct wl_session *m, size_t value) {
  const struct wl_sweep *s = m->plotted.sweep;
  struct wl_diag d;
  if (!s || value >= s->values || !wl_sweep_takes(m)) return;
  if (!wl_param_set(m, s->name, s->value[value], &d)) wl_session_say(m, d.what);
}

bool wl_sweep_do(struct wl_session *m, enum wl_action action) {
  if (!wl_sweep_takes(m) || wl_panel_on(m, WL_PANEL_WHY)) return false;
  switch (action) {
  case WL_ACT_NEXT: case WL_ACT_PREVIOUS:
    wl_param_move(m, swept(m), action == WL_ACT_NEXT ? 1 : -1);
    return true;
  case WL_ACT_WARP_NEXT: case WL_ACT_WARP_PREVIOUS:
    if (m->plotted.sweep) turn_measure(m, action == WL_ACT_WARP_NEXT);
    return true;
  default: return false;
  }
}
