/* Values that were set on the screen, and the changes that made them. Internal to src/view. */
#ifndef WL_VIEW_KNOBS_H
#define WL_VIEW_KNOBS_H

#include "core/head.h"

enum { WL_UNDO = 64, WL_VALUE = 32 };

struct wl_change { char name[WL_VALUE], value[WL_VALUE]; }; /* value before it */
struct wl_setting_text { char text[2 * WL_VALUE + 2]; };

struct wl_knobs {
  size_t count, changes;
  size_t undone;      /* of change[], behind those that count: taken back */
  struct wl_change value[WL_MAX_PARAMS]; /* set here, by name */
  struct wl_change change[WL_UNDO];
  struct wl_setting_text text[WL_MAX_PARAMS];
  const char *setting[WL_MAX_PARAMS]; /* the texts, for wl_model_settings() */
  const struct wl_arch *arch_back; /* to be shown next, since a change was taken back */
};

#endif
