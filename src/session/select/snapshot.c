#include "session/select/snapshot.h"

#include "session/predict/predict.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/window.h"

struct wl_snapshot wl_snapshot_take(struct wl_session *m) {
  struct wl_snapshot s = {.wave = m->wave, .scroll = m->scroll, .fact = m->slide.told_fact};
  if (wl_session_bare(m)) s.at = wl_session_identity(m);
  return s;
}

bool wl_snapshot_return(struct wl_session *m, const struct wl_snapshot *s) {
  const struct wl_snapshot to = *s; /* going elsewhere forgets what was left */
  size_t step;
  if (!to.at.valid || wl_session_find(m, &to.at, &step) == WL_FOUND_NONE) return false;
  wl_session_go(m, step);
  m->slide.wanted = to.fact + 1u;
  if (wl_session_masked(m)) return true; /* a moment of the replay would tell figures */
  m->wave = to.wave < wl_session_waves(m) ? to.wave : wl_session_waves(m);
  m->scroll = to.scroll;
  return true;
}
