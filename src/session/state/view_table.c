#include "session/state/view_table.h"

#include <assert.h>
#include <string.h>

#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"

const struct wl_view_row wl_views[] = {
#define X(id, name, steps, rank, waves, open, tab, help, key, shows) \
  {#name, tab, help, waves, open, steps, rank},
  WL_VIEW_ROWS(X)
#undef X
};
static_assert(sizeof wl_views / sizeof *wl_views == WL_VIEWS, "a row each");

void wl_session_look(struct wl_session *m, enum wl_view_id view) {
  m->view = view;
  wl_panel_close(m, WL_PANEL_HELP);
  wl_panel_close(m, WL_PANEL_WHY);
  m->scroll = 0;
  if (view == WL_VIEW_SWEEP) m->requests |= WL_REQUEST_SWEEP;
}

bool wl_session_set_view(struct wl_session *m, const char *name) {
  for (enum wl_view_id v = 0; v < WL_VIEWS; v++) {
    if (strcmp(wl_views[v].name, name) != 0) continue;
    wl_session_look(m, v);
    return true;
  }
  return false;
}
