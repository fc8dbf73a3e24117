#include "session/state/panels.h"

#include "session/state/requests.h"
#include "session/state/session_state.h"

/* What a panel is about begins at its first row, and so does the picture behind it. */
static void turn(struct wl_session *m, enum wl_panel p, bool on) {
  if (wl_panel_on(m, p) == on) return;
  m->panels ^= (uint8_t)(1u << p);
  if (p == WL_PANEL_WHY || p == WL_PANEL_HELP) m->scroll = 0;
  if (p == WL_PANEL_ERROR) m->line_failed = false;
  m->requests |= WL_REQUEST_DRAW;
}

void wl_panel_open(struct wl_session *m, enum wl_panel p) { turn(m, p, true); }

void wl_panel_close(struct wl_session *m, enum wl_panel p) { turn(m, p, false); }

bool wl_panel_on(const struct wl_session *m, enum wl_panel p) { return m->panels >> p & 1; }

enum wl_panel wl_panel_top(const struct wl_session *m) {
  enum wl_panel p = 0;
  while (p < WL_PANELS && !wl_panel_on(m, p)) p++;
  return p;
}

bool wl_panel_covers(const struct wl_session *m) { return wl_panel_top(m) < WL_PANEL_RESTORE; }
