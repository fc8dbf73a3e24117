#include "session/export_frames.h"

#include "session/navigate.h"
#include "session/playback.h"
#include "session/select/setters.h"
#include "session/state/replay_frame.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"

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

bool wl_replay(struct wl_session *m, wl_replay_frame *frame, void *to, struct wl_diag *d) {
  unsigned of = wl_session_empty(m) ? 1 : count_frames(m);
  if (of > WL_REPLAY_FRAMES) {
    wl_diag_fail(d, WL_LIMIT, "a replay has at most %d pictures", WL_REPLAY_FRAMES);
    return wl_diag_hint(d, "a later --step leaves fewer; --view=banks plays one instruction");
  }
  unsigned number = 1;
  while (frame(to, m, number, of)) {
    if (number++ == of) return true;
    next(m);
  }
  return false;
}
