#include "session/export_frames.h"

#include "session/navigate.h"
#include "session/playback.h"
#include "session/select/setters.h"
#include "session/state/replay_frame.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"

/* One frame on; false at the end. */
static bool next(struct wl_model *m) {
  if (wl_views[m->view].waves) {
    if (m->wave >= wl_model_waves(m)) return false;
    wl_model_play(m, WL_ACT_WAVE_NEXT);
    return true;
  }
  struct wl_step old, now;
  size_t step = m->selected;
  wl_model_move(m, WL_ACT_NEXT);
  if (m->selected == step) return false;
  bool known = wl_trace_get(m->trace, step, &old) && wl_trace_get(m->trace, m->selected, &now);
  if (known && old.warp == now.warp && old.block == now.block) return true;
  wl_model_select(m, step); /* another warp is another story */
  return false;
}

/* Frames from here to the end; the model comes back to where it is. */
static unsigned count_frames(struct wl_model *m) {
  size_t step = m->selected;
  unsigned n = 1;
  if (wl_views[m->view].waves) return 1 + wl_model_waves(m) - m->wave;
  while (n <= WL_REPLAY_FRAMES && next(m)) n++;
  wl_model_select(m, step);
  return n;
}

bool wl_replay(struct wl_model *m, wl_replay_frame *frame, void *to, struct wl_diag *d) {
  unsigned of = wl_model_empty(m) ? 1 : count_frames(m);
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
