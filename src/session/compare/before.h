/* What a picture shows beside its figures: those from before a change. */
#ifndef WL_SESSION_COMPARE_BEFORE_H
#define WL_SESSION_COMPARE_BEFORE_H

#include "session/settings/settings_state.h"
#include "session/state/step_info.h"
#include "words/occupancy_text.h"

struct wl_costs;

/* What a recording is shown against. */
struct wl_earlier {
  struct wl_before step;
  struct wl_costs *costs; /* NULL: not known */
  struct wl_residency blocks; /* sm NULL: none */
};

/* The change that the next recording shows, and what it shows it against. */
struct wl_past {
  char change[96];
  struct wl_earlier last;
  char note[128]; /* what was said of its blocks */
};

#endif
