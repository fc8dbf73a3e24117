#include "session/playback.h"

#include <stdio.h>

#include "session/navigate.h"
#include "session/predict/predict.h"
#include "session/select/second_run.h"
#include "session/select/setters.h"
#include "session/state/replay_frame.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"

/* No frame follows another within a third of a second, so that no cell can
 * flash more than three times a second (WCAG 2.3.1): faster means more
 * wavefronts a frame. */
enum { FRAME = 334 };
static const struct { int period, waves; const char *rate; } speeds[] = {
  {2000, 1, "0.5/s"},
  {1000, 1, "1/s"},
  {667, 1, "1.5/s"},
  {FRAME, 1, "3/s"},
  {FRAME, 2, "6/s"},
  {FRAME, 4, "12/s"},
  {FRAME, 8, "24/s"},
};
enum { SPEEDS = sizeof speeds / sizeof speeds[0] };

int wl_session_period(const struct wl_session *m) { return speeds[m->speed].period; }

const char *wl_session_rate(const struct wl_session *m) { return speeds[m->speed].rate; }

bool wl_session_plays_waves(const struct wl_session *m) {
  return wl_views[m->view].waves || (m->view == WL_VIEW_COMPARE && m->beside);
}

/* Steps and wavefronts are one sequence: after the last wavefront of a step
 * comes the next step. False at the end. */
static bool forward(struct wl_session *m, bool waves) {
  size_t step = m->selected;
  if (waves && m->wave < wl_second_run_waves(m)) {
    m->wave++;
    return true;
  }
  wl_session_move(m, WL_ACT_NEXT);
  return m->selected != step;
}

static bool backward(struct wl_session *m, bool waves) {
  size_t step = m->selected;
  if (m->wave > 0) {
    m->wave = waves ? m->wave - 1 : 0;
    return true;
  }
  wl_session_move(m, WL_ACT_PREVIOUS);
  if (m->selected == step) return false;
  if (waves) m->wave = wl_second_run_waves(m);
  return true;
}

static bool at_end(struct wl_session *m) {
  return m->selected + 1 >= m->count && m->wave >= wl_second_run_waves(m);
}

static void play(struct wl_session *m, bool backwards) {
  m->playing = !m->playing || m->backwards != backwards;
  m->backwards = backwards;
  m->waited = 0;
  if (m->playing && !backwards && at_end(m)) wl_session_go(m, 0);
}

static void change_speed(struct wl_session *m, bool faster) {
  bool end = m->speed == (faster ? SPEEDS - 1 : 0);
  if (!end) m->speed += faster ? 1 : -1;
  const char *how = !end ? "at" : faster ? "no faster than" : "no slower than";
  snprintf(m->message, sizeof m->message, "it plays %s %s", how, wl_session_rate(m));
}

void wl_session_play(struct wl_session *m, enum wl_action action) {
  bool speed = action == WL_ACT_MORE || action == WL_ACT_LESS;
  if (speed) change_speed(m, action == WL_ACT_MORE);
  if (wl_session_empty(m)) return;
  if (!speed && wl_session_masked(m) && m->poll.state == WL_PREDICT_ASKED) {
    m->playing = false;
    wl_session_say(m, "answer the question first, or press m: then this plays");
    return;
  }
  switch (action) {
  case WL_ACT_PLAY: play(m, m->playing && m->backwards); break; /* pauses either way */
  case WL_ACT_PLAY_BACK: play(m, true); break;
  case WL_ACT_WAVE_NEXT:
    m->playing = false;
    forward(m, true);
    break;
  case WL_ACT_WAVE_PREVIOUS:
    m->playing = false;
    backward(m, true);
    break;
  default: break;
  }
}

/* One frame: several wavefronts at high speed, but never past a step. A mark
 * made in the script stops the replay: there is something to be said. */
static void frame(struct wl_session *m) {
  size_t step = m->selected;
  bool told = m->message[0];
  m->message[0] = '\0';
  for (int i = 0; m->playing && i < speeds[m->speed].waves && m->selected == step; i++)
    m->playing = (m->backwards ? backward : forward)(m, wl_session_plays_waves(m));
  const struct wl_step_info *s = wl_session_spot(m);
  if (m->selected != step && s && s->step.kind == WL_STEP_MARK) m->playing = false;
  m->requests |= m->playing && m->selected == step && !told ? WL_REQUEST_WAVE : WL_REQUEST_DRAW;
}

int wl_session_tick(struct wl_session *m, int ms) {
  if (!m->playing || wl_session_empty(m)) return -1;
  int period = speeds[m->speed].period;
  if (ms > 0) m->waited = ms < period - m->waited ? m->waited + ms : period;
  if (m->waited >= period) {
    m->waited = 0;
    frame(m);
  }
  return m->playing ? period - m->waited : -1;
}

/* One frame on; false at the end. */
static bool next(struct wl_session *m) {
  if (wl_views[m->view].waves) {
    if (m->wave >= wl_session_waves(m)) return false;
    wl_session_play(m, WL_ACT_WAVE_NEXT);
    return true;
  }
  struct wl_step old, now;
  size_t step = m->selected;
  wl_session_move(m, WL_ACT_NEXT);
  if (m->selected == step) return false;
  bool known = wl_trace_get(m->trace, step, &old) && wl_trace_get(m->trace, m->selected, &now);
  if (known && old.warp == now.warp && old.block == now.block) return true;
  wl_session_select(m, step); /* another warp is another story */
  return false;
}

/* Frames from here to the end; the model comes back to where it is. */
static unsigned count_frames(struct wl_session *m) {
  size_t step = m->selected;
  unsigned n = 1;
  if (wl_views[m->view].waves) return 1 + wl_session_waves(m) - m->wave;
  while (n <= WL_REPLAY_FRAMES && next(m)) n++;
  wl_session_select(m, step);
  return n;
}

bool wl_replay(struct wl_session *m, wl_replay_frame *show, void *to, struct wl_diag *d) {
  unsigned of = wl_session_empty(m) ? 1 : count_frames(m);
  if (of > WL_REPLAY_FRAMES) {
    wl_diag_fail(d, WL_LIMIT, "a replay has at most %d pictures", WL_REPLAY_FRAMES);
    return wl_diag_hint(d, "a later --step leaves fewer; --view=banks plays one instruction");
  }
  unsigned number = 1;
  while (show(to, m, number, of)) {
    if (number++ == of) return true;
    next(m);
  }
  return false;
}
