/* What is known of each view, and which of them is looked at. */
#ifndef WL_SESSION_STATE_VIEW_TABLE_H
#define WL_SESSION_STATE_VIEW_TABLE_H

#include <stdbool.h>

#include "session/state/view_rows.h"

struct wl_session;

struct wl_view_row {
  const char *name, *tab, *help;
  bool waves, open;
  unsigned steps, rank; /* WL_SHOWS_…; the place beside the chosen one */
};
extern const struct wl_view_row wl_views[];

/* Looks at a view, and at nothing else. */
void wl_session_look(struct wl_session *m, enum wl_view_id view);

/* The same by name; false if there is none such. */
bool wl_session_set_view(struct wl_session *m, const char *name);

#endif
