/* Values that were set on the screen, and the changes that made them. */
#ifndef WL_SESSION_SETTINGS_SETTINGS_STATE_H
#define WL_SESSION_SETTINGS_SETTINGS_STATE_H

#include "core/gpu/target.h"
#include "core/trace/trace_head.h"
#include "session/state/step_info.h"

struct wl_trace;

enum { WL_UNDO = 64, WL_VALUE = 32 };

struct wl_value { char name[WL_VALUE], value[WL_VALUE]; };
struct wl_setting_text { char text[2 * WL_VALUE + 2]; };

/* The turn of a lesson to other settings (variant_change.h) that changes were made by: they are
 * taken back, and made again, together. */
struct wl_turned {
  unsigned number;         /* of all turns; 0: somebody has made the change */
  unsigned from, to;       /* of the list of the lesson */
};

/* A change that can be taken back: of a value, or under the name of a setting (setting.h) of
 * the generation and its chip. */
struct wl_change {
  unsigned number; /* of all that were made */
  char name[WL_VALUE], before[WL_TARGET_TEXT], after[WL_TARGET_TEXT];
  struct wl_turned turn;
};

/* What a run is made with: the values that are set here, by name, the settings of the lesson that
 * they belong to (0: the script's own), and the last change. */
struct wl_version {
  size_t count;
  struct wl_value value[WL_MAX_PARAMS];
  unsigned variant, last;
};

/* What is set, and how it came to that. */
struct wl_settings_state {
  unsigned numbers, turns;
  struct wl_turned turn; /* that makes changes now; number 0: none does */
  struct wl_version now, coming, complete; /* … of the run that goes on, of the last good one */
  size_t entries, undone; /* of entry[]: that count, and behind them those that are taken back */
  struct wl_change entry[WL_UNDO];
  const struct wl_trace *shown; /* the last good recording */
  struct wl_setting_text text[WL_MAX_PARAMS];
  const char *setting[WL_MAX_PARAMS]; /* the texts, for wl_session_settings() */
  const struct wl_arch *arch_noted; /* comes next, and is in the list */
};

#endif
