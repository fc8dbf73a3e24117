/* Values that were set on the screen, and the changes that made them. Internal to src/view. */
#ifndef WL_VIEW_KNOBS_H
#define WL_VIEW_KNOBS_H

#include "core/arch.h"
#include "core/head.h"
#include "view/spot.h"

struct wl_trace;

enum { WL_UNDO = 64, WL_VALUE = 32 };

struct wl_value { char name[WL_VALUE], value[WL_VALUE]; };
struct wl_setting_text { char text[2 * WL_VALUE + 2]; };

/* The turn of a lesson to other settings (view/flip_turn.h) that changes were made by: they are
 * taken back, and made again, together. */
struct wl_turned {
  unsigned number;         /* of all turns; 0: somebody has made the change */
  unsigned from, to;       /* of the list of the lesson */
  bool on;                 /* further on in it */
  struct wl_snapshot left; /* where one was */
};

/* Of a value; where the name is empty of the generation; of the chip where that is none. */
struct wl_change {
  char name[WL_VALUE], before[WL_VALUE], after[WL_VALUE];
  const struct wl_arch *arch_before, *arch_after;
  const struct wl_chip *chip_before, *chip_after; /* of a generation: NULL where it was kept */
  unsigned number; /* of all that were made */
  struct wl_turned turn;
};

/* Some of them, as they were. */
struct wl_were { unsigned count; struct wl_value value[WL_MAX_PARAMS]; };

/* What is set, and how it came to that. */
struct wl_made {
  size_t count, changes;
  size_t undone;      /* of change[], behind those that count: taken back */
  struct wl_value value[WL_MAX_PARAMS]; /* set here, by name */
  struct wl_change change[WL_UNDO];
};

struct wl_knobs {
  unsigned numbers, turns;
  struct wl_turned turn; /* that makes changes now; number 0: none does */
  struct wl_turned arch_turn; /* … and the generation that comes next */
  struct wl_made now;
  struct wl_made started; /* what the run was begun with that goes on */
  struct wl_made good;    /* what the last good recording was made with */
  const struct wl_trace *shown; /* that recording */
  struct wl_setting_text text[WL_MAX_PARAMS];
  const char *setting[WL_MAX_PARAMS]; /* the texts, for wl_model_settings() */
  const struct wl_arch *arch_back; /* comes next, since a change was taken back */
  const struct wl_chip *chip_before; /* of a generation that comes next, NULL: it is kept */
};

#endif
